import { type ReactNode, useId } from 'react'
import { t } from '#i18n/t.ts'
import { cx } from './cx.ts'
import classes from './field.module.css'

/** What all fields share. */
export type FieldProps = {
  label: string
  /** A text is shown under the field; `true` only marks it, where a banner tells the reason. */
  error?: string | boolean | undefined
  /** The id of the banner that tells the reason. */
  errorId?: string | undefined
  hint?: ReactNode
  /** Says beside the label that the field may stay empty. */
  optional?: boolean | undefined
  className?: string | undefined
  id?: string | undefined
}

/** What the control inside a frame must carry so that its label, hint and error are read with it. */
export type ControlProps = {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A label, a box with room before and after the control, a hint and an error. */
export function FieldFrame({
  field,
  disabled = false,
  start,
  end,
  children,
}: {
  field: FieldProps
  disabled?: boolean | undefined
  start?: ReactNode
  end?: ReactNode
  children: (control: ControlProps) => ReactNode
}) {
  const own = useId()
  const id = field.id ?? own
  const { label, error, errorId, hint, optional, className } = field
  const isText = typeof error === 'string'
  const described = [hint && `${id}-hint`, isText && `${id}-error`, error && errorId].filter(
    Boolean,
  )
  return (
    <div className={cx(classes.field, className)}>
      <label htmlFor={id} className={classes.label}>
        {label} {optional ? <span className={classes.note}>{t('(optional)')}</span> : null}
      </label>
      <div className={cx(classes.box, error && classes.wrong, disabled && classes.off)}>
        {start ? <span className={classes.start}>{start}</span> : null}
        {children({
          id,
          className: cx(classes.control),
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described.join(' ') || undefined,
        })}
        {end ? <span className={classes.end}>{end}</span> : null}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      ) : null}
      {isText ? (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
