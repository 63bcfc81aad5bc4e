import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('initials are the first letters of the first and the last name', () => {
  expect(initialsOf('Bob van Stone')).toBe('BS')
  expect(initialsOf(' acme ')).toBe('A')
  expect(initialsOf('')).toBe('')
})

test('the suffix of a company is left out, and a single word before it gives two letters', () => {
  expect(['Apple Inc', 'AT&T Inc', 'T-Mobile, inc.', 'Muster GmbH'].map(initialsOf)).toEqual([
    'Ap',
    'AT',
    'TM',
    'Mu',
  ])
  expect(['Meta Platforms Inc', 'City Water', 'Inc', 'Sage'].map(initialsOf)).toEqual([
    'MP',
    'CW',
    'I',
    'S',
  ])
})

test('a last name is none of a company, however short it is', () => {
  expect(['Ana Sa', 'Tom Ag', 'Nestlé SA', 'Bayer AG'].map(initialsOf)).toEqual([
    'AS',
    'TA',
    'Ne',
    'Ba',
  ])
})
