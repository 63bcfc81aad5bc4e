import { categoryLabel, explainFile, type FigurePart } from '@passbook/contract'
import { IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchFile } from '#api/export-file.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { lineWords } from '#i18n/line-words.ts'
import { t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { receiptPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Figure } from '#ui/figure.tsx'
import { hiddenPart } from '#ui/hidden-part.tsx'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { inCode } from '#widgets/by-code.ts'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { questionOf, questionText } from '#widgets/question.ts'
import { useAccountNames } from '#widgets/use-account-names.ts'
import { keep } from '#widgets/use-export.ts'
import classes from './explain.module.css'
import { explainQuery, type Page, readOn } from './queries.ts'
import { countedOf, periodOf, sideOf, wordsOf } from './words.ts'

type Props = { text: string; onOpen: (text: string) => void }

/** One figure, its parts, and what they add up to. */
export function Explanation({ text, onOpen }: Props) {
  const query = useQuery(explainQuery(text))
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={5} />}>
      {(first) => (
        <Parts first={first} text={text} onOpen={onOpen} onStale={() => void query.refetch()} />
      )}
    </Loaded>
  )
}

function Parts({ first, text, onOpen, onStale }: Props & { first: Page; onStale: () => void }) {
  const question = questionOf(text)
  const [more, setMore] = useState<{ after: Page; pages: Page[] }>({ after: first, pages: [] })
  const [busy, setBusy] = useState(false)
  // A first page that was asked for anew may have other parts: what came after the old one goes.
  const pages = [first, ...(more.after === first ? more.pages : [])]
  const last = pages.at(-1) ?? first
  const parts = pages.flatMap(({ List }) => List)
  const inMoney = (minor: bigint) => inCode(first.Currency, minor)

  async function goOn() {
    setBusy(true)
    try {
      const next = await readOn(question, last.Next)
      // Money has moved since the first page: all of it is read again.
      if (next.Total !== first.Total) onStale()
      else setMore({ after: first, pages: [...pages.slice(1), next] })
    } catch (error) {
      tellFailure(error)
    }
    setBusy(false)
  }

  return (
    <div className={layout.stack}>
      <Head page={first} text={text} />
      <ul className={layout.list}>
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name, and keep their places
          <li key={at} className={classes.part}>
            <Part part={part} amount={inMoney(part.Amount)} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {last.Next ? (
        <Button kind="plain" size="sm" busy={busy} onClick={() => void goOn()}>
          {t('Show more')}
        </Button>
      ) : null}
      <p className={classes.sum} aria-live="polite">
        {last.AddsUpTo === null
          ? t('{amount} so far', { amount: inMoney(last.SoFar) })
          : t('adds up to {amount}', { amount: inMoney(last.AddsUpTo) })}
      </p>
      {question.line ? null : <Save text={text} />}
      <Postings page={first} />
      {question.line ? (
        <LinkButton to={receiptPath(question.line)} kind="plain">
          {t('Receipt')}
        </LinkButton>
      ) : null}
    </div>
  )
}

/** Saves all of it as a file for spreadsheets. */
function Save({ text }: { text: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      keep(await fetchFile(explainFile, { ...questionOf(text), format: 'csv' }))
    } catch (error) {
      tellFailure(error)
    }
    setBusy(false)
  }
  return (
    <Button kind="plain" size="sm" busy={busy} onClick={() => void save()}>
      <IconDownload size={18} stroke={1.75} aria-hidden />
      <Trans id="Export<of> as CSV</of>" parts={{ of: hiddenPart }} />
    </Button>
  )
}

/** The figure itself, and what it is of. */
function Head({ page, text }: { page: Page; text: string }) {
  const question = questionOf(text)
  const names = useAccountNames()
  const name = question.line ? lineWords(page.Label) : names.get(question.account ?? '')
  const category = question.category ? told(categoryLabel(question.category)) : ''
  const of = [category, name, periodOf(question)].filter(Boolean)
  const counted = countedOf(question)
  return (
    <div>
      <Figure text={inCode(page.Currency, page.Total)} suffix={page.Currency.toUpperCase()} />
      <p className={layout.note}>{of.join(' · ')}</p>
      {counted ? <p className={layout.note}>{counted}</p> : null}
    </div>
  )
}

function Part({
  part,
  amount,
  onOpen,
}: {
  part: FigurePart
  amount: string
  onOpen: Props['onOpen']
}) {
  const { Parts: next, Reference } = part
  const { title, note } = wordsOf(part)
  const receipt =
    Reference && !next ? <TextLink to={receiptPath(Reference)}>{t('Receipt')}</TextLink> : null
  const row = (
    <>
      <span className={layout.words}>
        <span>{title}</span>
        {note || receipt ? (
          <span className={cx(layout.note, classes.under)}>
            {note} {receipt}
          </span>
        ) : null}
      </span>
      <bdi className={classes.amount}>{amount}</bdi>
    </>
  )
  if (next) {
    const open = () => onOpen(questionText(next))
    return (
      <button type="button" className={cx(classes.row, classes.leads)} onClick={open}>
        {row}
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </button>
    )
  }
  return <div className={classes.row}>{row}</div>
}

/** The entry behind a transaction: where the money came from and where it went. */
function Postings({ page: { Postings: postings = [] } }: { page: Page }) {
  if (postings.length === 0) return null
  return (
    <section aria-labelledby="in-the-ledger">
      <h3 id="in-the-ledger" className={classes.heading}>
        {t('In the ledger')}
      </h3>
      <ul className={layout.list}>
        {postings.map(({ Side, Text, Amount, Currency }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sides have no name, and keep their places
          <li key={at} className={cx(classes.part, classes.row)}>
            <span className={layout.words}>{sideOf({ Side, Text })}</span>
            <bdi className={classes.amount}>{inCode(Currency, Amount)}</bdi>
          </li>
        ))}
      </ul>
      <p className={layout.note}>{t('Both sides of an entry always come to nothing.')}</p>
    </section>
  )
}
