import type { Pot } from '@passbook/contract'
import { expect, test } from 'vitest'
import { goalWords, moveWords, quickAmounts, shareWords, totalsOf } from './pot-facts.ts'

const pot: Pot = {
  ...{ Id: 'p', Name: 'Roof', Picture: 'home', Colour: 'teal', RoundUps: false },
  ...{ Balance: 120_00n, Goal: 480_00n, Date: '2027-04-01', Percent: 25, PerMonth: 90_00n },
  Created: new Date('2027-01-01'),
  Account: {
    ...{ Id: 'a', Name: 'Daily', Number: '1', AvailableBalance: 500_00n },
    Currency: { Code: 'eur' },
  },
  Orders: [],
  Moves: [],
}

test('a goal says what it needs, and a pot without one says nothing', () => {
  expect(shareWords(pot, 'Daily')).toBe('25% of €480.00 · Daily')
  expect(goalWords(pot)).toBe('€90.00 a month to get there by 01 Apr 2027')
  expect(goalWords({ ...pot, PerMonth: null })).toBe('The date has passed, €360.00 to go')
  expect(goalWords({ ...pot, PerMonth: null, Date: null })).toBe('€360.00 to go')
  expect(goalWords({ ...pot, Percent: 100 })).toBe('You have reached your goal')
  const plain = { ...pot, Goal: null, Percent: null, PerMonth: null }
  expect(shareWords(plain, 'Daily')).toBe('in Daily')
  expect(goalWords(plain)).toBe('Until 01 Apr 2027')
  expect(goalWords({ ...plain, Date: null })).toBe('')
})

test('amounts to choose from are there, the whole of it and the rest of the goal among them', () => {
  expect(quickAmounts(500_00n, 60_00n)).toEqual([10_00n, 50_00n, 60_00n, 100_00n, 500_00n])
  expect(quickAmounts(30_00n, 60_00n)).toEqual([10_00n, 30_00n])
  expect(quickAmounts(0n, 60_00n)).toEqual([])
})

test('what is set aside is added up by currency', () => {
  const dollars = { ...pot.Account, Currency: { Code: 'usd' } }
  expect(totalsOf([pot, pot, { ...pot, Account: dollars, Balance: 1n }])).toEqual([
    { code: 'eur', minor: 240_00n },
    { code: 'usd', minor: 1n },
  ])
})

test('a move is called by what made it', () => {
  const words = (Kind: string, Amount: bigint) => moveWords({ Kind, Amount, At: new Date() })
  expect(words('customer', 1n)).toBe('Moved in')
  expect(words('customer', -1n)).toBe('Moved out')
  expect(words('round-up', 1n)).toBe('Rounded up')
  expect(words('order', 1n)).toBe('Standing order')
})
