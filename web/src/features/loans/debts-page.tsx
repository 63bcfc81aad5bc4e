import { type FigureName, type Loan, messages, nextPayment, standingOf } from '@passbook/contract'
import { IconCash, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { loansQuery } from '#api/due-lists.ts'
import { page } from '#api/page.ts'
import { dayOf, formatDay } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { receiptPath } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { type Fact, Facts } from '#ui/facts.tsx'
import { Figure } from '#ui/figure.tsx'
import hiding from '#ui/hidden.module.css'
import { Hidden } from '#ui/hidden.tsx'
import layout from '#ui/layout.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { Explained } from '#widgets/explained.tsx'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import classes from './debts-page.module.css'
import { amountOf, isDeclined, isRequested, stateOf } from './loan-facts.ts'

/** What the customer owes and has owed, the newest first. */
export function DebtsPage() {
  const loans = useQuery({ ...loansQuery, staleTime: 0 })
  return (
    <Loaded
      query={loans}
      skeleton={
        <Card>
          <ListSkeleton rows={3} />
        </Card>
      }
    >
      {({ List }) =>
        List.length === 0 ? (
          <Card>
            <EmptyState icon={<IconCash size={24} stroke={1.75} />} text={told(messages.noDebts)} />
          </Card>
        ) : (
          <div className={layout.stack}>
            <Loans loans={List.filter((loan) => !isDeclined(loan))} />
            <PastRequests loans={List.filter(isDeclined)} />
          </div>
        )
      }
    </Loaded>
  )
}

function Loans({ loans }: { loans: readonly Loan[] }) {
  if (loans.length === 0) return null
  return (
    <ul className={cx(layout.stack, layout.list)}>
      {loans.map((loan) => (
        <li key={loan.Id}>
          <LoanCard loan={loan} />
        </li>
      ))}
    </ul>
  )
}

/** What was asked for and never owed, a line each. */
function PastRequests({ loans }: { loans: readonly Loan[] }) {
  if (loans.length === 0) return null
  return (
    <Card title={t('Past requests')}>
      <ul className={layout.list}>
        {loans.map((loan) => (
          <li key={loan.Id} className={cx(layout.row, classes.past)}>
            <span className={layout.words}>
              <span className={layout.name}>
                <bdi>{amountOf(loan, loan.Principal)}</bdi>
              </span>
              <span className={layout.note}>
                {[formatDay(loan.Created, page.bankZone), loan.Reason].filter(Boolean).join(' · ')}
              </span>
            </span>
            <State loan={loan} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function State({ loan }: { loan: Loan }) {
  const { label, tone } = stateOf(loan)
  return <span className={cx(classes.badge, layout[tone])}>{label}</span>
}

function LoanCard({ loan }: { loan: Loan }) {
  return (
    <article className={classes.loan}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t('Quick loan')}</h2>
        <State loan={loan} />
      </header>
      <div className={classes.top}>
        <Hero loan={loan} />
        {loan.Schedule.length > 0 ? <PaidRing schedule={loan.Schedule} /> : null}
      </div>
      <RepayButton loan={loan} />
      <div className={classes.facts}>
        <Facts facts={factsOf(loan)} look="grid" />
      </div>
      {loan.Schedule.length > 0 ? <Schedule loan={loan} /> : null}
      <Payments loan={loan} />
    </article>
  )
}

/** Opens the dialog in which it is paid back, where the bank can do that. */
function RepayButton({ loan }: { loan: Loan }) {
  const session = useSession()
  const repayable = useFeature('loan-repay') && standingOf(loan) !== null
  if (!repayable) return null
  return (
    <div className={classes.repay}>
      <Button size="sm" onClick={() => session.openPanel('repay-loan')}>
        {t('Repay')}
      </Button>
      {loan.AutoRepay ? (
        <span className={classes.label}>
          {t('Paid on each due date from {account}', { account: loan.AutoRepay.Account.Name })}
        </span>
      ) : null}
    </div>
  )
}

/** What was paid back and when, each with its receipt. */
function Payments({ loan }: { loan: Loan }) {
  const { Payments: payments = [] } = loan
  if (payments.length === 0) return null
  return (
    <details className={classes.schedule}>
      <summary className={classes.summary}>
        {t('{n, plural, one {# payment} other {# payments}}', { n: payments.length })}
        <IconChevronDown size={20} className={classes.chevron} aria-hidden />
      </summary>
      <ul className={layout.list}>
        {payments.map((payment) => (
          <li key={payment.Id} className={layout.row}>
            <span className={layout.words}>
              <span className={layout.name}>
                <bdi>{amountOf(loan, payment.Amount)}</bdi>
              </span>
              <span className={layout.note}>
                {[formatDay(payment.Date, page.bankZone), wordsOf(loan, payment)].join(' · ')}
              </span>
            </span>
            <TextLink to={receiptPath(payment.Id)}>{t('Receipt')}</TextLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

function wordsOf(loan: Loan, payment: NonNullable<Loan['Payments']>[number]): string {
  if (payment.Automatic) return t('automatic')
  return payment.Extra > 0n
    ? t('{amount} of it extra', { amount: amountOf(loan, payment.Extra) })
    : t('{amount} of it interest', { amount: amountOf(loan, payment.Interest) })
}

/** What a customer wants to know first: how much is due when, or how the request stands. */
function Hero({ loan }: { loan: Loan }) {
  const { NextDue: next } = loan
  const [label, minor] = next
    ? [t('Next payment'), next.Amount]
    : isRequested(loan)
      ? [t('Asked for'), loan.Principal]
      : [t('Borrowed'), loan.Principal]
  const figure = next ? 'due' : 'principal'
  return (
    <div className={classes.hero}>
      <p className={classes.label}>{label}</p>
      <Explained question={{ figure, loan: loan.Id }} label={label}>
        <Figure text={amountOf(loan, minor)} size="hero" />
      </Explained>
      <p className={classes.when}>
        {next
          ? t('on {date}', { date: dayOf(next.Date) })
          : isRequested(loan)
            ? t('The bank decides about it soon.')
            : t('All of it is paid back.')}
      </p>
    </div>
  )
}

function factsOf(loan: Loan): Fact[] {
  const code = loan.Account.Currency.Code.toUpperCase()
  const figure = (name: FigureName, label: string, text: string): Fact => ({
    label,
    value: (
      <Explained question={{ figure: name, loan: loan.Id }} label={label} inline>
        <bdi>{text}</bdi>
      </Explained>
    ),
  })
  return [
    figure('owed', t('Outstanding'), `${amountOf(loan, loan.Outstanding)} ${code}`),
    figure('principal', t('Principal'), amountOf(loan, loan.Principal)),
    figure('interest', t('Interest'), amountOf(loan, loan.Interest)),
    {
      label: t('Rate and term'),
      value: t('{rate}% a year, {count, plural, one {# month} other {# months}}', {
        rate: loan.RatePercent,
        count: loan.Months,
      }),
    },
    { label: t('Requested on'), value: formatDay(loan.Created, page.bankZone) },
    {
      label: t('Account'),
      value: (
        <>
          <bdi>{loan.Account.Name}</bdi> ·{' '}
          <bdi className={classes.number}>{loan.Account.Number}</bdi>
        </>
      ),
      // A name may be as long as its owner likes.
      long: true,
    },
  ]
}

const radius = 42
const around = 2 * Math.PI * radius

/** How many of the instalments are paid, as a ring and in words. */
function PaidRing({ schedule }: { schedule: Loan['Schedule'] }) {
  const paid = schedule.filter(({ Paid }) => Paid).length
  const count = schedule.length
  const words = t('{paid} of {count} instalments paid', { paid, count })
  return (
    <div className={classes.paid}>
      <progress className={hiding.hidden} value={paid} max={count} aria-label={words} />
      <div className={classes.ring} aria-hidden="true">
        <svg viewBox="0 0 100 100" className={classes.svg} aria-hidden="true">
          <circle className={classes.track} cx="50" cy="50" r={radius} />
          {paid > 0 ? (
            <circle
              className={classes.arc}
              cx="50"
              cy="50"
              r={radius}
              strokeDasharray={`${(paid / count) * around} ${around}`}
            />
          ) : null}
        </svg>
        <bdi className={classes.count}>{`${paid}/${count}`}</bdi>
      </div>
      <span className={classes.ringWords} aria-hidden="true">
        {words}
      </span>
    </div>
  )
}

/** Open where something is still due. */
function Schedule({ loan }: { loan: Loan }) {
  const next = loan.Schedule.find(({ Paid }) => !Paid)
  const standing = standingOf(loan)
  const begun = standing ? (nextPayment(standing)?.months ?? []) : []
  const paidOf = (date: string) =>
    begun.find(({ dueOn }) => dueOn === date)?.filledMinor || undefined
  return (
    <details className={classes.schedule} open={next !== undefined}>
      <summary className={classes.summary}>
        {t('Repayment schedule')}
        <IconChevronDown size={20} className={classes.chevron} aria-hidden />
      </summary>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('Due date')}</th>
            <th scope="col">{t('Principal')}</th>
            <th scope="col">{t('Interest')}</th>
            <th scope="col" className={classes.sum}>
              {t('Payment')}
            </th>
            <th scope="col">{t('Paid')}</th>
          </tr>
        </thead>
        <tbody>
          {loan.Schedule.map((row) => (
            <tr key={row.Date} className={cx(row === next && classes.next)}>
              <th scope="row">{dayOf(row.Date)}</th>
              <td>{amountOf(loan, row.Principal)}</td>
              <td>{amountOf(loan, row.Interest)}</td>
              <td className={classes.sum}>{amountOf(loan, row.Principal + row.Interest)}</td>
              <td>
                <PaidMark loan={loan} paid={row.Paid} part={paidOf(row.Date)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Paid or not; of an instalment that is paid in part, how much of it. */
function PaidMark({ loan, paid, part }: { loan: Loan; paid: boolean; part?: bigint | undefined }) {
  if (!paid && part) {
    return <span>{t('{amount} paid', { amount: amountOf(loan, part) })}</span>
  }
  return (
    <>
      <span className={cx(classes.mark, paid && classes.ticked)} aria-hidden="true">
        {paid ? <IconCheck size={12} stroke={3} /> : null}
      </span>
      <Hidden>{paid ? t('Yes') : t('No')}</Hidden>
    </>
  )
}
