import { expect, test } from 'vitest'
import { heightsOf, pathOf } from './balance-path.ts'

test('the highest balance is at the top, the lowest at the bottom', () => {
  expect(heightsOf([0n, 50n, 100n])).toEqual([76, 40, 4])
  expect(heightsOf([-100n, 100n])).toEqual([76, 4])
})

test('balances that are all the same are a line through the middle', () => {
  expect(heightsOf([7n, 7n])).toEqual([40, 40])
})

test('sums beyond what a floating number holds keep their shape', () => {
  const huge = 9_007_199_254_740_993_000n
  expect(heightsOf([huge, huge + 1n, huge + 2n])).toEqual([76, 40, 4])
})

test('the line runs from edge to edge', () => {
  expect(pathOf([0n, 1n, 0n])).toBe('M0.0 76.0L150.0 4.0L300.0 76.0')
})
