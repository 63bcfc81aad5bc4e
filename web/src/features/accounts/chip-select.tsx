import { IconChevronDown } from '@tabler/icons-react'
import type { SelectHTMLAttributes } from 'react'
import classes from './chips.module.css'

/** The browser's own select in the look of a chip, with the chevron of the fields. */
export function ChipSelect(select: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={classes.select}>
      <select {...select} />
      <IconChevronDown size={14} aria-hidden />
    </span>
  )
}
