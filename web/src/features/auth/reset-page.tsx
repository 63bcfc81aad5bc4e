import { confirmReset, messages, newPassword, resetPassword } from '@passbook/contract'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { send } from '#api/client.ts'
import { problemOf, textOf } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { PasswordStrength } from '#ui/password-strength.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useNotAccepted } from '#widgets/not-accepted.ts'
import classes from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { WaitPage } from './wait-page.tsx'

type Stage =
  | { at: 'checking' }
  | { at: 'form' }
  | { at: 'saved' }
  | { at: 'failed'; message: string }

/** Confirms the link, asks for a password, and says how it went. */
export function ResetPage() {
  const { buffer = '' } = useParams()
  const [stage, setStage] = useState<Stage>({ at: 'checking' })

  useEffect(() => {
    if (!buffer) return setStage({ at: 'failed', message: told(messages.resetLinkInvalid) })
    const leaving = new AbortController()
    setStage({ at: 'checking' })
    send(confirmReset, { buffer }, { signal: leaving.signal }).then(
      () => setStage({ at: 'form' }),
      (error) => {
        if (!leaving.signal.aborted) setStage({ at: 'failed', message: textOf(error) })
      },
    )
    return () => leaving.abort()
  }, [buffer])

  if (stage.at === 'checking') return <WaitPage />
  if (stage.at === 'form') {
    return <NewPasswordForm buffer={buffer} onSaved={() => setStage({ at: 'saved' })} />
  }
  if (stage.at === 'saved') {
    return (
      <AuthPage
        title={t('Password Reset Successfully')}
        subtitle={t('Proceed to login with your new password')}
      >
        <LinkButton to={paths.login} wide>
          {t('Login')}
        </LinkButton>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={t('Reset Failed')}>
      <Notice>{stage.message}</Notice>
      <nav className={classes.links} aria-label={t('Other ways in')}>
        <TextLink to={paths.resetRequest}>{t('Request a new link')}</TextLink>
        <TextLink to={paths.login}>{t('Back to login')}</TextLink>
      </nav>
    </AuthPage>
  )
}

function NewPasswordForm({ buffer, onSaved }: { buffer: string; onSaved: () => void }) {
  const form = useForm({ password: '', confirmPassword: '' })
  const [busy, setBusy] = useState(false)
  const notAccepted = useNotAccepted(form.values.password, {}, form.problem)

  async function save(values: { password: string; confirmPassword: string }) {
    setBusy(true)
    try {
      await send(resetPassword, { buffer, ...values })
      onSaved()
    } catch (error) {
      form.fail(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthPage title={t('New Password')} subtitle={t('Choose one that you use nowhere else.')}>
      {form.problem ? <Notice id={form.problemId}>{form.problem.message}</Notice> : null}
      <form
        className={classes.form}
        noValidate
        onSubmit={form.check(newPassword, (values) => {
          if (!busy) void save(values)
        })}
      >
        <PasswordField
          label={t('Password')}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <PasswordStrength password={form.values.password} notAccepted={notAccepted} />
        <PasswordField
          label={t('Confirm password')}
          autoComplete="new-password"
          {...form.field('confirmPassword')}
        />
        <Button type="submit" wide busy={busy}>
          {t('Save Password')}
        </Button>
      </form>
    </AuthPage>
  )
}
