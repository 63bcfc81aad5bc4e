import { confirm2fa, limits, messages, resendCode } from '@passbook/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { send } from '#api/client.ts'
import { isAnswer, RequestError, textOf } from '#api/texts.ts'
import { storeToken } from '#api/token.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { nextPath } from '#session/next-path.ts'
import { Button } from '#ui/button.tsx'
import { CodeBoxes } from '#ui/code-boxes.tsx'
import { Notice } from '#ui/notice.tsx'
import { nextResendMs, Resend } from '#ui/resend.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { titleOf } from './code-title.ts'

export function CodePage() {
  const { buffer = '' } = useParams()
  const { search, state } = useLocation()
  const codeFrom: unknown = state?.codeFrom
  const mailed = codeFrom !== 'app' && codeFrom !== 'passkey'
  const [backup, setBackup] = useState(codeFrom === 'passkey')
  const length = codeFrom === 'app' ? limits.appCodeLength : limits.loginCodeLength
  const { code, setCode, problem, setProblem, isWrong, busy, confirm } = useCode(
    buffer,
    backup ? null : length,
  )
  const [sent, setSent] = useState(false)
  const [resendAtMs, setResendAtMs] = useState(nextResendMs)

  function proceed(event: FormEvent) {
    event.preventDefault()
    setSent(false)
    void confirm(code)
  }

  function otherWay() {
    setCode('')
    setProblem(null)
    setBackup(!backup)
  }

  async function resend() {
    try {
      await send(resendCode, { buffer })
      setProblem(null)
      setCode('')
      setSent(true)
      setResendAtMs(nextResendMs())
    } catch (error) {
      setProblem(textOf(error))
    }
  }

  return (
    <AuthPage title={told(titleOf(state?.header))} subtitle={t('Complete auth to proceed')}>
      <p>{mailed ? mailedWords() : stepWords(backup, codeFrom)}</p>
      {problem ? <Notice>{problem}</Notice> : null}
      {sent && !problem ? <Notice kind="success">{told(messages.codeSent)}</Notice> : null}
      <form className={classes.form} onSubmit={proceed} noValidate>
        {backup ? (
          <TextField
            label={t('Backup code')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            value={code}
            error={isWrong}
            readOnly={busy}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : (
          <CodeBoxes
            key={length}
            label={t('One-time code')}
            length={length}
            value={code}
            onChange={setCode}
            onComplete={(complete) => void confirm(complete)}
            error={isWrong}
            readOnly={busy}
            autoFocus
          />
        )}
        <Button type="submit" wide busy={busy}>
          {t('Proceed')}
        </Button>
      </form>
      <nav className={classes.links} aria-label={t('Other ways in')}>
        {mailed ? <Resend openAtMs={resendAtMs} onResend={resend} /> : null}
        {codeFrom === 'app' ? (
          <Button kind="link" size="sm" onClick={otherWay}>
            {backup ? t('Use the app') : t('Use a backup code')}
          </Button>
        ) : null}
        <TextLink to={`${paths.login}${search}`}>{t('Back to login')}</TextLink>
      </nav>
    </AuthPage>
  )
}

const mailedWords = () =>
  t('An OTP have been sent to your registered email. Enter the OTP to confirm account ownrship')

/** What is asked for where no code was mailed. */
function stepWords(backup: boolean, codeFrom: unknown): string {
  if (codeFrom === 'passkey') {
    return t(
      'Your password was chosen anew by mail. Go back and sign in with your passkey, or enter one of your backup codes.',
    )
  }
  return backup
    ? t('Enter one of your backup codes. Each works once.')
    : t('Enter the code that your authenticator app shows.')
}

/** Whether the digits themselves were refused. Where nobody has looked at them, they may do yet. */
const isRefused = (error: unknown) =>
  error instanceof RequestError && isAnswer(error) && error.http < 500 && error.http !== 429

/** Sends a code once: the last digit and the button may both ask for it. A backup code has no length. */
function useCode(buffer: string, length: number | null) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)
  const { search } = useLocation()
  const navigate = useNavigate()

  async function confirm(otp: string) {
    if (underWay.current) return
    const whole = length === null ? otp.trim() !== '' : otp.length === length
    if (!whole) {
      setRefused(true)
      return setProblem(told(messages.codeWrong))
    }
    underWay.current = true
    setBusy(true)
    setProblem(null)
    try {
      const { data } = await send(confirm2fa, { buffer, otp })
      storeToken(data.token)
      await navigate(nextPath(search) ?? paths.overview, { replace: true })
    } catch (error) {
      setProblem(textOf(error))
      setRefused(isRefused(error))
      if (isRefused(error)) setCode('')
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }

  const isWrong = problem !== null && refused
  return { code, setCode, problem, setProblem, isWrong, busy, confirm }
}
