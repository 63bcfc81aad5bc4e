import { isSpoken, messages } from '@passbook/contract'
import { json, type Sql, type SqlValue } from '#db/db.ts'
import { Failure, refusal } from '#kernel/failure.ts'

export type { ShownLine } from './statement-lines.ts'

/** What a statement line tells besides money and date; everything left out is empty. */
export type LineDetails = {
  purpose?: 'loan' | 'transfer' | 'others'
  method?: string
  gateway?: string
  /** The other party. */
  name?: string
  accountNumber?: string
  bank?: string
  swift?: string
  bankAddress?: string
  routingNumber?: string
  description?: string
  objective?: string
  reference?: string
  same?: boolean
  /** A move between a customer's own accounts, which is no spending. */
  ownAccount?: boolean
}

/** One side of an entry: a negative amount takes from the account, a positive one adds to it. */
export type Leg = {
  accountId: bigint
  amountMinor: bigint
  /** Refuses with `not_yours` unless the account belongs to this customer. */
  ownerId?: bigint
  /** Required for a customer's account. */
  line?: LineDetails
}

/** An idempotency key: one effect, for ever; the fingerprint tells a retry from another order. */
export type Once = { ownerId: bigint; onceKey: string; fingerprint: string }

/** When it happens, and the booking day of that moment in the bank's zone (`dayIn`). */
export type Moment = { at: Date; day: string }

/** A statement line that was written or decided, with its account's money after it. */
export type PostedLine = {
  id: string
  accountId: bigint
  /** Its number on the account; null for one that was completed, and in answers kept since before it was told. */
  line: bigint | null
  balanceMinor: bigint
  availableMinor: bigint
}

/** What happened; `lines` are in the order of the legs, `replayed` when the key was known. */
export type Posted = { entryId: bigint | null; lines: PostedLine[]; replayed: boolean }

const maxMinor = 100_000_000_000_000n

/** Opens an account: a customer's with the floor zero, or one of the bank's own without a floor. */
export async function openAccount(
  sql: Sql,
  account: { currency: string; at: Date } & (
    | { ownerId: bigint; floorMinor?: bigint }
    | { code: string; floorMinor?: bigint | null }
  ),
): Promise<{ id: bigint; publicId: string }> {
  const ownerId = 'ownerId' in account ? account.ownerId : null
  const code = 'code' in account ? account.code : null
  const floor = account.floorMinor ?? (ownerId === null ? null : 0n)
  const [row] = await sql<{ id: bigint; publicId: string }>`
    select o_id as id, o_public_id as "publicId"
    from ledger_open(${ownerId}, ${code}, ${account.currency}, ${floor}, ${account.at})`
  if (!row) throw new Error('ledger_open answers one row')
  return row
}

/** Posts an entry of any number of legs that sum to zero per currency. */
export async function post(
  sql: Sql,
  order: Moment & { once?: Once; kind: string; memo?: string; legs: Leg[] },
): Promise<Posted> {
  for (const { amountMinor } of order.legs) checkAmount(amountMinor)
  const { once } = order
  const legs = order.legs.map(legJson)
  const rows = await sql<Answer>`
    select ledger_post(${once?.ownerId ?? null}, ${once?.onceKey ?? null},
      ${once?.fingerprint ?? null}, ${order.kind}, ${order.memo ?? ''}, ${json(legs)}, ${order.at},
      ${order.day}) as answer`
  return posted(rows)
}

/** Moves money between two accounts of one currency. `ownerId` is whose account is debited. */
export async function move(
  sql: Sql,
  order: Moment & {
    once?: Once
    kind: string
    memo?: string
    from: bigint
    to: bigint
    amountMinor: bigint
    ownerId?: bigint
    fromLine?: LineDetails
    toLine?: LineDetails
  },
): Promise<Posted> {
  const { from, to, amountMinor, ownerId, fromLine, toLine, ...rest } = order
  checkPositive(amountMinor)
  if (from === to) throw new Failure('bad_amount', 'Choose two different accounts')
  return post(sql, {
    ...rest,
    legs: [leg(from, -amountMinor, fromLine, ownerId), leg(to, amountMinor, toLine)],
  })
}

/**
 * Writes a pending line. A debit holds its money at once, so available falls; a credit (a loan asked
 * for, a deposit announced) reserves nothing.
 */
