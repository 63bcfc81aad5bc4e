import { type Icon as Face, IconChevronRight } from '@tabler/icons-react'
import { told } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import classes from './choice-list.module.css'

/** The first step of a flow: the ways there are, each with what it is for. */
export function ChoiceList<Key extends string>({
  choices,
  onPick,
}: {
  choices: readonly { key: Key; label: string; note: string; icon: Face }[]
  onPick: (key: Key) => void
}) {
  return (
    <ul className={cx(layout.list, classes.choices)}>
      {choices.map(({ key, label, note, icon: Icon }) => (
        <li key={key}>
          <button type="button" className={classes.choice} onClick={() => onPick(key)}>
            <span className={layout.tile}>
              <Icon size={22} stroke={1.75} aria-hidden />
            </span>
            <span className={layout.words}>
              <span className={cx(layout.name, classes.label)}>{told(label)}</span>
              <span className={layout.note}>{told(note)}</span>
            </span>
            <IconChevronRight size={20} className={classes.chevron} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
