import type { CurrencyCode } from '@passbook/contract'
import { convertMinor, currencies } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { type InternalName, internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { approveLoan, declineLoan, owedOn, repayLoan } from '#loans/decide.ts'
import { chargeInterest } from '#loans/interest.ts'
import { askForLoan } from '#loans/loans.ts'

/** An account that the history plays on. */
export type Stage = {
  id: bigint
  number: string
  name: string
  currency: CurrencyCode
  ownerName: string
  ownerId: bigint
  publicId: string
}

/** One thing that happens to money at a moment; `end` is how it stands today. */
export type Event = { at: Date } & (
  | { kind: 'credit'; to: Stage; amountMinor: bigint; rail: Rail; line: ledger.LineDetails }
  | { kind: 'debit'; from: Stage; amountMinor: bigint; rail: Rail; line: ledger.LineDetails }
  | { kind: 'local'; from: Stage; to: Stage; amountMinor: bigint; note: string }
  | { kind: 'own'; from: Stage; to: Stage; amountMinor: bigint; note: string }
  | {
      kind: 'loan'
      account: Stage
      amountMinor: bigint
      end: 'granted' | 'pending' | { declined: string }
    }
  | { kind: 'repay'; account: Stage; amountMinor: bigint | 'all' }
  | {
      kind: 'outside'
      type: 'credit' | 'debit'
      account: Stage
      amountMinor: bigint
      rail: Rail
      line: ledger.LineDetails
      end: 'completed' | 'pending' | { failed: string }
    }
)

type Rail = Extract<InternalName, 'clearing' | 'cards' | 'crypto' | 'billers'>

const hourMs = 3_600_000

/** Posts one event the way the bank itself does: at once inside the bank, held and settled outside. */
export async function play(
  bank: Bank,
  sql: Sql,
  event: Event,
  dayOf: (at: Date) => string,
): Promise<void> {
  const moment = { at: event.at, day: dayOf(event.at) }
  switch (event.kind) {
    case 'credit':
      await ledger.move(sql, {
        ...moment,
        kind: `demo.${event.rail}`,
        from: await internalAccount(sql, event.rail, event.to.currency, event.to.id),
        to: event.to.id,
        amountMinor: event.amountMinor,
        toLine: event.line,
      })
      return
    case 'debit':
      await ledger.move(sql, {
        ...moment,
        kind: `demo.${event.rail}`,
        from: event.from.id,
        to: await internalAccount(sql, event.rail, event.from.currency, event.from.id),
        amountMinor: event.amountMinor,
        fromLine: event.line,
      })
      return
    case 'local':
    case 'own':
      return playInside(sql, event, moment)
    case 'loan':
    case 'repay':
      return playLoan(asOf(bank, sql, event.at), sql, event)
    case 'outside':
      return playOutside(sql, event, moment, dayOf)
  }
}

/** The bank on a day gone by, inside the transaction that writes its history. */
function asOf(bank: Bank, sql: Sql, at: Date): Bank {
  const db = { ...bank.db, sql, transaction: <T>(work: (inner: Sql) => Promise<T>) => work(sql) }
  return { ...bank, db, clock: { now: () => at } }
}

async function playLoan(
  bank: Bank,
  sql: Sql,
  event: Extract<Event, { kind: 'loan' | 'repay' }>,
): Promise<void> {
  const { account } = event
  if (event.kind === 'loan') {
    const order = { account: account.publicId, amount: event.amountMinor }
    const id = await askForLoan(bank, account.ownerId, order)
    if (event.end === 'granted') await approveLoan(bank, sql, { id })
    else if (event.end !== 'pending')
      await declineLoan(bank, sql, { id, reason: event.end.declined })
    return
  }
  await chargeInterest(bank, {})
  const [loan] = await sql<{ id: string; ledgerId: bigint }>`
    select public_id as id, ledger_id as "ledgerId" from loans
    where customer_id = ${account.ownerId} and state = 'active'`
  if (!loan) throw new Error('only a granted loan is paid back')
  const amountMinor =
    event.amountMinor === 'all' ? await owedOn(sql, loan.ledgerId) : event.amountMinor
  await repayLoan(bank, sql, { id: loan.id, amountMinor })
}

async function playInside(
  sql: Sql,
  event: Extract<Event, { kind: 'local' | 'own' }>,
  moment: ledger.Moment,
): Promise<void> {
  const { from, to, amountMinor, note } = event
  const ownAccount = event.kind === 'own'
  const shared: ledger.LineDetails = {
    purpose: 'transfer',
    method: ownAccount ? 'own-account' : 'local',
    gateway: 'passbook',
    description: note,
    same: true,
    ownAccount,
  }
  const seen = (other: Stage) => ({
    ...shared,
    name: ownAccount ? other.name : other.ownerName,
    accountNumber: other.number,
  })
  const order = { ...moment, kind: `transfer.${shared.method}`, memo: note }
  if (from.currency === to.currency) {
    await ledger.move(sql, {
      ...order,
      from: from.id,
      to: to.id,
      amountMinor,
      fromLine: seen(to),
      toLine: seen(from),
    })
    return
  }
  const { [from.currency]: sold, [to.currency]: bought } = currencies
  await ledger.exchange(sql, {
    ...order,
    from: { accountId: from.id, currency: from.currency, amountMinor, line: seen(to) },
    to: {
      accountId: to.id,
      currency: to.currency,
      amountMinor: convertMinor(amountMinor, [sold.value, bought.value], 'down'),
      line: seen(from),
    },
  })
}

async function playOutside(
  sql: Sql,
  event: Extract<Event, { kind: 'outside' }>,
  moment: ledger.Moment,
  dayOf: (at: Date) => string,
): Promise<void> {
  const { account, type, amountMinor, line, rail, end } = event
  const { lines } = await ledger.pend(sql, {
    ...moment,
    accountId: account.id,
    type,
    amountMinor,
    line,
  })
  const [pending] = lines
  if (!pending) throw new Error('a pending line has an id')
  const transactionId = pending.id
  if (end === 'pending') {
    // It waits for the operator, so that it is still pending when somebody looks.
    if (type === 'debit') await waitForReview(sql, event, moment, pending)
    return
  }
  const at = new Date(event.at.getTime() + 2 * hourMs)
  if (end !== 'completed') {
    await ledger.fail(sql, { transactionId, reason: end.failed, at })
    return
  }
  await ledger.settle(sql, {
    at,
    day: dayOf(at),
    transactionId,
    counter: await internalAccount(sql, rail, account.currency, account.id),
    kind: `settle.${rail}`,
  })
}

const transferRails = {
  clearing: 'bank',
  cards: 'card',
  crypto: 'bitcoin',
  billers: 'bank',
} as const

async function waitForReview(
  sql: Sql,
  { account, rail, line }: Extract<Event, { kind: 'outside' }>,
  { at, day }: ledger.Moment,
  pending: ledger.PostedLine,
): Promise<void> {
  await sql`
    insert into transfers(transaction_id, account_id, line, customer_id, rail, payee, usd_minor, day,
      review, due_at)
    values (${pending.id}, ${pending.accountId}, ${pending.line}, ${account.ownerId},
      ${transferRails[rail]}, ${line.accountNumber ?? ''}, 0, ${day}, true, ${at})`
}
