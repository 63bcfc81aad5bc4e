import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export type TextFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'size' | 'style'> & {
    start?: ReactNode
    end?: ReactNode
    ref?: Ref<HTMLInputElement> | undefined
  }

export function TextField(props: TextFieldProps) {
  const { label, error, errorId, hint, optional, className, id, start, end, ...input } = props
  return (
    <FieldFrame
      field={{ label, error, errorId, hint, optional, className, id }}
      disabled={input.disabled}
      start={start}
      end={end}
    >
      {(control) => <input type="text" {...input} {...control} />}
    </FieldFrame>
  )
}
