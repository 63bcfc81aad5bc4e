import { describe, expect, test } from 'vitest'
import { RequestError } from '#api/texts.ts'
import { afterRefusal } from './after-refusal.ts'
import type { Order } from './flow.ts'

const own: Order = { kind: 'own', values: { amount: '5.00' }, key: 'k', repeatable: true }
const local: Order = { kind: 'local', values: { amount: '5.00' }, key: 'k', repeatable: true }
const byPin = { pin: '4821', otp: '' }
const byCode = { pin: '4821', otp: '1234' }
// Words that no rule could know: nothing may be read out of them.
const message = 'Nein, leider: 0.910000'
const refused = (http: number, told?: { code?: unknown; field?: unknown; data?: unknown }) =>
  new RequestError('http', http, message, told)

describe('a server with codes', () => {
  test('what the customer has frozen or limited is named, the limits of the bank are not', () => {
    const settingOf = (code: string, data = {}) => {
      const error = refused(422, { code, field: 'amount', data })
      const { event } = afterRefusal(error, { order: local, secrets: byPin })
      return event.type === 'refused' ? event.problem.setting : event.type
    }
    expect(settingOf('frozen')).toBe('frozen')
    expect(settingOf('daily_limit', { ownLimit: true })).toBe('limit')
    expect(settingOf('daily_limit')).toBeUndefined()
    expect(settingOf('insufficient_funds', { ownLimit: true })).toBeUndefined()
  })

  test.each([
    'pin_wrong',
    'pin_missing',
    'pin_locked',
    'pin_dead',
    'passkey_refused',
    // The PIN, saved anew, unlocks codes.
    'otp_locked',
  ])('%s leads to the PIN', (code) => {
    for (const secrets of [byPin, byCode]) {
      expect(afterRefusal(refused(422, { code }), { order: local, secrets })).toEqual({
        event: { type: 'pin-refused' },
        text: message,
      })
    }
  })

  test.each(['otp_wrong', 'otp_spent', 'otp_needed'])('%s leads to the code', (code) => {
    for (const secrets of [byPin, byCode]) {
      expect(afterRefusal(refused(422, { code }), { order: local, secrets })).toEqual({
        event: { type: 'code-refused', spent: code === 'otp_spent' },
        text: message,
      })
    }
  })

  test('rate_changed is confirmed anew at the rate of its data', () => {
    const error = refused(409, { code: 'rate_changed', data: { rate: '0.500000' } })
    expect(afterRefusal(error, { order: own, secrets: byPin })).toEqual({
      event: { type: 'rate-changed', rate: '0.500000' },
      text: 'The exchange rate has changed. Look at it again',
    })
    const silent = refused(409, { code: 'rate_changed' })
    expect(afterRefusal(silent, { order: own, secrets: byPin }).event.type).toBe('refused')
  })

  test.each([
    ['insufficient_funds', 'amount'],
    ['daily_limit', 'amount'],
    ['unknown_payee', 'acc_number'],
    ['not_yours', 'source_account'],
    ['invalid', 'card_number'],
    // Payees looked up, not PINs tried.
    ['too_many', undefined],
    ['key_reused', undefined],
    ['transfers_off', undefined],
    ['a_code_of_later', undefined],
  ])('%s leads to the form, at %s', (code, field) => {
    const error = refused(422, { code, field })
    expect(afterRefusal(error, { order: local, secrets: byCode })).toEqual({
      event: { type: 'refused', problem: { message, field } },
      text: message,
    })
  })
})

describe('a server without codes', () => {
  test.each([400, 403, 422])('%i: the customer stays where it can go on', (http) => {
    const at = (secrets: typeof byPin) => afterRefusal(refused(http), { order: own, secrets })
    expect(at(byPin)).toEqual({ event: { type: 'pin-refused' }, text: message })
    expect(at(byCode)).toEqual({ event: { type: 'code-refused' }, text: message })
  })

  test('429: the PIN is what was tried too often', () => {
    const { event } = afterRefusal(refused(429), { order: local, secrets: byCode })
    expect(event).toEqual({ type: 'pin-refused' })
  })

  test('409: the order is filled in anew, whatever number stands in the message', () => {
    expect(afterRefusal(refused(409), { order: own, secrets: byPin }).event).toEqual({
      type: 'refused',
      problem: { message, field: undefined },
    })
  })

  test('a field alone is no code, and a code that is no text is none', () => {
    const odd = refused(422, { code: 7, field: ['amount'], data: 'x' })
    expect(afterRefusal(odd, { order: local, secrets: byPin }).event.type).toBe('pin-refused')
  })
})

// shows §8.12 D57
test('a reply whose status is no success says Transfer failed', () => {
  const error = new RequestError('refused', 200, 'whatever')
  expect(afterRefusal(error, { order: own, secrets: byPin })).toEqual({
    event: { type: 'refused', problem: { message: 'Transfer failed', field: undefined } },
    text: 'Transfer failed',
  })
})
