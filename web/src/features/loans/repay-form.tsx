import {
  type Loan,
  type LoanStanding,
  nextPayment,
  type Output,
  owedToday,
  parseMoney,
  repayLoan,
  repayPayee,
  toDecimal,
} from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#api/client.ts'
import { loansQuery } from '#api/due-lists.ts'
import { accountsMoved } from '#api/money-moved.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { orderText } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useAccounts } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { useTold } from '#ui/use-told.ts'
import { symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { type Approval, ApproveAction } from '#widgets/approve-action.tsx'
import { useKeptForm } from '#widgets/kept-form.ts'
import { type OwnSetting, OwnSettingHint, ownSettingOf } from '#widgets/own-setting.tsx'
import { amountOf } from './loan-facts.ts'
import { RepayWords } from './loan-words.tsx'
import { type Pay, PayChoices, Preview } from './repay-choices.tsx'

export type Repaid = Output<typeof repayLoan>
type Order = { id: string; account: string; amount: string; pay: Pay }

const blank = { pay: 'next', amount: '', account: '' }

type Props = {
  loan: Loan
  standing: LoanStanding
  onBusy?: ((busy: boolean) => void) | undefined
  onRepaid: (by: Repaid) => void
  /** Whether it asks for the approval, which is then all that there is to do. */
  onAsking: (asking: boolean) => void
}

/** The next instalment, an amount or all of it; what it leads to stands below before it is approved. */
export function RepayForm({ loan, standing, onBusy, onRepaid, onAsking }: Props) {
  const form = useKeptForm('repay', blank)
  useTold(form.problem)
  const { values } = form
  const [asked, setAsked] = useState<Order | null>(null)
  const { busy, setting, order, textOfRefusal } = useRepayment({ onBusy })
  const account = useAccounts().find(({ Currency }) => sameCurrency(loan, Currency.Code))
  const symbol = account ? symbolOf(account) : '$'
  const pay = payOf(values.pay)
  useEffect(() => onAsking(asked !== null), [asked, onAsking])
  const amountMinor = sumOf(pay, standing, values.amount)

  async function approved(repayment: Order, approval: Approval) {
    const by = await order(repayment, approval)
    form.reset()
    onRepaid(by)
  }

  function refused(error: unknown, repayment: Order) {
    setAsked(null)
    void alert(textOfRefusal(error, repayment))
  }

  const amount = amountMinor === null ? '' : toDecimal(amountMinor)
  const ready = form.check(orderCheck({ id: loan.Id, amount }), ({ account }) => {
    if (amountMinor === null) return
    const most = owedToday(standing)
    if (amountMinor > most) {
      const message = t('Only {amount} is owed today', { amount: amountOf(loan, most) })
      return form.fail({ field: 'amount', message })
    }
    setAsked({ id: loan.Id, account, amount, pay })
  })

  if (asked) {
    const bound = { source_account: asked.account, amount: asked.amount, to: repayPayee(loan.Id) }
    return (
      <ApproveAction
        order={bound}
        onApproved={(approval) => approved(asked, approval)}
        onRefused={(error) => refused(error, asked)}
        onBack={() => setAsked(null)}
        back={paths.quickLoans}
      >
        <RepayWords loan={loan} amount={asked.amount} account={asked.account} />
      </ApproveAction>
    )
  }
  return (
    <form className={layout.stack} noValidate onSubmit={ready}>
      <PayChoices
        loan={loan}
        standing={standing}
        pay={pay}
        onChange={(to) => form.set('pay', to)}
      />
      {pay === 'amount' ? (
        <MoneyField
          label={t('Amount to repay')}
          symbol={symbol}
          {...form.field('amount', { tell: true })}
        />
      ) : null}
      <AccountSelect
        label={t('Pay from')}
        fits={({ Currency }) => sameCurrency(loan, Currency.Code)}
        {...form.field('account', { tell: true })}
      />
      <Preview loan={loan} standing={standing} amountMinor={amountMinor} />
      <OwnSettingHint setting={setting} />
      <Button type="submit" wide busy={busy}>
        {amountMinor === null
          ? t('Repay')
          : t('Repay {amount}', { amount: amountOf(loan, amountMinor) })}
      </Button>
    </form>
  )
}

/** Sends a repayment, under one key however often it is tried. */
function useRepayment({ onBusy }: Pick<Props, 'onBusy'>) {
  const [busy, setBusy] = useState(false)
  const [setting, setSetting] = useState<OwnSetting>()
  const client = useQueryClient()
  const keys = useOrderKeys('repay-key')

  async function order(repayment: Order, approval: Approval): Promise<Repaid> {
    setSetting(undefined)
    setBusy(true)
    onBusy?.(true)
    try {
      const onceKey = keys.keyFor(repayment)
      const { data } = await send(repayLoan, { ...repayment, ...approval }, { onceKey })
      keys.done()
      void accountsMoved(client, [repayment.account])
      return data
    } finally {
      setBusy(false)
      onBusy?.(false)
      // Also after a refusal: what is owed may be another sum by now.
      void client.invalidateQueries(loansQuery)
    }
  }

  function textOfRefusal(error: unknown, repayment: Order): string {
    setSetting(ownSettingOf(error))
    return orderText(error, keys.keyFor(repayment))
  }

  return { busy, setting, order, textOfRefusal }
}

const payOf = (value: string): Pay => (value === 'amount' || value === 'all' ? value : 'next')

const sameCurrency = ({ Account }: Loan, code: string) =>
  Account.Currency.Code.toLowerCase() === code.toLowerCase()

/** How much a choice pays today; null while no amount is typed. */
function sumOf(pay: Pay, standing: LoanStanding, typed: string): bigint | null {
  if (pay === 'all') return owedToday(standing)
  if (pay === 'next') return nextPayment(standing)?.amountMinor ?? null
  const minor = parseMoney(typed)
  return minor !== null && minor > 0n ? minor : null
}

/** The call's own check, of what the choice comes to. */
const orderCheck = (order: { id: string; amount: string }) => ({
  safeParse: (values: unknown) =>
    repayLoan.request.safeParse({ ...(values as typeof blank), ...order }),
})
