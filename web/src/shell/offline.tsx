import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { initUserQuery } from '#api/init-user.ts'
import { page } from '#api/page.ts'
import { RequestError } from '#api/texts.ts'
import { formatTime } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { Strip } from '#ui/strip.tsx'

/**
 * Says that there is no network, and how old the balances are that the pages go on showing. Those are
 * in memory only: a logout, an idle end or a reload leaves nothing of them.
 */
export function Offline() {
  const client = useQueryClient()
  const { dataUpdatedAt, error, isFetching } = useQuery(initUserQuery)
  const online = useSyncExternalStore(onNetwork, () => navigator.onLine)
  const unreachable = error instanceof RequestError && error.kind === 'network'

  useEffect(() => {
    const askAgain = () => void client.refetchQueries({ type: 'active' })
    window.addEventListener('online', askAgain)
    return () => window.removeEventListener('online', askAgain)
  }, [client])

  if (online && !unreachable) return null
  const time = formatTime(new Date(dataUpdatedAt), page.bankZone)
  return (
    <Strip>
      <span>
        {online ? t('The bank cannot be reached.') : t('You are offline.')}{' '}
        {t('Balances as of {time}.', { time })}
      </span>
      <Button
        kind="plain"
        size="sm"
        busy={isFetching}
        onClick={() => void client.refetchQueries({ type: 'active' })}
      >
        {t('try again')}
      </Button>
    </Strip>
  )
}

function onNetwork(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
