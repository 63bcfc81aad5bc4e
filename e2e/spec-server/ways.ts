import type { Reply } from './calls.ts'
import type { Row } from './world.ts'

/** What differs in the data of one call. */
export type Change = { of: string; change: (data: Row) => unknown }
/** What differs in every reply: as it is made up, as its text, or as the kind of text it says it is. */
export type Way = {
  reply?: (reply: Reply, call: string) => Reply
  text?: (json: string) => string
  type?: string
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** With every value, from the innermost, replaced. */
function deep(
  value: unknown,
  change: (value: unknown, name: string) => unknown,
  name = '',
): unknown {
  if (Array.isArray(value))
    return change(
      value.map((row) => deep(row, change)),
      name,
    )
  if (!isRow(value)) return change(value, name)
  const fields = Object.entries(value).map(([key, one]) => [key, deep(one, change, key)])
  return change(Object.fromEntries(fields.filter(([, one]) => one !== undefined)), name)
}

/** What a database wraps a value in keeps its own names. */
const isWrapper = (row: Row) => 'Valid' in row || Object.keys(row).join().startsWith('$')

const isList = (row: Row) => Object.keys(row).every((name) => /^\d+$/.test(name))

const inData = (change: (value: unknown, name: string) => unknown): Way => ({
  reply: (reply) => ({ ...reply, data: deep(reply.data, change) }),
})
const spelled = (spell: (name: string) => string): Way =>
  inData((value) =>
    isRow(value) && !isWrapper(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [spell(name), one]))
      : value,
  )
/** Every amount, which here are the numbers of these names. */
const amounts =
  /^(?:Amount|CurrentBalance|AvailableBalance|Balance|income|expenses|currentMonthSpend)$/
const amountsAs = (write: (amount: number) => unknown) =>
  inData((value, name) => (amounts.test(name) ? write(Number(value)) : value))
const datesAs = (write: (at: Date) => unknown) =>
  inData((value, name) =>
    name === 'Created' || name === 'Lastseen' ? write(dateOf(value)) : value,
  )
function dateOf(value: unknown): Date {
  const { year = 0, month = 1, day, hour, minute, second } = value as Record<string, number>
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}
const typesAs = (write: (text: string) => string) =>
  inData((value, name) =>
    /^(?:Type|State|Purpose)$/.test(name) && typeof value === 'string' && value !== 'Lagos'
      ? write(value)
      : value,
  )
const flagsAs = (write: (flag: boolean) => unknown) =>
  inData((value, name) => (typeof value === 'boolean' && name !== 'Valid' ? write(value) : value))
const textsAs = (
  write: (text: string) => unknown,
  of = /^(?:Name|Description|AccountName|Surname)$/,
) => inData((value, name) => (typeof value === 'string' && of.test(name) ? write(value) : value))
const listsAs = (write: (rows: unknown[]) => unknown) =>
  inData((value) => (Array.isArray(value) ? write(value) : value))
