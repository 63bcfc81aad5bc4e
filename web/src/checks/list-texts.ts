import { allTexts } from './all-texts.ts'

// Prints what a new catalogue begins with: every text, to be translated.
const lines = allTexts().map((text) => `  ${JSON.stringify(text)}: '',`)
console.log(
  ["import type { Messages } from '#i18n/t.ts'", '', 'export const messages: Messages = {']
    .concat(lines, '}')
    .join('\n'),
)
