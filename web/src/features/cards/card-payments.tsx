import { type CardPayment, cardPayments } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { page } from '#api/page.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { msg, t, told } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import { Face } from '#ui/face.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { inCode } from '#widgets/by-code.ts'
import { Loaded } from '#widgets/loaded.tsx'
import classes from './cards-page.module.css'

const states: Record<string, string> = {
  refused: msg('Refused'),
  authorised: msg('Held'),
  captured: msg('Paid'),
  reversed: msg('Cancelled'),
  expired: msg('Not collected'),
}

/** Of these the money is gone, or set aside. */
const moved = new Set(['authorised', 'captured'])

/** What was paid with this very card, and what was refused and why. */
export function CardPayments({ id, last }: { id: string; last: string }) {
  const query = useQuery({
    queryKey: [...keys.cards, id],
    queryFn: ({ signal }) => ask(cardPayments, { id }, signal),
    staleTime: 0,
  })
  const { data, errorUpdateCount: failures } = query
  // None, no list. What could not be asked for is not none.
  if (data ? data.List.length === 0 : failures === 0) return null
  return (
    <section
      className={cx(classes.panel, classes.whole)}
      aria-label={t('Payments with the card ending in {last}', { last })}
    >
      <h2 className={classes.title}>{t('Payments with this card')}</h2>
      <Loaded query={query} skeleton={<Skeleton rows={3} height={44} />}>
        {({ List }) => (
          <ul className={layout.list}>
            {List.map((payment) => (
              <li key={payment.Id} className={layout.row}>
                <Face name={payment.Merchant} />
                <span className={layout.words}>
                  <span className={layout.name}>{payment.Merchant}</span>
                  <span className={layout.note}>
                    <bdi>{formatDateTime(payment.Date, page.bankZone)}</bdi> ·{' '}
                    <bdi>{stateOf(payment)}</bdi>
                  </span>
                </span>
                <bdi className={cx(classes.sum, !moved.has(payment.State) && classes.unmoved)}>
                  {inCode(payment.Currency, -payment.Amount)}
                </bdi>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

const stateOf = ({ State, Reason }: CardPayment) =>
  Reason ? t('Refused: {reason}', { reason: told(Reason) }) : told(states[State] ?? State)
