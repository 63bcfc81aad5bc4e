import { limits, ownPassword, passkeyOptions, reauthenticate } from '@passbook/contract'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { signed } from '#api/passkeys.ts'
import { problemOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useHasPasskey } from '#widgets/passkey-button.tsx'
import classes from './proof-dialog.module.css'

export type ProofDialogProps = {
  opened: boolean
  username: string
  onDone: (proven: boolean) => void
}

/** Asks for the password or a passkey, and stays until it is right or the customer gives up. */
export function ProofDialog({ opened, username, onDone }: ProofDialogProps) {
  const form = useForm({ password: '' })
  const [busy, setBusy] = useState(false)

  function leave(proven: boolean) {
    form.clear()
    form.reset()
    onDone(proven)
  }

  async function prove(by: () => Promise<{ password: string } | { credential: string } | null>) {
    setBusy(true)
    try {
      const proof = await by()
      if (!proof) return
      await send(reauthenticate, proof)
      leave(true)
    } catch (error) {
      form.fail(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  async function signature() {
    const { data: options } = await send(passkeyOptions, { use: 'confirm' })
    const credential = await signed(options)
    return credential === null ? null : { credential }
  }

  const hasPasskey = useHasPasskey(opened)
  const { problem } = form
  return (
    <Modal
      opened={opened}
      locked={busy}
      onClose={() => leave(false)}
      title={t('Confirm that it is you')}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={form.check(ownPassword, (values) => void prove(async () => values))}
      >
        <p className={classes.intro}>
          {hasPasskey
            ? t(
                'You signed in a while ago. Enter your password or use a passkey, and we go on where you were.',
              )
            : t('You signed in a while ago. Enter your password, and we go on where you were.')}
        </p>
        {problem && !problem.field ? <Notice>{problem.message}</Notice> : null}
        {/* Password managers look for the name that a password belongs to. */}
        <input type="hidden" autoComplete="username" value={username} />
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          maxLength={limits.passwordMax}
          data-autofocus
          {...form.field('password', { tell: true })}
        />
        <div className={classes.ways}>
          <Button type="submit" wide busy={busy}>
            {t('Continue')}
          </Button>
          {hasPasskey ? (
            <Button
              wide
              kind="plain"
              disabled={busy}
              icon={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
              onClick={() => void prove(signature)}
            >
              {t('Use a passkey')}
            </Button>
          ) : null}
          <Button wide kind="quiet" disabled={busy} onClick={() => leave(false)}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
