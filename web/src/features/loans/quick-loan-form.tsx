import { messages, requestLoan } from '@passbook/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { accountsMoved } from '#api/money-moved.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { orderText } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { useAccounts } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { LoanTerms, OpenLoanNotice } from './loan-terms.tsx'
import { loansQuery } from './queries.ts'

/** Asks for a loan. Its terms stand between the account and the amount. */
export function QuickLoanForm({
  onBusy,
  onDone,
}: {
  onBusy?: (busy: boolean) => void
  onDone?: () => void
}) {
  const form = useForm({ account: '', amount: '' })
  useTold(form.problem)
  const [busy, setBusy] = useState(false)
  const loans = useQuery(loansQuery)
  const client = useQueryClient()
  const keys = useOrderKeys()
  const account = useAccounts().find(({ Id }) => Id === form.values.account)

  const work = (working: boolean) => {
    setBusy(working)
    onBusy?.(working)
  }

  async function ask(values: typeof form.values) {
    const order = { ...values, amount: toSent(values.amount) }
    const onceKey = keys.keyFor(order)
    work(true)
    try {
      await send(requestLoan, order, { onceKey })
      keys.done()
      void accountsMoved(client, [values.account])
      void client.invalidateQueries(loansQuery)
      toast({ message: told(messages.loanRequested) })
      form.reset()
      onDone?.()
    } catch (error) {
      void alert(orderText(error, onceKey))
    } finally {
      work(false)
    }
  }

  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={form.check(requestLoan.request, (values) => void (busy || ask(values)))}
    >
      <AccountSelect label={t('Account')} {...form.field('account', { tell: true })} />
      <Loaded query={loans} skeleton={<Skeleton rows={3} height={28} />}>
        {({ Terms, List }) => (
          <>
            <LoanTerms account={account} terms={Terms} />
            <OpenLoanNotice list={List} />
          </>
        )}
      </Loaded>
      <MoneyField
        label={t('Loan Amount')}
        symbol={account ? symbolOf(account) : '$'}
        {...form.field('amount', { tell: true })}
      />
      <Button type="submit" wide busy={busy}>
        {t('Get Loan')}
      </Button>
    </form>
  )
}
