import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from './button.tsx'
import classes from './panel.module.css'

/** What went wrong with a load, the button that tries again, and other ways on. */
export function ErrorPanel({
  message,
  onRetry,
  children,
}: {
  message: string
  onRetry: () => void
  children?: ReactNode
}) {
  return (
    <div className={classes.panel} role="alert">
      <span className={classes.alarm} aria-hidden="true">
        <IconAlertCircle size={24} stroke={1.75} />
      </span>
      <p className={classes.text}>{message}</p>
      <Button kind="plain" size="sm" onClick={onRetry}>
        {t('try again')}
      </Button>
      {children}
    </div>
  )
}
