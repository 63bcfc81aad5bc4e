import * as z from 'zod/mini'
import { matching } from './auth.ts'
import { anything, call } from './call.ts'
import { relationships, sexes, signupTypeNames } from './catalog.ts'
import { isCountry } from './countries.ts'
import { date, email, isPlainName, oneOf, optionalText, phone, secret, text } from './fields.ts'
import { limits } from './limits.ts'
import * as messages from './messages.ts'
import { isPersonName } from './names.ts'
import { isOfOneScript } from './scripts.ts'

/** Wizard step 0. */
export const signupType = z.object({
  account_type: oneOf(signupTypeNames, messages.accountTypeMissing),
})

const username = text(messages.usernameMissing, limits.usernameMax).check(
  z.minLength(limits.usernameMin, messages.usernameTooShort),
  z.refine(isOfOneScript, messages.usernameMissing),
)

const bornBefore = (value: string) =>
  value >= '1900-01-01' && value < new Date().toISOString().slice(0, 10)
const birthday = date(messages.dobMissing).check(z.refine(bornBefore, messages.dobMissing))

/** What stands before the date of birth. A bank may take shorter last names: Li, Ng, Wu. */
const personalBeforeBirth = (lastNameMin: number) => ({
  username,
  firstName: text(messages.firstNameMissing, 60).check(
    z.refine(isPlainName, messages.firstNameMissing),
  ),
  middleName: optionalText(60),
  lastName: text(messages.lastNameMissing, 60).check(
    z.minLength(lastNameMin, messages.lastNameMissing),
    z.refine(isPlainName, messages.lastNameMissing),
  ),
  phone: phone(messages.phoneMissing, messages.phoneInvalid),
  email: email(messages.signupEmailInvalid),
  occupation: text(messages.occupationMissing, 100),
})
const personalAfterBirth = {
  country: text(messages.countryMissing).check(z.refine(isCountry, messages.countryMissing)),
  state: text(messages.stateMissing, 100),
  city: text(messages.cityMissing, 100),
  street: optionalText(),
  sex: z._default(oneOf(sexes, messages.sexInvalid), 'male'),
}

/** A name that may not be one. What the wizard tells of single fields comes before it. */
const named = <Field extends string>(field: Field) =>
  z.refine<Record<Field, string>>((form) => form[field] === '' || isPersonName(form[field]), {
    error: messages.nameLetters,
    path: [field],
  })
const ownNames = [named('firstName'), named('middleName'), named('lastName')] as const
const kinNames = [named('kinname'), named('kinsurname')] as const

/** Wizard step 1 as the form asks for it: the date of birth is wanted. */
export const signupPersonal = (lastNameMin: number = limits.lastNameMin) =>
  z
    .object({ ...personalBeforeBirth(lastNameMin), dob: birthday, ...personalAfterBirth })
    .check(...ownNames)

/** Wizard step 2. */
export const signupKin = z
  .object({
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
  .check(...kinNames)

const newSecret = {
  password: secret(messages.newPasswordMissing, messages.newPasswordTooShort),
  confirmPassword: z._default(z.string(), ''),
}
/** Wizard step 3. */
export const signupSecurity = z.object(newSecret).check(matching)

/** The whole wizard; a server takes a missing date of birth, and ignores the `currency` field. */
export const signupWith = (lastNameMin: number) =>
  call({
    method: 'POST',
    path: 'signup',
    access: 'public',
    request: z
      .object({
        ...signupType.shape,
        ...personalBeforeBirth(lastNameMin),
        dob: z.optional(z.union([z.literal(''), birthday], { error: messages.dobMissing })),
        ...personalAfterBirth,
        ...signupKin.shape,
        ...newSecret,
      })
      .check(matching, ...ownNames, ...kinNames),
    response: anything,
  })

/** The same as the specification has it. */
export const signup = signupWith(limits.lastNameMin)

/** Additive: whether a username is free, asked at the step where it is typed. */
export const usernameFree = call({
  method: 'GET',
  path: 'username-free',
  access: 'public',
  request: z.object({ username }),
  response: z.object({ free: z.boolean() }),
})
