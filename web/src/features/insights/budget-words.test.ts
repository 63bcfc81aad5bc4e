import { expect, test } from 'vitest'
import { sinceWords } from './budget-words.ts'

test('a month that is over says that its budgets are changed for the months to come only', () => {
  expect(sinceWords('2026-10', '2026-11')).toBe('What you change here holds from November 2026 on.')
  expect(sinceWords('2026-11', '2026-11')).toBeNull()
})
