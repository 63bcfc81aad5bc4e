import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { lookUpIn, sentences } from './sent.ts'
import { setLanguage, told } from './t.ts'

afterEach(() => setLanguage({ code: 'en', messages: {}, lookUp: (sent) => sent }))

const root = join(import.meta.dirname, '../../..')
const said = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join('server/src', name))
  // A refusal of the books has its words beside its code.
  .concat('contract/src/refusals.ts')
  .map((name) => readFileSync(join(root, name), 'utf8'))
  // A text over two lines is one.
  .map((text) => text.replaceAll(/[`'] \+\n\s*[`']/g, ''))
  .join('\n')

/** Sentences that the server puts together, by the words that stand in it whole. */
const together: [RegExp, string][] = [
  [/^Too many attempts/, 'Too many attempts. Try again in $'],
  [/did not go through/, ', did not go through$'],
  [/was called back/, ', was called back.'],
  [/^\{amount\}/, '$'.concat('{amount}$', '{party}, $')],
  [/^You can have at most/, 'You can have at most $'],
  [/^Mail about/, 'Mail about each movement $'],
  [/^2 Step .* switched o/, '2 Step Verification was switched $'],
  [/^Its codes take/, 'Its codes take the place of those by mail. $'],
  [/^Its codes and/, 'Its codes and your backup codes no longer work. $'],
  [/^Transaction alerts .* switched o/, 'Transaction alerts were switched $'],
]

test.each(sentences)('the server says: %s', (sentence) => {
  const built = together.find(([pattern]) => pattern.test(sentence))
  const parts = built ? [built[1]] : sentence.split(/\{\w+\}/)
  expect(parts.filter((part) => !said.includes(part))).toEqual([])
})

test.each([
  [
    '$5.00 from Ada, to Main (1), did not go through: Invalid PIN.',
    'from {name}, to {account}, did',
  ],
  ['$5.00 to Ada, from Main (1).', '{amount} to {name}, from {account}.'],
  ['$5.00, to Main (1).', '{amount}, to {account}.'],
  ['Too many attempts. Try again in 2 minutes', '{count} minutes'],
  ['Samsung Internet on Android', '{browser} on {system}'],
])('of the sentences that fit %j the one that says most is taken', (sent, expected) => {
  const places = sentences.map((sentence, at) => [sentence, String(at)])
  const at = lookUpIn(Object.fromEntries(places))
  setLanguage({ code: 'de', messages: Object.fromEntries(places), lookUp: at })
  expect(sentences[Number(at(sent))]).toContain(expected)
})

test('what the bank says in a sentence is in the page’s language too', () => {
  const german = {
    ...{ 'Interest {month}': 'Zinsen {month}', 'Quick loan': 'Sofortkredit', Travel: 'Reisen' },
    '{amount} to {name}, from {account}.': '{amount} an {name}, von {account}.',
  }
  setLanguage({ code: 'de', messages: german, lookUp: lookUpIn(german) })
  expect(told('Interest May 2027')).toBe('Zinsen Mai 2027')
  expect(told('Interest due')).toBe('Interest due')
  expect(told('$5.00 to Quick loan, from Main.')).toBe('$5.00 an Sofortkredit, von Main.')
  expect(told('$5.00 to Travel, from Main.')).toBe('$5.00 an Travel, von Main.')
})

test.each(['Some words on others', 'Too many attempts. Try again in a while'])(
  '%j stays as it is',
  (sent) =>
    expect(lookUpIn(Object.fromEntries(sentences.map((one) => [one, ''])))(sent)).toBe(sent),
)
