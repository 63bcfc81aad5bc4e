import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { passkeysQuery } from '#api/passkey-list.ts'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { passkeysWorkHere } from '#session/passkeys-here.ts'
import { Button } from '#ui/button.tsx'

/** Whether the customer has a passkey that can be used on this page, asked for once it is wanted. */
export function useHasPasskey(wanted = true): boolean {
  const enabled = useFeature('passkeys') && passkeysWorkHere() && wanted
  const { data } = useQuery({ ...passkeysQuery, enabled })
  return !!data?.List.length
}

/** Approves in place of PIN and code. */
export function PasskeyButton({
  busy,
  only = false,
  onPress,
}: {
  busy: boolean
  /** There is no other way to approve it here. */
  only?: boolean
  onPress: () => void
}) {
  return (
    <Button
      kind={only ? 'primary' : 'plain'}
      wide
      disabled={busy}
      icon={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
      onClick={onPress}
    >
      {t('Approve with a passkey')}
    </Button>
  )
}
