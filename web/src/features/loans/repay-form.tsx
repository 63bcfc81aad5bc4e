import {
  afterPayment,
  type Loan,
  type LoanStanding,
  nextPayment,
  owedToday,
  parseMoney,
  repayLoan,
  repayPayee,
  toDecimal,
} from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#api/client.ts'
import { accountsMoved } from '#api/money-moved.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { orderText } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useAccounts, useCustomer } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { makeDraft } from '#ui/draft.ts'
import { Facts } from '#ui/facts.tsx'
import { useForm } from '#ui/form.ts'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { useTold } from '#ui/use-told.ts'
import { symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { type Approval, ApproveAction } from '#widgets/approve-action.tsx'
import { type OwnSetting, OwnSettingHint, ownSettingOf } from '#widgets/own-setting.tsx'
import { amountOf, dayOf } from './loan-facts.ts'
import classes from './loans.module.css'
import { loansQuery } from './queries.ts'
import type { Repaid } from './repay-loan.tsx'

type Pay = 'next' | 'amount' | 'all'
type Order = { id: string; account: string; amount: string; pay: Pay }

const blank = { pay: 'next', amount: '', account: '' }
const draft = makeDraft('repay', blank, [])

type Props = { loan: Loan; standing: LoanStanding }

/** The next instalment, an amount or all of it; what it leads to stands below before it is approved. */
export function RepayForm({
  loan,
  standing,
  onBusy,
  onRepaid,
}: Props & {
  onBusy?: ((busy: boolean) => void) | undefined
  onRepaid: (by: Repaid) => void
}) {
  const owner = useCustomer().user.Username ?? ''
  const form = useForm(blank, () => draft.read(owner))
  useTold(form.problem)
  const { values } = form
  useEffect(() => draft.keep(values, owner), [values, owner])
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Order | null>(null)
  const [setting, setSetting] = useState<OwnSetting>()
  const client = useQueryClient()
  const keys = useOrderKeys('repay-key')
  const account = useAccounts().find(({ Currency }) => sameCurrency(loan, Currency.Code))
  const symbol = account ? symbolOf(account) : '$'
  const pay = payOf(values.pay)
  const amountMinor = sumOf(pay, standing, values.amount)

  async function order(repayment: Order, approval: Approval) {
    setSetting(undefined)
    setBusy(true)
    onBusy?.(true)
    try {
      const onceKey = keys.keyFor(repayment)
      const { data } = await send(repayLoan, { ...repayment, ...approval }, { onceKey })
      keys.done()
      form.reset()
      draft.keep(blank, owner)
      onRepaid(data)
      void accountsMoved(client, [repayment.account])
    } finally {
      setBusy(false)
      onBusy?.(false)
      // Also after a refusal: what is owed may be another sum by now.
      void client.invalidateQueries(loansQuery)
    }
  }

  function refused(error: unknown, repayment: Order) {
    setAsked(null)
    setSetting(ownSettingOf(error))
    void alert(orderText(error, keys.keyFor(repayment)))
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
        onApproved={(approval) => order(asked, approval)}
        onRefused={(error) => refused(error, asked)}
        onBack={() => setAsked(null)}
        back={paths.quickLoans}
      />
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

function PayChoices({
  loan,
  standing,
  pay,
  onChange,
}: Props & { pay: Pay; onChange: (pay: string) => void }) {
  const next = nextPayment(standing)
  const overdue = next !== null && next.on <= standing.today
  return (
    <Choices
      look="cards"
      name="pay"
      label={t('How much do you want to pay back?')}
      value={pay}
      onChange={onChange}
      choices={[
        {
          value: 'next',
          label: overdue ? t('What is due') : t('Next instalment'),
          note: next ? amountOf(loan, next.amountMinor) : '',
          about: next ? t('due on {date}', { date: dayOf(next.on) }) : '',
        },
        {
          value: 'amount',
          label: t('An amount'),
          about: t('What goes beyond the instalment shortens the loan'),
        },
        {
          value: 'all',
          label: t('All of it'),
          note: amountOf(loan, owedToday(standing)),
          about: t('with the interest to today'),
        },
      ]}
    />
  )
}

/** What is left then, when it ends and what it saves: the same calculation that the bank books. */
function Preview({ loan, standing, amountMinor }: Props & { amountMinor: bigint | null }) {
  const fits = amountMinor !== null && amountMinor <= owedToday(standing)
  const after = fits ? afterPayment(standing, amountMinor) : null
  const endsOn = standing.months.at(-1)?.dueOn
  const money = (minor: bigint) => amountOf(loan, minor)
  return (
    <output className={classes.preview}>
      {after ? (
        <>
          <Facts
            facts={[
              { label: t('Left to pay'), value: money(after.owedMinor) },
              {
                label: t('Last payment'),
                value: after.lastOn ? dayOf(after.lastOn) : t('None: it is paid back'),
              },
              { label: t('Interest saved'), value: money(after.savedMinor) },
            ]}
          />
          {after.extraNowMinor > 0n && after.lastOn && endsOn ? (
            <p className={classes.hint}>
              {t(
                '{extra} goes beyond the next instalment. Your instalment stays the same, and the loan ends on {date} and no longer on {before}.',
                {
                  extra: money(after.extraNowMinor),
                  date: dayOf(after.lastOn),
                  before: dayOf(endsOn),
                },
              )}
            </p>
          ) : null}
        </>
      ) : null}
    </output>
  )
}
