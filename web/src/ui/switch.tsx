import { useId } from 'react'
import { t } from '#i18n/t.ts'
import { cx } from './cx.ts'
import classes from './switch.module.css'

/** On or off, at once. While the change is on its way it takes no other, and keeps the focus. */
export function Switch({
  label,
  note,
  on,
  busy = false,
  onChange,
}: {
  label: string
  note?: string
  on: boolean
  busy?: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <p id={`${id}-label`} className={classes.label}>
          {label}
        </p>
        {note ? (
          <p id={`${id}-note`} className={classes.note}>
            {note}
          </p>
        ) : null}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={`${id}-label`}
        aria-describedby={note ? `${id}-note` : undefined}
        aria-busy={busy || undefined}
        className={cx(classes.switch, on && classes.on)}
        onClick={() => {
          if (!busy) onChange(!on)
        }}
      >
        <span className={classes.track}>
          <span className={classes.knob} />
        </span>
        <span aria-hidden="true">{on ? t('On') : t('Off')}</span>
      </button>
    </div>
  )
}
