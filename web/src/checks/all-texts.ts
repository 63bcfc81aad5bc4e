import {
  accountTypeLabel,
  accountTypes,
  billTypes,
  categoryNames,
  figureLabels,
  messages,
  refusals,
  relationships,
  sexes,
} from '@passbook/contract'
import { sentences } from '#i18n/sent.ts'
import { clientFiles, readTexts } from './read-texts.ts'

/** Every text that a catalogue translates, once each, in the order of the alphabet. */
export function allTexts(): string[] {
  const wrapped = clientFiles().flatMap(({ name, text }) => readTexts(name, text).wrapped)
  const own = wrapped.map(({ text }) => text)
  return [...new Set([...own, ...contractTexts, ...sentences])].sort()
}

const capital = (word: string) => word[0]?.toUpperCase() + word.slice(1)

const states = ['completed', 'pending', 'failed']

/** What client and server agree on and people read. Names of banks and billers are names. */
const contractTexts = [
  ...Object.values(messages),
  ...Object.values(figureLabels),
  ...Object.values(refusals).flatMap((refusal) => ('text' in refusal ? [refusal.text] : [])),
  ...accountTypes.flatMap(({ label, tagline }) => [label, tagline]),
  accountTypeLabel('none'),
  ...accountTypes.map(({ label }) => label.replace(/ Account$/, '')),
  ...billTypes,
  ...Object.values(categoryNames),
  ...states,
  ...[...states, 'credit', 'debit', 'loan', 'transfer', 'others'].map(capital),
  ...[...sexes, ...relationships].map(capital),
]
