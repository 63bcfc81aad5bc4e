import { type Loan, messages } from '@passbook/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { page } from '#api/page.ts'
import { formatDay } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import { Figure } from '#ui/figure.tsx'
import layout from '#ui/layout.module.css'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import classes from './debts-page.module.css'
import { amountOf, dayOf, isDeclined, stateOf } from './loan-facts.ts'
import { loansQuery } from './queries.ts'

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
            <p>{told(messages.noDebts)}</p>
          </Card>
        ) : (
          <div className={layout.stack}>
            <ul className={cx(layout.stack, layout.list)}>
              {List.filter((loan) => !isDeclined(loan)).map((loan) => (
                <li key={loan.Id}>
                  <LoanCard loan={loan} />
                </li>
              ))}
            </ul>
            <PastRequests loans={List.filter(isDeclined)} />
          </div>
        )
      }
    </Loaded>
  )
}

/** What was asked for and never owed, a line each. */
function PastRequests({ loans }: { loans: readonly Loan[] }) {
  if (loans.length === 0) return null
  return (
    <Card title={t('Past requests')}>
      <ul className={layout.list}>
        {loans.map((loan) => (
          <li key={loan.Id} className={layout.row}>
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

/** How many of the instalments are paid, as a bar and in words. */
function Progress({ schedule }: { schedule: Loan['Schedule'] }) {
  const paid = schedule.filter(({ Paid }) => Paid).length
  const words = t('{paid} of {count} instalments paid', { paid, count: schedule.length })
  return (
    <div className={classes.progress}>
      <progress className={classes.bar} value={paid} max={schedule.length} aria-label={words} />
      <span aria-hidden="true">{words}</span>
    </div>
  )
}

function LoanCard({ loan }: { loan: Loan }) {
  const { NextDue: next } = loan
  const facts: Fact[] = [
    { label: t('Principal'), value: <bdi>{amountOf(loan, loan.Principal)}</bdi> },
    { label: t('Interest'), value: <bdi>{amountOf(loan, loan.Interest)}</bdi> },
    {
      label: t('Next due date'),
      value: next ? `${dayOf(next.Date)} · ${amountOf(loan, next.Amount)}` : '—',
    },
    {
      label: t('Rate and term'),
      value: t('{rate}% a year, {count, plural, one {# month} other {# months}}', {
        rate: loan.RatePercent,
        count: loan.Months,
      }),
    },
    { label: t('Account'), value: `${loan.Account.Name} · ${loan.Account.Number}` },
    { label: t('Requested on'), value: formatDay(loan.Created, page.bankZone) },
  ]
  return (
    <Card title={t('Quick loan')} actions={<State loan={loan} />}>
      <p className={classes.label}>{t('Outstanding')}</p>
      <Figure
        text={amountOf(loan, loan.Outstanding)}
        suffix={loan.Account.Currency.Code.toUpperCase()}
        size="huge"
      />
      {loan.Schedule.length > 0 ? <Progress schedule={loan.Schedule} /> : null}
      <div className={classes.facts}>
        <Facts facts={facts} look="grid" />
      </div>
      {loan.Schedule.length > 0 ? <Schedule loan={loan} /> : null}
    </Card>
  )
}

function Schedule({ loan }: { loan: Loan }) {
  return (
    <details className={classes.schedule}>
      <summary className={classes.summary}>
        {t('Repayment schedule')}
        <IconChevronDown size={20} className={classes.chevron} aria-hidden />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={classes.scroll} aria-label={t('Repayment schedule')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('Due date')}</th>
              <th scope="col">{t('Principal')}</th>
              <th scope="col">{t('Interest')}</th>
              <th scope="col">{t('Paid')}</th>
            </tr>
          </thead>
          <tbody>
            {loan.Schedule.map((row) => (
              <tr key={row.Date}>
                <th scope="row">{dayOf(row.Date)}</th>
                <td>{amountOf(loan, row.Principal)}</td>
                <td>{amountOf(loan, row.Interest)}</td>
                <td>{row.Paid ? t('Yes') : t('No')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
