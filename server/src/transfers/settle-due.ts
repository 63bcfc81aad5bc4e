import { afterCommit } from '#db/db.ts'
import { batching } from '#kernel/batching.ts'
import type { Bank, Rail } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { byId } from '#ledger/statement-lines.ts'
import type { Network, Verdict } from './rails.ts'
import { finish, lockWaiting, settlePaid, type Waiting } from './settle.ts'

/** A transfer whose settling went wrong or is late; it is tried again. */
type Trouble = { transactionId: string; error: unknown }

type Options = {
  /** Aborted when the process is to stop: nothing more is claimed, no answer is waited for. */
  signal?: AbortSignal
  onTrouble?: (trouble: Trouble) => void
  /** A run waits no longer for one answer; whenever that comes, it counts. */
  patienceMs?: number
}

// How many answers a run waits for at a time, and how many of those that leave something to do alone.
const atOnce = 64
const aloneAtOnce = 8
// A claim is a lease: who died, or was not answered, loses it, and the network is asked again.
const leaseMs = 120_000
// Inside the bank nobody is asked: only who died keeps a claim longer than a moment.
const insideLeaseMs = 5_000
const firstRetryMs = 5_000
const longestRetryMs = 3_600_000

/**
 * Settles or fails what is due: claims transfers and commits that, asks the network outside any
 * transaction, and writes down the answers: what was paid in groups, of answers that come together,
 * anything else in a transaction of its own. Several processes share the work. One transfer that
 * fails is put off and keeps no other waiting; its error is thrown at the end. Tells how many were claimed.
 */
export async function settleDue(
  bank: Bank,
  network: Network,
  { signal, onTrouble = () => {}, patienceMs = 1_000 }: Options = {},
): Promise<number> {
  const waiting = new Set<Promise<void>>()
  const errors: unknown[] = []
  const stopped = Promise.withResolvers<void>()
  const stop = () => stopped.resolve()
  const write = batching<Answered, void>({
    max: atOnce,
    patienceMs: Infinity,
    run: (answers) => concludeTogether(bank, answers, onTrouble),
  })
  const conclude = (answer: Answered): Promise<void> => {
    const written = write(answer)
    // A stop waits for what is being written, even where no run waits for it any more.
    bank.background.run(() => written.catch(() => {}))
    return written
  }

  function begin(claim: Claim): void {
    if (claim.unanswered) onTrouble(troubleOf(claim, 'no answer; the network is asked again'))
    const answered = ask(network, claim)
    const concluded = answered
      .then((verdict) => conclude({ claim, verdict }))
      .catch((error: unknown) => {
        errors.push(error)
        onTrouble(troubleOf(claim, error))
        return putOff(bank, claim)
      })
    const limits = [after(patienceMs, answered), stopped.promise]
    const patient: Promise<void> = waitFor(answered, concluded, limits).finally(() =>
      waiting.delete(patient),
    )
    waiting.add(patient)
  }

  signal?.addEventListener('abort', stop)
  try {
    for (let claimed = 0; ; ) {
      // Not for each answer that comes: what is claimed together is mostly written down together.
      const room = signal?.aborted || waiting.size > atOnce / 2 ? 0 : atOnce - waiting.size
      const claims = room > 0 ? await claimDue(bank, room) : []
      claimed += claims.length
      for (const claim of claims) begin(claim)
      if (waiting.size === 0) {
        if (errors.length > 0) throw errors[0]
        return claimed
      }
      await Promise.race(waiting)
    }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

type Claim = {
  transactionId: string
  rail: Rail
  payee: string
  amountMinor: bigint
  tries: number
  unanswered: boolean
}

/** Takes a lease of what is due; another process skips these rows, a lease that ran out is taken over. */
async function claimDue({ db, clock }: Bank, room: number): Promise<Claim[]> {
  const [now, due] = [clock.now(), clock.businessNow()]
  // A lease is a matter between processes, and calling back one of security: both by the real clock.
  const later = (ms: number) => new Date(now.getTime() + ms)
  return db.sql<Claim>`
    with due as materialized (
      select transaction_id, claimed_until from transfers
      where not done and not review and due_at <= ${due}
        and (undo_until is null or undo_until <= ${now} or tries > 0)
        and (claimed_until is null or claimed_until <= ${now})
        -- What has not left waits for as long as its customer has frozen everything or is blocked.
        -- One by one through the index: with many due, a join would read all customers for each few
        -- claimed.
        and (select c.frozen_at is null and not c.blocked from customers c
          where c.id = transfers.customer_id)
      order by due_at limit ${room} for update skip locked)
    update transfers t
    set claimed_until = case t.rail when 'inside' then ${later(insideLeaseMs)}::timestamptz
        else ${later(leaseMs)}::timestamptz end,
      tries = t.tries + 1
    from due where t.transaction_id = due.transaction_id
    returning t.transaction_id as "transactionId", t.rail, t.payee, t.tries,
      due.claimed_until is not null as unanswered,
      (select amount_minor from transactions where id = t.transaction_id) as "amountMinor"`
}

/** Inside the bank there is no network to ask. */
async function ask(network: Network, claim: Claim): Promise<Verdict> {
  const { transactionId: reference, rail, payee, amountMinor } = claim
  if (rail === 'inside' || rail === 'biller') return { paid: true }
  return network({ reference, rail, payee, amountMinor })
}

/** Waits until an answer is written down, but for the answer itself only until one of the limits. */
async function waitFor(
  answered: Promise<unknown>,
  concluded: Promise<void>,
  limits: Promise<void>[],
): Promise<void> {
  const here = answered.then(
    () => true,
    () => true,
  )
  const enough = limits.map((limit) => limit.then(() => false))
  if (await Promise.race([here, ...enough])) await concluded
}

/** Resolves after so long; its timer ends with what it limits. */
function after(ms: number, limited: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const end = () => clearTimeout(timer)
    limited.then(end, end)
  })
}

