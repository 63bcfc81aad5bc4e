/** In how many sub-accounts each of the bank's own accounts is kept. */
export const houseCount = 16

/** The slice of the bank that an account lies in, of 4096: the low bits of its id (ledger_slice). */
export const sliceOf = (accountId: bigint): number => Number(accountId & 4095n)

/** Which of the bank's sub-accounts stands on the other side of an account (ledger_house). */
export const houseOf = (accountId: bigint): number => sliceOf(accountId) % houseCount
