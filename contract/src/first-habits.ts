import {
  account,
  currency,
  lineAccount,
  overview,
  pageMeta,
  transaction,
  transactions,
} from './accounts.ts'
import { signedIn } from './auth.ts'
import { card } from './cards.ts'
import { symbolOfCode } from './catalog.ts'
import { type Habit, habits, type Sent } from './habits.ts'
import { readWireMoney } from './money.ts'
import { accountEntry, initUser } from './profile.ts'

// How the replies of a first load are read where another server sends less or other than it should. It
// stands apart from their schemas, which every page loads; this is needed by the lenient reader alone.

/** What an account holds by its other balance; where neither is told it holds nothing. */
const otherwise = (other: string) => (sent: Sent) => sent[other] ?? '0'

const first = new Map<object, Habit>([
  [
    currency,
    {
      missing: { Name: '', Code: '', Symbol: ({ Code }: Sent) => symbolOfCode(Code) },
      before: byCode,
    },
  ],
  [
    account,
    {
      missing: {
        ...{ Number: '', Name: '', Type: 'none', Currency: {} },
        CurrentBalance: otherwise('AvailableBalance'),
        AvailableBalance: otherwise('CurrentBalance'),
      },
    },
  ],
  [lineAccount.shape.Currency, { before: byCode }],
  [lineAccount, { missing: { Name: '', Number: '', Currency: { Code: '' } } }],
  [
    transaction,
    {
      missing: {
        Id: ({ Reference }: Sent) => Reference,
        State: ({ Completed }: Sent) => (flagOf(Completed) ? 'completed' : 'pending'),
      },
      before: withDirection,
    },
  ],
  [pageMeta, { missing: { PageSize: 1 } }],
  [transactions.response, { missing: { Meta: {} } }],
  [overview, { missing: { income: '0', expenses: '0', currentMonthSpend: '0' } }],
  [card, { missing: { Expiry: { Month: '', Year: '' }, Cv2: '' } }],
  [accountEntry, { missing: { transactions: [], income: '0', expenses: '0' } }],
  [initUser.response, { missing: { cards: [] }, before: withAccounts }],
  // The token may come without a name.
  [signedIn, { before: (sent) => (typeof sent === 'string' ? { token: sent } : sent) }],
])

export const habitOf = (schema: object): Habit => first.get(schema) ?? habits.get(schema) ?? {}

/** A currency may be no more than its code. */
function byCode(sent: unknown): unknown {
  return typeof sent === 'string' ? { Code: sent } : sent
}

/** A negative amount is one that went out, which its type then need not say, or may say as well. */
function withDirection(sent: unknown): unknown {
  const line = fieldsOf(sent)
  const { Amount: amount, Type: type } = line ?? {}
  const plain = plainAmount(unwrapped(amount))
  const isMoney = typeof plain === 'number' || typeof plain === 'string'
  const minor = isMoney ? readWireMoney(plain) : null
  if (minor === null || minor >= 0n) return sent
  const out = typeof type !== 'string' || /^(?:debit|credit)$/i.test(type)
  return out ? { ...line, Type: 'debit', Amount: String(plain).replace('-', '') } : sent
}

/** The accounts may stand in either place. */
function withAccounts(sent: unknown): unknown {
  const told = fieldsOf(sent)
  const user = fieldsOf(told?.user)
  const entries = rowsOf(told?.accounts)
  if (!user || !entries || rowsOf(user.Accounts)?.some((one) => fieldsOf(one))) return sent
  const found = entries.map((entry) => fieldsOf(entry)?.account)
  return found.length > 0 ? { ...told, user: { ...user, Accounts: found } } : sent
}

/**
 * What a value is wrapped in by databases: MongoDB names its type (`{"$date": …}`), Go says whether
 * there is one (`{"String": …, "Valid": true}`).
 */
export function unwrapped(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const entries = Object.entries(given)
  const [name, value] = entries.find(([key]) => key !== 'Valid') ?? []
  if (entries.length === 1 && name?.startsWith('$')) return unwrapped(value)
  if (entries.length !== 2 || !('Valid' in given)) return given
  return given.Valid === true ? value : null
}

/** An amount without the currency that may stand beside its figures. */
export const plainAmount = (sent: unknown): unknown =>
  typeof sent === 'string' ? sent.replaceAll(/^[\s\p{Sc}\p{L}]+|[\s\p{Sc}\p{L}]+$/gu, '') : sent

/** How servers write a flag. */
const flagWords = new Map<unknown, boolean>([
  ...[true, 1, '1', 'true', 'yes', 'on'].map((word) => [word, true] as const),
  ...[false, 0, '0', 'false', 'no', 'off', ''].map((word) => [word, false] as const),
])

/** What a server means by a flag; undefined where it is none. */
export const flagOf = (sent: unknown): boolean | undefined =>
  flagWords.get(typeof sent === 'string' ? sent.trim().toLowerCase() : sent)

/** A name without its letter case, underscores and the like. */
const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * The fields of an object, under whatever spelling of their names they are asked for: `first_name`,
 * `firstName` and `FirstName` are one. An empty list is how PHP writes an object that has none.
 */
export function fieldsOf(sent: unknown): Sent | null {
  if (typeof sent !== 'object' || sent === null) return null
  if (Array.isArray(sent)) return sent.length === 0 ? {} : null
  const own = sent as Sent
  const named = new Map(Object.keys(own).map((name) => [bare(name), name]))
  return new Proxy(own, {
    get: (_, name) => {
      if (typeof name !== 'string') return undefined
      const sentAs = Object.hasOwn(own, name) ? name : named.get(bare(name))
      return sentAs === undefined ? undefined : own[sentAs]
    },
  })
}

/** The rows of a list; PHP may number them, and some servers send a page of a list where a list belongs. */
export function rowsOf(sent: unknown): unknown[] | null {
  if (sent === undefined || sent === null) return []
  if (Array.isArray(sent)) return sent
  if (typeof sent !== 'object') return null
  if (Object.keys(sent).every((key) => /^\d+$/.test(key))) return Object.values(sent)
  const { List: list } = fieldsOf(sent) ?? {}
  return Array.isArray(list) ? list : null
}
