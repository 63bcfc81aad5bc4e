import * as accounts from './accounts.ts'
import * as auth from './auth.ts'
import * as beneficiaryCalls from './beneficiaries.ts'
import * as bills from './bills.ts'
import type { Call } from './call.ts'
import * as deposits from './deposits.ts'
import * as loans from './loans.ts'
import * as notifications from './notifications.ts'
import * as profile from './profile.ts'
import * as signup from './signup.ts'
import * as transfers from './transfers.ts'

export { type CallNote, callNotes } from './call-notes.ts'
export {
  type Described,
  describe,
  describeRequest,
  type FieldNote,
  type JsonSchema,
} from './describe.ts'

const exported: Record<string, unknown> = {
  ...accounts,
  ...auth,
  ...beneficiaryCalls,
  ...bills,
  ...deposits,
  ...loans,
  ...notifications,
  ...profile,
  ...signup,
  ...transfers,
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call of the bank by its name, for tests and documentation that must cover all of them. */
export const calls: Record<string, Call> = Object.fromEntries(
  Object.entries(exported).filter((entry): entry is [string, Call] => isCall(entry[1])),
)
