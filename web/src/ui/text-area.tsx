import type { Ref, TextareaHTMLAttributes } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export type TextAreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps | 'style'> & {
    ref?: Ref<HTMLTextAreaElement> | undefined
  }

export function TextArea(props: TextAreaProps) {
  const { label, error, errorId, hint, optional, className, id, ...area } = props
  return (
    <FieldFrame
      field={{ label, error, errorId, hint, optional, className, id }}
      disabled={area.disabled}
    >
      {(control) => <textarea rows={5} {...area} {...control} />}
    </FieldFrame>
  )
}
