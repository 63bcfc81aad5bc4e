import type { CurrencyCode } from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import { lineColumns, type StatementLine } from './statement-lines.ts'

/** Lines of one block of the index; the SQL functions have the same number. */
const blockLines = 256n
/** The rule by which a block was written; one of another is as if it were not there, and written anew. */
const blockRule = 2
/** What one answer reads of an account at most: lines that are in no block, or blocks of the index. */
const linesAtOnce = 2048n
const blocksAtOnce = 4
/** Whole blocks that are not in the index yet: so many are read quicker than looked up. */
const worthIndexing = 4n

/** A word in the forms that its letters may have (none: it is an amount), and what else it may be. */
export type SearchWord = {
  /** Five at most, folded; one between spaces is looked for as a whole word. */
  forms: readonly string[]
  /** Lowest and highest amount that is written so. */
  amount: readonly [bigint, bigint] | null
  /** First and last id that begins so. */
  id: readonly [string, string] | null
  /** The end of an id, which alone is random: the beginning is a time. */
  idEnd: string | null
  /** The month that a line may be of, from 1 on; of any year where none is named. */
  month: { month: number; year: number | null } | null
}

export type SearchFilter = {
  words: readonly SearchWord[]
  type?: 'credit' | 'debit' | undefined
  state?: StatementLine['state'] | undefined
  purpose?: StatementLine['purpose'] | undefined
  min?: bigint | undefined
  max?: bigint | undefined
  /** Exactly this other side, letter by letter. */
  party?: { name: string; accountNumber: string } | undefined
}

type SearchedAccount = {
  id: bigint
  name: string
  number: string
  publicId: string
  currency: CurrencyCode
  lineCount: bigint
  /** The oldest line of the dates that are asked for, and the one to begin at; 0 for none. */
  first: bigint
  top: bigint
  /** The last line that is in the index. */
  indexed: bigint
  /** Blocks that may have such lines, newest first; one more than are read at once. */
  blocks: bigint[]
  /** Lines whose id begins as a word says. */
  byId: bigint[]
}

type Lines = { lo: bigint; hi: bigint }

/** Which lines of an account an answer reads, newest first. */
export type SearchPlan = {
  account: SearchedAccount
  ranges: Lines[]
  /** The next line to look at afterwards; 0 where all were. */
  rest: bigint
}

export type Searched = {
  ownerId: bigint
  /** One open account by its id on the wire, or null for all, the closed ones too. */
  accountId: string | null
  from?: string | undefined
  to?: string | undefined
  filter: SearchFilter
  /** The line to begin at in each account, in the order of their ids. */
  positions?: readonly bigint[] | undefined
  /** What is read at most: so many times the usual. */
  patience?: number
}

/** The customer's accounts, and where in each of them to look. */
export async function planSearch(sql: Sql, searched: Searched): Promise<SearchPlan[]> {
  const { patience = 1, filter } = searched
  const keys = keysOf(filter)
  const accounts = await readAccounts(sql, { ...searched, patience }, keys)
  return accounts.map((account) => planOf(account, patience, keys !== null))
}

/** Whether so much of a history is not in the index that writing it pays. */
export const wantsIndex = ({ account: { indexed, lineCount } }: SearchPlan): boolean =>
  lineCount - indexed >= worthIndexing * blockLines

/** Writes some of the index of an account; false where there is nothing more to write. */
export async function indexMore(sql: Sql, accountId: bigint): Promise<boolean> {
  const [made] = await sql<{ blocks: number }>`
    select search_index(${accountId}, ${blocksAtOnce}) as blocks`
  return made?.blocks === blocksAtOnce
}

