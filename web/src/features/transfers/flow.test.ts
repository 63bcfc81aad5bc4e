import type { Account, Transaction } from '@passbook/contract'
import { describe, expect, test } from 'vitest'
import { type Event, next, type Order, type Step } from './flow.ts'

const order: Order = { kind: 'local', values: { amount: '5.00' }, key: 'k1', repeatable: true }
const secrets = { pin: '4821', otp: '' }
const made = { account: {} as Account, transaction: {} as Transaction }
const mailed = { tries: 0, spent: false, resendAtMs: 30_000 }
const walk = (step: Step, ...events: Event[]) => events.reduce(next, step)
const start: Step = { at: 'choose' }

// shows §2.15.7
test('a transfer goes from its type to its success', () => {
  const confirm = walk(start, { type: 'chosen', kind: 'local' }, { type: 'filled', order })
  expect(confirm).toEqual({ at: 'confirm', order, rateChanged: false })
  const pin = next(confirm, { type: 'confirmed' })
  expect(pin).toEqual({ at: 'pin', order, interrupted: false })
  const code = next(pin, { type: 'code-sent', pin: '4821', resendAtMs: 30_000 })
  expect(code).toEqual({ at: 'code', order, pin: '4821', mailed })
  const sending = next(code, { type: 'approved', secrets: { pin: '4821', otp: '1234' } })
  expect(sending.at).toBe('sending')
  expect(walk(sending, { type: 'late' }, { type: 'made', ...made })).toMatchObject({ at: 'done' })
})

test('a form takes an order of its own kind only', () => {
  const form: Step = { at: 'form', kind: 'wire' }
  expect(next(form, { type: 'filled', order })).toBe(form)
})

// shows §4.29
test('without codes the PIN is the last word', () => {
  const pin: Step = { at: 'pin', order, interrupted: false }
  expect(next(pin, { type: 'approved', secrets })).toEqual({
    at: 'sending',
    order,
    secrets,
    late: false,
  })
})

// shows §4.30
test('BACK goes one panel at a time', () => {
  const code: Step = { at: 'code', order, pin: '4821', mailed }
  const steps: Step[] = [code]
  for (let at = 0; at < 4; at++) steps.push(next(steps[at] as Step, { type: 'back' }))
  expect(steps.map(({ at }) => at)).toEqual(['code', 'pin', 'confirm', 'form', 'choose'])
})

// shows D152
test('BACK to the form of an order that may have been sent keeps its key', () => {
  const asked = { ...order, sentBefore: true }
  const confirm: Step = { at: 'confirm', order: asked, rateChanged: false }
  expect(next(confirm, { type: 'back' })).toEqual({ at: 'form', kind: 'local', key: 'k1' })
})

test('whoever leaves before approving looks at the order again', () => {
  expect(next({ at: 'pin', order, interrupted: false }, { type: 'left' }).at).toBe('confirm')
  expect(next({ at: 'code', order, pin: '1', mailed }, { type: 'left' }).at).toBe('confirm')
})

// shows D152
test('Forward leads to where an order had been, unless one is out already', () => {
  const to: Step = { at: 'confirm', order, rateChanged: false }
  const returned: Event = { type: 'returned', to }
  expect(next(start, returned)).toBe(to)
  expect(next({ at: 'form', kind: 'local' }, returned)).toBe(to)
  const out: Step[] = [
    { at: 'form', kind: 'card', key: 'k1' },
    { at: 'pin', order, interrupted: true },
    { at: 'sending', order, secrets, late: false },
    { at: 'unknown', order, secrets, text: 'No answer' },
    { at: 'done', order, ...made },
  ]
  for (const step of out) expect(next(step, returned)).toBe(step)
})

