import {
  addPasskey,
  backupCodes,
  changeEmail,
  freeze,
  initUser,
  messages,
  notMe,
  passkeys,
  readLimits,
  removePasskey,
  resendVerification,
  saveLimits,
  savePassword,
  savePin,
  saveUndo,
  toggle2fa,
  toggleAlert,
  totp,
  undoEmail,
  verifyEmail,
} from '@passbook/contract'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { newBackupCodes, setAuthenticator } from './authenticator.ts'
import { changeAddress, mailVerification, proveAddress, undoAddress } from './email.ts'
import { setFrozen } from './freeze.ts'
import { stopStranger } from './not-me.ts'
import { limitsOf, setLimits } from './own-limits.ts'
import { forgetPasskey, listPasskeys, savePasskey } from './own-passkeys.ts'
import { firstLoad } from './profile.ts'
import { changePassword, changePin, setAlerts, setTwoStep, setUndoSeconds } from './security.ts'

export function profileRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(initUser, ({ customer }) => firstLoad(bank, customer))
  route(changeEmail, async ({ customer, input, caller, say }) => {
    await changeAddress(bank, customer, { address: input.newEmail, caller })
    say(messages.emailChanged)
  })
  route(resendVerification, ({ customer }) => mailVerification(bank, customer.id))
  route(verifyEmail, ({ input, session, caller }) =>
    proveAddress(bank, { ...input, session, caller }),
  )
  route(undoEmail, ({ input, caller }) => undoAddress(bank, { ...input, caller }))
  route(notMe, ({ input, caller }) => stopStranger(bank, { ...input, caller }))
  route(savePassword, async ({ customer, input, caller, say }) => {
    await changePassword(bank, { customer, caller }, input)
    say(messages.passwordChanged)
  })
  route(savePin, async ({ customer, input, caller, say }) => {
    await changePin(bank, { customer, caller }, input)
    say(messages.pinSaved)
  })
  route(toggle2fa, async ({ customer, input, caller, say }) => {
    await setTwoStep(bank, { customer, caller }, input.login_verification)
    say(messages.twoStepSaved)
  })
  route(toggleAlert, async ({ customer, input, caller, say }) => {
    await setAlerts(bank, { customer, caller }, input.notification)
    say(messages.alertSaved)
  })
  route(saveUndo, async ({ customer, input, say }) => {
    await setUndoSeconds(bank, customer, input.undo_seconds)
    say(messages.undoSaved)
  })
  route(passkeys, ({ customer }) => listPasskeys(bank, customer.id))
  route(addPasskey, ({ customer, input, caller }) =>
    savePasskey(bank, customer, { ...input, caller }),
  )
  route(removePasskey, ({ customer, input, caller }) =>
    forgetPasskey(bank, customer, { ...input, caller }),
  )
  route(freeze, ({ customer, caller, input }) =>
    setFrozen(bank, { customer, caller }, input.frozen),
  )
  route(readLimits, ({ customer }) => limitsOf(bank, customer.id))
  route(saveLimits, ({ customer, caller, input }) => setLimits(bank, { customer, caller }, input))
  route(totp, ({ customer, input, caller }) =>
    setAuthenticator(bank, customer, { ...input, caller }),
  )
  route(backupCodes, ({ customer, caller }) => newBackupCodes(bank, customer, caller))
}
