import {
  type Account,
  type accountInterest,
  groupDigits,
  type InterestDay,
  type InterestMonth,
  type Output,
  toFineDecimal,
} from '@passbook/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { dayOf } from '#i18n/dates.ts'
import { shortMonthOfYear } from '#i18n/month.ts'
import { t } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import layout from '#ui/layout.module.css'
import { Modal } from '#ui/modal.tsx'
import { inCurrency, symbolOf } from '#widgets/account-facts.ts'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import classes from './interest-dialog.module.css'
import { inCents, interestQuery } from './interest-query.ts'

type Told = Output<typeof accountInterest>

/** How the interest of an account came to be: its rates, its months, and the days of each. */
export function InterestDialog({
  account,
  name,
  opened,
  onClose,
}: {
  account: Account
  name: string
  opened: boolean
  onClose: () => void
}) {
  const query = useQuery(interestQuery(account.Id))
  return (
    <Modal wide opened={opened} onClose={onClose} title={t('Interest on {name}', { name })}>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} />}>
        {(told) => (
          <div className={layout.stack}>
            <Facts facts={factsOf(account, told)} />
            <p className={classes.how}>
              {t(
                'Each day earns a 365th of a year’s interest on what is on the account when the day ends. It is paid on the first of the next month; what is less than the smallest coin goes over to the month after.',
              )}
            </p>
            <Months account={account} told={told} />
          </div>
        )}
      </Loaded>
    </Modal>
  )
}

function factsOf(account: Account, { Rates, Next, EarnedThisMonth, EarnedThisYear }: Told): Fact[] {
  const rates = (list: Told['Rates']) => (
    <span className={classes.rates}>
      {list.map(({ From, Percent }) => (
        <bdi key={Percent + From}>
          {From > 0n
            ? t('{percent} % above {amount}', {
                percent: Percent,
                amount: inCurrency(account, From),
              })
            : t('{percent} %', { percent: Percent })}
        </bdi>
      ))}
    </span>
  )
  return [
    { label: t('Interest a year'), value: Rates.length > 0 ? rates(Rates) : t('No interest now') },
    ...(Next
      ? [{ label: t('From {date}', { date: dayOf(Next.From) }), value: rates(Next.Rates) }]
      : []),
    { label: t('This month so far'), value: inCents(account, EarnedThisMonth) },
    { label: t('This year'), value: inCents(account, EarnedThisYear) },
  ]
}

function Months({ account, told: { Months: months, PaidOn } }: { account: Account; told: Told }) {
  const [open, setOpen] = useState('')
  if (months.length === 0) {
    return <p className={classes.how}>{t('The first day is counted when it is over.')}</p>
  }
  return (
    <ul className={layout.list}>
      {months.map((month) => (
        <Month
          key={month.From}
          {...{ account, month, paidOn: PaidOn, open: open === month.From }}
          onOpen={() => setOpen(open === month.From ? '' : month.From)}
        />
      ))}
    </ul>
  )
}

function Month({
  account,
  month,
  paidOn,
  open,
  onOpen,
}: {
  account: Account
  month: InterestMonth
  paidOn: string
  open: boolean
  onOpen: () => void
}) {
  const id = useId()
  const { Posted, PostedOn, Accrued } = month
  return (
    <li className={classes.month}>
      <button
        type="button"
        className={classes.row}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={onOpen}
      >
        <span className={layout.words}>
          <span className={layout.name}>{shortMonthOfYear(month.To.slice(0, 7))}</span>
          <span className={layout.note}>{stateOf(month, paidOn)}</span>
        </span>
        <bdi className={classes.amount}>{inCurrency(account, Posted ?? Accrued / 1_000_000n)}</bdi>
        <IconChevronDown
          size={18}
          className={cx(classes.chevron, open && classes.up)}
          aria-hidden
        />
      </button>
      {open ? (
        <div id={id} className={classes.days}>
          <Days account={account} month={month} />
        </div>
      ) : null}
    </li>
  )

  function stateOf({ To }: InterestMonth, on: string): string {
    if (PostedOn) return t('Paid on {date}', { date: dayOf(PostedOn) })
    if (Posted !== null) return t('Goes over to the next month')
    // A month that is over and not paid yet is paid as soon as the bank gets to it.
    if (To.slice(0, 7) < previous(on)) return t('To be paid')
    return t('So far; to be paid on {date}', { date: dayOf(on) })
  }
}

/** The month before a day, yyyy-mm. */
const previous = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 7)

function Days({ account, month }: { account: Account; month: InterestMonth }) {
  const query = useQuery(interestQuery(account.Id, month.To.slice(0, 7)))
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={4} />}>
      {({ Days: all }) => {
        const days = all.filter(({ Day }) => Day >= month.From && Day <= month.To)
        return (
          <>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('Day')}</th>
                  <th scope="col">{t('Balance × rate ÷ 365')}</th>
                  <th scope="col" className={classes.end}>
                    {t('Earned')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <DayRow key={day.Day} account={account} day={day} />
                ))}
              </tbody>
            </table>
            <Sum account={account} month={month} days={days} />
          </>
        )
      }}
    </Loaded>
  )
}

function DayRow({
  account,
  day: { Day, Pieces, Accrued },
}: {
  account: Account
  day: InterestDay
}) {
  return (
    <tr>
      <th scope="row">
        <bdi>{dayOf(Day)}</bdi>
      </th>
      <td>
        {Pieces.map(({ Amount, Percent }) => (
          <bdi key={Percent + Amount} className={classes.piece}>
            {`${inCurrency(account, Amount)} × ${Percent} % ÷ 365`}
          </bdi>
        ))}
      </td>
      <td className={classes.end}>
        <bdi>{fine(account, Accrued)}</bdi>
      </td>
    </tr>
  )
}

/** The days and what was carried, and what became of it: both sides are the same. */
function Sum({
  account,
  month: { Carried, Posted, Left },
  days,
}: {
  account: Account
  month: InterestMonth
  days: readonly InterestDay[]
}) {
  const accrued = days.reduce((sum, day) => sum + day.Accrued, 0n)
  const facts: Fact[] = [
    ...(Carried > 0n ? [{ label: t('From the month before'), value: fine(account, Carried) }] : []),
    {
      label: t('{n, plural, one {# day} other {# days}}', { n: days.length }),
      value: fine(account, accrued),
    },
    { label: t('Adds up to'), value: <b>{fine(account, Carried + accrued)}</b> },
    ...(Posted !== null ? [{ label: t('Paid'), value: <b>{inCurrency(account, Posted)}</b> }] : []),
    ...(Left !== null
      ? [{ label: t('Goes over to the next month'), value: fine(account, Left) }]
      : []),
  ]
  return <Facts facts={facts} />
}

/** All that is counted, eight digits: `$0.63013698`. */
function fine(account: Account, millionths: bigint): string {
  const [whole = '', fraction = ''] = toFineDecimal(millionths).split('.')
  return `${symbolOf(account)}${groupDigits(whole)}.${fraction}`
}
