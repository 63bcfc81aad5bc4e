import type { Sql } from '#db/db.ts'
import { networkOf } from '#kernel/addresses.ts'
import { nameKey } from '#kernel/name-key.ts'
import { type CountedLimit, refundAttempts, spendAttempts } from '#limits/attempts.ts'

/** Wrong passwords of strangers for a name, wherever they come from; a reset opens it again. */
export const signInBucket = (username: string) => `login:user:${nameKey(username)}`

/** The same from one address. */
export const strangerBucket = (username: string, address: string) =>
  `login:stranger:${nameKey(username)}:${networkOf(address)}`

/** Wrong sign-in codes: of a device that has signed in before, or of all strangers together. */
export const codeBucket = (customerId: bigint, device?: string) =>
  device === undefined ? `code:wrong:${customerId}` : `code:wrong:${customerId}:${device}`

/** Sign-in codes that were mailed, likewise. Codes for transfers have a counter of their own. */
export const sentBucket = (customerId: bigint, device?: string) =>
  device === undefined ? `code:sent:login:${customerId}` : `code:sent:login:${customerId}:${device}`

const perQuarter = { max: 10, seconds: 900 }

export type Guess = {
  username: string
  address: string
  /** The device, where it has signed this customer in before. */
  device: string | undefined
  now: Date
}

/**
 * Counts a guess before the costly hash, so that a flood of them is cheap to refuse. No customer is
 * kept out by others: a device that has signed in before has a counter of its own. A stranger is
 * refused by what came from the same address only. What all strangers tried is counted as well, but
 * refuses nobody: past the limit their right password is not enough, and a mailed code is asked for.
 */
export async function countGuess(
  sql: Sql,
  { username, address, device, now }: Guess,
): Promise<{ isFlooded: boolean; giveBack: () => Promise<void> }> {
  const limits: CountedLimit[] =
    device === undefined
      ? [
          { bucket: `login:address:${networkOf(address)}`, max: 30, seconds: 60 },
          { ...perQuarter, bucket: strangerBucket(username, address) },
          { ...perQuarter, bucket: signInBucket(username), refuses: false },
        ]
      : [{ ...perQuarter, bucket: `login:device:${nameKey(username)}:${device}` }]
  const spent = await spendAttempts(sql, limits, now)
  const giveBack = () => refundAttempts(sql, spent)
  return { isFlooded: spent.length < limits.length, giveBack }
}
