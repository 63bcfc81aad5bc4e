import { limits } from '@passbook/contract'
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t, told } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { isOnPassingLayer } from '#ui/layers.ts'
import { whenFree } from '#ui/when-free.ts'
import { useAccountNames } from '#widgets/use-account-names.ts'
import chips from './chips.module.css'
import classes from './search.module.css'
import { directionLabels, type SearchFilter, stateLabels, typeLabels } from './search-filter.ts'
import { SearchPanel } from './search-panel.tsx'

type Props = {
  filter: SearchFilter
  onChange: (filter: SearchFilter, options: { replace: boolean }) => void
  /** Whether somebody came to search: the box then has the focus. */
  focused: boolean
}

/** The box for the words, the way to the filters, and each filter that is set, to take it off. */
export function SearchTools({ filter, onChange, focused }: Props) {
  const [opened, setOpened] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useDraft(filter, onChange)
  useEffect(() => {
    const field = box.current
    return focused && field ? whenFree(field, () => field.focus()) : undefined
  }, [focused])
  const set = labelsOf(filter, useAccountNames())
  return (
    <>
      <search className={classes.bar}>
        <div className={classes.box}>
          <IconSearch size={18} stroke={1.75} className={classes.lens} aria-hidden />
          <input
            ref={box}
            type="search"
            className={classes.input}
            aria-label={t('Search all accounts')}
            placeholder={t('Search all accounts')}
            aria-keyshortcuts="/"
            maxLength={limits.searchChars}
            enterKeyHint="search"
            autoComplete="off"
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
        </div>
        <Button
          kind="plain"
          aria-haspopup="dialog"
          icon={<IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          <span className={classes.words}>{t('Filters')}</span>
          {set.length > 0 ? <span className={classes.count}>{set.length}</span> : null}
        </Button>
      </search>
      {set.length > 0 ? (
        <div className={classes.filters}>
          {set.map(([name, label]) => (
            <button
              key={name}
              type="button"
              className={cx(chips.chip, classes.filter)}
              aria-label={t('Remove the filter {filter}', { filter: label })}
              onClick={() => onChange({ ...filter, [name]: '' }, { replace: false })}
            >
              <bdi>{label}</bdi>
              <IconX size={16} aria-hidden />
            </button>
          ))}
        </div>
      ) : null}
      <SearchPanel
        opened={opened}
        filter={filter}
        onClose={() => setOpened(false)}
        onApply={(next) => {
          // The new address takes the place of the dialog's entry, which nothing could open again.
          const isSame = JSON.stringify(next) === JSON.stringify(filter)
          if (!isSame) onChange(next, { replace: isOnPassingLayer() })
          setOpened(false)
        }}
      />
    </>
  )
}

const typingMs = 350

/**
 * The words in the box. They are looked for once no key was pressed for a while (debounce); a word
 * that grows stays one entry of the history. What the address says otherwise (Back) is put in.
 */
function useDraft(filter: SearchFilter, onChange: Props['onChange']) {
  const [draft, setDraft] = useState(filter.q)
  const [seen, setSeen] = useState(filter.q)
  if (seen !== filter.q) {
    setSeen(filter.q)
    if (draft.trim() !== filter.q) setDraft(filter.q)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait
  useEffect(() => {
    const q = draft.trim()
    if (q === filter.q) return
    const replace = filter.q !== '' && q !== ''
    const timer = setTimeout(() => onChange({ ...filter, q }, { replace }), typingMs)
    return () => clearTimeout(timer)
  }, [draft])
  return [draft, setDraft] as const
}

function labelsOf(filter: SearchFilter, accounts: Map<string, string>) {
  const { direction, state, type, min, max, account } = filter
  const label = (labels: Record<string, string>, value: string) => told(labels[value] ?? '')
  const all: [keyof SearchFilter, string][] = [
    ['account', account && (accounts.get(account) ?? t('Another account'))],
    ['direction', label(directionLabels, direction)],
    ['state', label(stateLabels, state)],
    ['type', label(typeLabels, type)],
    ['min', min && t('From {amount}', { amount: min })],
    ['max', max && t('Up to {amount}', { amount: max })],
  ]
  return all.filter(([, text]) => text !== '')
}
