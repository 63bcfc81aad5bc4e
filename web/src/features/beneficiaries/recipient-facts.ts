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
