import {
  authenticationRequired,
  confirm2fa,
  confirmReset,
  endSessions,
  login,
  logout,
  messages,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  reauthenticate,
  requestPasswordReset,
  resendCode,
  resetPassword,
  securityEvents,
  sessions,
  signupWith,
  tokenLogin,
  usernameFree,
} from '@passbook/contract'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { invalid } from '#kernel/failure.ts'
import { securityLog } from '#security/security-log.ts'
import type { CodePurpose, Named } from './approval.ts'
import type { Customer } from './customers.ts'
import { approvalOptions } from './passkey-approval.ts'
import { newPasskeyOptions } from './passkey-options.ts'
import { signInByPasskey, signInOptions } from './passkey-sign-in.ts'
import { makeFresh, proofOptions } from './reauthenticate.ts'
import { assertMayAsk, confirmResetLink, requestReset, saveNewPassword } from './reset.ts'
import { endOtherSessions, sessionsOf, signOut } from './session-list.ts'
import type { SignedIn } from './sessions.ts'
import { confirmCode, resendLoginCode, signIn, signInByLink } from './sign-in.ts'
import { isUsernameFree, signUp } from './sign-up.ts'

/** The order that a customer names, as those who carry it out know it. */
type BoundOrder = (customer: Customer, named: Named) => Promise<CodePurpose>

export function authRoutes(
  route: Route<SignedIn>,
  bank: Bank,
  { boundOrder }: { boundOrder: BoundOrder },
): void {
  route(login, async ({ input, address, caller, say }) => {
    const admitted = await signIn(bank, input, { address, caller })
    if ('buffer' in admitted) say(authenticationRequired)
    return admitted
  })
  route(signupWith(bank.config.lastNameMin), async ({ input, address }) => {
    await signUp(bank, input, address)
  })
  route(usernameFree, async ({ input, address }) => ({
    free: await isUsernameFree(bank, input.username, address),
  }))
  route(confirm2fa, ({ input, caller }) => confirmCode(bank, input, caller))
  route(resendCode, async ({ input, caller, say }) => {
    await resendLoginCode(bank, input.buffer, caller)
    say(messages.codeSent)
  })
  route(tokenLogin, ({ input, caller }) => signInByLink(bank, input.token, caller))
  route(passkeyLoginOptions, ({ address, caller }) => signInOptions(bank, { address, caller }))
  route(passkeyLogin, ({ input, address, caller }) =>
    signInByPasskey(bank, input.credential, { address, caller }),
  )
  route(passkeyOptions, async ({ customer, input: { use, ...named } }) => {
    if (use === 'add') return newPasskeyOptions(bank, customer)
    if (use === 'confirm') return proofOptions(bank, customer)
    const { order } = await boundOrder(customer, named)
    // Whom it pays must be said: a signature is good for no more than was shown.
    if (!order?.to) throw invalid('to', messages.transferFieldsMissing)
    return approvalOptions(bank, customer, order)
  })
  route(requestPasswordReset, async ({ input, address, caller, say }) => {
    const asked = { ...input, address, caller }
    await assertMayAsk(bank, asked)
    // After the reply: how long it takes must not tell whether there is such a customer.
    bank.background.runLater(() => requestReset(bank, asked))
    say(messages.resetLinkSent)
  })
  route(confirmReset, ({ input }) => confirmResetLink(bank, input.buffer))
  route(resetPassword, ({ input, address, caller }) =>
    saveNewPassword(bank, input, { address, caller }),
  )
  route(logout, async ({ customer, caller, put }) => {
    await signOut(bank, customer, caller)
    // Clear-Site-Data: nothing of the account is left for Back. Not "storage", where the client keeps
    // colours and language (it removes the token itself), nor "cookies", by which a device is known.
    put('clear-site-data', '"cache"')
  })
  route(reauthenticate, ({ customer, input, caller }) =>
    makeFresh(bank, customer, { ...input, caller }),
  )
  route(sessions, ({ customer }) => sessionsOf(bank, customer))
  route(endSessions, ({ customer, input, caller }) =>
    endOtherSessions(bank, customer, { ...input, caller }),
  )
  route(securityEvents, ({ customer, input }) => securityLog(bank.db.sql, customer.id, input.page))
}
