import { type CurrencyCode, isCardExpiry, messages } from '@passbook/contract'
import type { Outgoing } from '#auth/outgoing.ts'
import { usdValue } from '#auth/outgoing.ts'
import { notePaid } from '#beneficiaries/paid.ts'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf, type Rail } from '#kernel/context.ts'
import { type Failure, invalid, refusal } from '#kernel/failure.ts'
import { groupAccounts } from '#ledger/chart.ts'
import { exchangeLegs, type Positions, positionsOf } from '#ledger/exchange.ts'
import * as ledger from '#ledger/ledger.ts'
import { cryptoRefusal } from '#transfers/outside.ts'
import { waitForRail } from '#transfers/wait.ts'
import { dueKeyOf, type OrderRow } from './rows.ts'

/** A date that has come, with all that its payment needs. */
export type Due = Omit<OrderRow, 'dueOn' | 'lastError' | 'state' | 'accountPublicId'> & {
  customerId: bigint
  dueOn: string
  tries: number
  triedOn: string | null
  /** What was counted today already, when it was ordered or raised while cooling. */
  countedUsdMinor: bigint
  holder: string
  rail: Rail | null
  railPayee: string | null
  cardExpiry: string | null
  cryptoPayment: boolean
  /** The account of this bank that is paid, if it is one: its names may have changed since. */
  to: {
    number: string
    name: string
    currency: CurrencyCode
    isOwn: boolean
    holder: string
  } | null
}

/** The line of the statement, with the names of today. */
export function lineOf(due: Due): ledger.LineDetails {
  const { kind, line, to, nameNow } = due
  if (!to) return nameNow === null ? line : { ...line, name: nameNow }
  return { ...line, name: kind === 'own' ? to.name : to.holder, accountNumber: to.number }
}

const isOwn = ({ to, potId }: Due): boolean => to?.isOwn === true || potId !== null

/** What a payment counts towards the limits of its day. */
export function outgoingOf(due: Due, amountMinor: bigint): Outgoing {
  const usdMinor = usdValue(due.currency, amountMinor)
  const exchanged = due.to?.isOwn === true && due.to.currency !== due.currency
  return {
    customerId: due.customerId,
    usdMinor: isOwn(due) ? 0n : usdMinor,
    exchangeUsdMinor: exchanged ? usdMinor : undefined,
    countedUsdMinor: due.countedUsdMinor,
    line: lineOf(due),
  }
}

/** Why it cannot be paid by its kind, whatever money there is. */
export function kindRefusal(
  { config }: Pick<Bank, 'config'>,
  due: Pick<Due, 'kind' | 'cryptoPayment' | 'cardExpiry'>,
  at: Date,
): Failure | undefined {
  const noCrypto = due.kind === 'crypto' ? cryptoRefusal({ config }, due) : undefined
  if (noCrypto) return noCrypto
  if (due.cardExpiry !== null && !isCardExpiry(due.cardExpiry, at)) {
    return invalid('card_expiry', messages.cardInvalid)
  }
  return undefined
}

/** The idempotency key of a date's payment: whatever else goes wrong, it moves money once. */
export const onceOf = (due: Due): ledger.Once => ({
  ownerId: due.customerId,
  onceKey: `${dueKeyOf(due)}${due.dueOn}`,
  fingerprint: `order ${due.publicId} ${due.dueOn}`,
})

export const isBill = ({ kind }: Pick<Due, 'kind'>): boolean => kind === 'bill'

/** Whether it moves between two accounts of one currency and is over at once, as most do. */
export const isPlain = (due: Due): boolean =>
  isBill(due) || (due.to !== null && !due.above && due.to.currency === due.currency)

/** The bank's positions that its payment goes through, if it is an exchange. */
export const positionsFor = (sql: Sql, due: Due): Promise<Positions> =>
  positionsOf(sql, due, due.to ?? due)

