import type { Account } from '@passbook/contract'
import type { Ref } from 'react'
import { t } from '#i18n/t.ts'
import { useAccounts } from '#session/customer.ts'
import { SelectField } from '#ui/select-field.tsx'
import { inCurrency } from './account-facts.ts'
import { useAccountNames } from './use-account-names.ts'

export type AccountSelectProps = {
  label: string
  /** The id of an account; empty until one is chosen. */
  value: string
  onChange: (accountId: string) => void
  name?: string
  error?: string | boolean | undefined
  errorId?: string | undefined
  disabled?: boolean
  /** Without the line that says what is available, where that stands elsewhere. */
  hint?: undefined
  /** Which of the accounts can be chosen, where not every one can. */
  fits?: (account: Account) => boolean
  ref?: Ref<HTMLSelectElement> | undefined
}

/** One of the customer's accounts. Nobody pays from one of several by oversight: it starts empty. */
export function AccountSelect({ onChange, fits, ...field }: AccountSelectProps) {
  const own = useAccounts()
  const accounts = fits ? own.filter(fits) : own
  const names = useAccountNames()
  const chosen = accounts.find(({ Id }) => Id === field.value)
  return (
    <SelectField
      placeholder={t('Select an account')}
      // The list may be too narrow for its end, and that is the figure people look for.
      hint={
        chosen
          ? t('Available {amount}', { amount: inCurrency(chosen, chosen.AvailableBalance) })
          : undefined
      }
      options={accounts.map((account) => ({ value: account.Id, label: lineOf(account, names) }))}
      {...field}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function lineOf(account: Account, names: Map<string, string>): string {
  const available = inCurrency(account, account.AvailableBalance)
  return `${names.get(account.Id)} · ${account.Number} · ${available}`
}
