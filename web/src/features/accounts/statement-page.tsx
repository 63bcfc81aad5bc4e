import { accountStatement, initUser, isRealDate, messages } from '@passbook/contract'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { bankToday } from '#api/bank-day.ts'
import { ask } from '#api/client.ts'
import type { Statement } from '#api/gathered-statement.ts'
import { accountsIn, hasFeature } from '#api/init-user.ts'
import type { Dates } from '#api/keys.ts'
import { page } from '#api/page.ts'
import { RequestError, textOf } from '#api/texts.ts'
import { shortMonthOfYear } from '#i18n/month.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { monthBefore, monthRange } from './months.ts'
import classes from './receipt-page.module.css'
import sheet from './sheet.module.css'
import { SheetProblem, SheetWaiting } from './sheet-states.tsx'
import { Sheet } from './statement-sheet.tsx'

type Load = { statement: Statement } | { problem: string } | null

/** A statement on a page of its own, made to be printed. It holds what the exported file holds. */
export function StatementPage() {
  const [search, setSearch] = useSearchParams()
  const load = useStatementOf(search.get('account') ?? '', datesIn(search))
  const title =
    load && 'problem' in load ? t('Error!!') : load ? t('Account Statement') : t('Please Wait')
  return (
    <main className={classes.page}>
      <PageTitle text={`${title} · ${page.systemName}`} />
      {load === null ? <SheetWaiting /> : null}
      {load && 'problem' in load ? (
        <SheetProblem
          message={load.problem}
          to={paths.transactions}
          way={t('Go to the transactions')}
        />
      ) : null}
      {load && 'statement' in load ? (
        <Sheet
          statement={load.statement}
          tools={<MonthPicker search={search} onChoose={setSearch} />}
        />
      ) : null}
    </main>
  )
}

/** How many months there are to choose from; the address takes any dates. */
const monthsBack = 36

/** Another month of the same account, or everything. */
function MonthPicker({
  search,
  onChoose,
}: {
  search: URLSearchParams
  onChoose: (search: URLSearchParams) => void
}) {
  const today = bankToday()
  const months = Array.from({ length: monthsBack }, (_, at) => monthBefore(today, at))
  const [start, end] = [search.get('start'), search.get('end')]
  const isShown = (month: string) =>
    monthRange(month).start === start && monthRange(month).end === end
  const shown = start && end ? (months.find(isShown) ?? 'other') : ''

  function choose(month: string) {
    const account = search.get('account') ?? ''
    onChoose(new URLSearchParams({ account, ...(month && monthRange(month)) }))
  }

  return (
    <SelectField
      label={t('Month')}
      className={sheet.picker}
      value={shown}
      onChange={(event) => choose(event.currentTarget.value)}
      options={[
        { value: '', label: t('All transactions') },
        ...(shown === 'other'
          ? [{ value: 'other', label: t('Custom dates'), disabled: true }]
          : []),
        ...months.map((month) => ({
          value: month,
          label: shortMonthOfYear(month),
        })),
      ]}
    />
  )
}

/** Both dates, or none for everything. */
function datesIn(search: URLSearchParams): Dates {
  const [start_date, end_date] = [search.get('start') ?? '', search.get('end') ?? '']
  return isRealDate(start_date) && isRealDate(end_date) ? { start_date, end_date } : {}
}

/** From the server where it makes statements, else from the pages of its list. */
async function fetchOrGather(
  accountId: string,
  dates: Dates,
  signal: AbortSignal,
): Promise<Statement> {
  const held = await ask(initUser, {}, signal)
  if (hasFeature(held, 'export')) return ask(accountStatement, { accountId, ...dates }, signal)
  const account = accountsIn(held).find(({ Id }) => Id === accountId)
  if (!account) throw new RequestError('refused', 403, messages.accountNotYours)
  const { gatherStatement } = await import('#api/gathered-statement.ts')
  return gatherStatement(account, dates, signal)
}

function useStatementOf(accountId: string, { start_date, end_date }: Dates): Load {
  const [load, setLoad] = useState<Load>(null)
  useEffect(() => {
    const given = new AbortController()
    const dates = start_date && end_date ? { start_date, end_date } : {}
    fetchOrGather(accountId, dates, given.signal).then(
      (statement) => setLoad({ statement }),
      (error: unknown) => {
        if (!given.signal.aborted) setLoad({ problem: textOf(error) })
      },
    )
    return () => given.abort()
  }, [accountId, start_date, end_date])
  return load
}
