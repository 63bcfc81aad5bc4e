import { type Account, loanPayee, loanTermsPayee, messages, requestLoan } from '@passbook/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#api/client.ts'
import { loansQuery, type Terms } from '#api/due-lists.ts'
import { accountsMoved } from '#api/money-moved.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { orderText } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useAccounts } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { StepPanel } from '#ui/step-panel.tsx'
import { toast } from '#ui/toasts.tsx'
import { useBareAddress } from '#ui/trail.tsx'
import { useTold } from '#ui/use-told.ts'
import { inCurrency, symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { type Approval, ApproveAction, wantsApproval } from '#widgets/approve-action.tsx'
import { useAsked } from '#widgets/asked.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { Loaded } from '#widgets/loaded.tsx'
import { type OwnSetting, OwnSettingHint, ownSettingOf } from '#widgets/own-setting.tsx'
import { AmountSlider } from './amount-slider.tsx'
import { LoanCostLine } from './loan-cost.tsx'
import { isOpen } from './loan-facts.ts'
import { LoanTerms, OpenLoanPanel } from './loan-terms.tsx'
import { LoanWords } from './loan-words.tsx'

const blank = { account: '', amount: '' }
type Values = typeof blank

/** Asks for a loan. Its terms stand between the account and the amount. */
export function QuickLoanForm({
  path,
  onBusy,
  onDone,
}: {
  /** The page that its steps belong to; in a dialog the address stays that of the page below. */
  path?: string
  onBusy?: (busy: boolean) => void
  onDone?: () => void
}) {
  const form = useKeptForm('loan', blank)
  useTold(form.problem)
  const [busy, setBusy] = useState(false)
  const { asked, arrival, ask, leave, settle } = useAsked('loan', { blank, values: form.values })
  const [setting, setSetting] = useState<OwnSetting>()
  const loans = useQuery(loansQuery)
  const client = useQueryClient()
  const keys = useOrderKeys('order-loan')
  const account = useAccounts().find(({ Id }) => Id === form.values.account)
  const terms = loans.data?.Terms[account?.Currency.Code.toLowerCase() ?? '']
  const open = loans.data?.List.find(isOpen)
  const [askedHere, setAskedHere] = useState(false)

  const work = (working: boolean) => {
    setBusy(working)
    onBusy?.(working)
  }

  useBareAddress(path)

  // The bank has a request by now, which may be this one: the page was left before it was answered.
  const closed = open !== undefined && !busy
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the bank's word that counts
  useEffect(() => {
    if (!closed) return
    keys.done()
    settle()
    form.reset()
  }, [closed])

  /** Sends the order, under one key however it is approved. */
  async function order(values: Values, approval?: Approval) {
    const loan = sentOf(values)
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
    settle()
    form.reset()
    setAskedHere(true)
    onDone?.()
  }

  function refused(error: unknown, values: Values) {
    settle()
    setSetting(ownSettingOf(error))
    void alert(orderText(error, keys.keyFor(sentOf(values))))
  }

  async function submit(values: Values) {
    try {
      await order(values)
    } catch (error) {
      if (wantsApproval(error)) ask(values)
      else refused(error, values)
    }
  }

  if (asked) {
    const to = terms ? loanTermsPayee(terms) : loanPayee
    const { amount } = sentOf(asked)
    return (
      <ApproveAction
        order={{ source_account: asked.account, amount, to }}
        place={{ kind: 'loan', path }}
        signable={terms !== undefined}
        onApproved={(approval) => order(asked, approval)}
        onRefused={(error) => refused(error, asked)}
        onBack={leave}
        back={paths.quickLoans}
      >
        <LoanWords amount={amount} account={account} terms={terms} />
      </ApproveAction>
    )
  }

  // One loan at a time: there is nothing to fill in.
  if (open) return <OpenLoanPanel loan={open} focused={askedHere} />

  return (
    <StepPanel {...arrival}>
      <form
        className={layout.stack}
        noValidate
        onSubmit={form.check(requestLoan.request, (values) => void (busy || submit(values)))}
      >
        {/* Whether there is an open loan decides what stands here. */}
        {loans.isLoading ? <Skeleton rows={2} height={28} /> : null}
        <AccountSelect label={t('Account')} {...form.field('account', { tell: true })} />
        <Loaded query={loans} skeleton={<Skeleton rows={3} height={28} />}>
          {({ Terms }) => <LoanTerms account={account} terms={Terms} />}
        </Loaded>
        <LoanAmount form={form} account={account} terms={terms} />
        <OwnSettingHint setting={setting} />
        <Button type="submit" wide busy={busy}>
          {t('Get Loan')}
        </Button>
      </form>
    </StepPanel>
  )
}

/** How much: typed or slid, and what it would cost. */
function LoanAmount({
  form,
  account,
  terms,
}: {
  form: Pick<ReturnType<typeof useKeptForm<Values>>, 'field' | 'values' | 'set'>
  account: Account | undefined
  terms: Terms | undefined
}) {
  const { amount } = form.values
  return (
    <div>
      <MoneyField
        label={t('Loan Amount')}
        symbol={account ? symbolOf(account) : '$'}
        {...form.field('amount', { tell: true })}
      />
      {account && terms ? (
        <AmountSlider
          amount={amount}
          maxMinor={terms.Max}
          show={(minor) => inCurrency(account, minor)}
          onChange={(next) => form.set('amount', next)}
        />
      ) : null}
      <LoanCostLine account={account} terms={terms} amount={amount} />
    </div>
  )
}

const sentOf = (values: Values) => ({ ...values, amount: toSent(values.amount) })
