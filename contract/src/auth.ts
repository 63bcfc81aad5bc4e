import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { optionalFlag, secret, slot, text } from './fields.ts'
import * as messages from './messages.ts'

export const signedIn = z.object({ token: z.string() })

/** What the login form collects. */
export const credentials = z.object({
  username: text(messages.usernameInvalid),
  // No password is that long: the answer is that of any wrong one, without the work of a hash.
  password: secret(messages.passwordInvalid, messages.passwordTooShort, messages.credentialsWrong),
})

/** The word in the message of a login that a code must follow: section 4's, and no text for people. */
export const authenticationRequired = 'authentication_required'

/** A token, or a buffer and a header where a one-time code must follow. */
export const login = call({
  method: 'POST',
  path: 'login',
  access: 'public',
  request: credentials,
  response: z
    .object({
      token: z.optional(z.string()),
      buffer: z.optional(z.string()),
      header: z.optional(z.string()),
      /** Additive: `app` where the code is in an authenticator app, `passkey` where only that will do. */
      code_from: z.optional(z.string()),
    })
    .check(z.refine(({ token, buffer }) => !!(token || buffer))),
})

/** The second typing must be the first again. */
export const matching = z.refine<{ password: string; confirmPassword: string }>(
  (pair) => pair.password === pair.confirmPassword,
  { error: messages.passwordsDiffer, path: ['confirmPassword'] },
)

export const requestPasswordReset = call({
  method: 'GET',
  path: 'request-password-reset',
  access: 'public',
  request: z.object({ user: text(messages.resetUserMissing, 254) }),
  response: anything,
})

/** Reads only: the link is spent when the new password is saved. */
export const confirmReset = call({
  method: 'GET',
  path: 'confirm-reset/{buffer}',
  access: 'public',
  request: z.object({ buffer: slot(messages.resetLinkInvalid) }),
  response: anything,
})

/** What the new-password form collects. */
export const newPassword = z
  .object({
    password: secret(messages.resetPasswordMissing, messages.passwordTooShort),
    confirmPassword: z._default(z.string(), ''),
  })
  .check(matching)

export const resetPassword = call({
  method: 'POST',
  path: 'reset-password/{buffer}',
  access: 'public',
  request: z
    .object({
      buffer: slot(messages.resetLinkInvalid),
      password: secret(messages.resetPasswordMissing, messages.passwordTooShort),
      confirmPassword: z._default(z.string(), ''),
    })
    .check(matching),
  response: anything,
})

/** Five digits by mail, six of an app, or ten letters of a backup code; spaces and dashes are dropped. */
export const loginCode = z.pipe(
  z.string({ error: messages.codeWrong }),
  z.transform((value, context) => {
    const code = value.replaceAll(/[\s-]/g, '').toLowerCase()
    if (/^(?:[0-9]{5,6}|[a-z2-9]{10})$/.test(code)) return code
    context.issues.push({ code: 'custom', message: messages.codeWrong, input: value })
    return z.NEVER
  }),
)

export const confirm2fa = call({
  method: 'POST',
  path: 'confirm-2fa/{buffer}',
  access: 'public',
  request: z.object({ buffer: slot(messages.codeWrong), otp: loginCode }),
  response: signedIn,
})

/** Additive: sends a new code for the same sign-in; the old one is void. */
export const resendCode = call({
  method: 'POST',
  path: 'resend-2fa/{buffer}',
  access: 'public',
  request: z.object({ buffer: slot(messages.codeWrong) }),
  response: anything,
})

export const tokenLogin = call({
  method: 'GET',
  path: 'token-login/{token}',
  access: 'public',
  request: z.object({ token: slot(messages.credentialsWrong) }),
  response: signedIn,
})

/**
 * Additive: proves that an address is the customer's, by the link of a mail and either a session of that
 * customer or the password. With `disown` it takes the address off a customer whom its reader is not.
 */
export const verifyEmail = call({
  method: 'POST',
  path: 'verify-email/{token}',
  access: 'public',
  knowsSession: true,
  request: z.object({
    token: slot(messages.linkInvalid),
    password: z.optional(secret(messages.passwordInvalid, messages.passwordTooShort)),
    disown: optionalFlag,
  }),
  response: anything,
})

/** Additive: mails the link for that once more; the one before is void. Nothing where it is proven. */
export const resendVerification = call({
  method: 'POST',
  path: 'verify-email',
  access: 'customer',
  request: nothing,
  response: anything,
})

/** Additive: puts a changed address back, by the link sent to the old one. */
export const undoEmail = call({
  method: 'POST',
  path: 'undo-email/{token}',
  access: 'public',
  request: z.object({ token: slot(messages.linkInvalid) }),
  response: anything,
})

/** Additive: stops whoever signed in with a new device, by the link in the mail about it. */
export const notMe = call({
  method: 'POST',
  path: 'not-me/{token}',
  access: 'public',
  request: z.object({ token: slot(messages.linkInvalid) }),
  response: anything,
})

/** Additive: ends the session on the server too. */
export const logout = call({
  method: 'POST',
  path: 'logout',
  access: 'customer',
  request: nothing,
  response: anything,
})
