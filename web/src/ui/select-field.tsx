import { IconChevronDown } from '@tabler/icons-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import classes from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export type SelectFieldProps = FieldProps &
  Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    keyof FieldProps | 'size' | 'style' | 'children'
  > & {
    options: readonly { value: string; label: string; disabled?: boolean }[]
    /** The first, empty option; without it the select starts on its first value. */
    placeholder?: string
    ref?: Ref<HTMLSelectElement> | undefined
  }

/** The browser's own select: known to every thumb, keyboard and screen reader. */
export function SelectField(props: SelectFieldProps) {
  const { label, error, errorId, hint, optional, className, id, ...more } = props
  const { options, placeholder, ...select } = more
  return (
    <FieldFrame
      field={{ label, error, errorId, hint, optional, className, id }}
      disabled={select.disabled}
      end={<IconChevronDown size={18} className={classes.chevron} aria-hidden />}
    >
      {(control) => (
        <select {...select} {...control}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map(({ value, label: text, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
