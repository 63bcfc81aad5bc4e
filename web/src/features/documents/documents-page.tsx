import type { BankDocument, documents, Output } from '@passbook/contract'
import { IconFileCheck, IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { monthOfYear } from '#i18n/month.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import { AccountNumber } from '#ui/account-number.tsx'
import { Card } from '#ui/card.tsx'
import { Choices } from '#ui/choices.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { sizeWords } from '#widgets/size-words.ts'
import classes from './documents.module.css'
import { DownloadButton } from './download-button.tsx'
import { documentsQuery } from './queries.ts'

/** The statements of each month that is over, by account. Opening the page has the missing ones made. */
export function DocumentsPage() {
  if (!useFeature('documents')) return <EmptyState text={t('This bank has no documents.')} />
  return <Documents />
}

function Documents() {
  const [year, setYear] = useState('')
  const query = useQuery({ ...documentsQuery(year), staleTime: 0 })
  return (
    <div className={cx(layout.stack, layout.form)}>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} />}>
        {(data) => <Year data={data} onYear={setYear} />}
      </Loaded>
      <Card title={t('Was a document given to you?')}>
        <div className={classes.check}>
          <p>
            {t(
              'Every document is signed. Anybody can see whether it is still as the bank made it.',
            )}
          </p>
          <LinkButton
            to={paths.verify}
            kind="tint"
            icon={<IconFileCheck size={18} stroke={1.75} aria-hidden />}
          >
            {t('Check a document')}
          </LinkButton>
        </div>
      </Card>
    </div>
  )
}

function Year({
  data: { Years, Year: year, List },
  onYear,
}: {
  data: Output<typeof documents>
  onYear: (year: string) => void
}) {
  if (List.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<IconFileText size={24} stroke={1.75} />}
          text={t('Your first statement comes when the month is over.')}
        />
      </Card>
    )
  }
  const accounts = [...new Map(List.map(({ Account }) => [Account.Id, Account])).values()]
  return (
    <div className={layout.stack}>
      {Years.length > 1 ? (
        <Choices
          label={t('Year')}
          name="year"
          look="pills"
          choices={Years.map((one) => ({ value: String(one), label: String(one) }))}
          value={String(year)}
          onChange={onYear}
        />
      ) : null}
      {accounts.map(({ Id, Name, Number: number }) => (
        <Card
          key={Id}
          title={Name}
          actions={
            <span className={layout.note}>
              <AccountNumber number={number} />
            </span>
          }
        >
          <ul className={layout.list} aria-label={t('Statements of {account}', { account: Name })}>
            {List.filter(({ Account }) => Account.Id === Id).map((document) => (
              <li key={document.Id} className={layout.row}>
                <Row document={document} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function Row({ document }: { document: BankDocument }) {
  const { Month, State, Part: part, Parts: parts } = document
  const named = monthOfYear(Month)
  const month =
    part && parts ? t('{month}, part {part} of {parts}', { month: named, part, parts }) : named
  return (
    <>
      <span className={layout.tile}>
        <IconFileText size={22} stroke={1.75} aria-hidden />
      </span>
      <span className={layout.words}>
        <span className={layout.name}>{month}</span>
        <span className={layout.note} role="status">
          {State === 'ready' ? t('PDF, {size}', { size: sizeWords(document.Size ?? 0) }) : null}
          {State === 'making' ? t('Being made …') : null}
        </span>
      </span>
      {State === 'ready' ? <DownloadButton document={document} month={month} /> : null}
    </>
  )
}
