import type { Account } from '@passbook/contract'
import { expect, test } from 'vitest'
import { inCurrency, restOf, shortNames } from './account-facts.ts'

function account(Type: string, Code: string, number: string, Name = 'Ada Okafor'): Account {
  return {
    Id: number,
    Number: number,
    Name,
    Type,
    CurrentBalance: 0n,
    AvailableBalance: 0n,
    Currency: { Name: Code, Symbol: '&euro;', Code },
  }
}

test('a type alone is enough while no other account shares it', () => {
  const held = [account('savings', 'usd', '1000000001'), account('fixed', 'usd', '1000000002')]
  expect(shortNames(held, 'Ada Okafor')).toEqual(['Savings', 'Fixed Deposit'])
})

test('accounts of one type are told apart by currency, then by number', () => {
  const held = [
    account('savings', 'usd', '1000000001'),
    account('savings', 'eur', '1000000002'),
    account('savings', 'eur', '1000000003'),
    account('none', 'usd', '1000000004'),
  ]
  expect(shortNames(held, 'Ada Okafor')).toEqual([
    'Savings USD',
    'Savings EUR ··0002',
    'Savings EUR ··0003',
    'Other',
  ])
})

test('a name that the customer gave comes first, while no other account has it', () => {
  const held = [
    account('savings', 'usd', '1000000001'),
    account('savings', 'usd', '1000000002', ' Rainy day '),
    account('current', 'usd', '1000000003', 'Trips'),
    account('fixed', 'usd', '1000000004', 'Trips'),
  ]
  expect(shortNames(held, 'Ada Okafor')).toEqual([
    'Savings USD ··0001',
    'Rainy day',
    'Current',
    'Fixed Deposit',
  ])
})

test('a name that is the type is not said again beside the number', () => {
  const held = account('savings', 'usd', '1000001404')
  expect(restOf('Savings USD', held)).toBe('·· 1404')
  expect(restOf('Rainy day', held)).toBe('Savings ·· 1404')
})

// shows §3.6 D101
test('a symbol is decoded, never interpreted', () => {
  expect(inCurrency(account('savings', 'eur', '1'), 123_456n)).toBe('€1,234.56')
})
