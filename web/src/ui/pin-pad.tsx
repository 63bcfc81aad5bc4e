import { IconBackspace, IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { t } from '#i18n/t.ts'
import { cx } from './cx.ts'
import hiding from './hidden.module.css'
import classes from './pin-pad.module.css'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export type PinPadProps = {
  label: string
  length: number
  value: string
  onChange: (value: string) => void
  error?: boolean
  readOnly?: boolean
  /** The real field, for focusing. */
  field: RefObject<HTMLInputElement | null>
}

/**
 * A PIN on keys of its own. Beneath its boxes lies one real field, so that a keyboard, a password
 * manager's paste and a screen reader find what they know; it asks phones for no second keyboard.
 */
export function PinPad(props: PinPadProps) {
  const { label, length, value, onChange, error, readOnly, field } = props
  const [shown, setShown] = useState(false)
  const id = useId()
  const empty = value === ''

  useEffect(() => {
    if (empty) field.current?.focus()
  }, [empty, field])

  const put = (text: string) => {
    if (!readOnly) onChange(text.replaceAll(/\D/g, '').slice(0, length))
  }
  return (
    <div className={classes.pad}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.boxes} dir="ltr">
        {Array.from({ length }, (_, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place and never moves
            key={at}
            aria-hidden="true"
            className={cx(
              classes.box,
              error && classes.wrong,
              at === Math.min(value.length, length - 1) && classes.next,
            )}
          >
            {at < value.length ? shown ? value[at] : <span className={classes.dot} /> : null}
          </span>
        ))}
        <input
          ref={field}
          id={id}
          className={classes.field}
          type={shown ? 'text' : 'password'}
          inputMode="none"
          autoComplete="off"
          maxLength={length}
          aria-invalid={error || undefined}
          readOnly={readOnly}
          value={value}
          onChange={(event) => put(event.currentTarget.value)}
        />
      </div>
      <fieldset className={classes.keys} dir="ltr">
        <legend className={hiding.hidden}>{t('Keypad')}</legend>
        {keys.map((key) => (
          <Key key={key} label={key} onPress={() => put(value + key)} />
        ))}
        <Key label={shown ? t('Hide PIN') : t('Show PIN')} quiet onPress={() => setShown(!shown)}>
          {shown ? (
            <IconEyeOff size={22} stroke={1.75} aria-hidden />
          ) : (
            <IconEye size={22} stroke={1.75} aria-hidden />
          )}
        </Key>
        <Key label="0" onPress={() => put(`${value}0`)} />
        <Key label={t('Backspace')} quiet onPress={() => put(value.slice(0, -1))}>
          <IconBackspace size={24} stroke={1.75} aria-hidden />
        </Key>
      </fieldset>
    </div>
  )
}

function Key({
  label,
  onPress,
  quiet = false,
  children,
}: {
  label: string
  /** A tool among the digits. */
  quiet?: boolean
  onPress: () => void
  children?: ReactNode
}) {
  return (
    <button
      type="button"
      className={cx(classes.key, quiet && classes.quiet)}
      aria-label={label}
      // The field keeps the focus, so that fingers and a keyboard can take turns.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children ?? label}
    </button>
  )
}
