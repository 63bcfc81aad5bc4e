import type { Reply } from './calls.ts'
import { type Change, type Way, type WayName, ways } from './ways.ts'
import type { Row } from './world.ts'

const each = (rows: unknown, change: (row: Row) => unknown) => (rows as Row[]).map(change)
const inUser = (change: (user: Row) => Row): Change => ({
  of: 'init-user',
  change: (data) => ({ ...data, user: change(data.user as Row) }),
})
/** The accounts stand in two places. */
const inAccounts = (change: (account: Row) => Row): Change => ({
  of: 'init-user',
  change: (data) => {
    const user = data.user as Row
    const entries = each(data.accounts, (entry) => ({
      ...entry,
      account: change(entry.account as Row),
    }))
    return { ...data, accounts: entries, user: { ...user, Accounts: each(user.Accounts, change) } }
  },
})
const inFirst = (fields: Row): Change => ({
  of: 'init-user',
  change: (data) => ({ ...data, ...fields }),
})
const inList = (change: (line: Row, at: number) => unknown): Change => ({
  of: 'transactions',
  change: (data) => ({ ...data, List: (data.List as Row[]).map(change) }),
})
const without = (row: Row, ...names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
const inCapitals = (parts: unknown) =>
  Object.fromEntries(
    Object.entries(parts as Row).map(([name, part]) => [
      name.charAt(0).toUpperCase() + name.slice(1),
      part,
    ]),
  )
const flagsAs = (write: (flag: boolean) => unknown) =>
  inUser((user) =>
    Object.fromEntries(
      Object.entries(user).map(([name, value]) => [
        name,
        typeof value === 'boolean' ? write(value) : value,
      ]),
    ),
  )

/** Of one call, one at a time. */
const changes = {
  'an account without a type': inAccounts((account) => without(account, 'Type')),
  'an account whose type is null': inAccounts((account) => ({ ...account, Type: null })),
  'ids and numbers as numbers': inAccounts((account) => ({
    ...account,
    Id: Number(String(account.Id).slice(-1)),
    Number: Number(account.Number),
  })),
  'amounts as text': inAccounts((account) => ({
    ...account,
    CurrentBalance: String(account.CurrentBalance),
    AvailableBalance: String(account.AvailableBalance),
  })),
  'a currency without a name': inAccounts((account) => ({
    ...account,
    Currency: without(account.Currency as Row, 'Name'),
  })),
  'one account that is null': inUser((user) => ({
    ...user,
    Accounts: [null, ...(user.Accounts as Row[])],
  })),
  'Accounts: null, but entries': inUser((user) => ({ ...user, Accounts: null })),
  'entries without their lists': {
    of: 'init-user',
    change: (data) => ({
      ...data,
      accounts: each(data.accounts, ({ account }) => ({ account, transactions: null })),
    }),
  },
  'no accounts at all: null': {
    of: 'init-user',
    change: (data) => ({
      ...data,
      accounts: null,
      user: { ...(data.user as Row), Accounts: null },
    }),
  },
  'no cards: null': inFirst({ cards: null }),
  'allowCrypto: null': inFirst({ allowCrypto: null }),
  'unReadNotifications: null': inFirst({ unReadNotifications: null, hasNewNotification: null }),
  'a currency that is null': inFirst({ currency: null }),
  'totals that are null': inFirst({ income: null, expenses: null, currentMonthSpend: null }),
  'Verification: true': inUser((user) => ({ ...user, Verification: true })),
  'Mode: 1': inUser((user) => ({ ...user, Mode: 1 })),
  'flags as 0 and 1': flagsAs(Number),
  'flags as text': flagsAs(String),
  'a date of birth in capitals': inUser((user) => ({ ...user, Dob: inCapitals(user.Dob) })),
  'cards with numbers': inFirst({
    cards: [{ Balance: '12.50', Number: 4242, Expiry: { Month: 4, Year: 29 }, Cv2: 123 }],
  }),
  'a user that is an object': inList((line) => ({ ...line, User: { Name: 'Ada' } })),
  'lines without a state': inList((line) => without(line, 'State')),
  'Same, Status and Account null': inList((line) => ({
    ...line,
    Same: null,
    Status: null,
    Account: null,
  })),
  'dates in capitals': inList((line) => ({ ...line, Created: inCapitals(line.Created) })),
  'line ids as numbers, amounts as text': inList((line, at) => ({
    ...line,
    Id: at + 1,
    Amount: String(line.Amount),
  })),
  'List: null': { of: 'transactions', change: (data) => ({ ...data, List: null }) },
  'PageSize as text': {
    of: 'transactions',
    change: (data) => ({ ...data, Meta: { PageSize: '3' } }),
  },
  'totals of an account that are null': { of: 'acount-overview', change: () => ({ income: null }) },
  'beneficiaries: null': { of: 'beneficiaries', change: () => null },
  'bills: null': { of: 'biller', change: () => null },
  'bills with odd fields': {
    of: 'biller',
    change: () => [{ Name: 'Netflix Inc', Date: 'soon', Type: 1, Amount: {} }, null],
  },
  'billers: null': { of: 'billers', change: () => null },
  'transfers answered without data': { of: 'transfer', change: () => null },
} as const satisfies Record<string, Change>

/** What no client can read: it is told as an error, and never as nothing or zero. */
const faults = {
  'one line that makes no sense': inList((line, at) => (at === 1 ? { Id: {}, Amount: [] } : line)),
  'dates in words': inList((line) => ({ ...line, Created: 'soon' })),
  'dates of which nobody knows the month': inList((line) => ({ ...line, Created: '05/03/2024' })),
  'amounts in words': inList((line) => ({ ...line, Amount: 'much' })),
  'lines without a type': inList((line) => without(line, 'Type')),
  'a list under another name': {
    of: 'transactions',
    change: ({ List, Meta }) => ({ Lines: List, Pages: Meta }),
  },
  'a list as a text': { of: 'transactions', change: (data) => ({ ...data, List: 'none' }) },
  'totals in words': { of: 'acount-overview', change: (data) => ({ ...data, income: 'much' }) },
  'cards without a balance': inFirst({ cards: [{ Number: '4242', Cv2: '123' }] }),
  'cards of other fields': inFirst({ cards: [{ pan: '4242', holder: 'Ada' }] }),
  'balances in words': inAccounts((account) => ({ ...account, CurrentBalance: 'much' })),
  'accounts of other fields': inUser((user) => ({ ...user, Accounts: [{ iban: 'x', sum: 3 }] })),
  'a bill without a name': { of: 'biller', change: () => [{ Name: null }] },
  'beneficiaries of other fields': { of: 'beneficiaries', change: () => [{ iban: 'x' }] },
} as const satisfies Record<string, Change>

/** Ways in which a server may differ from another and still follow the specification. */
export const laxnesses: Record<Laxness, Change | Way> = { ...changes, ...faults, ...ways }
export type Laxness = keyof typeof changes | keyof typeof faults | WayName

export const namesOf = {
  changes: Object.keys(changes) as (keyof typeof changes)[],
  faults: Object.keys(faults) as (keyof typeof faults)[],
  ways: Object.keys(ways) as WayName[],
}

/** A reply as it goes over the line, written as these laxnesses have it, one after the other. */
export function laxly(names: readonly Laxness[], call: string, reply: Reply) {
  const chosen = names.map((name): Change | Way => laxnesses[name])
  let told: Reply = reply
  for (const one of chosen) {
    if (!('of' in one)) told = one.reply?.(told, call) ?? told
    else if (one.of === call && (told.http ?? 200) === 200) {
      told = { ...told, data: one.change(told.data as Row) }
    }
  }
  const { http = 200, ...envelope } = told
  const text = chosen.reduce(
    (json, one) => ('of' in one ? json : (one.text?.(json) ?? json)),
    JSON.stringify(envelope),
  )
  const type = chosen.map((one) => ('of' in one ? undefined : one.type)).findLast(Boolean)
  return { http, text, type: type ?? 'application/json' }
}
