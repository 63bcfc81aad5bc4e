import { useIdle } from '#session/idle.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import classes from './idle-warning.module.css'

/** Asks whether anybody is still there, before the session ends on its own. */
export function IdleWarning() {
  const { seconds, stay, leave } = useIdle()
  return (
    <Modal opened={seconds !== null} onClose={stay} title="Are you still there?">
      <div className={classes.warning}>
        <p>
          You have not done anything for a while. To keep your money safe you will be signed out in{' '}
          <strong className={classes.seconds}>{seconds ?? 0}</strong>{' '}
          {seconds === 1 ? 'second' : 'seconds'}.
        </p>
        <Button wide onClick={stay} data-autofocus>
          Stay signed in
        </Button>
        <Button wide kind="plain" onClick={leave}>
          Log out now
        </Button>
      </div>
    </Modal>
  )
}
