import { i18n } from '@lingui/core'
import { compile } from './compile.ts'

/** What fills the placeholders of a text. */
export type Values = Record<string, string | number>
/** The texts of a language by their English. */
export type Messages = Record<string, string>

type Language = {
  code: string
  messages: Messages
  /** Finds the words for a sentence of the bank. */
  lookUp: (sent: string) => string
}

let lookUp: Language['lookUp'] = (sent) => sent

i18n.setMessagesCompiler(compile)
i18n.loadAndActivate({ locale: 'en', messages: {} })

/** A text in the language of the page. The English is the key, written out where it is shown. */
export function t(english: string, values?: Values): string {
  return filled(english, values && isolated(values))
}

/** The same with its values put in as they are. */
export const filled = (english: string, values?: Values): string => i18n._(english, values)

/**
 * The form that the language has for a number, to choose by `select`. `plural` also makes a number
 * format, which is the dearest step of a first visit, for a number that is shown as it is.
 */
export function pluralForm(count: number): string {
  if (i18n.locale === 'en') return count === 1 ? 'one' : 'other'
  return new Intl.PluralRules(i18n.locale).select(count)
}

/** Marks a text that stands in a table of its own and is shown with `told`. */
export const msg = (english: string): string => english

/** The words for a text from elsewhere: sent by the bank, from the contract, marked with `msg`. */
export const told = (english: string): string => lookUp(english)

/** Goes over to a language for all that is drawn from now on. */
export function setLanguage(language: Language): void {
  lookUp = language.lookUp
  i18n.loadAndActivate({ locale: language.code, messages: language.messages })
}

/** Whether the page runs from right to left. */
export const isFromRight = (): boolean => document.documentElement.dir === 'rtl'

/**
 * Names, numbers and dates keep their own direction inside a sentence that runs from the right: they
 * stand between the characters for bidirectional isolation, as `<bdi>` does it for elements.
 */
function isolated(values: Values): Values {
  const put: Values = {}
  for (const [name, value] of Object.entries(values)) {
    put[name] = typeof value === 'string' ? isolate(value) : value
  }
  return put
}

/** A text that keeps its own direction on a page that runs from the right. */
export const isolate = (text: string): string => (isFromRight() ? `\u2068${text}\u2069` : text)
