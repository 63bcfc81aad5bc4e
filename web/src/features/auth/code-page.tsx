import { confirm2fa, limits, messages, resendCode } from '@passbook/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { storeToken } from '#api/token.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { nextPath } from '#session/next-path.ts'
import { Button } from '#ui/button.tsx'
import { CodeBoxes } from '#ui/code-boxes.tsx'
import { Notice } from '#ui/notice.tsx'
import { nextResendMs, Resend } from '#ui/resend.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { titleOf } from './code-title.ts'

export function CodePage() {
  const { buffer = '' } = useParams()
  const { search, state } = useLocation()
  const { code, setCode, problem, setProblem, busy, confirm } = useCode(buffer)
  const [sent, setSent] = useState(false)
  const [resendAtMs, setResendAtMs] = useState(nextResendMs)

  function proceed(event: FormEvent) {
    event.preventDefault()
    setSent(false)
    void confirm(code)
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
      <p>
        {t(
          'An OTP have been sent to your registered email. Enter the OTP to confirm account ownrship',
        )}
      </p>
      {problem ? <Notice>{problem}</Notice> : null}
      {sent && !problem ? <Notice kind="success">{told(messages.codeSent)}</Notice> : null}
      <form className={classes.form} onSubmit={proceed} noValidate>
        <CodeBoxes
          label={t('One-time code')}
          length={limits.loginCodeLength}
          value={code}
          onChange={setCode}
          onComplete={(complete) => void confirm(complete)}
          error={problem !== null}
          readOnly={busy}
          autoFocus
        />
        <Button type="submit" wide busy={busy}>
          {t('Proceed')}
        </Button>
      </form>
      <nav className={classes.links} aria-label={t('Other ways in')}>
        <Resend openAtMs={resendAtMs} onResend={resend} />
        <TextLink to={`${paths.login}${search}`}>{t('Back to login')}</TextLink>
      </nav>
    </AuthPage>
  )
}

/** Sends a code once: the fifth digit and the button may both ask for it. */
function useCode(buffer: string) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)
  const { search } = useLocation()
  const navigate = useNavigate()

  async function confirm(otp: string) {
    if (underWay.current) return
    if (otp.length !== limits.loginCodeLength) return setProblem(told(messages.codeWrong))
    underWay.current = true
    setBusy(true)
    setProblem(null)
    try {
      const { data } = await send(confirm2fa, { buffer, otp })
      storeToken(data.token)
      await navigate(nextPath(search) ?? paths.overview, { replace: true })
    } catch (error) {
      setProblem(textOf(error))
      setCode('')
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }

  return { code, setCode, problem, setProblem, busy, confirm }
}
