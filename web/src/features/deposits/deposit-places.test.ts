import { expect, test } from 'vitest'
import { placesOf, type Step, stepAt } from './deposit-places.ts'

const wallet = { walletId: 'bc1q', qr: '' }
const steps: Step[] = [
  { at: 'methods' },
  { at: 'form', method: 'bitcoin' },
  { at: 'confirm', method: 'bitcoin' },
  { at: 'wallet', method: 'bitcoin', wallet },
]

// shows D152
test('every step has a place, and is found again by it', () => {
  for (const [at, step] of steps.entries()) {
    expect(placesOf(step)).toEqual(['bitcoin', 'confirm', 'wallet'].slice(0, at))
    expect(stepAt(placesOf(step), { isWhole: () => true, wallet })).toEqual(step)
  }
  expect(placesOf({ at: 'pending', method: 'bitcoin' })).toEqual([])
})

// shows D152
test('what is not whole any more is asked for again', () => {
  const places = ['card', 'confirm', 'wallet']
  const whole = { isWhole: () => true, wallet: null }
  expect(stepAt(places, { ...whole, isWhole: () => false })).toEqual({ at: 'form', method: 'card' })
  expect(stepAt(places, whole)).toEqual({ at: 'confirm', method: 'card' })
  expect(stepAt(['nothing'], whole)).toEqual({ at: 'methods' })
})
