import { expect, test } from 'vitest'
import { RequestError } from '#api/texts.ts'
import { stepAfter } from './signup-form.ts'

const refused = (http: number, told?: { code?: string; field?: string }) =>
  stepAfter(new RequestError('http', http, 'Not this one', told))

test.each([
  ['account_type', 0],
  ['username', 1],
  ['email', 1],
  ['kinphone', 2],
  ['password', 3],
  ['confirmPassword', 3],
])('a refusal about %s leads to step %i', (field, step) => {
  expect(refused(409, { code: 'username_taken', field })).toBe(step)
  expect(refused(422, { code: 'invalid', field })).toBe(step)
})

test('without a field a conflict leads to the personal info, and all else nowhere', () => {
  expect(refused(409)).toBe(1)
  expect(refused(422)).toBeUndefined()
  expect(refused(429, { code: 'too_many' })).toBeUndefined()
  expect(refused(422, { code: 'invalid', field: 'nobody_knows' })).toBeUndefined()
  expect(stepAfter(new TypeError('x'))).toBeUndefined()
})
