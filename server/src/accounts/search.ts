import { createHash } from 'node:crypto'
import {
  dayIn,
  type Input,
  limits,
  messages,
  type Output,
  parseMoney,
  type payeeTotal,
  type searchTransactions,
  searchWords,
  uuid,
} from '@passbook/contract'
import type { Db } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { fold } from '#ledger/fold.ts'
import {
  indexMore,
  planSearch,
  readPlan,
  type SearchFilter,
  type SearchPlan,
  type SearchWord,
  stoppedAt,
  sumPlan,
  wantsIndex,
} from '#ledger/search-lines.ts'
import { byId, type StatementLine } from '#ledger/statement-lines.ts'
import { accountsOf, notYours, showTransaction } from './accounts.ts'

/** The lines of all accounts of a customer that have the words and pass the filters, newest first. */
export async function searchLines(
  bank: Bank,
  customer: { id: bigint; username: string },
  input: Input<typeof searchTransactions>,
): Promise<Output<typeof searchTransactions>> {
  const { account, cursor, start_date, end_date } = input
  if (account !== undefined && !uuid.test(account)) throw notYours('account')
  const filter = filterOf(input)
  const [accounts, ...positions] = cursor?.split('.') ?? []
  const plans = await planSearch(bank.db.sql, {
    ownerId: customer.id,
    accountId: account ?? null,
    ...(start_date && end_date && { from: start_date, to: end_date }),
    filter,
    positions: cursor === undefined ? undefined : positions.map(BigInt),
  })
  if (account !== undefined && plans.length === 0) throw notYours('account')
  const searched = fingerprintOf(plans)
  if (cursor !== undefined && accounts !== searched) {
    throw new Failure('invalid', messages.pageInvalid, { field: 'cursor' })
  }
  indexLater(bank, plans)
  const lines = await readPlan(bank.db.sql, plans, filter, limits.searchPerPage + 1)
  const { shown, next, lookedTo } = mergeFound(plans, lines, await stoppedAt(bank.db.sql, plans))
  const reader = { username: customer.username, now: bank.clock.now() }
  return {
    List: shown.map(({ line, account }) => ({
      ...showTransaction(line, account, reader),
      AccountId: account.publicId,
    })),
    Next: next.some((position) => position > 0n) ? [searched, ...next].join('.') : null,
    LookedTo: shown.length < limits.searchPerPage ? lookedTo : null,
  }
}

/**
 * A cursor has a position for each account in their order, and this hash of the accounts before them:
 * once another was opened, the positions would be taken for those of other accounts.
 */
function fingerprintOf(plans: readonly SearchPlan[]): string {
  const ids = plans.map(({ account }) => account.publicId).join()
  return String(createHash('sha256').update(ids).digest().readUIntBE(0, 6))
}

function filterOf(input: Input<typeof searchTransactions>): SearchFilter {
  const { text, direction, state, type, min, max } = input
  return {
    words: wordsOf(text),
    type: direction && (direction === 'in' ? 'credit' : 'debit'),
    ...{ state, purpose: type, min, max },
  }
}

/**
 * The words of a search. One or two digits stand in nearly every number: alone they are an amount,
 * beside words that the index knows they may also be a word of their own, as in `Route 66`.
 */
export function wordsOf(text: string): SearchWord[] {
  const words = searchWords(text)
  const isIndexed = words.some((word) => [...word].length > 2)
  return words.map((word, at) => {
    const said = wordOf(word)
    const isWhole = isIndexed && said.forms.length === 0
    const forms = isWhole ? [` ${word} `] : said.forms
    return { ...said, forms, month: monthAt(words, at) }
  })
}

/** The month that a word names, of the year beside it; a year beside a month is that month. */
function monthAt(words: readonly string[], at: number): SearchWord['month'] {
  const [word = '', before = '', after = ''] = [words[at], words[at - 1], words[at + 1]]
  const named = monthOf(word)
  if (named) return { month: named, year: yearOf(after) ?? yearOf(before) }
  const year = yearOf(word)
  const month = year && (monthOf(before) ?? monthOf(after))
  return month ? { month, year } : null
}

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
]

/** The month that a word names or begins to name, by at least three of its letters, as in `mar` or `Sept.` */
function monthOf(word: string): number | null {
  const name = fold(word).replace(/[.,]$/, '')
  const at = name.length < 3 ? -1 : monthNames.findIndex((month) => month.startsWith(name))
  return at < 0 ? null : at + 1
}

const yearOf = (word: string): number | null =>
  /^(?:19|20|21)\d\d[.,]?$/.test(word) ? Number.parseInt(word, 10) : null

/** What a word may stand for: letters in any case, an amount, a part of a reference code. */
export function wordOf(word: string): SearchWord {
  const small = word.toLowerCase()
  const large = word.toUpperCase()
  const [initial = '', ...others] = small
  const capital = initial.toUpperCase() + others.join('')
  // The parts of a double name begin with a capital each.
  const capitals = small.replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase())
  // One where the rule of folding knows the letters; letters of other alphabets in each of their forms.
  const cased = [small, large, capital, capitals, word]
  // An accent alone is folded to nothing, which every text would have.
  const forms = [...new Set(cased.map((form) => fold(form) || form))]
  // One or two digits stand in nearly every number; they are an amount.
  return {
    forms: /^\d{1,2}$/.test(word) ? [] : forms,
    amount: amountOf(word),
    id: idsOf(small),
    idEnd: /^[0-9a-f]{8}$/.test(small) ? small : null,
    month: null,
  }
}

