import type { Messages } from '#i18n/t.ts'

/**
 * The pseudo-locale: English with accents, in brackets and longer by a third, as a translation often
 * is. It shows what is not wrapped, what is glued together and what has no room to grow. No page of
 * the bank asks for it; a test or a developer sets `lang="en-XA"` on the page.
 */
export const messages: Messages = new Proxy<Messages>(
  {},
  {
    get: (_, english) => pseudo(String(english)),
    getOwnPropertyDescriptor: (_, english) => ({
      value: pseudo(String(english)),
      enumerable: true,
      configurable: true,
    }),
  },
)

// Tags, placeholders and the frame of a plural stay as they are.
const syntax =
  /(<\/?\w+\/?>|\{\w+\}|\{\w+, (?:plural|select),| ?(?:=\d+|zero|one|two|few|many|other) \{(?!\w+\})|\}|#)/

export function pseudo(english: string): string {
  const parts = english.split(syntax)
  return `[${parts.map((part, at) => (at % 2 ? part : accented(part))).join('')}]`
}

const plain = 'aAcCdDeEgGhHiIjJkKlLnNoOrRsStTuUwWyYzZ'
const strange = 'áÁčČďĎéÉğĞĥĤîÎĵĴķĶļĻñÑöÖřŘšŠťŤûÛŵŴýÝžŽ'

function accented(text: string): string {
  return text.replaceAll(/\w/g, (letter) => {
    const at = plain.indexOf(letter)
    const other = at < 0 ? letter : (strange[at] ?? letter)
    return 'aeou'.includes(letter) ? other + other : other
  })
}
