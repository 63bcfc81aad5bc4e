import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import classes from './idle-dialog.module.css'

export type IdleDialogProps = { seconds: number | null; stay: () => void; leave: () => void }

export function IdleDialog({ seconds, stay, leave }: IdleDialogProps) {
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