export async function pend(
  sql: Sql,
  order: Moment & {
    once?: Once
    accountId: bigint
    type: 'credit' | 'debit'
    amountMinor: bigint
    ownerId?: bigint
    line: LineDetails
  },
): Promise<Posted> {
  checkPositive(order.amountMinor)
  const { once } = order
  const signed = order.type === 'debit' ? -order.amountMinor : order.amountMinor
  const rows = await sql<Answer>`
    select ledger_pend(${once?.ownerId ?? null}, ${once?.onceKey ?? null},
      ${once?.fingerprint ?? null}, ${order.accountId}, ${order.ownerId ?? null}, ${signed},
      ${json(lineJson(order.line))}, ${order.at}, ${order.day}) as answer`
  return posted(rows)
}

/** Posts a pending line against `counter` and marks it completed; its hold is used up. */
export async function settle(
  sql: Sql,
  order: Moment & {
    transactionId: string
    counter: bigint
    counterLine?: LineDetails
    kind: string
    memo?: string
  },
): Promise<Posted> {
  const counterLine: SqlValue = order.counterLine ? json(lineJson(order.counterLine)) : null
  const rows = await sql<Answer>`
    select ledger_settle(${order.transactionId}, ${order.counter}, ${counterLine}, ${order.kind},
      ${order.memo ?? ''}, ${order.at}, ${order.day}) as answer`
  return posted(rows)
}

/**
 * Settles many pending lines in one call. Each has its own outcome: null stands for one that was
 * refused and has left nothing; settled alone, it says why.
 */
export async function settleMany(
  sql: Sql,
  orders: readonly {
    transactionId: string
    counter: bigint
    counterLine?: LineDetails
    kind: string
  }[],
  { at, day }: Moment,
): Promise<(Posted | null)[]> {
  const counterLines = orders.map(({ counterLine }) => counterLine && lineJson(counterLine))
  const [row] = await sql<{ answers: Answer['answer'][] }>`
    select to_jsonb(ledger_settle_many(${orders.map(({ transactionId }) => transactionId)}::uuid[],
      ${orders.map(({ counter }) => counter)}::int8[], array(
        select nullif(line, 'null') from jsonb_array_elements(${json(counterLines)}) line),
      ${orders.map(({ kind }) => kind)}::text[], ${at}, ${day})) as answers`
  return (row?.answers ?? []).map((answer) => (answer.code === 'ok' ? posted([{ answer }]) : null))
}

/** Marks a pending line failed and releases its hold. */
export async function fail(
  sql: Sql,
  order: { transactionId: string; reason: string; at: Date },
): Promise<Posted> {
  const rows = await sql<Answer>`
    select ledger_fail(${order.transactionId}, ${order.reason}, ${order.at}) as answer`
  return posted(rows)
}

/** Corrects an entry by its opposite, with a line for each of its lines; only once per entry. */
export async function reverse(
  sql: Sql,
  order: Moment & { entryId: bigint; kind: string; memo: string },
): Promise<Posted> {
  const rows = await sql<Answer>`
    select ledger_reverse(${order.entryId}, ${order.kind}, ${order.memo}, ${order.at},
      ${order.day}) as answer`
  return posted(rows)
}

/**
 * Posts many entries with one statement per table. Each has its own outcome: null stands for one that
 * did not pass and has left nothing; posted alone, it says why.
 */
export async function postMany(
  sql: Sql,
  orders: readonly ({ kind: string; memo: string; legs: Leg[] } & Partial<Moment>)[],
  moment: Moment,
): Promise<(Posted | null)[]> {
  for (const { legs } of orders) for (const { amountMinor } of legs) checkAmount(amountMinor)
  const [row] = await sql<{ answers: (Answer['answer'] | null)[] }>`
    select to_jsonb(ledger_post_many(${orders.map(({ kind }) => kind)}::text[],
      ${orders.map(({ memo }) => memo)}::text[],
      ${orders.map(({ at = moment.at }) => at)}::timestamptz[],
      ${orders.map(({ day = moment.day }) => day)}::date[], array(
        select jsonb_array_elements(${json(orders.map(({ legs }) => legs.map(legJson)))})))) as answers`
  return (row?.answers ?? []).map((answer) => answer && posted([{ answer }]))
}

/** Keeps the answers to new keys of what was posted together; one that is known already is an error. */
export async function claimMany(
  sql: Sql,
  claims: readonly (Once & { posted: Posted })[],
  { at }: { at: Date },
): Promise<void> {
  const results = claims.map(({ posted: { entryId, lines } }) => ({
    entry: entryId,
    lines: lines.map((line) => ({
      id: line.id,
      balance: line.balanceMinor,
      available: line.availableMinor,
    })),
  }))
  await sql`
    select ledger_claim_many(${claims.map(({ ownerId }) => ownerId)}::int8[],
      ${claims.map(({ onceKey }) => onceKey)}::text[],
      ${claims.map(({ fingerprint }) => fingerprint)}::text[], array(
        select jsonb_array_elements(${json(results)})), ${claims.map(() => at)}::timestamptz[])`
}

