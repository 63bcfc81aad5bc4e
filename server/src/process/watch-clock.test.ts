import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchClock } from './watch-clock.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a clock that is off is told of once, and once more when it is over', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  let [offMs, measured] = [600_000, 0]
  const watching = watchClock(
    {
      now: () => new Date(),
      offMs: () => offMs,
      // A database that is away ends no watching.
      measure: async () => {
        measured += 1
        throw new Error('away')
      },
    },
    log,
  )
  expect(lines).toMatchObject([{ level: 50, offSeconds: 600 }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([lines.length, measured]).toEqual([1, 12])
  offMs = 1_900
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lines.slice(1)).toMatchObject([{ level: 40, offSeconds: 1.9 }])
  offMs = -2_500
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lines.slice(2)).toMatchObject([{ level: 50, offSeconds: -2.5 }])
  watching.stop()
  offMs = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect([lines.length, measured]).toEqual([3, 12])
})
