import { type ReactNode, type Ref, useId } from 'react'
import classes from './choices.module.css'
import { cx } from './cx.ts'
import hiding from './hidden.module.css'
import layout from './layout.module.css'

type Choice = { value: string; label: string; note?: string; about?: string; icon?: ReactNode }

export type ChoicesProps = {
  label: string
  labelHidden?: boolean
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  /** Cards carry a line of text and an icon; pills sit in one row. */
  look: 'cards' | 'pills'
  name: string
  error?: string | boolean | undefined
  /** Receives the first choice, for focusing. */
  ref?: Ref<HTMLInputElement> | undefined
}

/** One of a few: real radio buttons, so arrow keys and screen readers work as everywhere. */
export function Choices(props: ChoicesProps) {
  const { label, choices, value, onChange, look, name, error, ref } = props
  const id = useId()
  return (
    <fieldset className={classes.group} aria-invalid={error ? true : undefined}>
      <legend className={props.labelHidden ? hiding.hidden : classes.legend}>{label}</legend>
      <div className={classes[look]}>
        {choices.map((choice, at) => (
          <label key={choice.value} className={cx(classes.choice, error && classes.wrong)}>
            <input
              ref={at === 0 ? ref : undefined}
              type="radio"
              className={classes.input}
              name={`${id}${name}`}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon ? (
              <span className={cx(layout.tile, classes.icon)}>{choice.icon}</span>
            ) : null}
            <span className={classes.words}>
              <span className={classes.label}>{choice.label}</span>
              {choice.note ? <span className={classes.note}>{choice.note}</span> : null}
              {choice.about ? <span className={classes.about}>{choice.about}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {typeof error === 'string' ? <p className={classes.error}>{error}</p> : null}
    </fieldset>
  )
}
