import { type checkPayee, isAccountNumber, type Output } from '@passbook/contract'
import { isComparable, payeeVerdict } from '@passbook/contract/payee'
import type { OwnAccount } from '#accounts/accounts.ts'
import { ownOf } from '#accounts/find.ts'
import { saveRecipient } from '#beneficiaries/beneficiaries.ts'
import type { Bank, FoundAccount } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { skeletonOf } from '#kernel/look-alikes.ts'
import { nameKey } from '#kernel/name-key.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { countMiss, findCounted, lookupsClosed } from '#limits/lookups.ts'

/** An account of this bank as a payee: no balance, no type. */
export type Payee = Pick<FoundAccount, 'id' | 'ownerId' | 'number' | 'holder' | 'currency'>

export const unknownPayee = (field: string) => refusal('unknown_payee', { field })

/** The payee of an account number, by exact match; one that nobody holds counts as a miss. */
async function payeeByNumber(
  { db, clock, findAccounts }: Bank,
  customerId: bigint,
  number: string,
): Promise<Payee | undefined> {
  if (!isAccountNumber(number)) return undefined
  return findCounted(db.sql, { customerId, now: clock.now() }, async () => {
    const [payee] = await findAccounts({ publicIds: [], numbers: [number] })
    return payee
  })
}

/** The holder's name for a number; misses are limited, so that names cannot be harvested. */
export async function resolveName(bank: Bank, customerId: bigint, number: string): Promise<string> {
  await spendLookup(bank, customerId)
  const payee = await payeeByNumber(bank, customerId, number)
  if (!payee) throw unknownPayee('accountNumber')
  return payee.holder
}

/**
 * Confirmation of payee: how well a typed name fits the holder's. A name that does not fit counts as
 * a miss like a number of nobody, or names could be found by guessing.
 */
export async function checkName(
  bank: Bank,
  customerId: bigint,
  { number, name }: { number: string; name: string },
): Promise<Output<typeof checkPayee>> {
  await spendLookup(bank, customerId)
  const { db, clock, findAccounts } = bank
  if (!isAccountNumber(number)) throw unknownPayee('acc_number')
  let holder: string | undefined
  const fitting = await findCounted(db.sql, { customerId, now: clock.now() }, async () => {
    const [payee] = await findAccounts({ publicIds: [], numbers: [number] })
    holder = payee?.holder
    if (holder === undefined) return undefined
    // As they look: by eye nobody tells a Cyrillic letter from the Latin one, nor sees what is unseen.
    const [typed, called] = [name, holder].map((one) => skeletonOf(nameKey(one))) as [
      string,
      string,
    ]
    if (!isComparable(typed, called)) return 'unavailable'
    const verdict = payeeVerdict(typed, called)
    return verdict === 'none' ? undefined : verdict
  })
  if (holder === undefined) throw unknownPayee('acc_number')
  return fitting === 'close' ? { verdict: 'close', name: holder } : { verdict: fitting ?? 'none' }
}

/** Look-ups of a minute, whatever they find. */
async function spendLookup({ db, clock }: Bank, customerId: bigint): Promise<void> {
  const bucket = `resolve:minute:${customerId}`
  await spendAttempt(db.sql, { bucket, max: 20, seconds: 60, now: clock.now() })
}

/** The same for the words of a mail, which does without a name where no look-up is left. */
export async function payeeForWords(
  bank: Bank,
  customerId: bigint,
  number: string,
): Promise<Payee | undefined> {
  try {
    return await payeeByNumber(bank, customerId, number)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/**
 * Both sides of a local order in one query. A number that nobody holds counts as a miss. Whoever has
 * used up the misses is refused whatever the number is, or the refusal itself would tell which exist.
 */
export async function localParties(
  { db, clock, findAccounts }: Bank,
  customerId: bigint,
  { source_account, number, field }: { source_account: string; number: string; field: string },
): Promise<{ source: OwnAccount; payee: Payee; closed: Failure | undefined }> {
  const wellFormed = isAccountNumber(number)
  const found = await findAccounts({
    publicIds: [source_account],
    numbers: wellFormed ? [number] : [],
  })
  const source = ownOf(found, customerId, source_account, 'source_account')
  const payee = found.find((one) => one.number === number)
  const now = clock.now()
  const closed = lookupsClosed(source.missesUntil, now)
  // The same refusal whether the number exists or not: its time would tell otherwise.
  if (!payee && closed) throw closed
  if (!payee && wellFormed) await countMiss(db.sql, { customerId, now })
  if (!payee || payee.id === source.id) throw unknownPayee(field)
  return { source, payee, closed }
}

/** Puts a payee at this bank on the customer's list of recipients. */
export async function keepLocal(
  bank: Bank,
  customerId: bigint,
  { number, holder }: { number: string; holder: string },
): Promise<void> {
  await saveRecipient(bank.db.sql, customerId, {
    type: 'local transfer',
    accountNumber: number,
    accountName: holder,
    now: bank.clock.now(),
  })
}
