/**
 * The ledger as a few lines of BigInt arithmetic: what the real one must agree with. It knows no
 * database; model-run.ts plays the same orders on both and compares.
 */

export type ModelLine = {
  type: 'credit' | 'debit'
  amountMinor: bigint
  state: 'pending' | 'completed' | 'failed'
  day: string
  ownAccount: boolean
  /** Where it was settled on a later day than its own. */
  doneOn?: string
}

export type ModelAccount = {
  id: bigint
  ownerId: bigint | null
  currency: 'usd' | 'eur'
  balanceMinor: bigint
  /** By pending debits and in pots. */
  heldMinor: bigint
  /** What is in its pots, by their ids. */
  pots: Map<bigint, bigint>
  closed: boolean
  lastDay: string
  /** By transaction id; a model that is only tried out has no ids yet. */
  lines: Map<string, ModelLine>
}

/** One leg as the model sees it; it does not follow the bank's positions. */
export type ModelLeg = { account: ModelAccount; amountMinor: bigint; ownAccount?: boolean }

const maxMinor = 10n ** 14n

export function newAccount(
  account: Pick<ModelAccount, 'id' | 'ownerId' | 'currency'>,
): ModelAccount {
  return {
    ...account,
    balanceMinor: 0n,
    heldMinor: 0n,
    pots: new Map(),
    closed: false,
    lastDay: '',
    lines: new Map(),
  }
}

export function isAmount(amountMinor: bigint): boolean {
  return amountMinor >= 1n && amountMinor <= maxMinor
}

const perDollar = { usd: 100n, eur: 92n }

/** What arrives of an amount, at the bank's rate; a part of a cent stays with the bank. */
export function receivedOf(amountMinor: bigint, from: ModelAccount, to: ModelAccount): bigint {
  return (amountMinor * perDollar[to.currency]) / perDollar[from.currency]
}

/** Why these legs must be refused, or null. */
export function refusalOf(legs: ModelLeg[]): string | null {
  if (legs.some(({ account }) => account.closed)) return 'account_closed'
  const net = new Map<ModelAccount, bigint>()
  for (const { account, amountMinor } of legs) {
    net.set(account, (net.get(account) ?? 0n) + amountMinor)
  }
  for (const [account, change] of net) {
    if (account.ownerId === null) continue
    if (account.balanceMinor + change - account.heldMinor < 0n) return 'insufficient_funds'
  }
  return null
}

/** Posts legs that are not refused; `ids` are the new lines' ids, in the order of customers' legs. */
export function apply(legs: ModelLeg[], ids: string[], day: string) {
  const left = [...ids]
  for (const { account, amountMinor, ownAccount } of legs) {
    account.balanceMinor += amountMinor
    if (account.ownerId !== null) {
      addLine(account, left.shift() ?? '', amountMinor, 'completed', day, ownAccount ?? false)
    }
  }
}

/** Adds a pending line and holds its money if it is a debit. */
export function pend(account: ModelAccount, id: string, amountMinor: bigint, day: string) {
  addLine(account, id, amountMinor, 'pending', day, false)
  if (amountMinor < 0n) account.heldMinor -= amountMinor
}

/** Decides a pending line; a settled debit leaves the balance, a failed one only the hold. */
export function decide(
  account: ModelAccount,
  line: ModelLine,
  { state, day }: { state: 'completed' | 'failed'; day: string },
) {
  line.state = state
  if (day > line.day) line.doneOn = day
  if (line.type === 'debit') account.heldMinor -= line.amountMinor
  if (state === 'failed') return
  account.balanceMinor += line.type === 'debit' ? -line.amountMinor : line.amountMinor
}

/** Why a move into a pot (above zero) or out of it must be refused, or null. */
export function potRefusal(account: ModelAccount, pot: bigint, amountMinor: bigint): string | null {
  // Its pots have closed with it.
  if (account.closed) return 'pot_closed'
  if (!isAmount(amountMinor < 0n ? -amountMinor : amountMinor)) return 'bad_amount'
  if (amountMinor > account.balanceMinor - account.heldMinor) return 'insufficient_funds'
  if ((account.pots.get(pot) ?? 0n) + amountMinor < 0n) return 'pot_short'
  return null
}

/** Sets money aside, or frees it: no total changes. */
export function movePot(account: ModelAccount, pot: bigint, amountMinor: bigint) {
  account.pots.set(pot, (account.pots.get(pot) ?? 0n) + amountMinor)
  account.heldMinor += amountMinor
}

function addLine(
  account: ModelAccount,
  id: string,
  signedMinor: bigint,
  state: ModelLine['state'],
  day: string,
  ownAccount: boolean,
) {
  if (day > account.lastDay) account.lastDay = day
  account.lines.set(id, {
    type: signedMinor > 0n ? 'credit' : 'debit',
    amountMinor: signedMinor > 0n ? signedMinor : -signedMinor,
    state,
    day: account.lastDay,
    ownAccount,
  })
}

/** Income, expenses and spending of the days from..to, from the lines alone. */
export function totalsOf(account: ModelAccount, from: string, to: string) {
  const sums = { incomeMinor: 0n, expenseMinor: 0n, spendMinor: 0n }
  for (const { type, state, amountMinor, day, ownAccount } of account.lines.values()) {
    if (state !== 'completed' || day < from || day > to) continue
    if (type === 'credit') sums.incomeMinor += amountMinor
    else sums.expenseMinor += amountMinor
    if (type === 'debit' && !ownAccount) sums.spendMinor += amountMinor
  }
  return sums
}