describe('an order on its way', () => {
  const sending: Step = { at: 'sending', order, secrets, late: false }

  test('cannot be gone back from, approved again or left', () => {
    const noise: Event[] = [
      { type: 'back' },
      { type: 'left' },
      { type: 'approved', secrets },
      { type: 'confirmed' },
      { type: 'chosen', kind: 'own' },
    ]
    for (const event of noise) expect(next(sending, event)).toBe(sending)
  })

  test('without an answer keeps its key and what it takes to ask again', () => {
    const unknown = next(sending, { type: 'no-answer', text: 'No answer' })
    expect(unknown).toEqual({ at: 'unknown', order, secrets, text: 'No answer' })
    expect(next(unknown, { type: 'again' })).toEqual(sending)
    expect(next(unknown, { type: 'made', ...made }).at).toBe('done')
  })

  // shows D133
  test('that is sent once has not been made by a bank that did not know who asked', () => {
    const once = { ...order, repeatable: false }
    const refused = next(
      { at: 'sending', order: once, secrets, late: false },
      {
        type: 'session-ended',
      },
    )
    expect(refused).toEqual({ at: 'confirm', order: once, rateChanged: false })
  })

  test('outlives its session, and then waits for the PIN alone', () => {
    const pin = next(sending, { type: 'session-ended' })
    expect(pin).toEqual({ at: 'pin', order, interrupted: true })
    expect(next(pin, { type: 'back' })).toBe(pin)
    expect(next(pin, { type: 'left' })).toBe(pin)
  })

  test('that is refused goes to the panel that can put it right', () => {
    expect(next(sending, { type: 'pin-refused' })).toMatchObject({ at: 'pin', order })
    expect(next(sending, { type: 'code-refused' })).toMatchObject({ at: 'code', order })
    const problem = { message: 'Insufficient funds', field: 'amount' }
    const form = next(sending, { type: 'refused', problem })
    expect(form).toEqual({ at: 'form', kind: 'local', problem })
    expect(next(form, { type: 'problem-told' })).toEqual({ at: 'form', kind: 'local' })
  })

  test('at an old rate is confirmed anew, under the same key', () => {
    expect(next(sending, { type: 'rate-changed', rate: '0.9' })).toEqual({
      at: 'confirm',
      order: { ...order, rate: '0.9' },
      rateChanged: true,
    })
  })
})

// shows D139
describe('a wrong code', () => {
  const code: Step = { at: 'code', order, pin: '4821', mailed }
  const approved: Event = { type: 'approved', secrets: { pin: '4821', otp: '0000' } }
  const wrong = (spent?: boolean): Event[] => [approved, { type: 'code-refused', spent }]

  test('does not start the wait for another one anew, nor does a lost reply', () => {
    const again = { ...mailed, tries: 1 }
    expect(walk(code, ...wrong(false))).toEqual({ ...code, mailed: again })
    const lost: Event[] = [{ type: 'no-answer', text: 'No answer' }, { type: 'again' }]
    expect(walk(code, approved, ...lost, { type: 'code-refused', spent: false })).toEqual({
      ...code,
      mailed: again,
    })
  })

  test('that the bank calls the last ends the wait; another code begins anew', () => {
    const spent = walk(code, ...wrong(true))
    expect(spent).toMatchObject({ mailed: { spent: true, resendAtMs: 0 } })
    expect(next(spent, { type: 'code-sent', pin: '4821', resendAtMs: 60_000 })).toEqual({
      ...code,
      mailed: { tries: 0, spent: false, resendAtMs: 60_000 },
    })
  })

  test('is the last at the third where the bank does not say, and only there', () => {
    const third = (spent?: boolean) => walk(code, ...wrong(spent), ...wrong(spent), ...wrong(spent))
    expect(walk(code, ...wrong(), ...wrong())).toMatchObject({ mailed: { spent: false } })
    expect(third()).toMatchObject({ mailed: { spent: true, resendAtMs: 0 } })
    expect(third(false)).toMatchObject({ mailed: { spent: false, resendAtMs: 30_000 } })
  })
})

// shows D155
test('what was called back says so, and leads to its form again', () => {
  const done: Step = { at: 'done', order, ...made }
  const transaction = { ...made.transaction, State: 'failed' }
  const back = next(done, { type: 'called-back', account: made.account, transaction })
  expect(back).toEqual({ ...done, transaction })
  expect(next(back, { type: 'again-by-form' })).toEqual({ at: 'form', kind: order.kind })
})

test('nothing but OK or leaving ends a success', () => {
  const done: Step = { at: 'done', order, ...made }
  expect(next(done, { type: 'back' })).toBe(done)
  expect(next(done, { type: 'left' })).toEqual(start)
  expect(next(done, { type: 'reset' })).toEqual(start)
})
