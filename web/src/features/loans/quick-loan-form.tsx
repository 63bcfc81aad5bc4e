import { loanPayee, loanTermsPayee, messages, requestLoan } from '@passbook/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { accountsMoved } from '#api/money-moved.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { orderText } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
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
import { inCurrency, symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { type Approval, ApproveAction, wantsApproval } from '#widgets/approve-action.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { type OwnSetting, OwnSettingHint, ownSettingOf } from '#widgets/own-setting.tsx'
import { AmountSlider } from './amount-slider.tsx'
import { LoanCostLine } from './loan-cost.tsx'
import { isOpen } from './loan-facts.ts'
import { LoanTerms, OpenLoanPanel } from './loan-terms.tsx'
import { loansQuery } from './queries.ts'

type Order = { account: string; amount: string }

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
  /** What the bank wants to be approved. */
  const [asked, setAsked] = useState<Order | null>(null)
  const [setting, setSetting] = useState<OwnSetting>()
  const loans = useQuery(loansQuery)
  const client = useQueryClient()
  const keys = useOrderKeys()
  const account = useAccounts().find(({ Id }) => Id === form.values.account)
  const terms = loans.data?.Terms[account?.Currency.Code.toLowerCase() ?? '']
  const open = loans.data?.List.find(isOpen)
  const [askedHere, setAskedHere] = useState(false)

  const work = (working: boolean) => {
    setBusy(working)
    onBusy?.(working)
  }

  /** Sends the order, under one key however it is approved. */
  async function order(loan: Order, approval?: Approval) {
    setSetting(undefined)
    work(true)
    try {
      await send(requestLoan, { ...loan, ...approval }, { onceKey: keys.keyFor(loan) })
    } finally {
      work(false)
    }
    keys.done()
    void accountsMoved(client, [loan.account])
    void client.invalidateQueries(loansQuery)
    toast({ message: told(messages.loanRequested) })
    setAsked(null)
    form.reset()
    setAskedHere(true)
    onDone?.()
  }

  function refused(error: unknown, loan: Order) {
    setAsked(null)
    setSetting(ownSettingOf(error))
    void alert(orderText(error, keys.keyFor(loan)))
  }

  async function ask(values: Order) {
    const loan = { ...values, amount: toSent(values.amount) }
    try {
      await order(loan)
    } catch (error) {
      if (wantsApproval(error)) setAsked(loan)
      else refused(error, loan)
    }
  }

  if (asked) {
    const to = terms ? loanTermsPayee(terms) : loanPayee
    return (
      <ApproveAction
        order={{ source_account: asked.account, amount: asked.amount, to }}
        signable={terms !== undefined}
        onApproved={(approval) => order(asked, approval)}
        onRefused={(error) => refused(error, asked)}
        onBack={() => setAsked(null)}
        back={paths.quickLoans}
      />
    )
  }

  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={form.check(requestLoan.request, (values) => void (busy || ask(values)))}
    >
      {open ? <OpenLoanPanel loan={open} focused={askedHere} /> : null}
      <AccountSelect
        label={t('Account')}
        disabled={open !== undefined}
        {...form.field('account', { tell: true })}
      />
      {open ? null : (
        <Loaded query={loans} skeleton={<Skeleton rows={3} height={28} />}>
          {({ Terms }) => <LoanTerms account={account} terms={Terms} />}
        </Loaded>
      )}
      <div>
        <MoneyField
          label={t('Loan Amount')}
          symbol={account ? symbolOf(account) : '$'}
          disabled={open !== undefined}
          {...form.field('amount', { tell: true })}
        />
        {account && terms && !open ? (
          <AmountSlider
            amount={form.values.amount}
            maxMinor={terms.Max}
            show={(minor) => inCurrency(account, minor)}
            onChange={(amount) => form.set('amount', amount)}
          />
        ) : null}
        <LoanCostLine account={account} terms={terms} amount={form.values.amount} />
      </div>
      <OwnSettingHint setting={setting} />
      <Button type="submit" wide busy={busy} disabled={open !== undefined}>
        {t('Get Loan')}
      </Button>
    </form>
  )
}