async function readAccounts(
  sql: Sql,
  searched: Searched & { patience: number },
  keys: SqlPart | null,
): Promise<SearchedAccount[]> {
  const { ownerId, accountId, filter, from = null, to = null, positions = null } = searched
  const ids = filter.words.flatMap(({ id }) => (id ? [id] : []))
  const blocks = searched.patience * blocksAtOnce + 1
  const isWanted = part`account_id = own.id and rule = ${blockRule}::int2
    and block between (first - 1) / ${blockLines}::int8 and (top - 1) / ${blockLines}::int8`
  // Of a word that is in every block only the newest are looked at; the others where those are few.
  return sql<SearchedAccount>`
    select own.*, first, top, indexed,
      case when indexed > 0 and top > 0 then (
        with newest as materialized (
          select block from (
            select account_id, block, rule from search_blocks where ${keys ?? part`false`}
              and keys && search_keys(own.id, array['e' || (top - 1) / ${blockLines * blockLines}::int8,
                'e' || (top - 1) / ${blockLines * blockLines}::int8 - 1]) offset 0) held
          where ${isWanted} order by block desc limit ${blocks})
        select case when (select count(*) from newest) = ${blocks} then array(table newest)
        else array(
          select block from (
            -- Fenced (offset 0): of all conditions only this one has an index that finds few.
            select account_id, block, rule from search_blocks where ${keys ?? part`false`} offset 0) held
          where ${isWanted} order by block desc limit ${blocks}) end
      ) else '{}' end as blocks,
      array(
        select line from unnest(${ids.map(([lo]) => lo)}::uuid[], ${ids.map(([, hi]) => hi)}::uuid[])
          named(lo, hi) cross join lateral (
          select account_id, line from transactions where id between lo and hi limit 100) held
        where account_id = own.id) as "byId"
    from (
      select a.account_id as id, a.name, a.number, l.public_id as "publicId", l.currency,
        l.line_count as "lineCount", row_number() over (order by a.account_id) as nth
      from accounts a join ledger_accounts l on l.id = a.account_id
      where a.owner_id = ${ownerId} and (${accountId}::uuid is null
        or (l.public_id = ${accountId}::uuid and l.closed_at is null))) own
    cross join lateral (select
      coalesce(case when ${from}::date is not null then (
        select first_line from ledger_days where account_id = own.id and day >= ${from}::date
        order by day limit 1) end, 1) as first,
      coalesce(case when ${from}::date is null and ${to}::date is null then own."lineCount" else (
        select first_line + lines - 1 from ledger_days
        where account_id = own.id and day >= coalesce(${from}::date, '-infinity')
          and day <= coalesce(${to}::date, 'infinity')
        order by day desc limit 1) end, 0) as last,
      (select coalesce(max(block) + 1, 0) * ${blockLines}::int8 from search_blocks
       where account_id = own.id and rule = ${blockRule}::int2) as indexed) range
    cross join lateral (select least(last, case when ${positions}::int8[] is null then last
      else coalesce((${positions}::int8[])[own.nth], 0) end) as top) begin
    order by own.id`
}

/**
 * What the index must have of a block; null where it cannot help. An account is `own` around it. All
 * that is one array comes first, whatever the order of the words: each text is a prepared statement of
 * every connection for ever, so there may be only a few.
 */
function keysOf({ words, type, state, purpose, min, max }: SearchFilter): SqlPart | null {
  const facets = [
    ...(type ? [`d${type}`] : []),
    ...(purpose ? [`p${purpose}`] : []),
    ...(state && state !== 'completed' ? ['o'] : []),
    ...words.filter(isAmount).map(wholeAmount),
  ]
  const amounts = amountPieces(min, max)
  const conditions = [
    ...(facets.length > 0 ? [part`keys @> search_keys(own.id, ${facets}::text[])`] : []),
    ...(amounts ? [part`keys && search_keys(own.id, ${amounts}::text[])`] : []),
    ...words.filter((word) => !isAmount(word)).flatMap((word) => wordKeys(word) ?? []),
  ]
  const [first, ...others] = conditions
  if (!first) return null
  return others.reduce((sofar, one) => part`${sofar} and ${one}`, first)
}

const isAmount = ({ forms }: SearchWord) => forms.length === 0
/** Its whole units; for what is no amount a key that no block has. */
const wholeAmount = ({ amount }: SearchWord) => `w${amount ? amount[0] / 100n : ''}`

