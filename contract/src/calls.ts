import * as accountName from './account-name.ts'
import * as accounts from './accounts.ts'
import * as auth from './auth.ts'
import * as authenticator from './authenticator.ts'
import * as beneficiaryCalls from './beneficiaries.ts'
import * as bills from './bills.ts'
import * as budgets from './budgets.ts'
import type { Call } from './call.ts'
import * as cards from './card-controls.ts'
import * as categories from './categories.ts'
import * as demo from './demo.ts'
import * as deposits from './deposits.ts'
import * as documents from './documents.ts'
import * as explained from './explain.ts'
import * as forecasts from './forecast.ts'
import * as insights from './insights.ts'
import * as interest from './interest.ts'
import * as loans from './loans.ts'
import * as notifications from './notifications.ts'
import * as passkeyLogin from './passkey-login.ts'
import * as passkeyCalls from './passkeys.ts'
import * as pots from './pots.ts'
import * as profile from './profile.ts'
import * as requests from './requests.ts'
import * as search from './search.ts'
import * as security from './security.ts'
import * as signup from './signup.ts'
import * as standingOrders from './standing-orders.ts'
import * as supportCalls from './support.ts'
import * as transfers from './transfers.ts'
import * as undo from './undo.ts'

export { type CallNote, callNotes, nounNotes } from './call-notes.ts'
export {
  type Described,
  describe,
  describeRequest,
  type FieldNote,
  type JsonSchema,
} from './describe.ts'

/** The files of the contract that have calls, by their noun. */
const nouns: Record<string, Record<string, unknown>> = {
  auth,
  signup,
  accounts: {
    ...accounts,
    ...accountName,
    ...forecasts,
    ...insights,
    ...interest,
    ...search,
    ...explained,
  },
  insights: { ...categories, ...budgets },
  transfers: { ...transfers, ...undo },
  requests,
  documents,
  pots,
  deposits,
  cards,
  loans,
  beneficiaries: beneficiaryCalls,
  bills,
  'standing orders': standingOrders,
  notifications,
  profile: { ...profile, ...supportCalls },
  security,
  demo,
  passkeys: { ...passkeyLogin, ...passkeyCalls, ...authenticator },
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call of the bank by its name, for tests and documentation that must cover all of them. */
export const calls: Record<string, Call> = {}
/** The noun of each call, by the call's name. */
export const callNouns: Record<string, string> = {}

for (const [noun, exported] of Object.entries(nouns)) {
  for (const [name, value] of Object.entries(exported)) {
    if (!isCall(value)) continue
    calls[name] = value
    callNouns[name] = noun
  }
}
