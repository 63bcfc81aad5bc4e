import { type Account, messages, type PayeeAnswer, parseMoney } from '@passbook/contract'
import type { ReactNode } from 'react'
import { t, told } from '#i18n/t.ts'
import { useAccounts } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { Face } from '#ui/face.tsx'
import { type Fact, Facts } from '#ui/facts.tsx'
import { Figure } from '#ui/figure.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import { inFours } from '#ui/in-fours.ts'
import layout from '#ui/layout.module.css'
import { Notice } from '#ui/notice.tsx'
import { codeOf, inCurrency } from '#widgets/account-facts.ts'
import { maskedCard } from '#widgets/card-number.ts'
import { NotVerified } from '#widgets/not-verified.tsx'
import { PayeeWarning, VerdictMark } from '#widgets/payee-check.tsx'
import { useAccountNames } from '#widgets/use-account-names.ts'
import type { Kind, Order } from './flow.ts'
import { labelOf } from './kinds.ts'
import { useAmount, usePayee } from './order-line.tsx'
import { receivedOf } from './orders.ts'
import classes from './transfers.module.css'

/** Everything that is about to be ordered, before anything is. */
export function ConfirmStep({
  order,
  rateChanged,
  onBack,
  onProceed,
}: {
  order: Order
  rateChanged: boolean
  onBack: () => void
  onProceed: () => void
}) {
  const accounts = useAccounts()
  return (
    <div className={layout.stack}>
      {rateChanged ? <Notice kind="info">{told(messages.rateChanged)}</Notice> : null}
      {order.values.payee_verdict === 'none' ? <PayeeWarning /> : null}
      <Summary order={order} />
      <Facts facts={factsOf(order, accounts)} />
      <FlowFooter>
        <Button kind="plain" onClick={onBack}>
          {t('BACK')}
        </Button>
        <Button onClick={onProceed}>{t('PROCEED')}</Button>
      </FlowFooter>
    </div>
  )
}

/** The order at a glance: how much, to whom, when it is there and what it costs. */
function Summary({ order }: { order: Order }) {
  const payee = usePayee(order)
  const mark = markOf(order)
  return (
    <div className={classes.summary}>
      <Figure size="hero" text={useAmount(order)} />
      <p className={classes.payee}>
        <Face name={payee} />
        <bdi>{payee}</bdi>
      </p>
      {order.values.acc_name && mark ? <p>{mark}</p> : null}
      <p className={classes.arrival}>
        {atOnce.includes(order.kind)
          ? t('Arrives in seconds · no fee')
          : t('Arrives once the other side has accepted it · no fee')}
      </p>
    </div>
  )
}

/** Within this bank there is nobody to wait for. */
const atOnce: readonly Kind[] = ['own', 'local']

/** What an order says, in a customer's words. */
function factsOf(order: Order, accounts: readonly Account[]): Fact[] {
  const { kind, values } = order
  const source = accounts.find(({ Id }) => Id === values.source_account)
  const target = accounts.find(({ Id }) => Id === values.destination_account)
  const amountMinor = parseMoney(values.amount ?? '') ?? 0n
  const rows: [string, ReactNode][] = [
    [t('Transfer type'), labelOf(kind)],
    [t('Source account'), source && <Holder account={source} />],
    [t('Destination account'), target && <Holder account={target} />],
    [t('Account name'), values.acc_name && <Payee order={order} />],
    [t('Account number'), values.acc_number && <bdi>{inFours(values.acc_number)}</bdi>],
    [t('Bank'), values.bank || values.bank_name],
    [t('Swift code'), values.swift],
    [t('Card name'), values.card_name],
    [t('Card number'), values.card_number && <bdi>{maskedCard(values.card_number)}</bdi>],
    [t('Expiry'), values.card_expiry],
    [t('Wallet address'), values.wallet_address && <bdi>{values.wallet_address}</bdi>],
    [t('Amount'), source && <Sum account={source} minor={amountMinor} />],
    [t('Fee'), source && <Sum account={source} minor={0n} />],
    ...exchange(order, source, target),
    [t('Note'), values.description],
    [t('Save recipient'), values.save_recipient === 'true' ? t('Yes') : ''],
  ]
  return rows.filter(([, value]) => value).map(([label, value]) => ({ label, value }))
}

function exchange(
  order: Order,
  source: Account | undefined,
  target: Account | undefined,
): [string, ReactNode][] {
  if (!order.rate || !source || !target) return []
  const received = receivedOf(order, source, target)
  return [
    [
      t('Exchange rate'),
      <bdi key="rate">{`1 ${codeOf(source)} = ${order.rate} ${codeOf(target)}`}</bdi>,
    ],
    [
      t('You receive'),
      received === null ? null : <Sum key="sum" account={target} minor={received} />,
    ],
  ]
}

/** A name elsewhere is only what was typed, and says so once more before it is paid. */
function Payee({ order }: { order: Order }) {
  return (
    <span className={classes.person}>
      <bdi>{order.values.acc_name}</bdi> {markOf(order)}
    </span>
  )
}

/** What the bank knows of the payee's name; of its own accounts it has given the name itself. */
function markOf({ kind, values }: Order): ReactNode {
  const verdict = values.payee_verdict
  if (verdict) return <VerdictMark verdict={verdict as PayeeAnswer} />
  return kind === 'local' ? null : <NotVerified />
}

function Holder({ account }: { account: Account }) {
  return (
    <>
      {useAccountNames().get(account.Id)} · <bdi>{account.Number}</bdi>
    </>
  )
}

function Sum({ account, minor }: { account: Account; minor: bigint }) {
  return <bdi className={classes.sum}>{inCurrency(account, minor)}</bdi>
}
