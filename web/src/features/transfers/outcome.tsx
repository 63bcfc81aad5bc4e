import type { Transaction } from '@passbook/contract'
import { IconArrowBackUp, IconCheck, IconClock, IconQuestionMark } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths, receiptPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Diamond } from '#ui/cover.tsx'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/facts.tsx'
import { Figure } from '#ui/figure.tsx'
import { inFours } from '#ui/in-fours.ts'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { inCurrency } from '#widgets/account-facts.ts'
import { UndoButton, useUndoSeconds } from '#widgets/undo.tsx'
import type { Desk } from './desk.ts'
import type { Order, Step } from './flow.ts'
import { useAmount } from './order-line.tsx'
import classes from './transfers.module.css'

/** The order is on its way. Nothing is celebrated before the bank has answered. */
export function Sending({ late, repeatable }: { late: boolean; repeatable: boolean }) {
  return (
    <div className={classes.outcome} role="status" aria-busy="true">
      <Diamond />
      <p className={classes.lead}>{late ? t('Still working') : t('Sending your transfer')}</p>
      <p className={classes.explain}>
        {late ? lateWords(repeatable) : t('Please wait. This takes a moment.')}
      </p>
    </div>
  )
}

const lateWords = (repeatable: boolean) =>
  repeatable
    ? t(
        'The bank has not answered yet. We keep asking about this one order; it is never paid twice.',
      )
    : t('The bank has not answered yet. Your order was sent once and is not sent again.')

type Unknown = { order: Order; text: string; onAgain: () => void; onReset: () => void }

/** Nobody answered: what that means, and the way to find out. */
export function UnknownOutcome(props: Unknown) {
  return props.order.repeatable ? <AskAgain {...props} /> : <LookFirst {...props} />
}

/** The bank answers a key once: asking again is the way to find out. */
function AskAgain({ order, text, onAgain, onReset }: Unknown) {
  return (
    <div className={layout.stack}>
      <Unanswered lead={text}>
        <Trans
          id="Your transfer of <sum>{amount}</sum> may or may not have been made. Try again asks about the same order: if it was made you will see it, if not it is made now. It is never paid twice."
          values={{ amount: useAmount(order) }}
          parts={{ sum: (amount) => <bdi className={classes.sum}>{amount}</bdi> }}
        />
      </Unanswered>
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

/** Asking again would be another order: only the history tells. */
function LookFirst({ order, text, onReset }: Unknown) {
  return (
    <div className={layout.stack}>
      <Unanswered lead={text}>
        <Trans
          id="It is not known whether your transfer of <sum>{amount}</sum> was made. Look at your transactions before you send it again."
          values={{ amount: useAmount(order) }}
          parts={{ sum: (amount) => <bdi className={classes.sum}>{amount}</bdi> }}
        />
      </Unanswered>
      <LinkButton to={paths.transactions} wide>
        {t('See transactions')}
      </LinkButton>
      <Button kind="quiet" onClick={onReset}>
        {t('OK')}
      </Button>
    </div>
  )
}

function Unanswered({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <div className={classes.outcome} role="alert">
      <span className={cx(classes.mark, layout.pending)}>
        <IconQuestionMark size={30} stroke={2} aria-hidden />
      </span>
      <p className={classes.lead}>{lead}</p>
      <p className={classes.explain}>{children}</p>
    </div>
  )
}

type Done = Extract<Step, { at: 'done' }>

/** The end: what was paid, to whom, and that it is on the statement. */
export function Success({ desk, step, onOk }: { desk: Desk; step: Done; onOk: () => void }) {
  const { account, transaction } = step
  const state = transaction.State
  const Icon = state === 'pending' ? IconClock : state === 'failed' ? IconArrowBackUp : IconCheck
  return (
    <div className={layout.stack}>
      <div className={classes.outcome} role="status">
        <span className={cx(classes.diamond, state === 'completed' ? layout.done : layout.pending)}>
          <Icon size={36} stroke={2.5} className={classes.drawn} aria-hidden />
        </span>
        <div className={classes.paid}>
          <Figure size="hero" text={inCurrency(account, transaction.Amount)} />
        </div>
        <p className={classes.explain}>
          <Explained transaction={transaction} />
        </p>
      </div>
      <UndoButton
        wide
        transaction={transaction}
        onUndone={(undone) => desk.go({ type: 'called-back', ...undone })}
      />
      <Facts
        facts={[
          { label: t('To'), value: transaction.Name ?? '' },
          { label: t('Account'), value: <bdi>{inFours(transaction.Accountnumber ?? '')}</bdi> },
          {
            label: t('Available balance'),
            // A server that told nothing about the order told nothing about the balance either.
            value: transaction.Id ? <bdi>{inCurrency(account, account.AvailableBalance)}</bdi> : '',
          },
        ].filter(({ value }) => value !== '')}
      />
      {state === 'failed' ? (
        <Button kind="plain" wide onClick={desk.sendAgain}>
          {t('Change and send again')}
        </Button>
      ) : (
        <div className={cx(layout.actions, classes.actions)}>
          {transaction.Id ? (
            <LinkButton to={receiptPath(transaction.Id)} kind="plain" wide newTab>
              {t('Receipt')}
            </LinkButton>
          ) : null}
          <Button kind="plain" wide onClick={desk.sendAgain}>
            {t('Send again')}
          </Button>
        </div>
      )}
      <Button wide onClick={onOk}>
        {t('OK')}
      </Button>
    </div>
  )
}

/** How it stands. The time to undo it is told once, and once more when it is over. */
function Explained({ transaction }: { transaction: Transaction }) {
  const seconds = useUndoSeconds(transaction)
  const [n] = useState(seconds)
  switch (transaction.State) {
    case 'completed':
      return t('Your transfer has been made.')
    case 'failed':
      return t('Your transfer was called back. The money is back in your account.')
    default:
      return seconds > 0
        ? t(
            'Your transfer waits {n, plural, one {# second} other {# seconds}} and then goes by itself. Until then you can undo it.',
            { n },
          )
        : t('Your transfer is on its way. The money is set aside until it has arrived.')
  }
}
