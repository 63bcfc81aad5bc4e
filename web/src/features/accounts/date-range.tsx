import { type FormEvent, useState } from 'react'
import { t, told } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useWide } from '#ui/use-wide.ts'
import classes from './date-range.module.css'
import { isMeant, type Range, rangeProblem } from './statement-place.ts'

/**
 * Start, end and GO. A date that is complete counts at once; one that is half typed waits. On a
 * small screen there is no end date: the range then ends today.
 */
export function DateRange({
  range,
  today,
  onApply,
}: {
  range: Range
  today: string
  onApply: (range: Range) => void
}) {
  const wide = useWide()
  const { draft, setDraft, expect } = useDraft(range)
  const [left, setLeft] = useState(false)
  const whole = wide ? draft : { ...draft, end: today }
  const problem = rangeProblem(whole, today)
  // An empty box is no mistake until GO is pressed: it may just be being typed.
  const shown = problem && (left || (isMeant(whole.start) && isMeant(whole.end))) ? problem : null

  function apply(next: Range) {
    expect(next)
    onApply(next)
  }

  function change(part: Partial<Range>) {
    const next = { ...whole, ...part }
    setDraft(next)
    setLeft(false)
    if (!rangeProblem(next, today) && isMeant(next.start) && isMeant(next.end)) apply(next)
  }

  function go(event: FormEvent) {
    event.preventDefault()
    setLeft(true)
    if (!problem) apply(whole)
  }

  return (
    <form onSubmit={go} noValidate aria-label={t('Dates')}>
      <div className={classes.fields}>
        <TextField
          type="date"
          label={t('Start date')}
          className={classes.date}
          value={draft.start}
          error={shown !== null}
          errorId="date-problem"
          onChange={(event) => change({ start: event.currentTarget.value })}
        />
        {wide ? (
          <TextField
            type="date"
            label={t('End date')}
            className={classes.date}
            value={draft.end}
            error={shown !== null}
            errorId="date-problem"
            onChange={(event) => change({ end: event.currentTarget.value })}
          />
        ) : null}
        <Button type="submit">{t('GO')}</Button>
      </div>
      <p id="date-problem" role="alert" className={classes.problem}>
        {shown && told(shown)}
      </p>
    </form>
  )
}

/**
 * What is in the boxes: what was asked for last, until somebody types. The address follows a little
 * later, and what it then says of an earlier key must not undo the keys that came after it.
 */
function useDraft(range: Range) {
  const [draft, setDraft] = useState(range)
  const [asked, setAsked] = useState(range)
  const [awaited, setAwaited] = useState<readonly Range[]>([])
  if (!isSame(asked, range)) {
    const place = awaited.findIndex((one) => isSame(one, range))
    setAsked(range)
    setAwaited(place < 0 ? [] : awaited.slice(place + 1))
    if (place < 0) setDraft(range)
  }
  function expect(next: Range) {
    if (!isSame(awaited.at(-1) ?? asked, next)) setAwaited([...awaited, next])
  }
  return { draft, setDraft, expect }
}

const isSame = (one: Range, other: Range) => one.start === other.start && one.end === other.end
