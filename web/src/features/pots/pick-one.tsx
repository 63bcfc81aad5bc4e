import type { Icon } from '@tabler/icons-react'
import type { Ref } from 'react'
import { told } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import { toneOf } from './pot-looks.tsx'
import classes from './pots.module.css'

/** One of a few pictures or colours: real radio buttons, so arrow keys work as everywhere. */
export function PickOne({
  label,
  choices,
  colour,
  name,
  value,
  onChange,
  ref,
}: {
  label: string
  choices: readonly { value: string; label: string; icon?: Icon }[]
  /** Of the pictures; a colour shows itself. */
  colour?: string
  name: string
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement> | undefined
}) {
  return (
    <fieldset className={classes.pick}>
      <legend className={classes.legend}>{label}</legend>
      <div className={cx(classes.picks, colour !== undefined && classes.pictures)}>
        {choices.map(({ value: one, label: words, icon: Picture }, at) => (
          <label
            key={one}
            title={told(words)}
            className={cx(classes.choice, toneOf({ Picture: '', Colour: colour ?? one }))}
          >
            <input
              ref={at === 0 ? ref : undefined}
              type="radio"
              name={name}
              value={one}
              checked={one === value}
              aria-label={told(words)}
              onChange={() => onChange(one)}
            />
            {Picture ? (
              <Picture size={22} stroke={1.75} aria-hidden />
            ) : (
              <span className={classes.dot} />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