/** The bank's account of what is owed to billers, for a group of dates. */
export const billersFor = (sql: Sql, dues: readonly Due[]) =>
  groupAccounts(
    sql,
    'billers',
    dues.map(({ accountId }) => accountId),
  )

type Entering = { amountMinor: bigint; billersOf: ReturnType<typeof billersFor> }

/** A bill: the money is owed to its biller then. */
async function billEntry(due: Due, { amountMinor, billersOf }: Entering) {
  const { accountId, customerId: ownerId, line } = due
  return {
    kind: 'bill',
    memo: `${line.name} ${due.dueOn}`,
    legs: [
      { accountId, amountMinor: -amountMinor, ownerId, line },
      { accountId: await billersOf(due.currency), amountMinor },
    ],
  }
}

/** What a date posts at once: a bill, or both sides of what is moved inside the bank. */
export const entryOf = (sql: Sql, due: Due, entering: Entering) =>
  isBill(due) ? billEntry(due, entering) : moveEntry(sql, due, entering.amountMinor)

/** Both sides of what is moved inside the bank, and the exchange between them. */
async function moveEntry(sql: Sql, due: Due, amountMinor: bigint) {
  const { to, toAccountId, accountId, customerId, kind, currency, line } = due
  if (!to || toAccountId === null) throw new Error('what leaves the bank is held, not posted')
  if (to.currency !== currency && kind !== 'own') throw refusal('currency_mismatch')
  const name = kind === 'own' ? due.accountName : due.holder
  const back = { ...line, accountNumber: due.accountNumber, name }
  return {
    kind: kind === 'own' ? 'transfer.own-account' : 'transfer.local',
    memo: line.description ?? '',
    legs: exchangeLegs(
      { accountId, currency, ownerId: customerId, line: lineOf(due) },
      { accountId: toAccountId, currency: to.currency, line: back },
      { amountMinor, positions: await positionsFor(sql, due) },
    ),
  }
}

/** Posts one that is over at once. */
export async function pay(
  bank: Bank,
  sql: Sql,
  due: Due,
  amountMinor: bigint,
): Promise<ledger.Posted> {
  const moment = momentOf(bank)
  const entry = await entryOf(sql, due, { amountMinor, billersOf: billersFor(sql, [due]) })
  const posted = await ledger.post(sql, { ...moment, ...entry, once: onceOf(due) })
  await notePaid(sql, [outgoingOf(due, amountMinor)], bank)
  return posted
}

/** Holds what leaves the bank or waits for the operator, for its rail. */
export async function hold(
  bank: Bank,
  sql: Sql,
  due: Due,
  { amountMinor, review, stranger }: { amountMinor: bigint; review: boolean; stranger: boolean },
): Promise<ledger.Posted> {
  const { at, day } = momentOf(bank)
  const { customerId, to, toAccountId } = due
  if (to && to.currency !== due.currency) throw refusal('currency_mismatch')
  const posted = await ledger.pend(sql, {
    at,
    day,
    once: onceOf(due),
    accountId: due.accountId,
    type: 'debit',
    amountMinor,
    ownerId: customerId,
    line: lineOf(due),
  })
  if (posted.replayed) return posted
  const railMs = to || isBill(due) ? 0 : bank.config.railSeconds * 1000
  await waitForRail(sql, firstLine(posted), {
    customerId,
    usdMinor: outgoingOf(due, amountMinor).usdMinor,
    day,
    review,
    transfer: {
      rail: due.rail ?? 'inside',
      payee: due.railPayee ?? to?.number ?? '',
      ...(toAccountId !== null && { toAccountId }),
      dueAt: new Date(at.getTime() + railMs),
      stranger,
      orderedAt: bank.clock.now(),
    },
  })
  return posted
}

export function firstLine({ lines: [line] }: ledger.Posted): ledger.PostedLine {
  if (!line) throw new Error('a payment writes a statement line')
  return line
}