/** `12.50` is that amount, `12` every amount from 12.00 to 12.99. */
function amountOf(word: string): SearchWord['amount'] {
  const minor = parseMoney(word.replace(/^[+\u2212-]?[^\w\s.,+\u2212-]?/u, ''))
  if (minor === null) return null
  return word.includes('.') ? [minor, minor] : [minor, minor + 99n]
}

/** The range of ids that begin so. Their first twelve digits are a time, which many may share. */
function idsOf(word: string): SearchWord['id'] {
  const filled = (digit: string) =>
    word + '00000000-0000-0000-0000-000000000000'.slice(word.length).replaceAll('0', digit)
  if (word.length < 14 || word.length > 36) return null
  return uuid.test(filled('0')) ? [filled('0'), filled('f')] : null
}

type Found = { line: StatementLine; account: SearchPlan['account'] }

/**
 * Merges the accounts' lines, the newest of their first ones each time, and says where each of them
 * goes on. Where an account was not read to its end, nothing older than that place may come yet.
 */
function mergeFound(
  plans: readonly SearchPlan[],
  lines: readonly StatementLine[],
  stops: ReadonlyMap<bigint, { createdAt: Date; day: string }>,
): { shown: Found[]; next: bigint[]; lookedTo: string | null } {
  const queues = plans.map(({ account, rest }) => ({
    ...{ account, rest, stop: stops.get(account.id) },
    lines: lines.filter(({ accountId }) => accountId === account.id),
  }))
  const shown: Found[] = []
  let lookedTo: string | null = null
  while (shown.length < limits.searchPerPage) {
    const newest = queues
      .filter(({ lines, rest }) => lines.length > 0 || rest > 0n)
      .map((queue) => ({ queue, at: (queue.lines[0] ?? queue.stop)?.createdAt.getTime() ?? 0 }))
      .reduce((one, other) => (other.at > one.at ? other : one), { queue: null, at: -Infinity } as {
        queue: (typeof queues)[number] | null
        at: number
      }).queue
    const line = newest?.lines.shift()
    if (!newest || !line) {
      lookedTo = newest?.stop?.day ?? null
      break
    }
    shown.push({ line, account: newest.account })
  }
  return { shown, lookedTo, next: queues.map(({ lines, rest }) => lines[0]?.line ?? rest) }
}

const indexing = new WeakSet<Db>()
/** What one search writes of the index: 8 transactions of 1,024 lines. */
const groupsPerSearch = 8

/**
 * Writes what is missing of the index of long histories, after the answer and some of it at a time:
 * posting waits for none of it, and who never searches has none. One account at a time in a process,
 * and no more than a graceful stop can wait for; the next search goes on with it.
 */
function indexLater(bank: Bank, plans: readonly SearchPlan[]): void {
  const plan = plans.find(wantsIndex)
  if (!plan || indexing.has(bank.db)) return
  indexing.add(bank.db)
  bank.background.run(async () => {
    try {
      for (let group = 0; group < groupsPerSearch; group += 1) {
        if (!(await bank.db.transaction((sql) => indexMore(sql, plan.account.id)))) break
      }
    } finally {
      indexing.delete(bank.db)
    }
  })
}

/**
 * The words of a name, for the index alone: the exact name decides. What a typed word may stand for as
 * well (an amount) would leave lines of that name out.
 */
function storedWords(name: string): SearchWord[] {
  const words = name.split(' ').filter(Boolean).slice(0, limits.searchWords)
  const nothing = { amount: null, id: null, idEnd: null, month: null }
  return words.map((word) => ({ ...nothing, forms: [fold(word)] }))
}

/** How often, and with how much, the other side of a line was paid this year, or paid the customer. */
export async function payeeTotalOf(
  bank: Bank,
  customer: { id: bigint },
  transactionId: string,
): Promise<Output<typeof payeeTotal>> {
  const { sql } = bank.db
  const line = await byId(sql, transactionId)
  const own = await accountsOf(sql, customer.id, { withClosed: true })
  const account = own.find(({ id }) => id === line?.accountId)
  if (!line || !account) throw new Failure('not_yours', messages.receiptUnavailable)
  const year = dayIn(bank.clock.businessNow(), bank.config.bankZone).slice(0, 4)
  const filter: SearchFilter = {
    words: storedWords(line.name),
    ...{ type: line.type, state: 'completed' },
    party: { name: line.name, accountNumber: line.accountNumber },
  }
  const days = { from: `${year}-01-01`, to: `${year}-12-31` }
  const wanted = { ownerId: customer.id, accountId: null, ...days, filter, patience: 8 }
  const plans = (await planSearch(sql, wanted)).filter(
    (plan) => plan.account.currency === account.currency,
  )
  if (line.name === '' || plans.some(({ rest }) => rest > 0n)) {
    return { Year: year, Count: null, Total: null }
  }
  const { count, totalMinor } = await sumPlan(sql, plans, filter)
  return { Year: year, Count: count, Total: totalMinor }
}
