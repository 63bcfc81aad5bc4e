import {
  signupKin,
  signupPersonal,
  signupSecurity,
  signupType,
  usernameFree,
} from '@passbook/contract'
import { type FocusEvent, useState } from 'react'
import { ask } from '#api/client.ts'
import { RequestError } from '#api/texts.ts'
import { told } from '#i18n/t.ts'
import { makeDraft } from '#ui/draft.ts'
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
export type SignupFields = ReturnType<typeof useForm<SignupForm>>
export type FieldSchema = Parameters<SignupFields['check']>[0]
export type StepProps = {
  field: ReturnType<typeof useLeavingChecks>
  values: SignupForm
  problem: SignupFields['problem']
}

/** What was typed so far, until the account is made. */
export const draft = makeDraft('signup', blank, ['password', 'confirmPassword'])

/**
 * The props of a field, whose message stands under it. It is also checked when it is left for another
 * one; what was left empty is told at Proceed, since it may be filled in yet.
 */
export function useLeavingChecks(form: SignupFields, schema: FieldSchema) {
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({})
  const tell = (name: string, message?: string) => setWrong((now) => ({ ...now, [name]: message }))

  return (name: keyof SignupForm) => {
    const props = form.field(name, { tell: true })
    return {
      ...props,
      error: props.error || wrong[name],
      onChange: (next: Parameters<typeof props.onChange>[0]) => {
        tell(name)
        props.onChange(next)
      },
      onBlur: ({ relatedTarget: next }: FocusEvent) => {
        // A message makes the page longer: a button that is being pressed would move away.
        if (!next?.matches('input, select, textarea')) return
        if (form.values[name].trim() === '') return tell(name)
        const result = schema.safeParse(form.values)
        const issues = result.success ? [] : result.error.issues
        const found = issues.find(({ path }) => path[0] === name)
        tell(name, found && told(found.message))
      },
    }
  }
}

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
