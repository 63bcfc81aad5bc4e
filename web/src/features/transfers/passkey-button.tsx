import { IconFingerprint } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { passkeysQuery } from '#api/passkey-list.ts'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { passkeysWorkHere } from '#session/passkeys-here.ts'
import { Button } from '#ui/button.tsx'
import type { Desk } from './desk.ts'
import classes from './transfers.module.css'

/** For those who have a passkey: it approves in place of PIN and code. */
export function PasskeyButton({ desk, busy }: { desk: Desk; busy: boolean }) {
  const client = useQueryClient()
  const enabled = useFeature('passkeys') && passkeysWorkHere()
  const { data } = useQuery({ ...passkeysQuery, enabled })
  if (!data?.List.length) return null
  return (
    <div className={classes.passkey}>
      <Button
        kind="plain"
        wide
        disabled={busy}
        icon={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
        onClick={() => void desk.signWithPasskey(client)}
      >
        {t('Approve with a passkey')}
      </Button>
    </div>
  )
}
