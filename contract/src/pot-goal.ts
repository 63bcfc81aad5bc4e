/** What the picture of a pot may be, and its colour; the client draws them. */
export const potPictures = [
  'piggy-bank',
  'travel',
  'home',
  'car',
  'gift',
  'school',
  'health',
  'device',
  'party',
  'umbrella',
] as const
export type PotPicture = (typeof potPictures)[number]

export const potColours = ['blue', 'green', 'amber', 'red', 'violet', 'teal'] as const
export type PotColour = (typeof potColours)[number]

type Goal = { balanceMinor: bigint; goalMinor: bigint | null }

/** How much of the goal is there, in whole percent and never above 100; null without a goal. */
export function potPercent({ balanceMinor, goalMinor }: Goal): number | null {
  if (goalMinor === null) return null
  if (balanceMinor >= goalMinor) return 100
  return Number((balanceMinor * 100n) / goalMinor)
}

/**
 * What must go in every month to have the goal on its date: whole months until then count, at least
 * one, and a part of a cent is rounded up. Null where there is no goal, no date, nothing
 * missing, or no time left.
 */
export function potPerMonth(
  { balanceMinor, goalMinor }: Goal,
  { today, goalOn }: { today: string; goalOn: string | null },
): bigint | null {
  if (goalMinor === null || goalOn === null || goalOn < today) return null
  const missing = goalMinor - balanceMinor
  if (missing <= 0n) return null
  const months = BigInt(monthsBetween(today, goalOn))
  return (missing + months - 1n) / months
}

/** Whole months from one day to a later one, at least one. */
function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0)
  return Math.max(1, months)
}
