import { expect, test } from 'vitest'
import { idleness, isCallDue } from './idle.ts'

const minutes = (count: number) => count * 60_000

test('nobody is idle before fourteen minutes', () => {
  expect(idleness(0, 0)).toEqual({ phase: 'active' })
  expect(idleness(0, minutes(14) - 1)).toEqual({ phase: 'active' })
})

// shows D114
test('the last minute is a warning that counts down', () => {
  expect(idleness(0, minutes(14))).toEqual({ phase: 'warning', seconds: 60 })
  expect(idleness(0, minutes(15) - 1)).toEqual({ phase: 'warning', seconds: 1 })
})

// asvs 7.3.1
test('fifteen minutes end the session, however late it is noticed', () => {
  expect(idleness(0, minutes(15))).toEqual({ phase: 'over' })
  expect(idleness(0, minutes(600))).toEqual({ phase: 'over' })
})

test('a bank may allow more or less time', () => {
  expect(idleness(0, minutes(4) - 1, 5)).toEqual({ phase: 'active' })
  expect(idleness(0, minutes(4), 5)).toEqual({ phase: 'warning', seconds: 60 })
  expect(idleness(0, minutes(5), 5)).toEqual({ phase: 'over' })
  expect(idleness(0, minutes(29) - 1, 30)).toEqual({ phase: 'active' })
  expect(idleness(0, 0, 1)).toEqual({ phase: 'active' })
})

test('the server is called for who is active, and again half a minute later where that came to nothing', () => {
  const never = { heardAtMs: 0, calledAtMs: Number.NEGATIVE_INFINITY }
  expect(isCallDue(never, minutes(5), minutes(5))).toBe(false)
  expect(isCallDue(never, minutes(6), minutes(6))).toBe(true)
  expect(isCallDue(never, 0, minutes(6))).toBe(false)
  const called = { heardAtMs: 0, calledAtMs: minutes(6) }
  expect(isCallDue(called, minutes(6), minutes(6.5))).toBe(false)
  expect(isCallDue(called, minutes(6), minutes(6.6))).toBe(true)
  expect(isCallDue({ ...called, heardAtMs: minutes(6.5) }, minutes(7), minutes(7))).toBe(false)
})
