import { cancelRequest, type PaymentRequest, type RequestState } from '@passbook/contract'
import { IconLink, IconQrcode, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { page } from '#api/page.ts'
import { textOf } from '#api/texts.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { msg, t, told } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Face } from '#ui/face.tsx'
import { FocusPlace } from '#ui/focus-place.tsx'
import layout from '#ui/layout.module.css'
import { Modal } from '#ui/modal.tsx'
import { inCode } from '#widgets/by-code.ts'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { requestsQuery } from './queries.ts'
import classes from './requests.module.css'
import { Share } from './share.tsx'

const stateWords: Record<RequestState, string> = {
  open: msg('Not opened yet'),
  paying: msg('On its way'),
  paid: msg('Paid'),
  declined: msg('Declined'),
  cancelled: msg('Cancelled'),
  expired: msg('Expired'),
}

/** Everything that was asked for, live: seen, paid, declined. */
export function RequestList() {
  const query = useQuery({ ...requestsQuery, staleTime: 0 })
  const [sharing, setSharing] = useState<PaymentRequest | null>(null)
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={2} />}>
      {({ List }) =>
        List.length === 0 ? (
          <EmptyState
            icon={<IconLink size={24} stroke={1.75} />}
            text={t('You have not asked anybody for money yet.')}
          />
        ) : (
          <>
            <FocusPlace shown={List.map(({ State }) => State).join()}>
              <ul className={layout.list}>
                {List.map((request) => (
                  <li key={request.Id} className={layout.row}>
                    <Row request={request} onShare={() => setSharing(request)} />
                  </li>
                ))}
              </ul>
            </FocusPlace>
            <Modal
              opened={sharing !== null}
              onClose={() => setSharing(null)}
              title={t('Send this link')}
            >
              {sharing ? <Share request={sharing} /> : null}
            </Modal>
          </>
        )
      }
    </Loaded>
  )
}

function Row({ request, onShare }: { request: PaymentRequest; onShare: () => void }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { Id, State, Note, PaidBy, Account } = request
  const amount = inCode(request.Currency.Code, request.Amount)
  const title = Note || t('Request for {amount}', { amount })

  async function cancel() {
    setBusy(true)
    try {
      await send(cancelRequest, { id: Id })
    } catch (error) {
      void alert(textOf(error))
    } finally {
      setBusy(false)
      setAsking(false)
      void client.invalidateQueries({ queryKey: keys.requests })
    }
  }

  return (
    <>
      <Face name={PaidBy ?? (Note || Account.Name)} />
      <span className={layout.words}>
        <span className={layout.name}>{title}</span>
        <span className={layout.note}>{Account.Name}</span>
        <span className={cx(layout.note, State === 'paid' && classes.paid)} role="status">
          {wordsOf(request)}
        </span>
      </span>
      <bdi className={classes.amount}>{amount}</bdi>
      {State === 'open' ? (
        <span className={cx(classes.tools, asking && classes.asking)}>
          {asking ? null : (
            <Button
              kind="tint"
              size="sm"
              icon={<IconQrcode size={18} stroke={1.75} aria-hidden />}
              onClick={onShare}
            >
              {t('Link')}
            </Button>
          )}
          <ConfirmButton
            name={t('Cancel the request for {amount}', { amount })}
            icon={<IconTrash size={18} stroke={1.75} aria-hidden />}
            question={t('Cancel this request?')}
            yes={t('Cancel it')}
            no={t('Keep it')}
            busy={busy}
            asking={asking}
            onAsk={setAsking}
            onConfirm={() => void cancel()}
          />
        </span>
      ) : null}
    </>
  )
}

/** How it stands, with the moment or the person that matters then. */
function wordsOf({ State, Seen, PaidBy, Expires }: PaymentRequest): string {
  const at = (moment: Date) => formatDateTime(moment, page.bankZone)
  if (State === 'paid' && PaidBy) return t('Paid by {name}', { name: PaidBy })
  if (State === 'open' && Seen) return t('Seen {time}', { time: at(Seen) })
  if (State === 'open') return t('Not opened yet · until {time}', { time: at(Expires) })
  return told(stateWords[State])
}
