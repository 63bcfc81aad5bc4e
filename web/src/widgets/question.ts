import type { explain, Question, Sent } from '@passbook/contract'

/** What is asked of a figure as one text, which the session and the history keep. */
export function questionText(question: Question): string {
  const given = Object.entries(question).filter((field): field is [string, string] => !!field[1])
  return new URLSearchParams(given).toString()
}

export const questionOf = (text: string) =>
  Object.fromEntries(new URLSearchParams(text)) as Sent<typeof explain>
