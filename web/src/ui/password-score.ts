import { t } from '#i18n/t.ts'

// The ones that every guessing tool tries first. The list is short on purpose: it is loaded with
// the form, and the server keeps the long one.
const common =
  '123456 123456789 12345678 1234567 12345 1234 111111 000000 123123 654321 666666 121212 112233 ' +
  'password passw0rd password1 qwerty qwertyuiop qwerty123 1q2w3e4r abc123 iloveyou admin welcome ' +
  'letmein monkey dragon football baseball sunshine princess master shadow superman batman ' +
  'trustno1 michael jordan ashley charlie login secret starwars whatever hello freedom'
const commonOnes = new Set(common.split(' '))

/** The length from which a password stands on its own, without a second step. */
const strongLength = 15

export type PasswordScore = { level: 0 | 1 | 2 | 3 | 4; word: string; advice: string }

/**
 * A rough guess at how soon a password would be found: mostly its length, a little its variety,
 * and nothing at all if it is one of the common ones. It warns and never forbids.
 */
export function scorePassword(password: string, personal: readonly string[] = []): PasswordScore {
  if (password === '') return { level: 0, word: '', advice: '' }
  const plain = password.toLowerCase()
  if (isCommon(plain))
    return { level: 1, word: t('Very weak'), advice: t('One of the first to be guessed.') }
  if (personal.some((part) => part.length > 2 && plain.includes(part.toLowerCase()))) {
    return { level: 1, word: t('Weak'), advice: t('Leave out your name, username and email.') }
  }
  const length = usefulLength(plain)
  const advice = t('Use {count} characters or more: a few unrelated words are easy to remember.', {
    count: strongLength,
  })
  if (length >= strongLength) return { level: 4, word: t('Strong'), advice: t('Hard to guess.') }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const reach = length + kinds
  if (reach >= 14) return { level: 3, word: t('Good'), advice }
  return reach >= 10 ? { level: 2, word: t('Fair'), advice } : { level: 1, word: t('Weak'), advice }
}

function isCommon(plain: string): boolean {
  return commonOnes.has(plain) || commonOnes.has(plain.replace(/[\d!@#$%.]+$/, ''))
}

/** Repeats and runs such as `aaaa` or `4567` count once, since they cost a guesser nothing. */
function usefulLength(plain: string): number {
  let length = 0
  for (let at = 0; at < plain.length; at++) {
    const step = plain.charCodeAt(at) - plain.charCodeAt(at - 1)
    if (at === 0 || Math.abs(step) > 1) length++
  }
  return length
}
