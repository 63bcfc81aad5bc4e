import { requestPasswordReset } from '@passbook/contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { send } from '#api/client.ts'
import { problemOf } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'

export function ResetRequestPage() {
  const { state } = useLocation()
  const carried: unknown = state?.user
  const form = useForm({ user: typeof carried === 'string' ? carried : '' })
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<string | null>(null)

  async function request(values: { user: string }) {
    setBusy(true)
    try {
      setSent((await send(requestPasswordReset, values)).message)
    } catch (error) {
      form.fail(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  if (sent !== null) {
    return (
      <AuthPage title={t('Reset Link Sent Succesfully')} subtitle={told(sent)}>
        <LinkButton to={paths.login} wide>
          {t('Back to login')}
        </LinkButton>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={t('Forgotten password')}
      subtitle={t('Tell us who you are and we will email you a link to make a new one.')}
    >
      {form.problem ? <Notice id={form.problemId}>{form.problem.message}</Notice> : null}
      <form
        className={classes.form}
        noValidate
        onSubmit={form.check(requestPasswordReset.request, (values) => {
          if (!busy) void request(values)
        })}
      >
        <TextField
          label={t('Username or Email address')}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...form.field('user')}
        />
        <Button type="submit" wide busy={busy}>
          {t('Request reset')}
        </Button>
      </form>
      <p className={classes.centred}>
        <TextLink to={paths.login}>{t('Back to login')}</TextLink>
      </p>
    </AuthPage>
  )
}
