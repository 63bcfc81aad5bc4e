import type { ChangeEvent, KeyboardEvent } from 'react'
import { finishTyped, groupTyped } from './money-input.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type MoneyFieldProps = Omit<
  TextFieldProps,
  'value' | 'onChange' | 'type' | 'start' | 'end'
> & {
  /** The grouped text, such as `1,250.50`; the contract reads it as it is. */
  value: string
  onChange: (value: string) => void
  /** Stands before the digits: `$` until an account says otherwise. */
  symbol?: string
}

/** An amount: groups thousands while it is typed and shows cents once it is left. */
export function MoneyField({
  symbol = '$',
  onChange,
  onBlur,
  onKeyDown,
  ...rest
}: MoneyFieldProps) {
  function change({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const { text, caret } = groupTyped(input.value, input.selectionStart ?? input.value.length)
    // Written here and now, so that React finds nothing left to correct and leaves the caret alone.
    input.value = text
    input.setSelectionRange(caret, caret)
    onChange(text)
  }
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      onChange={change}
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
}

// Deleting a comma alone would bring it straight back: the digit beyond it is what was meant.
function stepOverComma({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>) {
  const { selectionStart: start, selectionEnd: end, value } = input
  if (start === null || start !== end) return
  if (key === 'Backspace' && value[start - 1] === ',') input.setSelectionRange(start - 1, start - 1)
  if (key === 'Delete' && value[start] === ',') input.setSelectionRange(start + 1, start + 1)
}
