import { messages, parseMoney, toDecimal } from '@passbook/contract'
import { incomingCredit } from '#accounts/incoming.ts'
import { isAccountNumber } from '#accounts/number.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'

/** Credits an account with money from another bank, by its number. */
export async function fundAccount(
  bank: Pick<Bank, 'db' | 'clock' | 'config'>,
  { number, amount }: { number: string; amount: string },
): Promise<string> {
  const amountMinor = parseMoney(amount)
  if (!isAccountNumber(number)) throw new Failure('invalid', `${number} is no account number`)
  if (!amountMinor) throw new Failure('invalid', messages.amountInvalid)
  const { currency, availableMinor } = await bank.db.transaction((sql) =>
    incomingCredit(bank, sql, { number, amountMinor, from: 'Bank deposit' }),
  )
  return `${number} has ${toDecimal(availableMinor)} ${currency} available`
}