const refusals = (change: (reply: Reply) => Reply): Way => ({
  reply: (reply) => (reply.status === 'failed' && reply.http !== 401 ? change(reply) : reply),
})
const successes = (change: (reply: Reply) => Reply): Way => ({
  reply: (reply) => (reply.status === 'success' ? change(reply) : reply),
})
const codes = (fields: object): Way => ({
  reply: (reply) => (reply.message === 'authentication_required' ? { ...reply, ...fields } : reply),
})
const snake = (name: string) => name.replace(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase()
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const inCurrency = (change: (currency: Row) => unknown) =>
  inData((value, name) => (name === 'Currency' ? change(value as Row) : value))
const inUser = (change: (user: Row) => Row) =>
  inData((value, name) => (name === 'user' ? change(value as Row) : value))

/**
 * One way each, by what it is about: no server is met in two ways of one kind, and values come before the
 * names that they are found by.
 */
const waysByKind = {
  accounts: {
    'accounts with their customer only': inData((value) =>
      isRow(value) && 'allowCrypto' in value ? { ...value, accounts: undefined } : value,
    ),
    'accounts in entries only': inUser(({ Accounts: _, ...user }) => user),
    'accounts by their ids, and whole in entries': inUser(({ Accounts, ...user }) => ({
      ...user,
      Accounts: (Accounts as Row[]).map(({ Id }) => Id),
    })),
  },
  people: {
    'an empty Name beside first_name': inUser((user) => ({ ...user, Name: '', Surname: '' })),
  },
  directions: {
    'debits below zero': inData((value) =>
      isRow(value) && value.Type === 'debit' ? { ...value, Amount: -Number(value.Amount) } : value,
    ),
  },
  dates: {
    'dates as ISO text': datesAs((at) => at.toISOString()),
    'dates as ISO text of another zone': datesAs((at) =>
      new Date(at.getTime() + 7_200_000).toISOString().replace('Z', '+02:00'),
    ),
    'dates as text without a zone': datesAs((at) =>
      at.toISOString().slice(0, 19).replace('T', ' '),
    ),
    'dates as seconds': datesAs((at) => at.getTime() / 1000),
    'dates as milliseconds in text': datesAs((at) => String(at.getTime())),
    'dates of MongoDB': datesAs((at) => ({ $date: at.toISOString() })),
    'dates of MongoDB as numbers': datesAs((at) => ({
      $date: { $numberLong: String(at.getTime()) },
    })),
    'dates of Go': datesAs((at) => ({ Time: at.toISOString(), Valid: true })),
    'dates of mail': datesAs((at) => at.toUTCString()),
    'dates in parts as texts': datesAs((at) => ({
      ...{ Day: String(at.getUTCDate()), Month: `0${at.getUTCMonth() + 1}`.slice(-2) },
      ...{ Year: String(at.getUTCFullYear()), Hour: String(at.getUTCHours()) },
      ...{ Minute: String(at.getUTCMinutes()), Second: String(at.getUTCSeconds()) },
    })),
  },
  wallets: {
    'a wallet one level higher': inData((value) =>
      isRow(value) && isRow(value.data) && 'walletId' in value.data ? value.data : value,
    ),
    'a picture as bare base64': inData((value, name) =>
      name === 'qr' ? String(value).replace(/^data:.*,/, '') : value,
    ),
  },
  tokens: {
    'a token without a name': {
      reply: (reply, call) =>
        call === 'token-login' || call === 'confirm-2fa'
          ? { ...reply, data: isRow(reply.data) ? reply.data.token : undefined }
          : reply,
    },
  },
  currencies: {
    'codes of currencies in capitals': inCurrency(({ Code, ...rest }) => ({
      ...rest,
      Code: String(Code).toUpperCase(),
    })),
    'currencies by their code': inCurrency(({ Code }) => Code),
    'signs of currency as they are': inCurrency((currency) =>
      'Symbol' in currency ? { ...currency, Symbol: '$' } : currency,
    ),
    'signs of currency encoded twice': inCurrency((currency) =>
      'Symbol' in currency ? { ...currency, Symbol: '&amp;#36;' } : currency,
    ),
    'no signs of currency': inCurrency(({ Symbol: _, ...rest }) => rest),
  },
  amounts: {
    'amounts as texts': amountsAs(String),
    'amounts in groups': amountsAs((amount) => amount.toLocaleString('en-US')),
    'amounts with four decimals': amountsAs((amount) => amount.toFixed(4)),
    'amounts with a sign of currency': amountsAs((amount) => `$${amount.toFixed(2)}`),
    'amounts with a code behind': amountsAs((amount) => `${amount.toFixed(2)} USD`),
    'amounts of MongoDB': amountsAs((amount) => ({ $numberDecimal: String(amount) })),
    'amounts of Go': amountsAs((Float64) => ({ Float64, Valid: true })),
  },
  types: {
    'types in capitals': typesAs((text) => text.toUpperCase()),
    'types that begin with a capital': typesAs(capital),
  },
  texts: {
    'texts of Go': textsAs((text) => ({ String: text, Valid: text !== '' })),
    'names in other scripts': textsAs((text) => `${text} Ünal 山田 עדה`, /^Description$/),
  },
  flags: {
    'flags as 1 and 0': flagsAs(Number),
    'flags as yes and no': flagsAs((flag) => (flag ? 'yes' : 'no')),
    'flags as True and False': flagsAs((flag) => (flag ? 'True' : 'False')),
    'flags as on and off': flagsAs((flag) => (flag ? 'ON' : 'OFF')),
  },
  pages: {
    'a page count as text': inData((value, name) => (name === 'PageSize' ? String(value) : value)),
  },
  nothing: {
    'nothing as null': inData((value) => (value === '' ? null : value)),
    'nothing left out': inData((value) => (value === '' || value === null ? undefined : value)),
  },
  ids: {
    'account ids as numbers': inData((value, name) =>
      /^Id$/.test(name) && /^acc-\d$/.test(String(value)) ? Number(String(value).slice(-1)) : value,
    ),
    'ids of MongoDB': inData((value) => {
      if (!isRow(value) || typeof value.Id !== 'string') return value
      const { Id: $oid, ...rest } = value
      return { _id: { $oid }, ...rest }
    }),
  },
  lists: {
    'lists of numbered rows': listsAs((rows) => (rows.length > 0 ? { ...rows } : [])),
    'lists with holes': listsAs((rows) => [null, ...rows, null]),
    'empty lists as null': listsAs((rows) => (rows.length > 0 ? rows : null)),
    'empty lists as objects': listsAs((rows) => (rows.length > 0 ? rows : {})),
    'lists as pages': {
      reply: (reply, call) =>
        Array.isArray(reply.data) && call.startsWith('b')
          ? { ...reply, data: { List: reply.data, Meta: { PageSize: 1 } } }
          : reply,
    },
  },
  names: {
    'names in snake case': spelled(snake),
    'names in camel case': spelled((name) => name.charAt(0).toLowerCase() + name.slice(1)),
    'names that begin with a capital': spelled(capital),
    'names in capitals': spelled((name) => name.toUpperCase()),
    'names in small letters': spelled((name) => name.toLowerCase()),
    'names with dashes': spelled((name) => snake(name).replaceAll('_', '-')),
  },
  fields: {
    'fields in another order': inData((value) =>
      isRow(value) && !isWrapper(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    ),
    'fields that nobody asked for': inData((value) =>
      isRow(value) && !isWrapper(value) && !isList(value)
        ? { ...value, extra: { more: [1] }, CreatedBy: 'x', __v: 0 }
        : value,
    ),
  },
  parts: {
    'message: null': successes((reply) => ({ message: null as never, ...reply })),
    'data: null where there is none': {
      reply: (reply) => ({ ...reply, data: reply.data === undefined ? null : reply.data }),
    },
    'data: [] where there is none': {
      reply: (reply) => ({ ...reply, data: reply.data === undefined ? [] : reply.data }),
    },
    'data: "" where there is none': {
      reply: (reply) => ({ ...reply, data: reply.data === undefined ? '' : reply.data }),
    },
  },
  codes: {
    'HTTP 201': successes((reply) => ({ ...reply, http: 201 })),
    'HTTP 202': successes((reply) => ({ ...reply, http: 202 })),
  },
  refusals: {
    'refusals with 200': refusals((reply) => ({ ...reply, http: 200 })),
    'refusals with 400': refusals((reply) => ({ ...reply, http: 400 })),
    'refusals with 403': refusals((reply) => ({ ...reply, http: 403 })),
    'refusals with 500': refusals((reply) => ({ ...reply, http: 500 })),
    'refusals without a status': refusals(({ message = '' }) => ({ http: 422, message }) as Reply),
    'refusals with data and codes': refusals((reply) => ({
      ...reply,
      ...{ data: { errors: { pin: ['wrong'] } }, code: 4002, errors: [], trace: 'x' },
    })),
  },
  logins: {
    'a code asked for with status failed': codes({ status: 'failed' }),
    'a code asked for with 401': codes({ http: 401, status: 'error' }),
    'a code asked for without a status': codes({ http: 403, status: null }),
  },
  statuses: {
    'status: Success': successes((reply) => ({ ...reply, status: 'Success' })),
    'status: SUCCESS': successes((reply) => ({ ...reply, status: 'SUCCESS' })),
    'an envelope in capitals': {
      text: (json) => json.replace('"status"', '"Status"').replace('"data"', '"Data"'),
    },
  },
  kinds: {
    'sent as HTML': { type: 'text/html; charset=utf-8' },
    'sent as plain text': { type: 'text/plain' },
  },
  writings: {
    'a byte order mark': { text: (json) => `\ufeff${json}` },
    'blanks around': { text: (json) => `\r\n\t ${json}\n\n` },
    'drawn out over lines': { text: (json) => JSON.stringify(JSON.parse(json), null, 4) },
    'all letters escaped': {
      text: (json) =>
        json.replaceAll(
          /(?<=[a-z])[e-t](?=[a-z ]*")/g,
          (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
        ),
    },
  },
} as const satisfies Record<string, Record<string, Way>>

type ByKind = typeof waysByKind
export type WayName = { [Kind in keyof ByKind]: keyof ByKind[Kind] }[keyof ByKind] & string
export const ways = Object.assign({}, ...Object.values(waysByKind)) as Record<WayName, Way>

const listed = Object.values(waysByKind).map((kind) => Object.keys(kind) as WayName[])

/** Servers of many ways at once, one of each kind: together they have them all. */
export const mixtures: readonly WayName[][] = Array.from(
  { length: Math.max(...listed.map((kind) => kind.length)) },
  (_, at) => listed.map((kind) => kind[at % kind.length] as WayName),
)
