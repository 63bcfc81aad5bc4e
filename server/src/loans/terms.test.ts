import { expect, test } from 'vitest'
import { terms } from './terms.ts'

// shows D73
test('5,000 dollars or their worth is the most, at 12 % for a year', () => {
  expect(terms.usd).toEqual({ maxMinor: 5_000_00n, rateBps: 1200, months: 12 })
  expect(terms.eur.maxMinor).toBe(4_600_00n)
  expect(terms.aed.maxMinor).toBe(18_362_50n)
  expect(terms.ngn.maxMinor).toBe(7_400_000_00n)
})
