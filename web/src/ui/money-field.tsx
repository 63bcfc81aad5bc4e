import type { ClipboardEvent, CSSProperties, DragEvent, KeyboardEvent, SyntheticEvent } from 'react'
import classes from './money-field.module.css'
import { finishTyped, readWritten, takeIn } from './money-input.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type MoneyFieldProps = Omit<
  TextFieldProps,
  'value' | 'onChange' | 'type' | 'start' | 'end'
> & {
  /** The grouped text, such as `1,250.50`; the contract reads it as it is. */
  value: string
  onChange: (value: string) => void
  /** Stands before the digits. */
  symbol: string
  /** It is what its form is about, and as large as its digits leave room for. */
  hero?: boolean
}

/** An amount: groups thousands while it is typed and shows cents once it is left. */
export function MoneyField({
  symbol,
  hero = false,
  onChange,
  onBlur,
  onKeyDown,
  ...rest
}: MoneyFieldProps) {
  function change({ currentTarget: input, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
    const { inputType, data } = nativeEvent as InputEvent
    const added = inputType === 'insertText' ? (data ?? '') : ''
    const at = input.selectionStart ?? input.value.length
    const { text, caret } = takeIn(input.value, at, added)
    // Written here and now, so that React finds nothing left to correct and leaves the caret alone.
    input.value = text
    input.setSelectionRange(caret, caret)
    onChange(text)
  }
  // Read before it is put in: among what is there already nobody could tell its separators.
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget
    put(event, event.clipboardData, [selectionStart ?? 0, selectionEnd ?? 0])
  }
  // Where it would be put in only the browser knows; an amount takes the place of the one before.
  function drop(event: DragEvent<HTMLInputElement>) {
    put(event, event.dataTransfer, [0, event.currentTarget.value.length])
  }
  function put(event: SyntheticEvent<HTMLInputElement>, from: DataTransfer, at: [number, number]) {
    if (rest.readOnly) return
    event.preventDefault()
    const read = readWritten(from.getData('text'))
    if (read === '') return
    event.currentTarget.setRangeText(read, ...at, 'end')
    change(event)
  }
  const chars = Math.max(rest.value.length, 8) + symbol.trim().length
  const field = (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      onChange={change}
      onPaste={paste}
      onDrop={drop}
      onKeyDown={(event) => {
        stepOverComma(event)
        onKeyDown?.(event)
      }}
      onBlur={(event) => {
        const finished = finishTyped(rest.value)
        if (finished !== rest.value) onChange(finished)
        onBlur?.(event)
      }}
      start={symbol.trim()}
    />
  )
  // A property and no style text: the content policy allows no inline style sheet.
  const size = { '--chars': chars } as CSSProperties
  return hero ? (
    <div className={classes.hero} style={size}>
      {field}
    </div>
  ) : (
    field
  )
}

// Deleting a comma alone would bring it straight back: the digit beyond it is what was meant.
function stepOverComma({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>) {
  const { selectionStart: start, selectionEnd: end, value } = input
  if (start === null || start !== end) return
  if (key === 'Backspace' && value[start - 1] === ',') input.setSelectionRange(start - 1, start - 1)
  if (key === 'Delete' && value[start] === ',') input.setSelectionRange(start + 1, start + 1)
}
