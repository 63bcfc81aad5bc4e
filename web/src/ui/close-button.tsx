import { IconX } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import classes from './close-button.module.css'
import { cx } from './cx.ts'
import layout from './layout.module.css'

/** The cross in the corner of what lies over the page. */
export function CloseButton({ onClick, small }: { onClick: () => void; small?: boolean }) {
  return (
    <button
      type="button"
      aria-label={t('Close')}
      className={cx(layout.tool, classes.close, small && classes.small)}
      onClick={onClick}
    >
      <IconX size={small ? 18 : 22} stroke={1.75} aria-hidden />
    </button>
  )
}
