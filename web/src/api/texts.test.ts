import { expect, test } from 'vitest'
import { failureText, RequestError, textOf } from './texts.ts'

// shows §4.7 §8.1 §8.2 §8.3 §8.4 §8.5 §9.26 D57 D120 D121 D122
test.each([
  ['network', 0, undefined, 'connection error. check your connection and try again'],
  ['aborted', 0, undefined, 'connection timed out. try again after a while'],
  ['http', 408, 'ignored', 'connection timed out. try again after a while'],
  ['http', 504, undefined, 'connection timed out. try again after a while'],
  ['http', 404, 'ignored', 'Internal application error. Try again after some time'],
  ['no-status', 200, undefined, 'Internal Application error'],
  ['http', 422, 'Invalid PIN', 'Invalid PIN'],
  ['refused', 200, 'Insufficient funds', 'Insufficient funds'],
  ['http', 500, null, 'Something went wrong. Try again after some time'],
  ['refused', 200, '  ', 'Something went wrong. Try again after some time'],
] as const)('%s %i with message %s reads: %s', (kind, http, message, text) => {
  expect(failureText(kind, http, message)).toBe(text)
})

// shows §8.6 D122
test('what is no failed request is not shown as it is', () => {
  expect(textOf(new TypeError('x is undefined'))).toBe(
    'Something went wrong. Try again after some time',
  )
  expect(textOf(new RequestError('http', 429, 'Too many attempts'))).toBe('Too many attempts')
})
