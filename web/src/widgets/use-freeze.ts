import { freeze } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { changeInitUser, initUserQuery } from '#api/init-user.ts'
import { keys } from '#api/keys.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { t } from '#i18n/t.ts'
import { useCustomer } from '#session/customer.ts'
import { toast } from '#ui/toasts.tsx'

/** Whether the customer has frozen everything, and the ways in and out of it. */
export function useFreeze() {
  const client = useQueryClient()
  const frozen = useCustomer().user.Frozen === true
  const [busy, setBusy] = useState(false)

  async function set(next: boolean) {
    setBusy(true)
    try {
      await send(freeze, { frozen: next })
      changeInitUser(client, (held) => ({ ...held, user: { ...held.user, Frozen: next } }))
      toast({ message: next ? t('Everything is frozen') : t('Everything goes again') })
      // Cards, other devices and the log tell of it too.
      void client.refetchQueries(initUserQuery)
      for (const queryKey of [keys.sessions, keys.securityEvents]) {
        void client.invalidateQueries({ queryKey })
      }
    } catch (error) {
      tellFailure(error)
    }
    setBusy(false)
  }

  return { frozen, busy, set }
}
