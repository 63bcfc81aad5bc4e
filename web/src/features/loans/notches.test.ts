import { expect, test } from 'vitest'
import { notchesOf } from './notches.ts'

test('a slider goes by round amounts from nothing to the most', () => {
  const { count, minorAt, notchOf } = notchesOf(5_000_00n)
  expect(count).toBe(100)
  expect([0, 1, 60, 100].map(minorAt)).toEqual([0n, 50_00n, 3_000_00n, 5_000_00n])
  expect([0n, 24_99n, 25_00n, 3_000_00n, 5_000_00n, 9_999_99n].map(notchOf)).toEqual([
    ...[0, 0, 1, 60, 100, 100],
  ])
})

test('a most that is not round is its last place', () => {
  const { count, minorAt, notchOf } = notchesOf(18_362_50n)
  expect(minorAt(count)).toBe(18_362_50n)
  expect(minorAt(count - 1)).toBe(18_000_00n)
  expect(notchOf(18_362_50n)).toBe(count)
})

test('however much or little can be borrowed, there are places to choose', () => {
  for (const maxMinor of [0n, 1n, 9n, 100n, 12_34n, 7_400_000_00n, 999_999_999_999_99n]) {
    const { count, minorAt, notchOf } = notchesOf(maxMinor)
    expect(count).toBeGreaterThanOrEqual(1)
    expect(count).toBeLessThanOrEqual(200)
    expect(minorAt(count)).toBe(maxMinor)
    expect(notchOf(maxMinor)).toBe(count)
  }
})
