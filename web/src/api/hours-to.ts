import { bankNow, serverNow } from './server-time.ts'

/**
 * In how many hours a real moment comes, where it cannot be told by its date, since a demonstration has
 * moved the bank's ahead; else null.
 */
export function hoursTo(at: Date): number | null {
  const now = serverNow()
  if (bankNow().getTime() - now < 60_000) return null
  return Math.max(1, Math.ceil((at.getTime() - now) / 3_600_000))
}
