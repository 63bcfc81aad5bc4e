import { expect, test } from 'vitest'
import { check, envelope, isSpoken, messages, type Refusal, refusals } from './index.ts'

const entries: [string, Refusal][] = Object.entries(refusals)

test.each(entries)('%s has a status of its own kind', (code, { http }) => {
  expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
  expect(http).toBeGreaterThanOrEqual(400)
  expect(http).toBeLessThan(600)
  // A client replaces the text of a 404 and takes a 401 for a lost session.
  expect(http === 404).toBe(code === 'unknown_path')
  expect(http === 401).toBe(code === 'session_ended')
  // What is still being tried again, or may have been done, is no refusal of an order.
  expect(http >= 500).toBe(code === 'internal' || code === 'unavailable')
})

test('a code that has words of its own is told from others', () => {
  expect(isSpoken('pin_wrong')).toBe(true)
  expect(refusals.pin_wrong.text).toBe(messages.pinInvalid)
  for (const other of ['invalid', 'pin_locked', 'ok', '', 'toString', '__proto__']) {
    expect(isSpoken(other)).toBe(false)
  }
  expect(entries.every(([, { text }]) => text !== '')).toBe(true)
})

test('the message of a failed reply is read, whatever stands beside it', () => {
  const said = { status: 'failed', message: 'Insufficient funds' }
  for (const beside of [{}, { code: null, field: 7 }, { code: ['x'], field: {}, data: 'y' }]) {
    expect(check(envelope, { ...said, ...beside })).toMatchObject({ ok: true, value: said })
  }
})
