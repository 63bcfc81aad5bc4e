import { formatReceiptTime, limits, type Transaction, toGrouped } from '@passbook/contract'
import { hasTypedBank, hasTypedName } from '@passbook/contract/parties'
import { IconMessageReport, IconPrinter, IconShare2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { page } from '#api/page.ts'
import { bankNow } from '#api/server-time.ts'
import { formatDateTime, formatReceiptDate } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { signOf } from '#ui/money.tsx'
import { NotVerified } from '#widgets/not-verified.tsx'
import { type Party, parties } from '#widgets/parties.ts'
import {
  counterparty,
  descriptionOf,
  isCredit,
  isCryptoDeposit,
  sentence,
  stateOf,
  titleOf,
  typeOf,
} from '#widgets/transaction-facts.ts'
import { BankMark } from './bank-mark.tsx'
import classes from './receipt.module.css'
import { ReceiptFile } from './receipt-file.tsx'
import sheet from './sheet.module.css'

// Seldom wanted, so its code comes apart; asked for here, or the first load would know the way to it.
const UndoButton = lazy(() =>
  import('#widgets/undo.tsx').then(
    (undo) => ({ default: undo.UndoButton }),
    () => ({ default: () => null }),
  ),
)

/** One sheet that says who paid whom, how much and when. */
export function Receipt({
  transaction,
  onUndone,
}: {
  transaction: Transaction
  onUndone: (transaction: Transaction) => void
}) {
  const { Amount, Account } = transaction
  const state = stateOf(transaction)
  const { sender, receiver } = parties(transaction)
  const sign = signOf(isCredit(transaction) ? 'credit' : 'debit')
  const code = Account?.Currency.Code.toUpperCase() ?? ''
  return (
    <article className={cx(sheet.sheet, classes.sheet)}>
      <header className={sheet.head}>
        <BankMark />
        <span className={cx(classes.stamp, classes[state])}>{sentence(state)}</span>
      </header>
      <h1 className={sheet.title}>{t('Transaction Receipt')}</h1>
      <p className={classes.amount}>
        <bdi>{`${sign}${toGrouped(Amount)} ${code}`}</bdi>
      </p>
      {state === 'completed' ? null : (
        <p className={classes.warning}>
          {state === 'pending'
            ? t('This transaction is pending. This receipt is not proof of payment.')
            : t('This transaction is failed. This receipt is not proof of payment.')}
          {transaction.Reason ? ` ${told(transaction.Reason)}.` : null}
        </p>
      )}
      <div className={classes.parties}>
        {sender ? <PartyCard title={t('Sender')} party={sender} /> : null}
        <PartyCard title={t('Receiver')} party={receiver} typed={hasTypedName(transaction)} />
      </div>
      <Facts facts={factsOf(transaction)} />
      <DisputeNote at={transaction.Created} />
      <div className={cx(sheet.screen, classes.actions)}>
        <Button icon={<IconPrinter size={20} stroke={1.75} aria-hidden />} onClick={() => print()}>
          {t('Print')}
        </Button>
        <ReceiptFile id={transaction.Id} />
        <Share transaction={transaction} />
        <RaiseDispute transaction={transaction} />
        {transaction.UndoUntil ? (
          <Suspense fallback={null}>
            <UndoButton
              transaction={transaction}
              onUndone={(undone) => onUndone(undone.transaction)}
            />
          </Suspense>
        ) : null}
      </div>
    </article>
  )
}

/** Whom it was paid to or came from, for somebody else to read: no name that its owner made up. */
function sharedName(transaction: Transaction): string {
  const { name, number, own } =
    (isCredit(transaction) && parties(transaction).sender) || parties(transaction).receiver
  if (own) return [name, t('Own account'), number].filter(Boolean).join(', ')
  const title = titleOf(transaction)
  return hasTypedName(transaction) ? `${title}, ${t('Name not verified')}` : title
}

/** The device's own way to hand something on, where it has one: telephones do. */
function Share({ transaction }: { transaction: Transaction }) {
  if (!('share' in navigator)) return null
  const { Id, Amount, Account, Created } = transaction
  const text = [
    sharedName(transaction),
    `${signOf(isCredit(transaction) ? 'credit' : 'debit')}${toGrouped(Amount)} ${Account?.Currency.Code.toUpperCase() ?? ''}`,
    `${formatDateTime(Created, page.bankZone)} ${page.bankZone}`,
    sentence(stateOf(transaction)),
    Id,
  ].join('\n')
  const share = () => {
    // Whoever closes the sheet again has not failed.
    navigator.share({ title: t('Transaction Receipt'), text }).catch(() => undefined)
  }
  return (
    <Button kind="plain" icon={<IconShare2 size={20} stroke={1.75} aria-hidden />} onClick={share}>
      {t('Share')}
    </Button>
  )
}

function PartyCard({
  title,
  party,
  typed = false,
}: {
  title: string
  party: Party
  typed?: boolean
}) {
  // What a customer calls an account says nothing of whose it is.
  const words = party.own ? [party.name, t('Own account')] : [party.name, party.holder ?? '']
  const [name, also] = new Set(words.filter(Boolean))
  return (
    <section className={classes.party} aria-label={title}>
      <h2 className={classes.role}>{title}</h2>
      <p className={classes.name}>{name || '—'}</p>
      {also ? <p className={classes.also}>{also}</p> : null}
      {party.number ? <bdi className={classes.number}>{party.number}</bdi> : null}
      {typed ? (
        <p className={classes.typed}>
          <NotVerified />
        </p>
      ) : null}
    </section>
  )
}

function factsOf(transaction: Transaction): Fact[] {
  const { Id, Created, Bank, Swift } = transaction
  const note = descriptionOf(transaction)
  const zone = page.bankZone
  const rows: (Fact | null)[] = [
    { label: t('Transaction Type'), value: typeOf(transaction) },
    // It has no sender whose card could say it.
    isCryptoDeposit(transaction)
      ? { label: t('Counterparty'), value: counterparty(transaction).name }
      : null,
    { label: t('Date'), value: formatReceiptDate(Created, zone) },
    {
      label: t('Time'),
      value: (
        <time dateTime={Created.toISOString()}>
          <span>{formatReceiptTime(Created, zone)}</span>
          <span className={classes.full}>{`${formatDateTime(Created, zone)} ${zone}`}</span>
        </time>
      ),
    },
    { label: t('Reference Code'), value: <bdi>{Id}</bdi> },
    Bank ? { label: t('Bank'), value: bankOf(transaction) } : null,
    Swift ? { label: t('Swift Code'), value: Swift } : null,
    note ? { label: t('Note'), value: note } : null,
    approvalOf(transaction),
  ]
  return rows.filter((row) => row !== null)
}

const bankOf = (transaction: Transaction) =>
  hasTypedBank(transaction) ? (
    <>
      {transaction.Bank} <NotVerified />
    </>
  ) : (
    transaction.Bank
  )

/** The passkey that approved it; the reply that made this page holds its signature. */
function approvalOf({ Approval, Created }: Transaction): Fact | null {
  if (!Approval) return null
  const at = new Date(Approval.ApprovedAt ?? Created)
  const value = t('Approved with the passkey "{name}", {time}', {
    name: Approval.Name ?? '',
    time: `${formatDateTime(at, page.bankZone)} ${page.bankZone}`,
  })
  return { label: t('Approval'), value }
}

const disputeUntil = (at: Date) => new Date(at.getTime() + limits.disputeHours * 3_600_000)

/** The way to the bank about this transaction, as long as it is open. */
function RaiseDispute({ transaction }: { transaction: Transaction }) {
  const { Id, Created, Amount, Account } = transaction
  if (disputeUntil(Created) <= bankNow()) return null
  const code = Account?.Currency.Code.toUpperCase() ?? ''
  const subject = `Dispute: ${titleOf(transaction)}, ${toGrouped(Amount)} ${code}`.slice(0, 200)
  return (
    <LinkButton
      to={paths.support}
      state={{ subject, reference: Id }}
      kind="plain"
      icon={<IconMessageReport size={20} stroke={1.75} aria-hidden />}
    >
      {t('Raise a dispute')}
    </LinkButton>
  )
}

function DisputeNote({ at }: { at: Date }) {
  const until = disputeUntil(at)
  return (
    <p className={classes.note}>
      <Trans
        id="A dispute can be raised within {hours, plural, one {# hour} other {# hours}} of the transaction time, until <d>{until}</d> ({zone})."
        values={{
          hours: limits.disputeHours,
          until: formatDateTime(until, page.bankZone),
          zone: page.bankZone,
        }}
        parts={{ d: (moment) => <bdi>{moment}</bdi> }}
      />
    </p>
  )
}
