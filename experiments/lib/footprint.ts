import { readdirSync, readFileSync } from 'node:fs'

/** What a process takes at a moment. */
export type Sample = { atMs: number; rssMb: number; files: number }

/** Reads it where the system tells (Linux); undefined elsewhere, or where the process has ended. */
export function sampleOf(pid: number): Sample | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const rssKb = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1])
    return {
      atMs: performance.now(),
      rssMb: rssKb / 1024,
      files: readdirSync(`/proc/${pid}/fd`).length,
    }
  } catch {
    return undefined
  }
}

const windows = 10

/**
 * How fast the memory grows, in MB per hour: the line through the lowest sample of each tenth, since
 * what a collection has not come to yet is no growth. The first third is for warming up.
 */
export function growthMbPerHour(samples: readonly Sample[]): number {
  const warm = samples.slice(Math.floor(samples.length / 3))
  const size = Math.ceil(warm.length / windows)
  const lows: Sample[] = []
  for (let start = 0; start < warm.length; start += size) {
    const [low] = warm.slice(start, start + size).sort((a, b) => a.rssMb - b.rssMb)
    if (low) lows.push(low)
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [atMean, rssMean] = [mean(lows.map((s) => s.atMs)), mean(lows.map((s) => s.rssMb))]
  const over = lows.reduce((sum, s) => sum + (s.atMs - atMean) * (s.rssMb - rssMean), 0)
  const under = lows.reduce((sum, s) => sum + (s.atMs - atMean) ** 2, 0)
  return under === 0 ? 0 : (over / under) * 3_600_000
}
