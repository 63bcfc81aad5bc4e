import { type Account, limits, type Transaction, toGrouped } from '@passbook/contract'
import { hasTypedName } from '@passbook/contract/parties'
import { IconReceipt } from '@tabler/icons-react'
import { page } from '#api/page.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { receiptPath } from '#paths.ts'
import { useName, useSelectedAccount } from '#session/customer.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Face } from '#ui/face.tsx'
import { type Fact, Facts } from '#ui/facts.tsx'
import { Hidden } from '#ui/hidden.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Modal } from '#ui/modal.tsx'
import { Money } from '#ui/money.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { useWide } from '#ui/use-wide.ts'
import { symbolIn } from '#widgets/by-code.ts'
import { NotVerified } from '#widgets/not-verified.tsx'
import { type Party, parties } from '#widgets/parties.ts'
import {
  descriptionOf,
  isCredit,
  lookOf,
  maskedReference,
  sentence,
  stateOf,
  titleOf,
  typeOf,
} from '#widgets/transaction-facts.ts'
import { Undoable } from '#widgets/undoable.tsx'
import { LineCategory } from './line-category.tsx'
import { PayeeYear } from './payee-year.tsx'
import classes from './transaction-detail.module.css'

/** The transaction that was opened for viewing, over whatever page it was opened from. */
export function TransactionDetail() {
  const transaction = useSessionState('viewed')
  const viewing = useSessionState('viewing')
  const session = useSession()
  const account = useSelectedAccount()
  const wide = useWide()
  const shared = {
    opened: viewing,
    onClose: session.closeView,
    title: t('Transaction Details'),
    children: transaction ? (
      <Detail transaction={transaction} account={account} wide={wide} />
    ) : null,
  }
  // Beside the list that it was opened from, where there is room; else a sheet.
  return wide ? <Drawer {...shared} className={classes.side} /> : <Modal {...shared} />
}

/** Why it failed; money that was set aside for it is free again. */
const reasonOf = (transaction: Transaction, reason: string) =>
  isCredit(transaction)
    ? told(reason)
    : t('{reason}. The money is back in your account.', { reason: told(reason) })

const wordsOf = ({ name, number, own }: Party) =>
  [name, own ? t('Own account') : '', number].filter(Boolean).join(' · ') || '—'

function Detail({
  transaction,
  account,
  wide,
}: {
  transaction: Transaction
  account: Account | null
  wide: boolean
}) {
  const session = useSession()
  const { Id, Amount, Created, Reason } = transaction
  const state = stateOf(transaction)
  const { full } = useName()
  const { sender, receiver } = parties(transaction, account, full)
  const code = transaction.Account?.Currency.Code ?? account?.Currency.Code ?? ''
  const facts: Fact[] = [
    { label: t('Transaction Type'), value: typeOf(transaction) },
    {
      label: t('Beneficiary'),
      value: hasTypedName(transaction) ? (
        <>
          {wordsOf(receiver)} <NotVerified />
        </>
      ) : (
        wordsOf(receiver)
      ),
    },
    {
      label: t('Amount'),
      value: <bdi className={classes.figures}>{`${toGrouped(Amount)} ${code.toUpperCase()}`}</bdi>,
    },
    {
      label: t('Reference Code'),
      value: (
        <span className={classes.reference}>
          <bdi>{wide ? Id : maskedReference(Id, limits.referenceMaskedChars)}</bdi>
          <CopyButton text={Id} what={t('reference code')} />
        </span>
      ),
    },
    {
      label: t('Date/Time'),
      value: (
        <time dateTime={Created.toISOString()} className={classes.figures}>
          <bdi>{formatDateTime(Created, page.bankZone)}</bdi>
          <Hidden> {page.bankZone}</Hidden>
        </time>
      ),
    },
    { label: t('Note'), value: descriptionOf(transaction) || '—' },
    // Of a payment it is plain who sent it; what came in says from whom.
    ...(isCredit(transaction) && sender ? [{ label: t('Sender'), value: wordsOf(sender) }] : []),
    ...(Reason ? [{ label: t('Reason'), value: reasonOf(transaction, Reason) }] : []),
  ]
  return (
    <div className={classes.detail}>
      <div className={classes.head}>
        <Face
          name={titleOf(transaction)}
          badge={<StatusIcon state={state} look={lookOf(transaction)} />}
        />
        <div className={classes.words}>
          <p className={classes.title}>{titleOf(transaction)}</p>
          <p className={classes.state}>{sentence(state)}</p>
        </div>
        <span className={classes.amount}>
          <Money
            minor={Amount}
            symbol={symbolIn(code)}
            flow={isCredit(transaction) ? 'credit' : 'debit'}
          />
        </span>
      </div>
      <Facts facts={facts} />
      <Undoable
        wide
        transaction={transaction}
        onUndone={(undone) => session.view(undone.transaction)}
      />
      <LinkButton
        to={receiptPath(Id)}
        newTab
        wide
        icon={<IconReceipt size={20} stroke={1.75} aria-hidden />}
      >
        {t('Transaction receipt')}
      </LinkButton>
      {/* Asked for, and last, so that they push nothing away from under the pointer when they come. */}
      <LineCategory key={Id} transaction={transaction} code={code} />
      <PayeeYear transaction={transaction} code={code} />
    </div>
  )
}