function wordKeys(word: SearchWord): SqlPart | null {
  const { amount, idEnd, month } = word
  const whole = amount && [wholeAmount(word)]
  const pieces = word.forms.map(trigrams)
  // Of a word with less than three letters nothing is in the index.
  if (pieces.includes(null)) return null
  const forms = anyOf(
    inPlaces(pieces).map((piece) => part`keys @> search_keys(own.id, ${piece}::text[])`),
  )
  return part`(${forms} or keys @> search_keys(own.id, ${whole}::text[])
    or keys @> search_keys(own.id, ${idEnd && [`i${idEnd}`]}::text[])
    or keys @> search_keys(own.id, ${month && monthKeys(month)}::text[]))`
}

const monthKeys = ({ month, year }: NonNullable<SearchWord['month']>): string[] =>
  year ? [`m${month}`, `y${year}`] : [`m${month}`]

/** As many conditions whatever the number of forms, since each text is a statement of its own. */
const inPlaces = <T>(forms: readonly T[]): (T | null)[] =>
  Array.from({ length: 5 }, (_, at) => forms[at] ?? null)

const anyOf = (conditions: SqlPart[]): SqlPart =>
  conditions.reduce((sofar, one) => part`${sofar} or ${one}`)

function trigrams(form: string): string[] | null {
  const letters = [...form.trim()]
  if (letters.length < 3) return null
  return letters.slice(2).map((_, at) => `t${letters.slice(at, at + 3).join('')}`)
}

const amountDigits = 15
const piecesWorthAsking = 100

/** First digit and length of every amount between two; null where that is nearly all of them. */
function amountPieces(min = 1n, max = 10n ** BigInt(amountDigits) - 1n): string[] | null {
  const pieces: string[] = []
  for (let digits = 1; digits <= amountDigits; digits += 1) {
    const unit = 10n ** BigInt(digits - 1)
    for (let digit = 1n; digit <= 9n; digit += 1n) {
      if ((digit + 1n) * unit > min && digit * unit <= max) pieces.push(`b${digit}${digits}`)
    }
  }
  return pieces.length > piecesWorthAsking ? null : pieces
}

/**
 * Lines that are in no block yet come first, so many at most; then the blocks that may have something.
 * Without anything to ask the index for, the lines are read one after another.
 */
function planOf(account: SearchedAccount, patience: number, byIndex: boolean): SearchPlan {
  const { first, top, indexed, blocks } = account
  const most = linesAtOnce * BigInt(patience)
  const oldest = byIndex ? higher(first, indexed + 1n) : first
  const lo = higher(oldest, top - most + 1n)
  const ranges = lo <= top ? [{ lo, hi: top }] : []
  if (lo > oldest) return { account, ranges, rest: lo - 1n }
  if (!byIndex || oldest === first) return { account, ranges, rest: 0n }
  const read = blocks.slice(0, patience * blocksAtOnce)
  const inBlocks = read.map((block) => ({
    lo: higher(first, block * blockLines + 1n),
    hi: lower((block + 1n) * blockLines, top),
  }))
  const last = inBlocks.at(-1)
  const rest = last && blocks.length > read.length ? last.lo - 1n : 0n
  const named = account.byId
    .filter((line) => line <= lower(top, indexed) && line >= first && line > rest)
    .filter((line) => !inBlocks.some(({ lo, hi }) => lo <= line && line <= hi))
    .map((line) => ({ lo: line, hi: line }))
  const older = [...inBlocks, ...named].sort((a, b) => (a.hi > b.hi ? -1 : 1))
  return { account, ranges: [...ranges, ...older], rest }
}

export const higher = (one: bigint, other: bigint) => (one > other ? one : other)
const lower = (one: bigint, other: bigint) => (one < other ? one : other)

/** The lines of a plan that pass, newest first in each account; of each account at most so many. */
export async function readPlan(
  sql: Sql,
  plans: readonly SearchPlan[],
  filter: SearchFilter,
  most: number,
): Promise<StatementLine[]> {
  const { accounts, los, his } = columnsOf(plans)
  const lines = await sql<StatementLine>`
    select shown.* from unnest(${plans.map(({ account }) => account.id)}::int8[]) searched(id)
    cross join lateral (
      -- Newest range first, and no further than there are enough.
      select passed.* from unnest(${accounts}::int8[], ${los}::int8[], ${his}::int8[])
        range(account, lo, hi) cross join lateral (
          select ${lineColumns} from transactions
          where account_id = range.account and line between lo and hi and ${passes(filter)}
          order by line desc limit ${most}) passed
      where range.account = searched.id limit ${most}) shown`
  return lines.sort((a, b) => (a.line > b.line ? -1 : 1))
}

