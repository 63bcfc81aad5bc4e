import { expect, test } from 'vitest'
import { titleOf } from './code-title.ts'

test.each(['Authentication', ' Authentication '])('%j may be a title', (title) =>
  expect(titleOf(title)).toBe('Authentication'),
)

// shows D20
test.each([
  undefined,
  '',
  'Call 555 0100',
  'Your account is locked',
  '<b>Bank</b>',
  'evil.example',
])('%j is no title', (title) => expect(titleOf(title)).toBe('Authentication'))
