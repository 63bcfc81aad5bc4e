import { initUser } from '@passbook/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { send } from '#api/client.ts'
import { readToken } from '#api/token.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { AuthPage } from './auth-page.tsx'
import { WaitPage } from './wait-page.tsx'

/**
 * Asks before a link takes the place of a login that this browser holds: the link may be a stranger's,
 * in whose account a customer would go on without noticing. A login that has ended is none.
 */
export function TokenQuestion({ onGo }: { onGo: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked for once
  useEffect(() => {
    const leaving = new AbortController()
    send(initUser, {}, { signal: leaving.signal }).then(
      ({ data: { user } }) => setName(user.Username ?? user.Name ?? user.first_name ?? ''),
      () => {
        if (leaving.signal.aborted) return
        if (readToken() === null) onGo()
        else setName('')
      },
    )
    return () => leaving.abort()
  }, [])

  if (name === null) return <WaitPage />
  return (
    <AuthPage
      title={t('Sign in with this link?')}
      subtitle={
        name
          ? t('You are signed in as {name}. Sign in with this link instead?', { name })
          : t('You are signed in. Sign in with this link instead?')
      }
    >
      <Button wide onClick={() => void navigate(paths.overview, { replace: true })}>
        {t('Stay signed in')}
      </Button>
      <Button wide kind="plain" onClick={onGo}>
        {t('Sign in with this link')}
      </Button>
    </AuthPage>
  )
}
