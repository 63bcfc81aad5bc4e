import {
  signupKin,
  signupPersonal,
  signupSecurity,
  signupType,
  usernameFree,
} from '@passbook/contract'
import { ask } from '#api/client.ts'
import { RequestError } from '#api/texts.ts'
import type { useForm } from '#ui/form.ts'

/** Everything the wizard asks for, by the names that the call has for it. */
export const blank = {
  account_type: '',
  username: '',
  firstName: '',
  middleName: '',
  lastName: '',
  phone: '',
  email: '',
  occupation: '',
  dob: '',
  country: '',
  state: '',
  city: '',
  street: '',
  sex: 'male',
  kinname: '',
  kinsurname: '',
  kinrelaionship: '',
  kinphone: '',
  kinoccupation: '',
  kinaddress: '',
  kinemail: '',
  password: '',
  confirmPassword: '',
}

export type SignupForm = typeof blank
export type StepProps = { form: ReturnType<typeof useForm<SignupForm>> }

const personalInfo = 1
const fieldsOfSteps = [signupType, signupPersonal(), signupKin, signupSecurity].map(
  ({ shape }) => new Set(Object.keys(shape)),
)

/**
 * The step that has the field that a refusal is about. Without a word about the field, a conflict is
 * about a username or an address that somebody else has.
 */
export function stepAfter(error: unknown): number | undefined {
  if (!(error instanceof RequestError)) return undefined
  const { field, http } = error
  if (field === undefined) return http === 409 ? personalInfo : undefined
  const step = fieldsOfSteps.findIndex((fields) => fields.has(field))
  return step < 0 ? undefined : step
}

/** Nobody waits longer for a word that the sign-up itself will say. */
const patienceMs = 3000

/**
 * Whether somebody has this username already. A server that does not know the call, is asked too often
 * or does not answer in time says nothing: the sign-up will tell.
 */
export async function isTaken(username: string): Promise<boolean> {
  try {
    const { free } = await ask(usernameFree, { username }, AbortSignal.timeout(patienceMs))
    return !free
  } catch {
    return false
  }
}
