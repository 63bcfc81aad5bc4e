import { closePot, type Pot, roundUpPot } from '@passbook/contract'
import { IconArchive, IconPencil, IconRepeat } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { page } from '#api/page.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { dayOf, formatDateTime } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { Switch } from '#ui/switch.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { toast } from '#ui/toasts.tsx'
import { Explained } from '#widgets/explained.tsx'
import { useAccountNames } from '#widgets/use-account-names.ts'
import { goalWords, moveWords, oftenWords, shareWords, sumOf } from './pot-facts.ts'
import { PotRing } from './pot-looks.tsx'
import type { View, ViewProps } from './pot-views.ts'
import classes from './pots.module.css'
import { potsChanged, potsQuery } from './queries.ts'

/** A pot with all that is set of it and the last moves. */
export function PotDetail({
  pot,
  busy,
  onBusy,
  onShow,
  onDone,
}: ViewProps & { onShow: (view: View) => void }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  // Of an account one pot gathers.
  const gathers = useQuery(potsQuery).data?.List.find(
    ({ Id, Account, RoundUps }) => RoundUps && Account.Id === pot.Account.Id && Id !== pot.Id,
  )

  async function change(deed: () => Promise<unknown>): Promise<boolean> {
    onBusy(true)
    try {
      await deed()
      await potsChanged(client)
      return true
    } catch (error) {
      tellFailure(error)
      return false
    } finally {
      onBusy(false)
    }
  }

  async function close() {
    if (!(await change(() => send(closePot, { id: pot.Id })))) return
    toast({ message: t('{name} is closed', { name: pot.Name }) })
    onDone()
  }

  return (
    <div className={layout.stack}>
      <Head pot={pot} />
      <Switch
        label={t('Round up payments')}
        note={
          gathers
            ? t(
                'What is rounded up goes into {name} now, and into this pot once you switch it on',
                {
                  name: gathers.Name,
                },
              )
            : t('Card payments and transfers are rounded up, and the rest goes into this pot')
        }
        on={pot.RoundUps}
        busy={busy}
        onChange={(on) => void change(() => send(roundUpPot, { id: pot.Id, on }))}
      />
      <div className={classes.tools}>
        {asking ? null : <Tools busy={busy} onShow={onShow} />}
        <ConfirmButton
          worded
          name={t('Close pot')}
          icon={<IconArchive size={18} stroke={1.75} aria-hidden />}
          question={
            pot.Balance > 0n
              ? t('Close {name}? {amount} goes back to the account.', {
                  name: pot.Name,
                  amount: sumOf(pot, pot.Balance),
                })
              : t('Close {name}?', { name: pot.Name })
          }
          yes={t('Close it')}
          no={t('Keep it')}
          busy={busy}
          asking={asking}
          onAsk={setAsking}
          onConfirm={() => void close()}
        />
      </div>
      <Orders pot={pot} />
      <Moves pot={pot} />
    </div>
  )
}

function Head({ pot }: { pot: Pot }) {
  const names = useAccountNames()
  return (
    <div className={classes.head}>
      <PotRing pot={pot} />
      <div>
        <p className={classes.balance}>
          <Explained
            question={{ figure: 'pot', pot: pot.Id }}
            label={t('Balance of {name}', { name: pot.Name })}
            inline
          >
            <bdi>{sumOf(pot, pot.Balance)}</bdi>
          </Explained>
        </p>
        <p className={layout.note}>
          {shareWords(pot, names.get(pot.Account.Id) ?? pot.Account.Name)}
        </p>
        <p className={layout.note}>{goalWords(pot)}</p>
      </div>
    </div>
  )
}

function Tools({ busy, onShow }: { busy: boolean; onShow: (view: View) => void }) {
  const orders = useFeature('standing-orders')
  return (
    <>
      <Button
        kind="plain"
        size="sm"
        disabled={busy}
        icon={<IconPencil size={18} stroke={1.75} aria-hidden />}
        onClick={() => onShow('edit')}
      >
        {t('Change')}
      </Button>
      {orders ? (
        <Button
          kind="plain"
          size="sm"
          disabled={busy}
          icon={<IconRepeat size={18} stroke={1.75} aria-hidden />}
          onClick={() => onShow('every')}
        >
          {t('Pay in every …')}
        </Button>
      ) : null}
    </>
  )
}

/** What pays into it by itself; it is paused and ended where all standing orders are. */
function Orders({ pot }: { pot: Pot }) {
  if (pot.Orders.length === 0) return null
  return (
    <section aria-label={t('Standing orders')}>
      <h3 className={classes.heading}>{t('Standing orders')}</h3>
      <ul className={layout.list}>
        {pot.Orders.map((order) => (
          <li key={order.Id} className={layout.row}>
            <span className={layout.words}>
              <span className={layout.name}>{oftenWords(order.Every)}</span>
              <span className={layout.note}>
                {order.State === 'paused'
                  ? t('Paused')
                  : t('Next on {date}', { date: dayOf(order.Next) })}
              </span>
            </span>
            <bdi className={classes.amount}>{sumOf(pot, order.Amount)}</bdi>
          </li>
        ))}
      </ul>
      <TextLink to={paths.standingOrders}>{t('All standing orders')}</TextLink>
    </section>
  )
}

function Moves({ pot }: { pot: Pot }) {
  if (pot.Moves.length === 0) return null
  return (
    <section aria-label={t('Last moves')}>
      <h3 className={classes.heading}>{t('Last moves')}</h3>
      <ul className={cx(layout.list, classes.moves)}>
        {pot.Moves.map((move, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: moves have no name, and never change
          <li key={at} className={layout.row}>
            <span className={layout.words}>
              <span className={layout.name}>{moveWords(move)}</span>
              <span className={layout.note}>{formatDateTime(move.At, page.bankZone)}</span>
            </span>
            <bdi className={cx(classes.amount, move.Amount > 0n && classes.plus)}>
              {`${move.Amount > 0n ? '+' : ''}${sumOf(pot, move.Amount)}`}
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
