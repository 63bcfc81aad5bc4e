import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

// shows §9.23 D41
test('up to ten pages each has its button', () => {
  expect(pageWindow(1, 1)).toEqual([1])
  expect(pageWindow(4, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(pageWindow(1, 0)).toEqual([])
})

// shows D41
test('beyond ten the first, the last and the current neighbourhood stay', () => {
  expect(pageWindow(50, 500)).toEqual([1, 'gap', 48, 49, 50, 51, 52, 'gap', 500])
  expect(pageWindow(1, 11)).toEqual([1, 2, 3, 4, 5, 6, 'gap', 11])
  expect(pageWindow(11, 11)).toEqual([1, 'gap', 6, 7, 8, 9, 10, 11])
})

test('on a telephone one row has the ends and the current page', () => {
  expect(pageWindow(6, 28, 0)).toEqual([1, 'gap', 6, 'gap', 28])
  expect(pageWindow(1, 28, 0)).toEqual([1, 2, 'gap', 28])
  expect(pageWindow(9, 10, 0)).toHaveLength(10)
})

test('a gap never hides a single page', () => {
  expect(pageWindow(5, 20)).toEqual([1, 2, 3, 4, 5, 6, 7, 'gap', 20])
  expect(pageWindow(16, 20)).toEqual([1, 'gap', 14, 15, 16, 17, 18, 19, 20])
})

test('every window holds the current page and both ends, in order, without repeats', () => {
  for (const count of [11, 12, 37, 5000]) {
    for (let current = 1; current <= Math.min(count, 60); current++) {
      const numbers = pageWindow(current, count).filter((page) => page !== 'gap')
      expect(numbers).toContain(current)
      expect(numbers[0]).toBe(1)
      expect(numbers.at(-1)).toBe(count)
      expect([...new Set(numbers)].sort((one, other) => one - other)).toEqual(numbers)
      expect(numbers.length).toBeLessThanOrEqual(9)
    }
  }
})
