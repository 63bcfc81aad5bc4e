import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allTexts } from './all-texts.ts'
import { readTexts } from './read-texts.ts'

const server = join(import.meta.dirname, '../../../server/src')

/** What they say is read by operators and developers, or stands in mails and files, which are English. */
const notToThePage =
  /^(?:checks|cli|db|demo|documents|http[\\/]docs|mail|metrics|process|testing|accounts[\\/]export-formats)[\\/]|^ledger[\\/]model-|^explain[\\/]file\.ts$|\.test\.ts$/

/** Sentences and names beside them that no page shows. */
const notShown = [
  // Answers to an operator's commands.
  /^(?:No|This) (?:account|card payment|loan|pending \w+) (?:has|is already) /,
  /^(?:Say why, in at most|Not more than is held|Nothing is owed:|Only … … is owed$|Only a rate of)/,
  /^The (?:network (?:is being|was)|other division has been) asked/,
  // Said at the start, to a log or to a browser without the client.
  /^(?:SECRET_KEY|TRUST_PROXY|PUBLIC_URL) is |^Make one with: |^A request (?:that names|came from)/,
  /^The web client has not been built\.$|^Online Banking$|^Passbook$|^Failure$|^…=…; Path=/,
  // Mails: about the security of an account, and what a code is for.
  /^(?:Signed in by a link|A link from one of our mails was used|A backup code was used to sign in) ?/,
  /^Your password was changed and every device was signed out\.$/,
  /^(?:…… to …|… (?:\(…\) )?by (?:local|wire|transfer) ?.*|…, as a bill|… \(…\), an account of your own)$/,
  // Names of browsers and systems.
  /^(?:Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|Android|Windows|Mac|Linux)$/,
  // Parts of sentences that a catalogue has whole.
  /^(?:… in …|We try again on ….)$/,
]

/** Every text of the server that may reach a page; a part that differs is `…`. */
function saidByServer() {
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !notToThePage.test(name))
    .flatMap((name) => {
      const source = readFileSync(join(server, name), 'utf8')
      // A text over two lines is one.
      return readTexts(name, source.replaceAll(/([`']) \+\n\s*\1/g, '')).bare
    })
    .filter(({ text }) => /^[\p{Lu}\d…]/u.test(text))
}

/** Whether a catalogue may have the text, as it is or with placeholders for its parts. */
function isKnown(text: string, keys: readonly string[]): boolean {
  const parts = text.split(/…+/).map((part) => RegExp.escape(part))
  const shape = new RegExp(`^${parts.join('.+')}$`, 's')
  return keys.some((key) => shape.test(key))
}

test('a catalogue has every text that the server sends to the page', () => {
  const keys = allTexts()
  const unknown = saidByServer().filter(({ text }) => !isKnown(text, keys))
  expect(unknown.filter(({ text }) => !notShown.some((one) => one.test(text)))).toEqual([])
})

test.each([
  ['Bill waits', true],
  ['You can have at most … passkeys', true],
  ['You can have at most … umbrellas', false],
  ['Bill', false],
])('%j is known: %j', (text, expected) => {
  expect(isKnown(text, ['Bill waits', 'You can have at most {count} passkeys'])).toBe(expected)
})
