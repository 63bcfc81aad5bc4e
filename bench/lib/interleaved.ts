import { median, rounded } from '../../experiments/lib/figures.ts'

/**
 * Medians in milliseconds of calls that take turns, so that a slow moment hits all of them. Each turn has
 * its own order: what comes after a call that wakes nobody else up takes longer.
 */
export async function interleaved(
  rounds: number,
  calls: (() => Promise<unknown>)[],
  warmUp = 5,
): Promise<number[]> {
  const times = calls.map((): number[] => [])
  for (let turn = -warmUp; turn < rounds; turn += 1) {
    for (const [at, call] of shuffled([...calls.entries()])) {
      const start = performance.now()
      await call()
      if (turn >= 0) times[at]?.push(performance.now() - start)
    }
  }
  return times.map((taken) => rounded(median(taken)))
}

function shuffled<T>(items: T[]): T[] {
  const keyed = items.map((item) => [Math.random(), item] as const)
  return keyed.sort(([a], [b]) => a - b).map(([, item]) => item)
}
