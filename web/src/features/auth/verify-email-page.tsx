import { verifyEmail } from '@passbook/contract'
import { useState } from 'react'
import { useParams } from 'react-router'
import { send } from '#api/client.ts'
import { problemOf, RequestError, textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'

type Done = 'proven' | 'disowned'

/**
 * Proves an address by a press where its customer is signed in. Elsewhere it is asked for the password:
 * a stranger may have opened the account with the reader's address, who then says so.
 */
export function VerifyEmailPage() {
  const { token = '' } = useParams()
  const form = useForm({ password: '' })
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState<Done | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function confirm(how: Done, more: { password?: string; disown?: true }) {
    setBusy(how)
    setProblem(null)
    try {
      await send(verifyEmail, { token, ...more })
      setDone(how)
    } catch (error) {
      if (error instanceof RequestError && error.code === 'proof_needed') setAsks(true)
      else if (error instanceof RequestError && error.field === 'password') {
        form.fail(problemOf(error))
      } else setProblem(textOf(error))
    } finally {
      setBusy(null)
    }
  }

  if (done) {
    return (
      <AuthPage title={t('Confirm your email')}>
        <Notice kind="success">
          {done === 'proven'
            ? t('Your email is confirmed.')
            : t('This address is free again. You can open an account of your own with it.')}
        </Notice>
        <LinkButton to={paths.login} wide>
          {t('Login')}
        </LinkButton>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={t('Confirm your email')}
      subtitle={
        asks
          ? t('Enter the password of the account that was opened with this address.')
          : t('Confirm that this address is yours.')
      }
    >
      {problem ? <Notice>{problem}</Notice> : null}
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void confirm('proven', asks ? form.values : {})
        }}
      >
        {asks ? (
          <PasswordField
            label={t('Password')}
            autoComplete="current-password"
            {...form.field('password', { tell: true })}
          />
        ) : null}
        <Button type="submit" wide busy={busy === 'proven'}>
          {t('Confirm email')}
        </Button>
      </form>
      {asks ? (
        <Button
          wide
          kind="plain"
          busy={busy === 'disowned'}
          onClick={() => void confirm('disowned', { disown: true })}
        >
          {t('I did not open this account')}
        </Button>
      ) : null}
      <nav className={classes.links} aria-label={t('Other ways in')}>
        <TextLink to={paths.login}>{t('Login')}</TextLink>
      </nav>
    </AuthPage>
  )
}
