import {
  currencies,
  type Input,
  messages,
  payeeOf,
  rateBetween,
  type transferLocal,
  type transferOwn,
} from '@passbook/contract'
import type { OwnAccount } from '#accounts/accounts.ts'
import { ownOf } from '#accounts/find.ts'
import type { Customer } from '#auth/customers.ts'
import { hashToken } from '#auth/secrets.ts'
import type { Bank, Effect } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { exchangeLegs, positionsOf } from '#ledger/exchange.ts'
import type { LineDetails } from '#ledger/ledger.ts'
import { keepLocal, localParties, type Payee } from './payees.ts'
import { type Placed, place } from './place.ts'
import { dueFrom, undoUntilFor } from './undo.ts'

type OnceKey = { onceKey: string | undefined }

/** Pays another customer of this bank: both sides and both statement lines together, or nothing. */
export async function sendLocal(
  bank: Bank,
  customer: Customer,
  order: Input<typeof transferLocal> & OnceKey,
): Promise<Placed> {
  // The name was looked up while the form was filled in; what counts is who holds the number now.
  const { source, payee, closed } = await localParties(bank, customer.id, {
    source_account: order.source_account,
    number: order.acc_number,
    field: 'acc_number',
  })
  const ownAccountMove = payee.ownerId === customer.id
  const shared: LineDetails = {
    purpose: 'transfer',
    method: 'local',
    gateway: 'passbook',
    description: order.description,
    same: true,
    ownAccount: ownAccountMove,
  }
  const toLine = { ...shared, name: nameOf(customer), accountNumber: source.number }
  const fromLine = { ...shared, name: payee.holder, accountNumber: payee.number }
  const request = order.request ? hashToken(order.request) : undefined
  const undoUntil = ownAccountMove
    ? undefined
    : await undoUntilFor(bank, customer.id, { seconds: order.undo_seconds, line: fromLine })
  const placed = await place(
    bank,
    customer,
    {
      type: 'local',
      source,
      amountMinor: order.amount,
      payee: payeeOf(order),
      details: [order.description, ...(request ? [request] : [])],
      request,
      counts: ownAccountMove ? 'no' : 'sent',
      refusal: closed,
      effect:
        customer.pendingTransfer || undoUntil
          ? holdEffect(bank, source, payee, {
              amountMinor: order.amount,
              line: fromLine,
              undoUntil,
            })
          : {
              kind: 'transfer.local',
              memo: order.description,
              legs: [
                {
                  accountId: source.id,
                  amountMinor: -order.amount,
                  ownerId: customer.id,
                  line: fromLine,
                },
                { accountId: payee.id, amountMinor: order.amount, line: toLine },
              ],
            },
    },
    order,
  )
  if (order.save_recipient) await keepLocal(bank, customer.id, payee)
  return placed
}

const nameOf = ({ firstName, lastName }: Customer) => `${firstName} ${lastName}`

/** What waits, for review or to be called back, moves nothing yet: the payee sees nothing. */
function holdEffect(
  bank: Bank,
  source: OwnAccount,
  payee: Payee,
  {
    amountMinor,
    line,
    undoUntil,
  }: { amountMinor: bigint; line: LineDetails; undoUntil: Date | undefined },
): Effect {
  return {
    accountId: source.id,
    amountMinor,
    line,
    transfer: {
      rail: 'inside',
      payee: payee.number,
      toAccountId: payee.id,
      dueAt: dueFrom(bank, undoUntil),
      undoUntil,
    },
  }
}

const rateChanged = (rate: string) =>
  new Failure('rate_changed', `${messages.rateChanged}: ${rate}`, { data: { rate } })

/** Moves money between a customer's own accounts, at the rate shown where currencies differ. */
export async function sendOwn(
  bank: Bank,
  customer: Customer,
  order: Input<typeof transferOwn> & OnceKey,
): Promise<Placed> {
  const publicIds = [order.source_account, order.destination_account]
  const found = await bank.findAccounts({ publicIds, numbers: [] })
  const source = ownOf(found, customer.id, order.source_account, 'source_account')
  const target = ownOf(found, customer.id, order.destination_account, 'destination_account')
  const rate = rateBetween(currencies[source.currency].value, currencies[target.currency].value)
  const stale = order.rate && source.currency !== target.currency && order.rate !== rate
  const shared: LineDetails = {
    purpose: 'transfer',
    method: 'own-account',
    gateway: 'passbook',
    description: order.description,
    same: true,
    ownAccount: true,
  }
  const from = {
    accountId: source.id,
    currency: source.currency,
    ownerId: customer.id,
    line: { ...shared, name: target.name, accountNumber: target.number },
  }
  const to = {
    accountId: target.id,
    currency: target.currency,
    ownerId: customer.id,
    line: { ...shared, name: source.name, accountNumber: source.number },
  }
  const positions = await positionsOf(bank.db.sql, from, to)
  return place(
    bank,
    customer,
    {
      type: 'own-account',
      source,
      amountMinor: order.amount,
      payee: payeeOf(order),
      details: [order.description],
      counts: source.currency === target.currency ? 'no' : 'exchanged',
      refusal: stale ? rateChanged(rate) : undefined,
      effect: {
        kind: 'transfer.own-account',
        memo: order.description,
        legs: exchangeLegs(from, to, { amountMinor: order.amount, positions }),
      },
    },
    order,
  )
}
