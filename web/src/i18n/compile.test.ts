import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { compile } from './compile.ts'

const ours = setupI18n({ locale: 'en', messages: { en: {} } }).setMessagesCompiler(compile)
const library = setupI18n({ locale: 'en', messages: { en: {} } })

test.each([
  ['Plain text', {}, 'Plain text'],
  ["Passwords don't match", {}, "Passwords don't match"],
  ['# 1 of the list', {}, '# 1 of the list'],
  ['{name} and {other}', { name: 'Ada', other: 'Bob' }, 'Ada and Bob'],
  ['{n, plural, one {# second} other {# seconds}}', { n: 1 }, '1 second'],
  ['In {n, plural, one {# second} other {# seconds}}.', { n: 30 }, 'In 30 seconds.'],
  ['{n, plural, =0 {none} one {one} other {{n} of {all}}}', { n: 0, all: 9 }, 'none'],
  ['{n, plural, =0 {none} one {one} other {{n} of {all}}}', { n: 3, all: 9 }, '3 of 9'],
  ['{who, select, me {my} other {your}} account', { who: 'me' }, 'my account'],
])('%s with %j reads %j', (message, values, text) => {
  expect(ours._(message, values)).toBe(text)
  expect(library._(message, values)).toBe(text)
})

test.each([
  '{',
  '}',
  'a } b',
  '{a b}',
  '{n, plural, one {a}}',
  '{n, plural, other {a}',
  '{n, odd}',
])('%s is no message', (message) => expect(() => compile(message)).toThrow(/^Not a message/))
