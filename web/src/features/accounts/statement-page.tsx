import { type Account, accountTypeLabel, initUser, isRealDate, messages } from '@passbook/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { send } from '#api/client.ts'
import { fetchStatement } from '#api/export-file.ts'
import { accountsIn } from '#api/init-user.ts'
import type { Dates } from '#api/keys.ts'
import { page } from '#api/page.ts'
import { textOf } from '#api/texts.ts'
import { paths } from '#paths.ts'
import { Diamond } from '#ui/cover.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './receipt-page.module.css'
import { readStatement, type StatementSheet } from './statement-csv.ts'
import { Sheet } from './statement-sheet.tsx'

type Load = { account: Account; sheet: StatementSheet } | { problem: string } | null

/** A statement on a page of its own, made to be printed. It holds what the exported file holds. */
export function StatementPage() {
  const [search] = useSearchParams()
  const load = useSheet(search.get('account') ?? '', datesIn(search))
  const title = load && 'problem' in load ? 'Error!!' : load ? 'Account Statement' : 'Please Wait'
  return (
    <main className={classes.page}>
      <title>{`${title} · ${page.systemName}`}</title>
      {load === null ? (
        <div className={classes.panel} role="status" aria-busy="true">
          <Diamond />
          <h1 className={classes.title}>Please Wait</h1>
        </div>
      ) : null}
      {load && 'problem' in load ? (
        <div className={classes.panel} role="alert">
          <span className={classes.alarm}>
            <IconAlertTriangle size={28} stroke={1.75} aria-hidden />
          </span>
          <h1 className={classes.title}>Error!!</h1>
          <p className={classes.message}>{load.problem}</p>
          <TextLink to={paths.transactions}>Go to the transactions</TextLink>
        </div>
      ) : null}
      {load && 'sheet' in load ? (
        <Sheet
          account={load.account}
          type={accountTypeLabel(load.account.Type)}
          statement={load.sheet}
        />
      ) : null}
    </main>
  )
}

/** Both dates, or none for everything. */
function datesIn(search: URLSearchParams): Dates {
  const [start_date, end_date] = [search.get('start') ?? '', search.get('end') ?? '']
  return isRealDate(start_date) && isRealDate(end_date) ? { start_date, end_date } : {}
}

function useSheet(accountId: string, { start_date, end_date }: Dates): Load {
  const [load, setLoad] = useState<Load>(null)
  useEffect(() => {
    const given = new AbortController()
    const dates = start_date && end_date ? { start_date, end_date } : {}
    fetchSheet(accountId, dates, given.signal).then(setLoad, (error: unknown) => {
      if (!given.signal.aborted) setLoad({ problem: textOf(error) })
    })
    return () => given.abort()
  }, [accountId, start_date, end_date])
  return load
}

// About ten thousand lines: more is no page that anybody prints, and would stop the browser.
const printedMaxBytes = 2_000_000
const tooLong =
  'There are too many transactions to print. Choose a shorter time, or export them as a file.'

async function fetchSheet(accountId: string, dates: Dates, signal: AbortSignal): Promise<Load> {
  const long = new AbortController()
  const onBytes = (bytes: number) => {
    if (bytes > printedMaxBytes) long.abort()
  }
  const file = fetchStatement(
    { accountId, format: 'csv', ...dates },
    { signal: AbortSignal.any([signal, long.signal]), onBytes },
  )
  try {
    const [{ data }, { blob }] = await Promise.all([send(initUser, {}, { signal }), file])
    const account = accountsIn(data).find(({ Id }) => Id === accountId)
    if (!account) return { problem: messages.accountNotYours }
    return { account, sheet: readStatement(await blob.text()) }
  } catch (error) {
    if (long.signal.aborted) return { problem: tooLong }
    throw error
  }
}
