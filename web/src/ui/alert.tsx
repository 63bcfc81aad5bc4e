import { useId } from 'react'
import { t } from '#i18n/t.ts'
import classes from './alert.module.css'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { makeStore } from './store.ts'

const queue = makeStore<readonly { message: string; done: () => void }[]>([])

/** Tells one thing and waits for OK, as the browser's alert does; needs an `AlertHost` on the page. */
export function alert(message: string): Promise<void> {
  return new Promise((done) => queue.write([...queue.read(), { message, done }]))
}

/** Draws what `alert` was given, one after the other, above everything else. */
export function AlertHost() {
  const [first] = queue.use()
  const id = useId()
  if (!first) return null
  const close = () => {
    queue.write(queue.read().slice(1))
    first.done()
  }
  return (
    <Dialog key={first.message} look="alert" opened onClose={close} labelledBy={id}>
      <div className={classes.content}>
        <p id={id} className={classes.message}>
          {first.message}
        </p>
        <Button wide onClick={close}>
          {t('OK')}
        </Button>
      </div>
    </Dialog>
  )
}
