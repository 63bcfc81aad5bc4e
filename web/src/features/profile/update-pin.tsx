import { limits, messages, savePin } from '@passbook/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { send } from '#api/client.ts'
import { t, told } from '#i18n/t.ts'
import { useCustomer } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useForm } from '#ui/form.ts'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useTold } from '#ui/use-told.ts'
import { whenFree } from '#ui/when-free.ts'
import { backIn } from './arrival.ts'
import classes from './forms.module.css'
import { userChanged } from './queries.ts'
import { useSave } from './use-save.ts'

/** The PIN that confirms transfers, new or for the first time. It also lifts a lock. */
export function UpdatePin() {
  const { user } = useCustomer()
  const client = useQueryClient()
  const form = useForm({ newPin: '', password: '' })
  useTold(form.problem)
  const { busy, save } = useSave()
  const place = useRef<HTMLFormElement>(null)
  const location = useLocation()
  const back = backIn(location.state)

  useEffect(() => {
    const field = place.current?.querySelector('input')
    if (location.hash !== '#pin' || !field) return
    return whenFree(field, () => {
      const section = field.closest('section') ?? field
      section.scrollIntoView({ block: 'start' })
      field.focus({ preventScroll: true })
    })
  }, [location.hash])

  const saved = () => {
    userChanged(client, { has_pin: true, LockOTP: false })
    form.reset()
  }
  const pin = form.field('newPin', { tell: true })
  return (
    <form
      ref={place}
      className={cx(layout.stack, classes.form)}
      noValidate
      onSubmit={form.check(savePin.request, (values) => {
        void save(() => send(savePin, values), told(messages.pinSaved), saved)
      })}
    >
      {back ? <WayBack to={back} ready={user.has_pin === true} /> : null}
      <p className={classes.intro}>
        {user.has_pin
          ? t('Your PIN confirms every transfer. Saving a new PIN also unlocks it.')
          : t('You have no PIN yet. You need one to confirm transfers.')}
      </p>
      <PasswordField
        label={t('New PIN')}
        inputMode="numeric"
        autoComplete="off"
        hint={t('{count, plural, one {# digit} other {# digits}}', { count: limits.pinLength })}
        {...pin}
        maxLength={limits.pinLength}
        onChange={(event: ChangeEvent<HTMLInputElement>) =>
          pin.onChange(event.currentTarget.value.replaceAll(/\D/g, ''))
        }
      />
      <PasswordField
        label={t('Current password')}
        autoComplete="current-password"
        maxLength={limits.passwordMax}
        {...form.field('password', { tell: true })}
      />
      <div>
        <Button type="submit" busy={busy}>
          {user.has_pin ? t('Update PIN') : t('Save PIN')}
        </Button>
      </div>
    </form>
  )
}

/** Whoever came from a transfer for want of a PIN goes on with it from here. */
function WayBack({ to, ready }: { to: string; ready: boolean }) {
  return (
    <Notice kind={ready ? 'success' : 'info'}>
      <div className={classes.back}>
        <span>
          {ready ? t('Your PIN is set.') : t('Set a PIN, then go on with your transfer.')}
        </span>
        <LinkButton
          to={to}
          kind={ready ? 'primary' : 'plain'}
          size="sm"
          icon={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
        >
          {t('Back to your transfer')}
        </LinkButton>
      </div>
    </Notice>
  )
}
