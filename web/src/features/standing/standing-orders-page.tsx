import type { StandingEntry } from '@passbook/contract'
import { IconChevronRight, IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ordersQuery } from '#api/due-lists.ts'
import { dayOf } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Face } from '#ui/face.tsx'
import { useRestorer } from '#ui/layers.ts'
import layout from '#ui/layout.module.css'
import { inCode } from '#widgets/by-code.ts'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { OrderDialog, type Shown, shownIn } from './order-dialog.tsx'
import { payeeName, ruleOf, shortNumber, stateOf } from './order-facts.ts'
import { OrderForm } from './order-form.tsx'
import classes from './orders.module.css'

/** What goes by itself: the list, and a form for another one. */
export function StandingOrdersPage() {
  const offered = useFeature('standing-orders')
  if (!offered) {
    return <EmptyState text={t('This bank has no standing orders.')} />
  }
  return (
    <div className={cx(layout.stack, layout.form)}>
      <Card title={t('My standing orders')}>
        <OrderList />
      </Card>
      <Card title={t('New standing order')}>
        <OrderForm />
      </Card>
    </div>
  )
}

function OrderList() {
  const orders = useQuery({ ...ordersQuery, staleTime: 0 })
  const [shown, setShown] = useState<Shown | null>(null)
  useRestorer('order', ([name = '']) => {
    const found = shownIn(name)
    setShown(found)
    return found ? 1 : 0
  })
  return (
    <>
      <Loaded query={orders} skeleton={<ListSkeleton rows={3} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconRepeat size={24} stroke={1.75} />}
              text={t('You have no standing orders yet')}
            />
          ) : (
            <ul className={layout.list}>
              {list.map((order) => (
                <li key={order.Id}>
                  <OrderRow
                    order={order}
                    onOpen={() => setShown({ view: 'detail', id: order.Id })}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <OrderDialog shown={shown} onShow={setShown} />
    </>
  )
}

function OrderRow({ order, onOpen }: { order: StandingEntry; onOpen: () => void }) {
  const [next] = order.Dates
  const state = stateOf(order.State)
  const name = payeeName(order)
  const number = shortNumber(order)
  return (
    <button type="button" className={classes.row} aria-haspopup="dialog" onClick={onOpen}>
      <Face name={name} />
      <span className={classes.facts}>
        <span className={layout.words}>
          <span className={layout.name}>{name}</span>
          {number ? (
            <span className={layout.note}>
              <bdi>{number}</bdi>
            </span>
          ) : null}
          <span className={layout.note}>
            {next && order.State === 'active'
              ? t('Next on {date} · {rule}', { date: dayOf(next), rule: ruleOf(order) })
              : ruleOf(order)}
          </span>
          <Trouble order={order} />
        </span>
        <span className={classes.sum}>
          <bdi className={classes.amount}>{sumOf(order)}</bdi>
          <span className={cx(classes.badge, layout[state.tone])}>{state.label}</span>
        </span>
      </span>
      <IconChevronRight size={20} className={classes.chevron} aria-hidden />
    </button>
  )
}

/** What is paid each time. */
function sumOf({ Amount, Above, Account }: StandingEntry): string {
  const amount = inCode(Account.Currency.Code, Amount)
  return Above ? t('All above {amount}', { amount }) : amount
}

/** Why a date waits, or that the money will not do for the next. */
function Trouble({ order }: { order: StandingEntry }) {
  const { LastError, Short } = order
  if (LastError) {
    return (
      <span className={classes.trouble}>
        {t('Last try: {reason}', { reason: told(LastError) })}
      </span>
    )
  }
  return Short ? (
    <span className={classes.trouble}>{t('The money that is there now will not do')}</span>
  ) : null
}
