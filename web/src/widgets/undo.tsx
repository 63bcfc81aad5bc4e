import { limits, type Output, type Transaction, undoTransfer } from '@passbook/contract'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { send } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { moneyMoved } from '#api/money-moved.ts'
import { serverNow } from '#api/server-time.ts'
import { isAnswer, textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { hiddenPart } from '#ui/hidden-part.tsx'
import { toast } from '#ui/toasts.tsx'
import { useSecondsUntil } from '#ui/use-seconds-until.ts'
import { stateOf, titleOf } from './transaction-facts.ts'

type Undone = Output<typeof undoTransfer>

/** When a transfer can no longer be called back, by the bank's clock; 0 where it cannot be at all. */
const undoEndMs = (transaction: Transaction) =>
  stateOf(transaction) === 'pending' ? (transaction.UndoUntil?.getTime() ?? 0) : 0

/** Whole seconds in which a transfer can still be called back. */
export function useUndoSeconds(transaction: Transaction): number {
  return Math.min(useSecondsUntil(undoEndMs(transaction), serverNow), limits.undoSecondsMax)
}

/** Calls a transfer back and tells what came of it; null where it was too late. */
async function callBack(
  client: QueryClient | undefined,
  { Id }: Transaction,
): Promise<Undone | null> {
  try {
    const { data } = await send(undoTransfer, { id: Id })
    if (client) moneyMoved(client, data)
    toast({ message: t('Your transfer was called back. The money is back in your account.') })
    return data
  } catch (error) {
    const heard = alert(textOf(error))
    // It has gone meanwhile, or nobody knows: what is shown is asked for again. A receipt stands on a
    // page of its own, which is loaded anew where there is a bank to load it from.
    if (!client) {
      await heard
      if (isAnswer(error)) window.location.reload()
    }
    const stale = [keys.initUser, keys.transactions, keys.overviews]
    for (const queryKey of stale) void client?.invalidateQueries({ queryKey })
    return null
  }
}

/** Calls a transfer back, for as long as that is possible; then there is no button. */
export function UndoButton({
  transaction,
  onUndone = () => {},
  wide = false,
  className,
}: {
  transaction: Transaction
  onUndone?: (undone: Undone) => void
  wide?: boolean
  className?: string | undefined
}) {
  // A receipt stands on a page of its own, with nothing beside it to bring up to date.
  const client = useContext(QueryClientContext)
  const seconds = useUndoSeconds(transaction)
  const [busy, setBusy] = useState(false)

  async function undo() {
    setBusy(true)
    const undone = await callBack(client, transaction)
    setBusy(false)
    if (undone) onUndone(undone)
  }

  if (seconds === 0 && !busy) return null
  return (
    <Button
      kind="tint"
      size={wide ? 'md' : 'sm'}
      wide={wide}
      className={className}
      busy={busy}
      icon={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
      onClick={() => void undo()}
    >
      <Trans
        id="Undo<of> {name}</of>"
        values={{ name: titleOf(transaction) }}
        parts={{ of: hiddenPart }}
      />
      {/* A name that changed every second would be read out every second. */}
      <bdi aria-hidden>{t('{seconds} s', { seconds })}</bdi>
    </Button>
  )
}

/** Goes on offering it where the page that did was left. */
export function offerUndo(client: QueryClient, transaction: Transaction): void {
  const ms = Math.min(undoEndMs(transaction) - serverNow(), limits.undoSecondsMax * 1000)
  if (ms <= 0) return
  toast({
    message: t('Your transfer to {name} goes in a moment.', { name: titleOf(transaction) }),
    ms,
    action: { label: t('Undo'), run: () => void callBack(client, transaction) },
  })
}
