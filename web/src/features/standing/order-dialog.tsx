import {
  type Call,
  type DueEntry,
  endStanding,
  pauseStanding,
  resumeStanding,
  type StandingEntry,
  skipStanding,
} from '@passbook/contract'
import {
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { send } from '#api/client.ts'
import { ordersQuery } from '#api/due-lists.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { dayOf } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/facts.tsx'
import { FocusPlace } from '#ui/focus-place.tsx'
import { LayerName } from '#ui/layers.ts'
import layout from '#ui/layout.module.css'
import { Modal } from '#ui/modal.tsx'
import { inCode } from '#widgets/by-code.ts'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { OrderChange } from './order-change.tsx'
import { payeeName, ruleOf, stateOf } from './order-facts.ts'
import classes from './orders.module.css'
import { orderQuery } from './queries.ts'

const views = ['detail', 'change'] as const
type View = (typeof views)[number]
/** Which order lies over the page, and whether it is being changed. */
export type Shown = { view: View; id: string }

const nameOf = ({ view, id }: Shown) => `order:${view}:${id}`

/** What the name of an entry of the history says was open. */
export function shownIn(name: string): Shown | null {
  const [, said, id = ''] = name.split(':')
  const view = views.find((one) => one === said)
  return view ? { view, id } : null
}

/** One standing order: what it is, what can be done with it, and the dates that are over. */
export function OrderDialog({
  shown,
  onShow,
}: {
  shown: Shown | null
  onShow: (shown: Shown | null) => void
}) {
  const [busy, setBusy] = useState(false)
  // What slides away still shows what it showed.
  const [last, setLast] = useState<Shown | null>(null)
  if (shown && shown !== last) setLast(shown)
  return (
    <LayerName value={shown ? nameOf(shown) : undefined}>
      <Modal
        opened={shown !== null}
        onClose={() => onShow(null)}
        title={t('Standing order')}
        locked={busy}
      >
        {last ? (
          <Detail
            key={last.id}
            shown={last}
            busy={busy}
            onBusy={setBusy}
            onShow={(view) => onShow({ view, id: last.id })}
          />
        ) : null}
      </Modal>
    </LayerName>
  )
}

type Working = { busy: boolean; onBusy: (busy: boolean) => void }

function Detail({
  shown: { view, id },
  busy,
  onBusy,
  onShow,
}: { shown: Shown; onShow: (view: View) => void } & Working) {
  const query = useQuery(orderQuery(id))
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={3} />}>
      {(order) => (
        <FocusPlace shown={`${view} ${order.Dates.length > 0}`}>
          {view === 'change' && order.Dates.length > 0 ? (
            <OrderChange order={order} onBusy={onBusy} onDone={() => onShow('detail')} />
          ) : (
            <div className={layout.stack}>
              <Facts facts={factsOf(order)} />
              {order.Dates.length > 0 ? (
                <Actions
                  order={order}
                  busy={busy}
                  onBusy={onBusy}
                  onChange={() => onShow('change')}
                />
              ) : null}
              <History list={order.History} code={order.Account.Currency.Code} />
            </div>
          )}
        </FocusPlace>
      )}
    </Loaded>
  )
}

function factsOf(order: StandingEntry) {
  const { Amount, Above, Account, Dates, LastError, Short } = order
  const amount = inCode(Account.Currency.Code, Amount)
  const facts = [
    ...payeeFacts(order),
    { label: t('Amount'), value: Above ? t('All above {amount}', { amount }) : amount },
    {
      label: t('Exchange rate'),
      value: order.Kind === 'crypto' ? t('That of the day it is paid') : '',
    },
    { label: t('From'), value: `${Account.Name} · ${Account.Number}` },
    { label: t('How often'), value: ruleOf(order) },
    { label: t('Next dates'), value: Dates.length > 0 ? <NextDates dates={Dates} /> : '' },
    { label: t('Note'), value: order.Description },
    { label: t('State'), value: stateOf(order.State).label },
    { label: t('Last try'), value: LastError ? told(LastError) : '' },
    {
      label: t('Money'),
      value: Short && !LastError ? t('The money that is there now will not do') : '',
    },
  ]
  return facts.filter(({ value }) => value !== '')
}

