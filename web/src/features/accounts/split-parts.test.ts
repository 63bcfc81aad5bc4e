import { readParts } from '@passbook/contract'
import { expect, test } from 'vitest'
import { firstParts, isWhole, leftMinor, sentParts } from './split-parts.ts'

const line = { Category: 'home', Parts: [], Note: '', By: 'bank', Open: true, Payee: true }

test('a split begins with the whole line, and what it has already', () => {
  expect(firstParts(line, 1_250_00n)).toEqual([
    { category: 'home', amount: '1,250.00' },
    { category: '', amount: '' },
  ])
  const Parts = [
    { Category: 'home', Amount: 50n },
    { Category: 'travel', Amount: 1_00n },
  ]
  expect(firstParts({ ...line, Parts }, 1_50n)).toEqual([
    { category: 'home', amount: '0.50' },
    { category: 'travel', amount: '1.00' },
  ])
})

test('it is whole when every part has a category and an amount, and they add up', () => {
  const parts = [
    { category: 'home', amount: '1,200.00' },
    { category: 'travel', amount: '50' },
  ]
  expect(isWhole(parts, 1_250_00n)).toBe(true)
  expect(isWhole(parts, 1_250_01n)).toBe(false)
  expect(leftMinor(parts, 1_250_01n)).toBe(1n)
  expect(leftMinor(parts, 1_249_00n)).toBe(-1_00n)
  expect(isWhole([...parts, { category: 'home', amount: '' }], 1_250_00n)).toBe(false)
  expect(isWhole([...parts, { category: '', amount: '1' }], 1_251_00n)).toBe(false)
  expect(isWhole(parts.slice(0, 1), 1_200_00n)).toBe(false)
})

test('what is sent is what the contract reads', () => {
  const parts = [
    { category: 'eating-out', amount: '1,200.5' },
    { category: 'travel', amount: '.' },
  ]
  expect(sentParts(parts.slice(0, 1))).toBe('eating-out=1200.50')
  expect(readParts('eating-out=1200.50;travel=0.01')).toEqual([
    { category: 'eating-out', amountMinor: 1_200_50n },
    { category: 'travel', amountMinor: 1n },
  ])
  expect(readParts(sentParts(parts))).toBeNull()
})
