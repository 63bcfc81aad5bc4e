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
import { useRestorer, whenSettled } from '#ui/layers.ts'
import { Notice } from '#ui/notice.tsx'
import { StepPanel, useArrival } from '#ui/step-panel.tsx'
import { Steps } from '#ui/steps.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { Trail } from '#ui/trail.tsx'
import frame from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import {
  blank,
  draft,
  type FieldSchema,
  isTaken,
  type SignupFields,
  type SignupForm,
  stepAfter,
  useLeavingChecks,
} from './signup-form.ts'
import classes from './signup-page.module.css'
import { AccountTypeStep, KinStep, PersonalStep, SecurityStep } from './signup-steps.tsx'

const personal = signupPersonal(page.lastNameMin)
const steps = [
  { place: 'type', label: msg('Account Type'), schema: signupType, Fields: AccountTypeStep },
  { place: 'personal', label: msg('Personal Info'), schema: personal, Fields: PersonalStep },
  { place: 'kin', label: msg('Next of Kin'), schema: signupKin, Fields: KinStep },
  { place: 'security', label: msg('Security'), schema: signupSecurity, Fields: SecurityStep },
] as const
const labels = steps.map(({ label }) => label)

export function SignupPage() {
  const { form, step, trail, busy, proceed, back } = useSignup()
  const { search } = useLocation()
  const { label, schema, Fields } = steps[step] ?? steps[0]
  const arrival = useArrival(label, labels)
  const last = step === steps.length - 1
  return (
    <AuthPage title={t('Create Account')} subtitle={t('We are happy to have you')} wide>
      <Trail steps={trail} />
      <Steps labels={labels.map(told)} current={step} />
      {form.problem ? <Notice id={form.problemId}>{form.problem.message}</Notice> : null}
      <form className={frame.form} onSubmit={proceed} noValidate>
        <StepPanel key={label} {...arrival}>
          <div className={frame.form}>
            <div>
              <p className={classes.count}>
                {t('Step {step} of {all}', { step: step + 1, all: steps.length })}
              </p>
              <StepHeading first={step === 0}>{told(label)}</StepHeading>
            </div>
            <CheckedFields form={form} schema={schema} Fields={Fields} />
          </div>
        </StepPanel>
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

type Fields = (typeof steps)[number]['Fields']
type CheckedProps = { form: SignupFields; schema: FieldSchema; Fields: Fields }

/** The fields of a step, each of them checked when it is left with something in it. */
function CheckedFields({ form, schema, Fields }: CheckedProps) {
  const field = useLeavingChecks(form, schema)
  return <Fields field={field} values={form.values} problem={form.problem} />
}

/** The wizard: step 0 to 3, each left only when it is valid; going back loses nothing. */
function useSignup() {
  const form = useForm<SignupForm>(blank, draft.read)
  const { step, setStep, trail } = useSteps(form)
  const [busy, setBusy] = useState(false)
  const [created, setCreated] = useState(false)
  const { search } = useLocation()
  const navigate = useNavigate()

  // Once the account is there, its steps are no places to go back to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is created once
  useEffect(() => {
    if (!created) return
    const state = { notice: told(messages.accountCreated), username: form.values.username }
    whenSettled(() => void navigate(`${paths.login}${search}`, { replace: true, state }))
  }, [created])

  async function create(values: SignupForm) {
    setBusy(true)
    try {
      await send(signup, values as Sent<typeof signup>)
      draft.keep(blank)
      setCreated(true)
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
      if (busy || created) return
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

  function goTo(earlier: number) {
    form.clear()
    setStep(earlier)
  }

  return {
    form,
    step,
    trail: created
      ? []
      : trail.map((entry, at) => ({ ...entry, close: () => goTo(at), locked: busy })),
    busy,
    proceed,
    back: () => goTo(Math.max(0, step - 1)),
  }
}

/** Where the wizard stands, which the history knows too, and what was typed, for a reload. */
function useSteps({ values }: SignupFields) {
  const [step, setStep] = useState(0)
  const { pathname, search } = useLocation()
  useEffect(() => draft.keep(values), [values])

  // Forward and a reload lead to a step if all those before it are filled in.
  useRestorer('signup', (names) => {
    const open = steps.findIndex(({ schema }) => !schema.safeParse(values).success)
    const reached = Math.min(names.length, open < 0 ? steps.length - 1 : open)
    setStep(reached)
    return reached
  })

  const trail = steps.slice(1, step + 1).map(({ place }) => ({
    name: `signup:${place}`,
    address: `${pathname}${search}#${place}`,
  }))
  return { step, setStep, trail }
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
