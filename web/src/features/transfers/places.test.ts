import { expect, test } from 'vitest'
import type { Order, Step, Values } from './flow.ts'
import { blanks } from './orders.ts'
import { placesOf, stepAt } from './places.ts'

const values = { ...blanks.own, source_account: 'a1', destination_account: 'a2', amount: '5.00' }
const order: Order = { kind: 'own', values, key: 'k1', repeatable: true }
const kept = (draft: Values = values) => ({ order, draft: () => draft })
const all = ['own', 'confirm', 'pin', 'code']

// shows D152
test('every step up to the code has a place of its own', () => {
  const mailed = { tries: 0, spent: false, resendAtMs: 0 }
  const steps: Step[] = [
    { at: 'choose' },
    { at: 'form', kind: 'own' },
    { at: 'confirm', order, rateChanged: false },
    { at: 'pin', order, interrupted: false },
    { at: 'code', order, pin: '4821', mailed },
  ]
  expect(steps.map(placesOf)).toEqual(steps.map((_, at) => all.slice(0, at)))
})

// shows D152
test('what may have been sent has nothing to go back to', () => {
  expect(placesOf({ at: 'pin', order, interrupted: true })).toEqual([])
  expect(placesOf({ at: 'form', kind: 'card', key: 'k1' })).toEqual([])
  expect(placesOf({ at: 'unknown', order, secrets: null, text: 'No answer' })).toEqual([])
})

// shows D152
test('a place is found again as far as nothing secret is needed', () => {
  expect(stepAt(all.slice(0, 1), kept())).toEqual({ at: 'form', kind: 'own' })
  expect(stepAt(all.slice(0, 2), kept())).toEqual({ at: 'confirm', order, rateChanged: false })
  expect(stepAt(all.slice(0, 3), kept())).toEqual({ at: 'pin', order, interrupted: false })
  expect(stepAt(all, kept())).toEqual({ at: 'pin', order, interrupted: false })
})

// shows D152
test('a form that has changed is confirmed anew, and so is an order that is not whole', () => {
  expect(stepAt(all, kept({ ...values, amount: '6.00' }))).toEqual({ at: 'form', kind: 'own' })
  expect(stepAt(all, { ...kept(), order: null })).toEqual({ at: 'form', kind: 'own' })
  const card = { ...order, kind: 'card' as const, values: { ...blanks.card, amount: '5.00' } }
  const draft = () => card.values
  expect(stepAt(['card', 'confirm'], { order: card, draft })).toEqual({ at: 'form', kind: 'card' })
  expect(stepAt(['nothing'], kept())).toBeNull()
})
