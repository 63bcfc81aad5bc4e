import { type BillerEntry, cancelBill, skipBill } from '@passbook/contract'
import { IconPlayerSkipForward, IconTrash } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { dayOf } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { cx } from '#ui/cx.ts'
import { Face } from '#ui/face.tsx'
import layout from '#ui/layout.module.css'
import { toast } from '#ui/toasts.tsx'
import { inCode } from '#widgets/by-code.ts'
import { billState, skipQuestion } from './bill-facts.ts'
import classes from './bills.module.css'

type Events = {
  onGone: (id: string) => void
  /** Ends once the list has been read again. */
  onChanged: () => Promise<void>
}

/** One saved bill. */
export function BillRow({ bill, ...events }: { bill: BillerEntry } & Events) {
  const { Id, Name, AccountName, Amount, Account, State } = bill
  const when = [
    bill.Date && State === 'active' ? t('Next on {date}', { date: dayOf(bill.Date) }) : '',
    bill.Date && State !== 'active' ? dayOf(bill.Date) : '',
    bill.Type && told(bill.Type),
    AccountName,
  ].filter(Boolean)
  const state = State ? billState(State) : null
  const changeable = useFeature('bill-changes')
  return (
    <li className={cx(layout.row, classes.row)}>
      <Face name={Name} />
      <span className={classes.facts}>
        <span className={layout.words}>
          <span className={layout.name}>{Name}</span>
          <span className={cx(layout.note, classes.clipped)}>
            <span className={classes.parts}>
              {when.map((part, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a reference may read like its type
                <Fragment key={at}>
                  {at > 0 ? ' ' : null}
                  <span className={classes.part}>
                    {at > 0 ? <span className={classes.dot}>· </span> : null}
                    <bdi>{part}</bdi>
                  </span>
                </Fragment>
              ))}
            </span>
          </span>
        </span>
        <span className={classes.sum}>
          {Amount === undefined ? null : (
            <bdi className={classes.amount}>{inCode(Account?.Currency.Code ?? 'usd', Amount)}</bdi>
          )}
          {state ? (
            <span className={cx(classes.badge, layout[state.tone])}>{state.label}</span>
          ) : null}
        </span>
      </span>
      {Id && changeable ? <Actions bill={bill} id={Id} {...events} /> : null}
      {bill.LastError ? (
        <p className={classes.trouble}>
          {t('Last try: {reason}', { reason: told(bill.LastError) })}
        </p>
      ) : null}
    </li>
  )
}

/** What can be done with a bill. One question at a time: the other step waits for its answer. */
function Actions({ bill, id, onGone, onChanged }: { bill: BillerEntry; id: string } & Events) {
  const [asked, setAsked] = useState<'skip' | 'cancel' | null>(null)
  const [busy, setBusy] = useState(false)
  const { Name, State, Date: date } = bill
  const active = State === 'active'
  const question = skipQuestion(bill)

  async function stop() {
    setBusy(true)
    try {
      await send(cancelBill, { id })
      onGone(id)
    } catch (error) {
      setBusy(false)
      await alert(textOf(error))
    }
  }

  async function skip(skipped: string) {
    setBusy(true)
    try {
      const { data } = await send(skipBill, { id, date: skipped })
      toast({
        message: t('Date skipped. {name} is due again on {date}', {
          name: Name,
          date: dayOf(data.Date),
        }),
      })
    } catch (error) {
      await alert(textOf(error))
    }
    // Also after a refusal: the date may have been paid meanwhile.
    await onChanged()
    setBusy(false)
  }

  return (
    <>
      {date && question && asked !== 'cancel' ? (
        <ConfirmButton
          name={t('Skip the next date of {name}', { name: Name })}
          icon={<IconPlayerSkipForward size={20} stroke={1.75} aria-hidden />}
          question={question}
          yes={t('Skip date')}
          no={t('Keep')}
          kind="primary"
          busy={busy}
          asking={asked === 'skip'}
          onAsk={(asking) => setAsked(asking ? 'skip' : null)}
          onConfirm={() => void skip(date)}
        />
      ) : null}
      {asked === 'skip' ? null : (
        <ConfirmButton
          name={
            active
              ? t('Cancel the bill of {name}', { name: Name })
              : t('Remove the bill of {name}', { name: Name })
          }
          icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
          question={
            active
              ? t('Cancel the bill of {name}? It will not be paid any more.', { name: Name })
              : t('Remove the bill of {name} from the list?', { name: Name })
          }
          yes={active ? t('Cancel bill') : t('Remove')}
          no={t('Keep')}
          busy={busy}
          asking={asked === 'cancel'}
          onAsk={(asking) => setAsked(asking ? 'cancel' : null)}
          onConfirm={() => void stop()}
        />
      )}
    </>
  )
}
