import {
  authenticationRequired,
  confirm2fa,
  confirmReset,
  login,
  logout,
  messages,
  requestPasswordReset,
  resendCode,
  resetPassword,
  signupWith,
  tokenLogin,
  usernameFree,
} from '@passbook/contract'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { confirmResetLink, requestReset, saveNewPassword } from './reset.ts'
import { endSession, type SignedIn } from './sessions.ts'
import { confirmCode, resendLoginCode, signIn, signInByLink } from './sign-in.ts'
import { isUsernameFree, signUp } from './sign-up.ts'

export function authRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(login, async ({ input, address, say }) => {
    const admitted = await signIn(bank, input, address)
    if ('buffer' in admitted) say(authenticationRequired)
    return admitted
  })
  route(signupWith(bank.config.lastNameMin), async ({ input, address }) => {
    await signUp(bank, input, address)
  })
  route(usernameFree, async ({ input, address }) => ({
    free: await isUsernameFree(bank, input.username, address),
  }))
  route(confirm2fa, ({ input }) => confirmCode(bank, input))
  route(resendCode, async ({ input, say }) => {
    await resendLoginCode(bank, input.buffer)
    say(messages.codeSent)
  })
  route(tokenLogin, ({ input }) => signInByLink(bank, input.token))
  route(requestPasswordReset, async ({ input, address, say }) => {
    // After the reply: how long it takes must not tell whether there is such a customer.
    bank.background.run(() => requestReset(bank, { user: input.user, address }))
    say(messages.resetLinkSent)
  })
  route(confirmReset, ({ input }) => confirmResetLink(bank, input.buffer))
  route(resetPassword, ({ input }) => saveNewPassword(bank, input))
  route(logout, ({ customer }) => endSession(bank.db.sql, customer.tokenHash))
}