type Answered = { claim: Claim; verdict: Verdict }

/** Writes answers down: what was paid together, each of the others, and what is left of those, alone. */
async function concludeTogether(
  bank: Bank,
  answers: Answered[],
  onTrouble: (trouble: Trouble) => void,
): Promise<(Promise<void> | undefined)[]> {
  const paid = answers.flatMap(({ claim, verdict }) =>
    'paid' in verdict ? [claim.transactionId] : [],
  )
  // Where it failed as a whole nothing is done, and each says for itself why it cannot be.
  const settled =
    paid.length === 0
      ? []
      : await bank.db.transaction((sql) => settlePaid(bank, sql, paid)).catch((): string[] => [])
  const done = new Set(settled)
  const lanes: Promise<void>[] = Array.from({ length: aloneAtOnce }, () => Promise.resolve())
  return answers.map((answer, index) => {
    if (done.has(answer.claim.transactionId)) return undefined
    const lane = index % aloneAtOnce
    const concluded = (lanes[lane] ?? Promise.resolve()).then(() =>
      concludeAlone(bank, answer, onTrouble),
    )
    lanes[lane] = concluded.catch(() => {})
    return concluded
  })
}

/** Writes an answer down, once: a second or late one finds the transfer decided and changes nothing. */
async function concludeAlone(
  bank: Bank,
  { claim, verdict }: Answered,
  onTrouble: (trouble: Trouble) => void,
): Promise<void> {
  const { transactionId } = claim
  await bank.db.transaction(async (sql) => {
    const waiting = await lockWaiting(sql, transactionId)
    if (!waiting) {
      const line = await byId(sql, transactionId)
      if (!agrees(verdict, line?.state)) {
        const said = JSON.stringify(verdict)
        const trouble = troubleOf(claim, `the network says ${said} but it is ${line?.state}`)
        afterCommit(sql, () => onTrouble(trouble))
      }
    } else if ('review' in verdict) {
      await sql`
        update transfers set review = true, claimed_until = null
        where transaction_id = ${transactionId}`
    } else {
      await finish(bank, sql, waiting, verdict).catch((error: unknown) => {
        if (!isGone(waiting, error)) throw error
        return finish(bank, sql, waiting, { refused: error.message })
      })
    }
  })
}

/**
 * Whether the payee's account was closed while a transfer inside the bank waited: trying again would
 * hold the money for ever. The ledger's refusal leaves nothing behind, so the transaction can go on.
 */
const isGone = ({ rail }: Waiting, error: unknown): error is Failure =>
  rail === 'inside' && error instanceof Failure && error.code === 'account_closed'

const agrees = (verdict: Verdict, state: string | undefined) =>
  'review' in verdict || ('paid' in verdict ? 'completed' : 'failed') === state

/** Gives the claim back, to be tried again after a wait that grows; a newer claim stays untouched. */
async function putOff({ db, clock }: Bank, claim: Claim): Promise<void> {
  const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(claim.tries - 1, 20))
  const dueAt = new Date(clock.businessNow().getTime() + waitMs)
  try {
    await db.sql`
      update transfers set due_at = ${dueAt}, claimed_until = null
      where transaction_id = ${claim.transactionId} and not done and tries = ${claim.tries}`
  } catch {
    // The database is away: the lease runs out by itself.
  }
}

const troubleOf = ({ transactionId }: Claim, error: unknown): Trouble => ({ transactionId, error })
