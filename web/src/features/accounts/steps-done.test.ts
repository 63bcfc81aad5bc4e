import { expect, test } from 'vitest'
import type { InitUser } from '#api/init-user.ts'
import { isStarted, stepsDone } from './steps-done.ts'

const customer = (user: object, lines: number[]) =>
  ({ user, accounts: lines.map((count) => ({ transactions: Array(count) })) }) as InitUser

test('a new customer has three steps to make', () => {
  const fresh = customer({ has_pin: false, Verifiedemail: false }, [0])
  expect(stepsDone(fresh)).toEqual({ pin: false, email: false, money: false })
  expect(isStarted(fresh)).toBe(false)
})

test('money on any account is the first money', () => {
  const user = { has_pin: true, Verifiedemail: true }
  expect(isStarted(customer(user, [0, 1]))).toBe(true)
  expect(isStarted(customer(user, [0, 0]))).toBe(false)
  expect(isStarted(customer({ ...user, has_pin: false }, [2]))).toBe(false)
})

test('what a server does not tell is not asked for', () => {
  expect(isStarted({ user: {} } as InitUser)).toBe(true)
  expect(isStarted(customer({ has_pin: null, Verifiedemail: null }, []))).toBe(true)
})
