import { parseMoney } from '@passbook/contract'
import { IconCheck, IconClock, IconQuestionMark } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths } from '#paths.ts'
import { useAccounts } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { Diamond } from '#ui/cover.tsx'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/facts.tsx'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { inCurrency } from '#widgets/account-facts.ts'
import type { Order, Step } from './flow.ts'
import classes from './transfers.module.css'

/** The order is on its way. Nothing is celebrated before the bank has answered. */
export function Sending({ late }: { late: boolean }) {
  return (
    <div className={classes.outcome} role="status" aria-busy="true">
      <Diamond />
      <p className={classes.lead}>{late ? t('Still working') : t('Sending your transfer')}</p>
      <p className={classes.explain}>
        {late
          ? t(
              'The bank has not answered yet. We keep asking about this one order; it is never paid twice.',
            )
          : t('Please wait. This takes a moment.')}
      </p>
    </div>
  )
}

/** Nobody answered: what that means, and the way to find out. */
export function UnknownOutcome({
  order,
  onAgain,
  onReset,
}: {
  order: Order
  onAgain: () => void
  onReset: () => void
}) {
  return (
    <div className={layout.stack}>
      <div className={classes.outcome} role="alert">
        <span className={cx(classes.mark, layout.pending)}>
          <IconQuestionMark size={30} stroke={2} aria-hidden />
        </span>
        <p className={classes.lead}>{t('We could not reach the bank')}</p>
        <p className={classes.explain}>
          <Trans
            id="Your transfer of <sum>{amount}</sum> may or may not have been made. Try again asks about the same order: if it was made you will see it, if not it is made now. It is never paid twice."
            values={{ amount: useAmount(order) }}
            parts={{ sum: (amount) => <bdi className={classes.sum}>{amount}</bdi> }}
          />
        </p>
      </div>
      <Button wide onClick={onAgain}>
        {t('Try again')}
      </Button>
      <div className={cx(layout.actions, classes.actions)}>
        <LinkButton to={paths.transactions} kind="plain" wide>
          {t('See transactions')}
        </LinkButton>
        <Button kind="quiet" onClick={onReset}>
          {t('Give up')}
        </Button>
      </div>
    </div>
  )
}

/** The end: what was paid, to whom, and that it is on the statement. */
export function Success({ step, onOk }: { step: Extract<Step, { at: 'done' }>; onOk: () => void }) {
  const { account, transaction } = step
  const pending = transaction.State === 'pending'
  const Icon = pending ? IconClock : IconCheck
  return (
    <div className={layout.stack}>
      <div className={classes.outcome} role="status">
        <span className={cx(classes.mark, pending ? layout.pending : layout.done)}>
          <Icon size={32} stroke={2} aria-hidden />
        </span>
        <bdi className={classes.paid}>{inCurrency(account, transaction.Amount)}</bdi>
        <p className={classes.explain}>
          {pending
            ? t('Your transfer is on its way. The money is set aside until it has arrived.')
            : t('Your transfer has been made.')}
        </p>
      </div>
      <Facts
        facts={[
          { label: t('To'), value: transaction.Name ?? '' },
          { label: t('Account'), value: <bdi>{transaction.Accountnumber ?? ''}</bdi> },
          {
            label: t('Available balance'),
            value: <bdi>{inCurrency(account, account.AvailableBalance)}</bdi>,
          },
        ].filter(({ value }) => value !== '')}
      />
      <Button wide onClick={onOk}>
        {t('OK')}
      </Button>
    </div>
  )
}

function useAmount({ values }: Order): string {
  const source = useAccounts().find(({ Id }) => Id === values.source_account)
  const minor = parseMoney(values.amount ?? '')
  return source && minor !== null ? inCurrency(source, minor) : (values.amount ?? '')
}
