import { limits, messages } from '@passbook/contract'
import { IconMail, IconShieldLock } from '@tabler/icons-react'
import { type FormEvent, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBoxes } from '#ui/code-boxes.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import { Link } from '#ui/link.tsx'
import { PinPad } from '#ui/pin-pad.tsx'
import { Resend } from '#ui/resend.tsx'
import { showStart } from '#ui/show-start.ts'
import classes from './approval.module.css'
import { PasskeyButton, useHasPasskey } from './passkey-button.tsx'

/** The PIN that approves one action. What is wrong with it is told and the boxes are emptied. */
export function PinStep({
  onPin,
  onPasskey,
  onBack,
  busy,
  refused = false,
  triesLeft,
  pinHref,
  back,
  children,
}: {
  /** A passkey approves it too, for those who have one. */
  onPasskey?: (() => void) | undefined
  /** Ends once the PIN has been looked at. */
  onPin: (pin: string) => Promise<void>
  onBack?: (() => void) | undefined
  busy: boolean
  /** Whether one was refused before: only then is the way to another PIN of use. */
  refused?: boolean | undefined
  /** How many more may be wrong, where the bank has said so. */
  triesLeft?: number | undefined
  /** Where a PIN is set, and where the customer comes back to from there. */
  pinHref: string
  back: string
  children?: ReactNode
}) {
  const [pin, setPin] = useState('')
  const [wrong, setWrong] = useState(false)
  const [failed, setFailed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const hasPasskey = useHasPasskey()
  const place = useShownStart<HTMLFormElement>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (pin.length === limits.pinLength) {
      await onPin(pin)
      setPin('')
      // Still here: it did not do.
      setFailed(true)
    } else {
      setWrong(true)
      await alert(told(messages.pinInvalid))
    }
    field.current?.focus()
  }

  return (
    <form ref={place} className={classes.step} onSubmit={(event) => void submit(event)} noValidate>
      {children}
      <PinPad
        label={t('PIN')}
        field={field}
        length={limits.pinLength}
        value={pin}
        onChange={(value) => {
          setWrong(false)
          setPin(value)
        }}
        error={wrong}
        readOnly={busy}
      />
      {triesLeft === undefined ? null : (
        <p role="status" className={classes.wrong}>
          {t('{n, plural, =0 {No tries left} one {# try left} other {# tries left}}', {
            n: triesLeft,
          })}
        </p>
      )}
      {refused || failed ? (
        <p className={classes.help}>
          <Trans
            id="PIN forgotten or locked? <a>Update PIN</a>"
            parts={{ a: (text) => pinLink(text, pinHref, back) }}
          />
        </p>
      ) : null}
      <div className={classes.ways}>
        <Actions onBack={onBack} busy={busy} />
        {onPasskey && hasPasskey ? <PasskeyButton busy={busy} onPress={onPasskey} /> : null}
      </div>
    </form>
  )
}

/** The order that is being approved: how much and to whom, and what else belongs to it below. */
export function OrderWords({
  notes = [],
  children,
}: {
  notes?: readonly (string | undefined)[]
  children: ReactNode
}) {
  const told = notes.filter((note) => note !== undefined)
  return (
    <div className={classes.order}>
      <p>{children}</p>
      {told.length > 0 ? (
        <p className={classes.help}>
          {told.map((note, at) => (
            <Fragment key={note}>
              {at > 0 ? ' · ' : null}
              <bdi>{note}</bdi>
            </Fragment>
          ))}
        </p>
      ) : null}
    </div>
  )
}

/** The sum of an order, in such words. */
export const orderSum = (amount: ReactNode) => <bdi className={classes.sum}>{amount}</bdi>

/** For those who have no PIN yet: their passkey, or where to set one. */
export function NoPin({
  pinHref,
  back,
  onBack,
  onPasskey,
  busy,
  help = t('A PIN confirms every transfer. Your transfer waits here as you filled it in.'),
}: {
  help?: string
  pinHref: string
  back: string
  onBack: () => void
  onPasskey?: (() => void) | undefined
  busy: boolean
}) {
  const byPasskey = useHasPasskey() && onPasskey
  const place = useShownStart<HTMLDivElement>()
  return (
    <div ref={place} className={classes.step}>
      <div className={classes.middle}>
        <span className={classes.mark}>
          <IconShieldLock size={28} stroke={1.75} aria-hidden />
        </span>
        <p className={classes.lead}>
          {byPasskey ? t('You have no PIN yet') : told(messages.pinNotSet)}
        </p>
        <p className={classes.help}>
          {byPasskey ? t('Your passkey can approve this. What you filled in waits here.') : help}
        </p>
        <Link to={pinHref} state={{ back }} className={classes.link}>
          {t('Update PIN')}
        </Link>
      </div>
      <div className={classes.ways}>
        {byPasskey ? <PasskeyButton only busy={busy} onPress={byPasskey} /> : null}
        <FlowFooter>
          <Button kind="plain" disabled={busy} onClick={onBack}>
            {t('BACK')}
          </Button>
        </FlowFooter>
      </div>
    </div>
  )
}

