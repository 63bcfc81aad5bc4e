import { authenticationRequired, credentials, login, messages } from '@passbook/contract'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { send } from '#api/client.ts'
import { page } from '#api/page.ts'
import { problemOf } from '#api/texts.ts'
import { storeToken } from '#api/token.ts'
import { t, told } from '#i18n/t.ts'
import { codePath, paths } from '#paths.ts'
import { nextPath } from '#session/next-path.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { DemoNote } from './demo-note.tsx'

// Passkeys belong to one name. Their code comes after the page; without it there is still the password.
const passkeys = page.passkeySite === window.location.hostname
const PasskeyEntry = lazy(() =>
  import('./passkey-entry.tsx').then(
    (module) => ({ default: module.PasskeyEntry }),
    () => ({ default: () => null }),
  ),
)

type Credentials = { username: string; password: string }

export function LoginPage() {
  const { search, state } = useLocation()
  const { submit, busy, form } = useLogin()
  const created: unknown = state?.notice
  const asked = /^\/pay\/|[?&]request=/.test(nextPath(search) ?? '')
  return (
    <AuthPage title={t('Login')} subtitle={t('Login to access your account')}>
      {form.problem ? <Notice id={form.problemId}>{form.problem.message}</Notice> : null}
      {typeof created === 'string' && !form.problem ? (
        <Notice kind="success">{created}</Notice>
      ) : null}
      {asked && typeof created !== 'string' && !form.problem ? (
        <Notice kind="info">{t('Somebody asks you for money. Log in to see it.')}</Notice>
      ) : null}
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          label={t('Username')}
          autoComplete={passkeys ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...form.field('username')}
        />
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          {...form.field('password')}
        />
        <Button type="submit" wide busy={busy}>
          {t('Login')}
        </Button>
        {passkeys ? (
          <Suspense fallback={<div className={classes.passkey} />}>
            <PasskeyEntry onProblem={(error) => form.fail(problemOf(error))} />
          </Suspense>
        ) : null}
      </form>
      <nav className={classes.links} aria-label={t('Other ways in')}>
        <TextLink to={paths.resetRequest} state={{ user: form.values.username }}>
          {t('Forgotton Password')}
        </TextLink>
        <TextLink to={`${paths.signup}${search}`}>{t('Create an Account')}</TextLink>
      </nav>
      {/* Whoever has just made an account has one to try. */}
      {page.demo && typeof created !== 'string' ? <DemoNote /> : null}
    </AuthPage>
  )
}

/** Idle, submitting, then either a token, a code to enter, or a message. */
function useLogin() {
  const { search, state } = useLocation()
  const carried: unknown = state?.username
  const form = useForm<Credentials>({
    username: typeof carried === 'string' ? carried : '',
    password: '',
  })
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()

  async function enter(values: Credentials) {
    setBusy(true)
    try {
      const { message, data } = await send(login, values)
      if (message === authenticationRequired && data.buffer) {
        const { buffer, header, code_from: codeFrom } = data
        return await navigate(codePath(buffer, header) + search, { state: { header, codeFrom } })
      }
      if (!data.token) return form.fail({ message: told(messages.internalError) })
      storeToken(data.token)
      await navigate(nextPath(search) ?? paths.overview, { replace: true })
    } catch (error) {
      form.fail(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  return { form, busy, submit: form.check(credentials, (values) => void (busy || enter(values))) }
}
