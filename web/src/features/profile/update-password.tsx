import { limits, messages, savePassword } from '@passbook/contract'
import { send } from '#api/client.ts'
import { t, told } from '#i18n/t.ts'
import { useCustomer, useFeature } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useForm } from '#ui/form.ts'
import layout from '#ui/layout.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import { PasswordStrength } from '#ui/password-strength.tsx'
import { useTold } from '#ui/use-told.ts'
import { useNotAccepted } from '#widgets/not-accepted.ts'
import classes from './forms.module.css'
import { useSave } from './use-save.ts'

/** A new password for somebody who knows the old one. */
export function UpdatePassword() {
  const { user } = useCustomer()
  const signsOut = useFeature('device-sign-out')
  const form = useForm({ old_password: '', new_password: '' })
  useTold(form.problem)
  const { busy, save } = useSave()
  const personal = [user.Username, user.Name, user.Surname, user.Email].filter((text) => !!text)
  const { new_password } = form.values
  const person = {
    username: user.Username ?? '',
    email: user.Email ?? '',
    firstName: user.Name ?? '',
    middleName: user.MiddleName ?? '',
    lastName: user.Surname ?? '',
  }
  const notAccepted = useNotAccepted(new_password, person, form.problem)

  return (
    <form
      className={cx(layout.stack, classes.form)}
      noValidate
      onSubmit={form.check(savePassword.request, (values) => {
        void save(
          () => send(savePassword, values),
          told(messages.passwordChanged),
          form.reset,
          form,
        )
      })}
    >
      {signsOut ? (
        <p className={classes.intro}>
          {t('Your other devices are signed out when the password changes.')}
        </p>
      ) : null}
      {/* Password managers look for the name that a new password belongs to. */}
      <input type="hidden" autoComplete="username" value={user.Username ?? ''} />
      <PasswordField
        label={t('Old password')}
        autoComplete="current-password"
        maxLength={limits.passwordMax}
        {...form.field('old_password', { tell: true })}
      />
      <div className={classes.fresh}>
        <PasswordField
          label={t('New password')}
          autoComplete="new-password"
          maxLength={limits.passwordMax}
          {...form.field('new_password', { tell: true })}
        />
        <PasswordStrength
          password={new_password}
          personal={personal as string[]}
          notAccepted={notAccepted}
        />
      </div>
      <div>
        <Button type="submit" busy={busy}>
          {t('Update Password')}
        </Button>
      </div>
    </form>
  )
}
