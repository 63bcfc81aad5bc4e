import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { t } from '#i18n/t.ts'
import { allTexts } from './all-texts.ts'
import { clientFiles, readTexts } from './read-texts.ts'

/** They look like texts to read and are none. */
const notRead = [
  // The name of the system where the page gives none, and a header of the calls.
  /^(?:Passbook|Bearer …)$/,
  // Values of the wire.
  /^(?:local transfer|other banks|wire transfer|one time)$/,
  // The first line of a file, which other programs read.
  /^Date,Type,Amount,/,
  // Names of file formats, units, an amount with its currency.
  /^(?:CSV|OFX|QIF|camt\.053|… (?:kB|MB|USD))$/,
  // Written to the bank's people, or for an operator's terminal.
  /^(?:…\n\nTransaction reference: …|Dispute: …, … …|npm run bank -- .*)$/,
  // Selectors and media queries.
  /^(?:input, select, textarea|a\[href\], .*|\((?:prefers|min-width).*\))$/,
  // What a field is filled in with by the browser.
  /^username webauthn$/,
  // Passwords that are guessed first.
  /^(?:password|letmein|trustno1) /,
]

/** Reading all of the client takes a moment on a busy machine. */
const slowMs = 60_000

const bareIn = (source: string) => readTexts('planted.tsx', source).bare.map(({ text }) => text)

test(
  'no text of the client is bare',
  () => {
    const bare = clientFiles().flatMap(({ name, text }) => readTexts(name, text).bare)
    expect(bare.filter(({ text }) => !notRead.some((one) => one.test(text)))).toEqual([])
  },
  slowMs,
)

test.each([
  ['in an element', '<p>Good morning</p>', 'Good morning'],
  ['beside another', '<p><b>{name}</b> pays</p>', 'pays'],
  ['in a choice', "<p>{paid ? 'paid' : t('Open')}</p>", 'paid'],
  ['behind a condition', "<p>{late && 'late'}</p>", 'late'],
  ['in a template', `<p>{\`of \${name}\`}</p>`, 'of …'],
  ['in an attribute', '<input placeholder="name" />', 'name'],
  ['in a label for the ear', `<nav aria-label={\`Page \${n}\`} />`, 'Page …'],
  ['in a prop of ours', '<TextField label="Amount" />', 'Amount'],
  ['in a prop that is not known', '<Panel heading="Two words" />', 'Two words'],
  ['in a table', "const tabs = [{ label: 'today' }]", 'today'],
  ['in a call', "alert('Something happened')", 'Something happened'],
  ['returned', "function state() { return 'Pending' }", 'Pending'],
  ['of the contract', '<p>{messages.noBills}</p>', 'messages.noBills'],
  ['that no catalogue could know', `t(\`Hello \${name}\`)`, 'a text that is not written out'],
])('a bare text %s is found', (_, source, text) => expect(bareIn(source)).toEqual([text]))

test.each([
  "<p>{t('Good morning')}</p>",
  '<TextField label={t(\'Amount\')} name="amount" autoComplete="off" />',
  "const tabs = [{ label: msg('Today') }]",
  '<Trans id="Pay <b>now</b>" parts={{ b: (text) => <strong>{text}</strong> }} />',
  "if (event.key === 'Escape') throw new Error('No such page')",
  '<p>{told(messages.noBills)} · {name}</p>',
  "type Tone = 'Some words'",
])('%s is not bare', (source) => expect(bareIn(source)).toEqual([]))

test('the place of a bare text is told', () => {
  const { bare } = readTexts('a/b.tsx', 'const a = 1\n\nconst b = <p>Bare text</p>\n')
  expect(bare).toEqual([{ place: 'a/b.tsx:3', text: 'Bare text' }])
})

/** The library's own compiler knows all of ICU: it must read our texts as ours does. */
const library = setupI18n({ locale: 'en', messages: { en: {} } })

test(
  'every text reads the same with all of ICU',
  () => {
    const withValues = allTexts().filter((text) => /[{}]/.test(text))
    for (const count of [0, 1, 2, 1500]) {
      for (const text of withValues) {
        const names = [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name)
        const values = Object.fromEntries(names.map((name) => [name, count]))
        expect(t(text, values)).toBe(library._(text, values))
      }
    }
  },
  slowMs,
)
