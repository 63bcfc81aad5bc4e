import { check, searchTransactions } from '@passbook/contract'
import { expect, test } from 'vitest'
import { searchPath } from './search-path.ts'

const asked = (name: string) =>
  new URL(searchPath(name), 'https://bank.example').searchParams.get('q') ?? ''

test.each([
  ['City Transit', 'City Transit'],
  [' Émile\u0020\u0020Ünal\n', 'Émile Ünal'],
  ['a b c d e f g h i j', 'a b c d e f g h'],
  [`${'x'.repeat(60)} ${'y'.repeat(59)}`, 'x'.repeat(60)],
  [`${'x'.repeat(60)} ${'y'.repeat(39)} z`, `${'x'.repeat(60)} ${'y'.repeat(39)}`],
  ['z'.repeat(120), 'z'.repeat(100)],
])('of the name %j a search takes the first words', (name, words) => {
  expect(asked(name)).toBe(words)
  expect(check(searchTransactions.request, { text: asked(name) }).ok).toBe(true)
})
