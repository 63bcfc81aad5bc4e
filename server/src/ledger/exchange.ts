import { type CurrencyCode, convertMinor, currencies } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { refusal } from '#kernel/failure.ts'
import { internalAccount } from './chart.ts'
import type { Leg } from './ledger.ts'

type Side = Omit<Leg, 'amountMinor'> & { currency: CurrencyCode }

/** The bank's positions that an exchange goes through: of what is paid, then of what is received. */
export type Positions = [taking: bigint, giving: bigint] | []

/** None where both currencies are the same. */
export async function positionsOf(
  sql: Sql,
  from: Pick<Side, 'accountId' | 'currency'>,
  to: Pick<Side, 'currency'>,
): Promise<Positions> {
  if (from.currency === to.currency) return []
  const position = (code: CurrencyCode) => internalAccount(sql, 'fx', code, from.accountId)
  return [await position(from.currency), await position(to.currency)]
}

/** What arrives of an amount: at the bank's rate and rounded down, so that no exchange to and fro makes money. */
export const exchanged = (amountMinor: bigint, sold: CurrencyCode, bought: CurrencyCode): bigint =>
  convertMinor(amountMinor, [currencies[sold].value, currencies[bought].value], 'down')

/**
 * Both sides of a move between two accounts, and the exchange between them. What would arrive as
 * nothing is refused.
 */
export function exchangeLegs(
  { currency: sold, ...from }: Side,
  { currency: bought, ...to }: Side,
  { amountMinor, positions }: { amountMinor: bigint; positions: Positions },
): Leg[] {
  const received = exchanged(amountMinor, sold, bought)
  if (received < 1n) throw refusal('bad_amount')
  const through =
    positions.length === 0
      ? []
      : [
          { accountId: positions[0], amountMinor },
          { accountId: positions[1], amountMinor: -received },
        ]
  return [{ ...from, amountMinor: -amountMinor }, ...through, { ...to, amountMinor: received }]
}
