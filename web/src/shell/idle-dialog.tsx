import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import classes from './idle-dialog.module.css'

export type IdleDialogProps = { seconds: number | null; stay: () => void; leave: () => void }

export function IdleDialog({ seconds, stay, leave }: IdleDialogProps) {
  return (
    <Modal opened={seconds !== null} onClose={stay} title={t('Are you still there?')}>
      <div className={classes.warning}>
        <p>
          <Trans
            id="You have not done anything for a while. To keep your money safe you will be signed out in {seconds, plural, one {<b>#</b> second} other {<b>#</b> seconds}}."
            values={{ seconds: seconds ?? 0 }}
            parts={{ b: (count) => <strong className={classes.seconds}>{count}</strong> }}
          />
        </p>
        <Button wide onClick={stay} data-autofocus>
          {t('Stay signed in')}
        </Button>
        <Button wide kind="plain" onClick={leave}>
          {t('Log out now')}
        </Button>
      </div>
    </Modal>
  )
}
