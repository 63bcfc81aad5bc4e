import { messages, toggle2fa, toggleAlert } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { send } from '#api/client.ts'
import { t, told } from '#i18n/t.ts'
import { useCustomer, useFeature } from '#session/customer.ts'
import { Switch } from '#ui/switch.tsx'
import { userChanged } from './queries.ts'
import { useSwitch } from './use-switch.ts'

/** The code by mail at each sign-in. */
export function TwoStepSwitch() {
  const { user } = useCustomer()
  const signsOut = useFeature('device-sign-out')
  const client = useQueryClient()
  const state = useSwitch({
    held: user.UseLoginVerification === true,
    send: (on) => send(toggle2fa, { login_verification: on }),
    onSaved: (on) => userChanged(client, { UseLoginVerification: on }),
    done: told(messages.twoStepSaved),
  })
  return (
    <Switch
      label={t('Ask for a code at sign-in')}
      note={
        signsOut
          ? t(
              'A one-time code goes to your e-mail each time you log in. Changing this signs out your other devices.',
            )
          : t('A one-time code goes to your e-mail each time you log in.')
      }
      {...state}
    />
  )
}

/** The mail about each movement. */
export function AlertSwitch() {
  const { user } = useCustomer()
  const bell = useFeature('notifications')
  const client = useQueryClient()
  const state = useSwitch({
    held: user.Emailnotification === true,
    send: (on) => send(toggleAlert, { notification: on }),
    onSaved: (on) => userChanged(client, { Emailnotification: on }),
    done: told(messages.alertSaved),
  })
  return (
    <Switch
      label={t('E-mail about every transaction')}
      note={
        bell
          ? t(
              'Sent when money comes in, goes out, or a payment fails. The bell in the app tells you either way.',
            )
          : t('Sent when money comes in, goes out, or a payment fails.')
      }
      {...state}
    />
  )
}
