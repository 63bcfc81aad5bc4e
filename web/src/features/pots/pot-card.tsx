import type { Pot } from '@passbook/contract'
import { IconArrowBarToDown, IconArrowBarUp, IconCoins, IconRepeat } from '@tabler/icons-react'
import { dayOf } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { useAccountNames } from '#widgets/use-account-names.ts'
import { goalWords, oftenWords, shareWords, sumOf } from './pot-facts.ts'
import { PotRing, toneOf } from './pot-looks.tsx'
import type { View } from './pot-views.ts'
import classes from './pots.module.css'

/** One pot: what is in it, how far it is, and the two ways money goes. */
export function PotCard({ pot, onOpen }: { pot: Pot; onOpen: (view: View) => void }) {
  const { Name, Balance } = pot
  const words = goalWords(pot)
  const names = useAccountNames()
  return (
    <article className={cx(classes.pot, toneOf(pot))} aria-label={Name}>
      <button
        type="button"
        className={classes.open}
        aria-haspopup="dialog"
        aria-label={t('Details of {name}', { name: Name })}
        onClick={() => onOpen('detail')}
      >
        <PotRing pot={pot} />
        <span className={layout.words}>
          <span className={classes.name}>{Name}</span>
          <bdi className={classes.balance}>{sumOf(pot, Balance)}</bdi>
          <span className={layout.note}>
            {shareWords(pot, names.get(pot.Account.Id) ?? pot.Account.Name)}
          </span>
        </span>
      </button>
      {words ? <p className={classes.words}>{words}</p> : null}
      <Gathers pot={pot} />
      <div className={classes.ways}>
        <Button
          kind="tint"
          size="sm"
          aria-haspopup="dialog"
          aria-label={t('Move into {name}', { name: Name })}
          icon={<IconArrowBarToDown size={18} stroke={1.75} aria-hidden />}
          onClick={() => onOpen('in')}
        >
          {t('Move in')}
        </Button>
        <Button
          kind="plain"
          size="sm"
          disabled={Balance === 0n}
          aria-haspopup="dialog"
          aria-label={t('Move out of {name}', { name: Name })}
          icon={<IconArrowBarUp size={18} stroke={1.75} aria-hidden />}
          onClick={() => onOpen('out')}
        >
          {t('Move out')}
        </Button>
      </div>
    </article>
  )
}

/** What comes into it by itself. */
function Gathers({ pot }: { pot: Pot }) {
  const [order] = pot.Orders.filter(({ State }) => State === 'active')
  if (!pot.RoundUps && !order) return null
  return (
    <ul className={classes.gathers}>
      {order ? (
        <li>
          <IconRepeat size={16} stroke={1.75} aria-hidden />
          {t('{amount} · {often} · next on {date}', {
            amount: sumOf(pot, order.Amount),
            often: oftenWords(order.Every),
            date: dayOf(order.Next),
          })}
        </li>
      ) : null}
      {pot.RoundUps ? (
        <li>
          <IconCoins size={16} stroke={1.75} aria-hidden />
          {t('Payments are rounded up into it')}
        </li>
      ) : null}
    </ul>
  )
}
