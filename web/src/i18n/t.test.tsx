import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { messages as accented, pseudo } from './catalogues/en-xa.ts'
import { speakLanguageOf } from './languages.ts'
import { countryName } from './names.ts'
import { formatRange } from './range.ts'
import { lookUpIn } from './sent.ts'
import { setLanguage, t, told } from './t.ts'
import { Trans } from './trans.tsx'

const german = {
  'Invalid PIN': 'Ungültige PIN',
  'Pay {name} now': '{name} jetzt bezahlen',
  '{n, plural, one {# card} other {# cards}}': '{n, plural, one {# Karte} other {# Karten}}',
  'Your ticket number is <b>{ticket}</b>': '<b>{ticket}</b> ist Ihre Nummer',
  'Insufficient funds': 'Guthaben reicht nicht',
  'Too many attempts. Try again in {count} minutes':
    'Zu viele Versuche. {count, plural, one {Eine Minute} other {# Minuten}} warten',
  '{amount} to {name}, from {account}, did not go through: {reason}.':
    '{amount} von {account} an {name} ging nicht: {reason}.',
}
const speakGerman = () => setLanguage({ code: 'de', messages: german, lookUp: lookUpIn(german) })
const ticket = (
  <Trans
    id="Your ticket number is <b>{ticket}</b>"
    values={{ ticket: 'T<b>1</b>' }}
    parts={{ b: (text) => <strong>{text}</strong> }}
  />
)

afterEach(() => {
  setLanguage({ code: 'en', messages: {}, lookUp: (sent) => sent })
  document.documentElement.removeAttribute('dir')
  cleanup()
})

test('English is the text itself', () => {
  expect(t('Invalid PIN')).toBe('Invalid PIN')
  expect(t('Pay {name} now', { name: 'Ada' })).toBe('Pay Ada now')
  expect(told('You owe {nobody} <b>')).toBe('You owe {nobody} <b>')
  expect(render(ticket).container.innerHTML).toBe(
    'Your ticket number is <strong>T&lt;b&gt;1&lt;/b&gt;</strong>',
  )
})

test('another language comes from its catalogue, and English stands in for what it lacks', () => {
  speakGerman()
  expect(t('Pay {name} now', { name: 'Ada' })).toBe('Ada jetzt bezahlen')
  expect(t('{n, plural, one {# card} other {# cards}}', { n: 2 })).toBe('2 Karten')
  expect(t('Pay {name} later', { name: 'Ada' })).toBe('Pay Ada later')
  expect(render(ticket).container.innerHTML).toBe(
    '<strong>T&lt;b&gt;1&lt;/b&gt;</strong> ist Ihre Nummer',
  )
  expect(countryName('de', 'Germany')).toBe('Deutschland')
})

test('what the bank sends is looked up, with the parts that differ', () => {
  speakGerman()
  expect(told('Invalid PIN')).toBe('Ungültige PIN')
  expect(told('constructor')).toBe('constructor')
  expect(told('Too many attempts. Try again in 15 minutes')).toBe(
    'Zu viele Versuche. 15 Minuten warten',
  )
  expect(
    told('$5.00 to Bob, from Main (0123456789), did not go through: Insufficient funds.'),
  ).toBe('$5.00 von Main (0123456789) an Bob ging nicht: Guthaben reicht nicht.')
  expect(told('$5.00, from Main (0123456789).')).toBe('$5.00, from Main (0123456789).')
})

test('names and numbers keep their direction in a text that runs from the right', () => {
  document.documentElement.dir = 'rtl'
  expect(t('Pay {name} now', { name: 'Ada' })).toBe('Pay \u2068Ada\u2069 now')
  expect(render(ticket).container.innerHTML).toBe(
    'Your ticket number is <strong><bdi>T&lt;b&gt;1&lt;/b&gt;</bdi></strong>',
  )
})

test('the pseudo-locale keeps tags, placeholders and plurals', () => {
  expect(pseudo('Pay <b>{name}</b>')).toBe('[Pááý <b>{name}</b>]')
  expect(pseudo('{n, plural, one {# card} other {# cards}}')).toBe(
    '[{n, plural, one {# čáářď} other {# čáářďš}}]',
  )
  setLanguage({ code: 'en-XA', messages: accented, lookUp: lookUpIn(accented) })
  expect(t('{n, plural, one {# card} other {# cards}}', { n: 1 })).toBe('[1 čáářď]')
})

test('a page in English loads nothing, one in another language its catalogue', async () => {
  const page = document.createElement('html')
  page.lang = 'en'
  await speakLanguageOf(page)
  expect(t('Login')).toBe('Login')
  page.lang = 'en-XA'
  await speakLanguageOf(page)
  expect(t('Login')).toBe('[Ļööğîñ]')
  expect(told('Login')).toBe('[Ļööğîñ]')
})

test('two days are a range in the language of the page, and the same day stands alone', () => {
  expect(formatRange('2024-03-05', '2024-03-09')).toBe('05 Mar 2024 – 09 Mar 2024')
  expect(formatRange('2024-03-05', '2024-03-05')).toBe('05 Mar 2024')
  speakGerman()
  expect(formatRange('2024-03-05', '2024-03-09')).toBe('5.–9. März 2024')
  document.documentElement.dir = 'rtl'
  expect(formatRange('2024-03-05', '2024-03-09')).toMatch(/^\u2068.*\u2069$/)
})
