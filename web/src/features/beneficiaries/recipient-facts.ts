import type { Beneficiary } from '@passbook/contract'
import { msg, told } from '#i18n/t.ts'

const labels: Record<string, string> = {
  'local transfer': msg('Local Transfer'),
  'other banks': msg('Other Banks'),
  'wire transfer': msg('Wire Transfer'),
}

export const typeLabel = (type: string) => told(labels[type] ?? type)

/** What tells a recipient from another of the same name. */
export function lineOf({ AccountNumber, BankName, Swift, Type }: Beneficiary): string {
  const kind = Type ? typeLabel(Type) : ''
  return [AccountNumber, BankName, Swift, kind].filter(Boolean).join(' · ')
}

/** One or two letters for a tile: of the first name and the last. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
