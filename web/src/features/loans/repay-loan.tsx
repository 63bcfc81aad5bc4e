import { type Loan, standingOf } from '@passbook/contract'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { loansQuery } from '#api/due-lists.ts'
import { dayOf } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { receiptPath } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/facts.tsx'
import { Figure } from '#ui/figure.tsx'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { AutoRepay } from './auto-repay.tsx'
import { amountOf } from './loan-facts.ts'
import classes from './loans.module.css'
import { type Repaid, RepayForm } from './repay-form.tsx'

/** Pays back what is owed, where the bank lets the customer do that; nothing where nothing is owed. */
export function RepayLoan({
  onBusy,
  onDone,
}: {
  onBusy?: (busy: boolean) => void
  onDone?: () => void
}) {
  const repayable = useFeature('loan-repay')
  const loans = useQuery({ ...loansQuery, enabled: repayable })
  const [asking, setAsking] = useState(false)
  const [repaid, setRepaid] = useState<{ loan: Loan; by: Repaid } | null>(null)
  const loan = loans.data?.List.find((one) => standingOf(one) !== null)
  const standing = loan && standingOf(loan)
  if (repaid) {
    const { loan: paid, by } = repaid
    return (
      <Success
        loan={paid}
        by={by}
        onOk={() => {
          setRepaid(null)
          onDone?.()
        }}
      />
    )
  }
  if (!repayable || !loan || !standing) return null
  return (
    <div className={cx(layout.stack, classes.repay)}>
      {asking ? null : <p>{t('Or repay it yourself, right here:')}</p>}
      <RepayForm
        key={loan.Id}
        loan={loan}
        standing={standing}
        onBusy={onBusy}
        onRepaid={(by) => setRepaid({ loan, by })}
        onAsking={setAsking}
      />
      {asking ? null : <AutoRepay loan={loan} standing={standing} />}
    </div>
  )
}

/** What was paid and what is left, with the receipt. */
function Success({ loan, by, onOk }: { loan: Loan; by: Repaid; onOk: () => void }) {
  const money = (minor: bigint) => <bdi>{amountOf(loan, minor)}</bdi>
  return (
    <div className={layout.stack}>
      <div className={classes.outcome} role="status">
        <span className={cx(classes.outcomeMark, layout.done)}>
          <IconCheck size={30} stroke={2.5} aria-hidden />
        </span>
        <div className={classes.outcomeSum}>
          <Figure size="hero" text={amountOf(loan, by.Amount)} />
        </div>
        <p className={classes.hint}>
          {by.Outstanding === 0n ? t('All of it is paid back.') : t('Your repayment is booked.')}
        </p>
      </div>
      <Facts
        facts={[
          { label: t('Interest in it'), value: money(by.Interest) },
          { label: t('Left to pay'), value: money(by.Outstanding) },
          ...(by.LastDue ? [{ label: t('Last payment'), value: dayOf(by.LastDue) }] : []),
        ]}
      />
      <div className={layout.actions}>
        <LinkButton to={receiptPath(by.Id)} kind="plain" wide newTab>
          {t('Receipt')}
        </LinkButton>
        <Button wide onClick={onOk}>
          {t('OK')}
        </Button>
      </div>
    </div>
  )
}
