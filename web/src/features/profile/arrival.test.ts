import { expect, test } from 'vitest'
import { paths } from '#paths.ts'
import { backIn } from './arrival.ts'

test.each([paths.overview, paths.transfer, `${paths.overview}?x=1`])('%s is a way back', (back) => {
  expect(backIn({ back })).toBe(back)
})

test.each([
  null,
  undefined,
  'x',
  {},
  { back: 7 },
  { back: 'https://evil.example' },
  { back: '/cards' },
])('%j is none', (state) => expect(backIn(state)).toBe(null))
