import type { Account } from '@passbook/contract'
import { expect, test } from 'vitest'
import { canPay, onlyIn } from './asked-currency.ts'

const account = (Id: string, Code: string) => ({ Id, Currency: { Code } }) as Account
const accounts = [account('a', 'usd'), account('b', 'EUR'), account('c', 'usd')]

test('what is asked for in a currency is paid from an account in it', () => {
  expect(accounts.filter((one) => canPay(one, 'eur')).map(({ Id }) => Id)).toEqual(['b'])
  expect(accounts.filter((one) => canPay(one, 'gbp'))).toEqual([])
  expect(accounts.every((one) => canPay(one, ''))).toBe(true)
})

test('the one account that can pay is chosen, of several none', () => {
  expect(onlyIn(accounts, 'eur')).toBe('b')
  expect(onlyIn(accounts, 'usd')).toBe('')
  expect(onlyIn(accounts, 'gbp')).toBe('')
})
