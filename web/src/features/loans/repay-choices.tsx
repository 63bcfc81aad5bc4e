import {
  afterPayment,
  type Loan,
  type LoanStanding,
  nextPayment,
  owedToday,
} from '@passbook/contract'
import { dayOf } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { Choices } from '#ui/choices.tsx'
import { Facts } from '#ui/facts.tsx'
import { amountOf } from './loan-facts.ts'
import classes from './loans.module.css'

export type Pay = 'next' | 'amount' | 'all'
type Props = { loan: Loan; standing: LoanStanding }

/** How much is paid back, and what each choice comes to today. */
export function PayChoices({
  loan,
  standing,
  pay,
  onChange,
}: Props & { pay: Pay; onChange: (pay: string) => void }) {
  const next = nextPayment(standing)
  const overdue = next !== null && next.on <= standing.today
  return (
    <div className={classes.choices}>
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
    </div>
  )
}

/** What is left then, when it ends and what it saves: the same calculation that the bank books. */
export function Preview({ loan, standing, amountMinor }: Props & { amountMinor: bigint | null }) {
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
