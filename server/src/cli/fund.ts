import { isAccountNumber, messages, parseMoney, toDecimal } from '@passbook/contract'
import { incomingCredit } from '#accounts/incoming.ts'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { onceOf } from './once.ts'

/** Credits an account with money from another bank, by its number; once for each key. */
export async function fundAccount(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  { number, amount, key }: { number: string; amount: string; key?: string | undefined },
): Promise<string> {
  const amountMinor = parseMoney(amount)
  if (!isAccountNumber(number)) throw new Failure('invalid', `${number} is no account number`)
  if (!amountMinor) throw new Failure('invalid', messages.amountInvalid)
  const { currency, availableMinor, replayed } = await incomingCredit(bank, sql, {
    number,
    amountMinor,
    from: 'Bank deposit',
    once: onceOf(key, ['fund', number, toDecimal(amountMinor)]),
  })
  if (replayed) {
    return `Already done: ${number} got ${toDecimal(amountMinor)} ${currency} with this key before. Nothing was paid now`
  }
  return `${number} has ${toDecimal(availableMinor)} ${currency} available`
}
