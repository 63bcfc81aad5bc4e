import type { RefusalCode } from '@passbook/contract'

type Refused = 'pin' | 'code'

const steps: ReadonlyMap<string | undefined, Refused> = new Map<RefusalCode, Refused>([
  ['pin_missing', 'pin'],
  ['pin_wrong', 'pin'],
  ['pin_locked', 'pin'],
  ['pin_dead', 'pin'],
  // A passkey is asked for beside the PIN.
  ['passkey_refused', 'pin'],
  // No digits help: codes are unlocked by saving the PIN anew, and the way there stands at the PIN.
  ['otp_locked', 'pin'],
  ['otp_needed', 'code'],
  ['otp_wrong', 'code'],
  ['otp_spent', 'code'],
])

/** The step of an approval that can put a refusal right, by its code; none where the form has to. */
export const refusedStep = (code: string | undefined): Refused | undefined => steps.get(code)