function payeeFacts(order: StandingEntry) {
  const { Kind, Number: number, Bank } = order
  const name = payeeName(order)
  if (Kind !== 'card' && Kind !== 'crypto') {
    return [{ label: t('To'), value: [name, number, Bank].filter(Boolean).join(' · ') }]
  }
  const label = Kind === 'card' ? t('Card number') : t('Wallet address')
  return [
    { label: t('To'), value: name },
    { label, value: number },
  ]
}

/** A date never breaks inside. */
function NextDates({ dates }: { dates: readonly string[] }) {
  return dates.map((date, at) => (
    <Fragment key={date}>
      {at > 0 ? ' · ' : null}
      <bdi className={classes.date}>{dayOf(date)}</bdi>
    </Fragment>
  ))
}

/** One question at a time: the other steps wait for its answer. */
function Actions({
  order,
  busy,
  onBusy,
  onChange,
}: { order: StandingEntry; onChange: () => void } & Working) {
  const [asked, setAsked] = useState<'skip' | 'end' | null>(null)
  const client = useQueryClient()
  const { Id: id, State } = order
  const name = payeeName(order)
  const [date = '', next] = order.Dates

  async function act(call: Call & { answers?: never }, fields: Record<string, string> = {}) {
    onBusy(true)
    try {
      await send(call, { id, ...fields })
    } catch (error) {
      tellFailure(error)
    }
    setAsked(null)
    // Also after a refusal: the date may have been paid meanwhile.
    await client.invalidateQueries({ queryKey: ordersQuery.queryKey })
    onBusy(false)
  }

  return (
    <div className={classes.actions}>
      {asked === null ? (
        <>
          <Button
            kind="plain"
            size="sm"
            busy={busy}
            icon={<IconPencil size={18} stroke={1.75} aria-hidden />}
            onClick={onChange}
          >
            {t('Change')}
          </Button>
          <Button
            kind="plain"
            size="sm"
            busy={busy}
            icon={
              State === 'paused' ? (
                <IconPlayerPlay size={18} stroke={1.75} aria-hidden />
              ) : (
                <IconPlayerPause size={18} stroke={1.75} aria-hidden />
              )
            }
            onClick={() => void act(State === 'paused' ? resumeStanding : pauseStanding)}
          >
            {State === 'paused' ? t('Resume') : t('Pause')}
          </Button>
        </>
      ) : null}
      {asked === 'end' ? null : (
        <ConfirmButton
          worded
          name={t('Skip next date')}
          icon={<IconPlayerSkipForward size={18} stroke={1.75} aria-hidden />}
          question={
            next
              ? t('Skip {name} on {date}? Nothing is paid for that date. The next one is {next}.', {
                  name,
                  date: dayOf(date),
                  next: dayOf(next),
                })
              : t('Skip {name} on {date}? It is the last date.', { name, date: dayOf(date) })
          }
          yes={t('Skip date')}
          no={t('Keep')}
          kind="primary"
          busy={busy}
          asking={asked === 'skip'}
          onAsk={(asking) => setAsked(asking ? 'skip' : null)}
          onConfirm={() => void act(skipStanding, { date })}
        />
      )}
      {asked === 'skip' ? null : (
        <ConfirmButton
          worded
          name={t('End')}
          icon={<IconTrash size={18} stroke={1.75} aria-hidden />}
          question={t('End the standing order to {name}? What was paid stays paid.', { name })}
          yes={t('End it')}
          no={t('Keep')}
          busy={busy}
          asking={asked === 'end'}
          onAsk={(asking) => setAsked(asking ? 'end' : null)}
          onConfirm={() => void act(endStanding)}
        />
      )}
    </div>
  )
}

function History({ list, code }: { list: readonly DueEntry[]; code: string }) {
  if (list.length === 0) return null
  return (
    <section aria-label={t('Dates that are over')}>
      <h3 className={classes.heading}>{t('Dates that are over')}</h3>
      <ul className={layout.list}>
        {list.map((due) => {
          const state = stateOf(due.State)
          return (
            <li key={due.Date} className={layout.row}>
              <span className={layout.words}>
                <span className={layout.name}>{dayOf(due.Date)}</span>
                {due.Reason ? <span className={layout.note}>{told(due.Reason)}</span> : null}
              </span>
              {due.Amount === null ? null : (
                <bdi className={classes.amount}>{inCode(code, due.Amount)}</bdi>
              )}
              <span className={cx(classes.badge, layout[state.tone])}>{state.label}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
