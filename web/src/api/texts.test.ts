import { expect, test } from 'vitest'
import { failureText, isAnswer, orderText, problemOf, RequestError, textOf } from './texts.ts'

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
  ['http', 500, 'Account is dormant', 'Account is dormant'],
  ['unreadable', 200, undefined, 'Internal Application error'],
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

// shows D133 D135
test('an order without an answer is told as such, unless it can be asked about by its key', () => {
  const dormant = new RequestError('http', 500, 'Account is dormant')
  const lost = new RequestError('network')
  expect([dormant, new RequestError('http', 422)].map(isAnswer)).toEqual([true, true])
  const faults = [lost, new RequestError('http', 500), new RequestError('http', 504, 'x'), 'odd']
  expect(faults.map(isAnswer)).toEqual([false, false, false, false])
  expect(orderText(dormant, undefined)).toBe('Account is dormant')
  expect(orderText(lost, 'key')).toBe('connection error. check your connection and try again')
  expect(orderText(lost, undefined)).toBe(
    'connection error. check your connection and try again\nIt may have been done all the same. Look whether it is there before you try again.',
  )
})

test('a problem is at its field where the server says which', () => {
  const told = { code: 'insufficient_funds', field: 'amount' }
  expect(problemOf(new RequestError('http', 422, 'Not so much', told))).toEqual({
    message: 'Not so much',
    ...told,
  })
  expect(problemOf(new RequestError('http', 422, 'Not so much')).field).toBeUndefined()
  expect(problemOf(new TypeError('x')).field).toBeUndefined()
})

// What finds the words of another language for a sentence is the one place that reads them.
test('nothing is decided by a sentence: no message is compared, searched or taken apart', () => {
  const sources = import.meta.glob<string>(
    ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../i18n/**'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  )
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  const steering =
    /[!=]==? *messages\.|messages\.\w+\]? *[!=]==?|\[messages\.|\.message\)? *[!=]==?|message\.(?:startsWith|endsWith|includes|match|search|split|replace)|\.(?:test|exec)\((?:\w+\.)?message\)/
  const found = Object.entries(sources).flatMap(([file, text]) =>
    text.split('\n').flatMap((line) => (steering.test(line) ? `${file}: ${line.trim()}` : [])),
  )
  expect(found).toEqual([])
})
