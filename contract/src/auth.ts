import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { relationships, sexes, signupTypeNames } from './catalog.ts'
import { isCountry } from './countries.ts'
import { date, email, oneOf, optionalText, phone, secret, slot, text } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

const signedIn = z.object({ token: z.string() })

/** What the login form collects. */
export const credentials = z.object({
  username: text(messages.usernameInvalid),
  password: secret(messages.passwordInvalid, messages.passwordTooShort),
})

/** A token, or a buffer and a header where a one-time code must follow. */
export const login = call({
  method: 'POST',
  path: 'login',
  access: 'public',
  request: credentials,
  response: z.object({
    token: z.optional(z.string()),
    buffer: z.optional(z.string()),
    header: z.optional(z.string()),
  }),
})

/** Wizard step 0. */
export const signupType = z.object({
  account_type: oneOf(signupTypeNames, messages.accountTypeMissing),
})

const bornBefore = (value: string) =>
  value >= '1900-01-01' && value < new Date().toISOString().slice(0, 10)
const birthday = date(messages.dobMissing).check(z.refine(bornBefore, messages.dobMissing))

const personalBeforeBirth = {
  username: text(messages.usernameMissing, limits.usernameMax).check(
    z.minLength(limits.usernameMin, messages.usernameTooShort),
  ),
  firstName: text(messages.firstNameMissing, 60),
  middleName: optionalText(60),
  lastName: text(messages.lastNameMissing, 60).check(
    z.minLength(limits.lastNameMin, messages.lastNameMissing),
  ),
  phone: phone(messages.phoneMissing, messages.phoneInvalid),
  email: email(messages.signupEmailInvalid),
  occupation: text(messages.occupationMissing, 100),
}
const personalAfterBirth = {
  country: text(messages.countryMissing).check(z.refine(isCountry, messages.countryMissing)),
  state: text(messages.stateMissing, 100),
  city: text(messages.cityMissing, 100),
  street: optionalText(),
  sex: z._default(oneOf(sexes, messages.sexInvalid), 'male'),
}

/** Wizard step 1 as the form asks for it: the date of birth is wanted. */
export const signupPersonal = z.object({
  ...personalBeforeBirth,
  dob: birthday,
  ...personalAfterBirth,
})

/** Wizard step 2. */
export const signupKin = z.object({
  kinname: text(messages.kinNameMissing, 60).check(
    z.minLength(limits.kinNameMin, messages.kinNameTooShort),
  ),
  kinsurname: text(messages.kinSurnameMissing, 60),
  kinrelaionship: oneOf(relationships, messages.kinRelationshipMissing),
  kinphone: phone(messages.phoneInvalid, messages.phoneInvalid),
  kinoccupation: text(messages.kinOccupationMissing, 100),
  kinaddress: text(messages.kinAddressMissing),
  kinemail: optionalText(254),
})

const newSecret = {
  password: secret(messages.newPasswordMissing, messages.newPasswordTooShort),
  confirmPassword: z._default(z.string(), ''),
}
const matching = z.refine<{ password: string; confirmPassword: string }>(
  (pair) => pair.password === pair.confirmPassword,
  { error: messages.passwordsDiffer, path: ['confirmPassword'] },
)

/** Wizard step 3. */
export const signupSecurity = z.object(newSecret).check(matching)

/** The whole wizard; a server takes a missing date of birth, and ignores the `currency` field. */
export const signup = call({
  method: 'POST',
  path: 'signup',
  access: 'public',
  request: z
    .object({
      ...signupType.shape,
      ...personalBeforeBirth,
      dob: z.optional(z.union([z.literal(''), birthday], { error: messages.dobMissing })),
      ...personalAfterBirth,
      ...signupKin.shape,
      ...newSecret,
    })
    .check(matching),
  response: anything,
})

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

/** A code of exactly five digits; spaces that came along are dropped. */
export const loginCode = z.pipe(
  z.string({ error: messages.codeWrong }),
  z.transform((value, context) => {
    const code = value.replaceAll(/\s/g, '')
    if (new RegExp(`^[0-9]{${limits.loginCodeLength}}$`).test(code)) return code
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

/** Additive: proves that an address is the customer's, by the link of a mail. */
export const verifyEmail = call({
  method: 'POST',
  path: 'verify-email/{token}',
  access: 'public',
  request: z.object({ token: slot(messages.linkInvalid) }),
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

/** Additive: ends the session on the server too. */
export const logout = call({
  method: 'POST',
  path: 'logout',
  access: 'customer',
  request: nothing,
  response: anything,
})
