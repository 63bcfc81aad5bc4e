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

/** Lowest and highest of a span of the run, which began so many minutes after the first look. */
type Span = { fromMinute: number; rssMb: [number, number]; files: [number, number] }

/** What a process took in each tenth of the run. */
export function spansOf(samples: readonly Sample[]): Span[] {
  const beganMs = samples[0]?.atMs ?? 0
  const wholeMs = (samples.at(-1)?.atMs ?? 0) - beganMs
  const spanMs = Math.max(1, wholeMs / windows)
  const spanAt = ({ atMs }: Sample) => Math.floor((atMs - beganMs) / spanMs)
  const spans = Map.groupBy(samples, (sample) => Math.min(windows - 1, spanAt(sample)))
  const range = (values: number[]): [number, number] => [
    Math.round(Math.min(...values)),
    Math.round(Math.max(...values)),
  ]
  return [...spans].map(([index, within]) => ({
    fromMinute: Math.round((index * spanMs) / 6_000) / 10,
    rssMb: range(within.map(({ rssMb }) => rssMb)),
    files: range(within.map(({ files }) => files)),
  }))
}

const windows = 10

/**
 * How fast the memory grows, in MB per hour, or the files do: the line through the lowest sample of each
 * tenth, since what a collection has not come to yet is no growth. The first third is for warming up.
 */
export function growthPerHour(samples: readonly Sample[], what: 'rssMb' | 'files'): number {
  const warm = samples.slice(Math.floor(samples.length / 3))
  const size = Math.ceil(warm.length / windows)
  const lows: Sample[] = []
  for (let start = 0; start < warm.length; start += size) {
    const [low] = warm.slice(start, start + size).sort((a, b) => a[what] - b[what])
    if (low) lows.push(low)
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [atMean, whatMean] = [mean(lows.map((s) => s.atMs)), mean(lows.map((s) => s[what]))]
  const over = lows.reduce((sum, s) => sum + (s.atMs - atMean) * (s[what] - whatMean), 0)
  const under = lows.reduce((sum, s) => sum + (s.atMs - atMean) ** 2, 0)
  return under === 0 ? 0 : (over / under) * 3_600_000
}
