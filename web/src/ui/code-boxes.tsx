import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { t } from '#i18n/t.ts'
import classes from './code-boxes.module.css'
import { cx } from './cx.ts'
import hiding from './hidden.module.css'

export type CodeBoxesProps = {
  label: string
  length: number
  value: string
  onChange: (value: string) => void
  /**
   * Called with each code that becomes complete. One digit typed over another in a whole code may be the
   * first of several, so it is left to the form's button.
   */
  onComplete?: (code: string) => void
  error?: boolean
  /** Keeps the digits and the focus while the code is on its way. */
  readOnly?: boolean
  /** Hides the label from sight where the page already says it. */
  labelHidden?: boolean
  /** Takes the focus when it appears and whenever the boxes are emptied from outside. */
  autoFocus?: boolean
}

/** One box for each digit of a code. Spaces are ignored and a pasted code fills all boxes. */
export function CodeBoxes(props: CodeBoxesProps) {
  const { label, length, value, onChange, onComplete, error, readOnly, autoFocus } = props
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const empty = value === ''

  useEffect(() => {
    if (autoFocus && empty) boxes.current[0]?.focus()
  }, [autoFocus, empty])

  function take(next: string, focusAt: number) {
    const code = next.slice(0, length)
    onChange(code)
    boxes.current[Math.min(focusAt, length - 1)]?.focus()
    return code
  }

  function put(text: string, at: number) {
    const digits = digitsIn(text)
    if (digits === '') return
    const start = digits.length >= length ? 0 : Math.min(at, value.length)
    const end = start + digits.length
    const code = take(value.slice(0, start) + digits + value.slice(end), end)
    const isNew = value.length < length || digits.length >= length
    if (isNew && code.length === length) onComplete?.(code)
  }

  function change(event: ChangeEvent<HTMLInputElement>, at: number) {
    const typed = event.currentTarget.value
    if (typed === '') return void take(value.slice(0, at) + value.slice(at + 1), at)
    // A box that was full holds two digits now: the one that is not the old one was typed.
    const old = value[at]
    const fresh = old !== undefined && typed.length === 2 ? typed.replace(old, '') : typed
    put(fresh, at)
  }

  function press(event: KeyboardEvent<HTMLInputElement>, at: number) {
    const move = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: length - 1 }[event.key]
    if (move !== undefined) {
      event.preventDefault()
      boxes.current[Math.max(0, Math.min(move, value.length, length - 1))]?.focus()
    }
    if (event.key === 'Backspace' && !readOnly) {
      event.preventDefault()
      const gone = value[at] === undefined ? value.length - 1 : at
      if (gone >= 0) take(value.slice(0, gone) + value.slice(gone + 1), gone)
    }
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, at: number) {
    event.preventDefault()
    if (!readOnly) put(event.clipboardData.getData('text'), at)
  }

  return (
    <fieldset className={classes.group}>
      <legend className={props.labelHidden ? hiding.hidden : classes.label}>{label}</legend>
      <div className={classes.boxes} dir="ltr">
        {Array.from({ length }, (_, at) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place and never moves
            key={at}
            ref={(box) => {
              boxes.current[at] = box
            }}
            className={cx(classes.box, error && classes.wrong)}
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            aria-label={t('Digit {at} of {length}', { at: at + 1, length })}
            aria-invalid={error || undefined}
            readOnly={readOnly}
            value={value[at] ?? ''}
            onChange={(event) => change(event, at)}
            onKeyDown={(event) => press(event, at)}
            onPaste={(event) => paste(event, at)}
            onFocus={(event) => event.currentTarget.select()}
          />
        ))}
      </div>
    </fieldset>
  )
}

const digitsIn = (text: string) => text.replaceAll(/\D/g, '')