/** The code from the mail. Another one can be had after half a minute, or once this one is spent. */
export function CodeStep({
  onCode,
  onResend,
  onBack,
  busy,
  mailed,
  pinHref,
  back,
  children,
  help = t('A code for this transfer is on its way to your email. It is good for five minutes.'),
}: {
  help?: string
  onCode: (code: string) => void
  /** True once another code is on its way. */
  onResend: () => Promise<boolean>
  onBack: () => void
  busy: boolean
  /** After a wrong code the boxes are marked until something is typed. */
  mailed: { tries: number; spent: boolean; resendAtMs: number }
  pinHref: string
  back: string
  children?: ReactNode
}) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState(mailed.tries > 0)
  const [sent, setSent] = useState(false)
  const boxes = useRef<HTMLDivElement>(null)
  const place = useShownStart<HTMLFormElement>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (code.length >= limits.transferCodeLength) return onCode(code)
    setWrong(true)
    await alert(told(messages.otpInvalid))
    boxes.current?.querySelectorAll('input')[code.length]?.focus()
  }

  async function resend() {
    if (!(await onResend())) return
    setCode('')
    setWrong(false)
    setSent(true)
  }

  return (
    <form ref={place} className={classes.step} onSubmit={(event) => void submit(event)} noValidate>
      <div className={classes.middle}>
        <span className={classes.mark}>
          <IconMail size={28} stroke={1.75} aria-hidden />
        </span>
        {children}
        <p className={classes.help}>{help}</p>
      </div>
      <div ref={boxes} className={classes.code}>
        <CodeBoxes
          label={t('OTP')}
          labelHidden
          length={limits.transferCodeLength}
          value={code}
          onChange={(value) => {
            setWrong(false)
            setCode(value)
          }}
          error={wrong}
          readOnly={busy}
          autoFocus
        />
      </div>
      <div className={classes.middle}>
        {mailed.spent ? <SpentCode /> : null}
        {mailed.tries > 0 && !mailed.spent ? <TriesLeft tries={mailed.tries} /> : null}
        <Resend openAtMs={mailed.resendAtMs} onResend={resend} disabled={busy} />
        <p role="status" className={classes.help}>
          {sent ? told(messages.codeSent) : ''}
        </p>
        {mailed.tries > 0 ? (
          <p className={classes.help}>
            <Trans
              id="Codes locked? <a>Update PIN</a>"
              parts={{ a: (text) => pinLink(text, pinHref, back) }}
            />
          </p>
        ) : null}
      </div>
      <Actions onBack={onBack} busy={busy} />
    </form>
  )
}

/** A step takes the place of a form that may have been longer: it is seen from its start. */
function useShownStart<Place extends Element>() {
  const place = useRef<Place>(null)
  useEffect(() => {
    if (place.current) showStart(place.current)
  }, [])
  return place
}

function TriesLeft({ tries }: { tries: number }) {
  const n = Math.max(limits.transferCodeTries - tries, 1)
  return (
    <p className={classes.wrong}>
      {t('{n, plural, one {# try left with this code} other {# tries left with this code}}', { n })}
    </p>
  )
}

/** The told text stays, and the line below says why no other digits can help. */
function SpentCode() {
  return (
    <div className={classes.spent}>
      <p className={classes.wrong}>{told(messages.otpInvalid)}</p>
      <p className={classes.help}>{t('This code is spent. Ask for another one.')}</p>
    </div>
  )
}

function Actions({ onBack, busy }: { onBack: (() => void) | undefined; busy: boolean }) {
  return (
    <FlowFooter>
      {onBack ? (
        <Button kind="plain" disabled={busy} onClick={onBack}>
          {t('BACK')}
        </Button>
      ) : null}
      <Button type="submit" busy={busy}>
        {t('PROCEED')}
      </Button>
    </FlowFooter>
  )
}

const pinLink = (text: ReactNode, pinHref: string, back: string) => (
  <Link to={pinHref} state={{ back }} className={classes.link}>
    {text}
  </Link>
)
