import {
  messages,
  type Sent,
  signup,
  signupKin,
  signupPersonal,
  signupSecurity,
  signupType,
} from '@passbook/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { send } from '#api/client.ts'
import { page } from '#api/page.ts'
import { problemOf } from '#api/texts.ts'
import { msg, t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { Steps } from '#ui/steps.tsx'
import { TextLink } from '#ui/text-link.tsx'
import frame from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { blank, isTaken, type SignupForm, stepAfter } from './signup-form.ts'
import classes from './signup-page.module.css'
import { AccountTypeStep, KinStep, PersonalStep, SecurityStep } from './signup-steps.tsx'

const personal = signupPersonal(page.lastNameMin)
const steps = [
  { label: msg('Account Type'), schema: signupType, Fields: AccountTypeStep },
  { label: msg('Personal Info'), schema: personal, Fields: PersonalStep },
  { label: msg('Next of Kin'), schema: signupKin, Fields: KinStep },
  { label: msg('Security'), schema: signupSecurity, Fields: SecurityStep },
] as const
const labels = steps.map(({ label }) => label)

export function SignupPage() {
  const { form, step, busy, proceed, back } = useSignup()
  const { search } = useLocation()
  const { label, Fields } = steps[step] ?? steps[0]
  const last = step === steps.length - 1
  return (
    <AuthPage title={t('Create Account')} subtitle={t('We are happy to have you')} wide>
      <Steps labels={labels.map(told)} current={step} />
      {form.problem ? (
        <Notice id={form.problemId} sticky>
          {form.problem.message}
        </Notice>
      ) : null}
      <form className={frame.form} onSubmit={proceed} noValidate>
        <StepHeading key={label} first={step === 0}>
          {told(label)}
        </StepHeading>
        <Fields form={form} />
        <div className={classes.actions}>
          {step > 0 ? (
            <Button kind="plain" onClick={back} disabled={busy}>
              {t('Back')}
            </Button>
          ) : null}
          <Button type="submit" busy={busy} className={classes.proceed}>
            {t('Proceed')}
          </Button>
        </div>
        {last ? (
          <p className={classes.consent}>
            {t(
              'By selecting Proceed you agree to the terms of {bank} and to the use of your data to run your accounts.',
              { bank: page.systemName },
            )}
          </p>
        ) : null}
      </form>
      <p className={frame.centred}>
        <TextLink to={`${paths.login}${search}`}>{t('Have an account already?')}</TextLink>
      </p>
    </AuthPage>
  )
}

/** The wizard: step 0 to 3, each left only when it is valid; going back loses nothing. */
function useSignup() {
  const form = useForm<SignupForm>(blank)
  const [step, setStep] = useState(0)
  const [busy, setBusy] = useState(false)
  const { search } = useLocation()
  const navigate = useNavigate()

  async function create(values: SignupForm) {
    setBusy(true)
    try {
      await send(signup, values as Sent<typeof signup>)
      await navigate(`${paths.login}${search}`, {
        state: { notice: told(messages.accountCreated) },
      })
    } catch (error) {
      const problem = problemOf(error)
      setStep(stepAfter(error) ?? step)
      form.fail(problem)
    } finally {
      setBusy(false)
    }
  }

  function proceed(event: FormEvent) {
    const { schema } = steps[step] ?? steps[0]
    form.check(schema, (values) => {
      if (busy) return
      if (step === steps.length - 1) void create(values)
      else if (schema === personal) void leavePersonal(values)
      else setStep(step + 1)
    })(event)
  }

  /** A username that is taken is told where it is typed, not three steps later. */
  async function leavePersonal({ username }: SignupForm) {
    setBusy(true)
    const taken = await isTaken(username)
    setBusy(false)
    if (taken) form.fail({ message: told(messages.usernameTaken), field: 'username' })
    else setStep(step + 1)
  }

  function back() {
    form.clear()
    setStep(Math.max(0, step - 1))
  }

  return { form, step, busy, proceed, back }
}

/** Says which step this is now; it takes the focus so that the change is heard. */
function StepHeading({ first, children }: { first: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(first)
  useEffect(() => {
    if (!shown.current) heading.current?.focus()
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} className={classes.heading}>
      {children}
    </h2>
  )
}
