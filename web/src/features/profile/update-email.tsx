import { changeEmail, messages } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { send } from '#api/client.ts'
import { t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { useCustomer, useFeature } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { TextField } from '#ui/text-field.tsx'
import { useTold } from '#ui/use-told.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import classes from './forms.module.css'
import { userChanged } from './queries.ts'
import { useSave } from './use-save.ts'

/** Changes the address at once. What that does besides is told where the server says that it does. */
export function UpdateEmail() {
  const { user } = useCustomer()
  const [undo, signOut] = [useFeature('email-undo'), useFeature('device-sign-out')]
  const undone = undo && signOut
  const client = useQueryClient()
  const form = useKeptForm('email', { newEmail: '' })
  useTold(form.problem)
  const { busy, save } = useSave()

  function submit({ newEmail }: { newEmail: string }) {
    void save(
      () => send(changeEmail, { newEmail }),
      told(messages.emailChanged),
      () => {
        const email = newEmail.trim()
        userChanged(client, { email, Email: email, Verifiedemail: false })
        form.reset()
      },
    )
  }

  const address = {
    values: { email: user.Email ?? user.email ?? '' },
    parts: { b: (email: ReactNode) => <strong className={classes.value}>{email}</strong> },
  }
  return (
    <form
      className={cx(layout.stack, classes.form)}
      noValidate
      onSubmit={form.check(changeEmail.request, submit)}
    >
      <p className={classes.intro}>
        {address.values.email === '' ? (
          t(
            'You have no e-mail address. Enter yours, and confirm it by the link that we send there.',
          )
        ) : undone ? (
          <Trans
            id="Your e-mail is <b>{email}</b>. When it changes, the old address gets a link that puts it back, and your other devices are signed out."
            {...address}
          />
        ) : (
          <Trans id="Your e-mail is <b>{email}</b>." {...address} />
        )}
      </p>
      <TextField
        label={t('New e-mail')}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        {...form.field('newEmail', { tell: true })}
      />
      <div>
        <Button type="submit" busy={busy}>
          {t('Update E-mail')}
        </Button>
      </div>
    </form>
  )
}
