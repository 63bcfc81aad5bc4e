import { expect, test } from 'vitest'
import { accountTypeLabel, accountTypes } from './index.ts'

// shows §3.5 §9.17 D84
test('a type of account reads as its label, and none or an unknown one as Other', () => {
  expect(accountTypes.map(({ name }) => accountTypeLabel(name))).toEqual([
    'Savings Account',
    'Current Account',
    'Checking Account',
    'CDS',
    'Fixed Deposit Account',
    'MMAS',
    'Offshore Account',
  ])
  expect(accountTypeLabel('none')).toBe('Other')
  expect(accountTypeLabel('gold')).toBe('Other')
})
