import { useId } from 'react'
import { t } from '#i18n/t.ts'
import classes from './alert-box.module.css'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type AlertProps = { message: string; onClose: () => void }

export function AlertBox({ message, onClose }: AlertProps) {
  const id = useId()
  return (
    <Dialog look="alert" opened onClose={onClose} labelledBy={id}>
      <div className={classes.content}>
        <p id={id} className={classes.message}>
          {message}
        </p>
        <Button wide onClick={onClose}>
          {t('OK')}
        </Button>
      </div>
    </Dialog>
  )
}
