import { messages, type Transaction, transactionReceipt } from '@passbook/contract'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { send } from '#api/client.ts'
import { page } from '#api/page.ts'
import { serverNow } from '#api/server-time.ts'
import { RequestError, textOf } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { AlertHost } from '#ui/alert.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Toasts } from '#ui/toast-cards.tsx'
import { Receipt } from './receipt.tsx'
import classes from './receipt-page.module.css'
import { SheetProblem, SheetWaiting } from './sheet-states.tsx'

const settlesAfterMs = 2000

type Load = { transaction: Transaction } | { problem: string } | null

/** A receipt on a page of its own, made to be printed. */
export function ReceiptPage() {
  const { id = '' } = useParams()
  const [load, setLoad] = useReceipt(id.trim())
  const title =
    load && 'problem' in load ? t('Error!!') : load ? t('Transaction Receipt') : t('Please Wait')
  return (
    <main className={classes.page}>
      <PageTitle text={`${title} · ${page.systemName}`} />
      {load === null ? <SheetWaiting /> : null}
      {load && 'problem' in load ? (
        <SheetProblem message={load.problem} to="/" way={t('Go to the start page')} />
      ) : null}
      {load && 'transaction' in load ? (
        <Receipt
          transaction={load.transaction}
          onUndone={(transaction) => setLoad({ transaction })}
        />
      ) : null}
      <Toasts />
      <AlertHost />
    </main>
  )
}

function useReceipt(id: string): [Load, (load: Load) => void] {
  const [load, setLoad] = useState<Load>(null)
  useEffect(() => {
    if (id === '') return setLoad({ problem: told(messages.receiptUrlInvalid) })
    const given = new AbortController()
    const ask = () => send(transactionReceipt, { transactionId: id }, { signal: given.signal })
    let again: ReturnType<typeof setTimeout> | undefined
    ask().then(
      ({ data }) => {
        setLoad({ transaction: data })
        if (!data.UndoUntil) return
        // It goes out then, and is no longer one that proves nothing.
        const show = () =>
          ask().then(
            (now) => setLoad({ transaction: now.data }),
            () => undefined,
          )
        const leftMs = data.UndoUntil.getTime() - serverNow()
        again = setTimeout(show, leftMs + settlesAfterMs)
      },
      (error: unknown) => {
        if (!given.signal.aborted) setLoad({ problem: problemOf(error) })
      },
    )
    return () => {
      clearTimeout(again)
      given.abort()
    }
  }, [id])
  return [load, setLoad]
}

/** A reply of the specification that is no success has the one text; any other failure has its own. */
function problemOf(error: unknown): string {
  const refused = error instanceof RequestError && error.kind === 'refused'
  return refused ? told(messages.receiptUnavailable) : textOf(error)
}
