import {
  categoryLabel,
  type LineCategory as Line,
  limits,
  putIntoCategory,
  type Sent,
  type Transaction,
  transactionCategory,
} from '@passbook/contract'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ask, send } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { textOf } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { inCode } from '#widgets/by-code.ts'
import { CategoryMark } from '#widgets/category-mark.tsx'
import { useKeptForm } from '#widgets/kept-form.ts'
import { counterparty } from '#widgets/transaction-facts.ts'
import { CategoryForm } from './category-form.tsx'
import classes from './line-category.module.css'
import { SplitForm } from './split-form.tsx'

type Mode = 'category' | 'split' | 'note'

type Said = Omit<Sent<typeof putIntoCategory>, 'id'>

/** Where a line is put, with the ways to put it elsewhere, to split it and to write a note on it. */
export function LineCategory({ transaction, code }: { transaction: Transaction; code: string }) {
  const { Id } = transaction
  const client = useQueryClient()
  const queryKey = [...keys.insights, 'line', Id]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(transactionCategory, { id: Id }, signal),
    enabled: useFeature('insights'),
    retry: false,
  })
  const [mode, setMode] = useState<Mode | null>(null)
  const [busy, setBusy] = useState(false)
  const box = useFocusIn(mode)
  if (!data) return null

  /** Tells whether it was taken. */
  async function say(said: Said): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    try {
      const { data: now } = await send(putIntoCategory, { id: Id, ...said })
      client.setQueryData(queryKey, now)
      setMode(null)
      for (const key of [keys.insights, keys.overviews]) {
        void client.invalidateQueries({ queryKey: key })
      }
      return true
    } catch (error) {
      void alert(textOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  const shared = { line: data, busy, onSay: say }
  const cancel = () => setMode(null)
  return (
    <section ref={box} className={classes.box} aria-label={t('Category and note')}>
      {mode === 'category' ? (
        <CategoryForm {...shared} payee={counterparty(transaction).name} onCancel={cancel} />
      ) : mode === 'split' ? (
        <SplitForm {...shared} id={Id} total={transaction.Amount} code={code} onCancel={cancel} />
      ) : (
        <Shown line={data} code={code} onMode={setMode} />
      )}
      {mode === 'note' ? (
        <NoteForm {...shared} id={Id} onCancel={cancel} />
      ) : mode === null ? (
        <p className={classes.note}>
          {data.Note ? <span className={classes.text}>{data.Note}</span> : null}
          <Button
            kind="link"
            size="sm"
            icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
            onClick={() => setMode('note')}
          >
            {data.Note ? t('Change your note') : t('Write a note of your own')}
          </Button>
        </p>
      ) : null}
    </section>
  )
}

/** What is pressed goes away with what it opens: the first field takes the focus, and gives it back. */
function useFocusIn(mode: Mode | null) {
  const box = useRef<HTMLElement>(null)
  const before = useRef(mode)
  useEffect(() => {
    const left = before.current
    before.current = mode
    if (left === mode) return
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const opener = left && buttons.at({ category: 0, split: 1, note: -1 }[left])
    const field = box.current?.querySelector<HTMLElement>('input, select, textarea')
    const next = mode ? field : opener
    next?.focus()
  }, [mode])
  return box
}

/** What it is put under now. */
function Shown({
  line,
  code,
  onMode,
}: {
  line: Line
  code: string
  onMode: (mode: 'category' | 'split') => void
}) {
  const { Category, Parts, Open } = line
  const rows =
    Parts.length > 0
      ? Parts.map((part) => ({ category: part.Category, amount: inCode(code, part.Amount) }))
      : [{ category: Category ?? '', amount: '' }]
  return (
    <>
      <ul className={classes.rows}>
        {rows.map(({ category, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike
          <li key={at} className={classes.row}>
            <CategoryMark category={category} />
            <span className={classes.words}>
              <span className={classes.name}>
                {category === '' ? t('Neither spent nor earned') : told(categoryLabel(category))}
              </span>
              <span className={classes.by}>{byWords(line)}</span>
            </span>
            {amount ? <bdi className={classes.amount}>{amount}</bdi> : null}
          </li>
        ))}
      </ul>
      {Open ? (
        <div className={classes.actions}>
          <Button kind="tint" size="sm" onClick={() => onMode('category')}>
            {t('Change category')}
          </Button>
          <Button kind="tint" size="sm" onClick={() => onMode('split')}>
            {t('Split')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function byWords({ By, Category, Open }: Line): string {
  if (Category === null) return t('It only moved')
  if (!Open) return t('What comes in')
  if (By === 'line') return t('Chosen by you')
  return By === 'rule' ? t('By your rule for this payee') : t('By the rules of the bank')
}

function NoteForm({
  line,
  id,
  busy,
  onSay,
  onCancel,
}: {
  line: Line
  id: string
  busy: boolean
  onSay: (said: Said) => Promise<boolean>
  onCancel: () => void
}) {
  const form = useKeptForm(`note-${id}`, { note: line.Note })
  const leave = () => {
    form.forget()
    onCancel()
  }
  return (
    <form
      className={classes.form}
      onSubmit={async (event) => {
        event.preventDefault()
        if (await onSay({ note: form.values.note })) form.forget()
      }}
    >
      <TextField
        label={t('Your note')}
        hint={t('Only you can read it.')}
        autoComplete="off"
        maxLength={limits.lineNoteChars}
        {...form.field('note')}
      />
      <div className={classes.actions}>
        <Button type="submit" size="sm" busy={busy}>
          {t('Save note')}
        </Button>
        <Button kind="plain" size="sm" disabled={busy} onClick={leave}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