/** How many lines of a plan pass, and what they come to. */
export async function sumPlan(
  sql: Sql,
  plans: readonly SearchPlan[],
  filter: SearchFilter,
): Promise<{ count: number; totalMinor: bigint }> {
  const { accounts, los, his } = columnsOf(plans)
  const [sum] = await sql<{ count: number; totalMinor: bigint }>`
    select count(*)::int4 as count, coalesce(sum(amount_minor), 0)::int8 as "totalMinor"
    from unnest(${accounts}::int8[], ${los}::int8[], ${his}::int8[]) range(account, lo, hi)
    cross join lateral (
      select amount_minor from transactions
      where account_id = range.account and line between lo and hi and ${passes(filter)} offset 0) passed`
  if (!sum) throw new Error('a sum is one row')
  return sum
}

/** When the lines were made that a search stopped at, by account. */
export async function stoppedAt(
  sql: Sql,
  plans: readonly SearchPlan[],
): Promise<Map<bigint, { createdAt: Date; day: string }>> {
  const stopped = plans.filter(({ rest }) => rest > 0n)
  if (stopped.length === 0) return new Map()
  const found = await sql<{ accountId: bigint; createdAt: Date; day: string }>`
    select account_id as "accountId", created_at as "createdAt", day
    from unnest(${stopped.map(({ account }) => account.id)}::int8[],
      ${stopped.map(({ rest }) => rest)}::int8[]) stop(account, at) cross join lateral (
      select * from transactions where account_id = stop.account and line = stop.at limit 1) line`
  return new Map(found.map((one) => [one.accountId, one]))
}

function columnsOf(plans: readonly SearchPlan[]) {
  const rows = plans.flatMap(({ account, ranges }) =>
    ranges.map((range) => ({ ...range, account: account.id })),
  )
  return {
    accounts: rows.map(({ account }) => account),
    los: rows.map(({ lo }) => lo),
    his: rows.map(({ hi }) => hi),
  }
}

/** The conditions on one line. A word is compared letter by letter, so that no sign in it is special. */
function passes(filter: SearchFilter): SqlPart {
  const { type = null, state = null, purpose = null, min = null, max = null, party } = filter
  const plain = part`(${type}::text is null or type = ${type})
    and (${state}::text is null or state = ${state})
    and (${purpose}::text is null or purpose = ${purpose})
    and (${min}::int8 is null or amount_minor >= ${min})
    and (${max}::int8 is null or amount_minor <= ${max})`
  const whole = party
    ? part`${plain} and name = ${party.name} and account_number = ${party.accountNumber}`
    : plain
  return filter.words.reduce((sofar, word) => part`${sofar} and ${passesWord(word)}`, whole)
}

/** With a space at both ends, as there is around every other word. */
const searchText = part`' ' || search_text(name, description, reference, account_number, bank, method) || ' '`

function passesWord({ forms, amount, id, idEnd, month: named }: SearchWord): SqlPart {
  const [lo = null, hi = null] = amount ?? []
  const [firstId = null, lastId = null] = id ?? []
  const { month = null, year = null } = named ?? {}
  const inText = anyOf(
    inPlaces(forms).map(
      (form) => part`(${form}::text is not null and strpos(${searchText}, ${form}) > 0)`,
    ),
  )
  return part`(${inText}
    or amount_minor between ${lo}::int8 and ${hi}::int8
    or id between ${firstId}::uuid and ${lastId}::uuid
    or (${idEnd}::text is not null and right(id::text, 8) = ${idEnd})
    or (${month}::int4 is not null and extract(month from day) = ${month}
      and extract(year from day) = coalesce(${year}::int4, extract(year from day))))`
}