/** The first answer to a key, or null when it is new; refuses when the key stood for another order. */
export async function replayOf(sql: Sql, { ownerId, onceKey, fingerprint }: Once) {
  const rows = await sql<{ answer: Answer['answer'] | null }>`
    select ledger_replay(${ownerId}, ${onceKey}, ${fingerprint}) as answer`
  const answer = rows[0]?.answer
  return answer ? posted([{ answer }]) : null
}

/** An account's money now. */
export async function balance(sql: Sql, { accountId }: { accountId: bigint }) {
  const [row] = await sql<{ balanceMinor: bigint; heldMinor: bigint; availableMinor: bigint }>`
    select balance_minor as "balanceMinor", held_minor as "heldMinor",
      balance_minor - held_minor as "availableMinor"
    from ledger_accounts where id = ${accountId}`
  if (!row) throw refusal('unknown_account')
  return row
}

/** Writes a line for a payment that was due and could not be made: nothing is held, nothing moves. */
export async function noteFailed(
  sql: Sql,
  order: Moment & {
    accountId: bigint
    type: 'credit' | 'debit'
    amountMinor: bigint
    line: LineDetails
    reason: string
  },
): Promise<Posted> {
  checkPositive(order.amountMinor)
  const signed = order.type === 'debit' ? -order.amountMinor : order.amountMinor
  const rows = await sql<Answer>`
    select ledger_note_failed(${order.accountId}, ${signed}, ${json(lineJson(order.line))},
      ${order.reason}, ${order.at}, ${order.day}) as answer`
  return posted(rows)
}

/** Closes an account that is empty and has nothing under way. */
export async function closeAccount(
  sql: Sql,
  order: { accountId: bigint; ownerId?: bigint; at: Date },
): Promise<void> {
  const rows = await sql<Answer>`
    select ledger_close_account(${order.accountId}, ${order.ownerId ?? null}, ${order.at}) as answer`
  posted(rows)
}

type AnswerLine = {
  id: string
  account: string
  line?: string | null
  balance: string
  available: string
}

/** What a ledger function answers. */
export type Answer = {
  answer: {
    code: string
    entry?: string | null
    lines?: AnswerLine[]
    replayed?: boolean
  }
}

/** The answer as a result, or thrown as the refusal it is. */
export function posted([row]: Answer[]): Posted {
  if (!row) throw new Error('a ledger function answers one row')
  const { code, entry, lines = [], replayed = false } = row.answer
  if (code !== 'ok') throw refused(code)
  return {
    entryId: entry ? BigInt(entry) : null,
    lines: lines.map(({ id, account, line, balance, available }) => ({
      id,
      accountId: BigInt(account),
      line: line ? BigInt(line) : null,
      balanceMinor: BigInt(balance),
      availableMinor: BigInt(available),
    })),
    replayed,
  }
}

/** What a function refused, in the contract's words. */
function refused(code: string): Failure {
  if (code === 'not_yours') return new Failure(code, messages.accountNotYours)
  if (isSpoken(code)) return refusal(code)
  throw new Error(`The ledger answered an unknown code: ${code}`)
}

function leg(accountId: bigint, amountMinor: bigint, line?: LineDetails, ownerId?: bigint): Leg {
  return {
    accountId,
    amountMinor,
    ...(line && { line }),
    ...(ownerId !== undefined && { ownerId }),
  }
}

function checkPositive(amountMinor: bigint) {
  if (amountMinor < 1n) throw refusal('bad_amount')
  checkAmount(amountMinor)
}

function checkAmount(amountMinor: bigint) {
  const size = amountMinor < 0n ? -amountMinor : amountMinor
  if (size < 1n || size > maxMinor) throw refusal('bad_amount')
}

/** A leg as the functions read it. */
export function legJson({ accountId, amountMinor, ownerId, line }: Leg) {
  return {
    account: accountId,
    amount: amountMinor,
    owner: ownerId,
    line: line && lineJson(line),
  }
}

/** A line as the functions read it. */
export function lineJson({
  accountNumber,
  bankAddress,
  routingNumber,
  ownAccount,
  ...same
}: LineDetails) {
  return {
    ...same,
    account_number: accountNumber,
    bank_address: bankAddress,
    routing_number: routingNumber,
    own_account: ownAccount,
  }
}
