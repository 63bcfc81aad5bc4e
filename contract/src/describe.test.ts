import { expect, test } from 'vitest'
import { callNotes, callNouns, calls, describe, describeRequest, nounNotes } from './calls.ts'
import { check, createAccount, login, saveBiller, signup, transferLocal } from './index.ts'

test('every call has a note, and every note is of a call', () => {
  expect(Object.keys(callNotes).sort()).toEqual(Object.keys(calls).sort())
  for (const { summary } of Object.values(callNotes)) expect(summary).toMatch(/^[A-Z].{8,}[^.]$/)
})

test('every call is of a noun that has a note', () => {
  expect(Object.keys(callNouns).sort()).toEqual(Object.keys(calls).sort())
  expect(new Set(Object.values(callNouns))).toEqual(new Set(Object.keys(nounNotes)))
})

test.each(Object.entries(calls))('%s wants the fields that it says', (_, { request }) => {
  const { forms } = describeRequest(request)
  const wanted = forms.every((fields) => fields.some(({ required }) => required))
  expect(check(request, {}).ok).toBe(!wanted)
})

test.each(Object.entries(calls))(
  '%s says what its empty form is refused with',
  (_, { request }) => {
    const refused = check(request, {})
    if (refused.ok) return
    const { forms } = describeRequest(request)
    const said = forms.flat().find(({ name }) => name === refused.field || refused.field === '')
    expect(said?.messages).toContain(refused.message)
  },
)

test('a field tells its limits and its texts', () => {
  const [fields] = describeRequest(login.request).forms
  expect(fields?.[1]).toEqual({
    name: 'password',
    required: true,
    schema: { type: 'string', minLength: 4, maxLength: 1024 },
    messages: ['Invalid password', 'Password is too short', 'Invalid username or password'],
  })
  const [signingUp = []] = describeRequest(signup.request).forms
  const email = signingUp.find(({ name }) => name === 'email')
  expect(email?.schema).toEqual({ type: 'string', maxLength: 254, format: 'email' })
  const again = signingUp.find(({ name }) => name === 'confirmPassword')
  expect(again?.messages).toEqual(["Passwords don't match"])
  const [opening = []] = describeRequest(createAccount.request).forms
  expect(opening[1]?.schema).toMatchObject({
    default: 'usd',
    enum: expect.arrayContaining(['ngn']),
  })
})

test('a call that takes two forms lists both', () => {
  const [bill = [], biller = []] = describeRequest(saveBiller.request).forms
  expect(bill.map(({ name }) => name)).toContain('date')
  expect(biller.map(({ name }) => name)).toEqual(['name'])
})

test('what is shared has a name', () => {
  const { schema, parts } = describe(transferLocal.response)
  expect(schema.properties).toEqual({
    account: { $ref: '#/components/schemas/Account' },
    transaction: { $ref: '#/components/schemas/Transaction' },
  })
  expect(Object.keys(parts).sort()).toEqual(['Account', 'Currency', 'Transaction'])
  expect(parts.Account).toMatchObject({
    properties: { CurrentBalance: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' } },
  })
})
