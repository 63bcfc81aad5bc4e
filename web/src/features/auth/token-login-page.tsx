import { logout, tokenLogin } from '@passbook/contract'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { send } from '#api/client.ts'
import { forgetEverything, readToken, storeToken } from '#api/token.ts'
import { lazyPage } from '#lazy-page.tsx'
import { paths } from '#paths.ts'
import { WaitPage } from './wait-page.tsx'

const Question = lazyPage(() => import('./token-question.tsx').then((m) => m.TokenQuestion))

/**
 * Logs in with a link, once it is clear that it takes nobody's place who does not want that. Whatever
 * goes wrong leads to the login page without a word.
 */
export function TokenLoginPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const [asks, setAsks] = useState(() => readToken() !== null)

  useEffect(() => {
    if (asks) return
    const leaving = new AbortController()
    void send(tokenLogin, { token }, { signal: leaving.signal })
      .then(async ({ data }) => {
        await leaveLogin()
        storeToken(data.token)
        return paths.overview
      })
      .catch(() => paths.login)
      .then((path) => {
        // The link is not to be found again in the history.
        if (!leaving.signal.aborted) void navigate(path, { replace: true })
      })
    return () => leaving.abort()
  }, [token, navigate, asks])

  return asks ? <Question onGo={() => setAsks(false)} /> : <WaitPage />
}

/** Nothing of the customer who was signed in is left to the next one. */
async function leaveLogin(): Promise<void> {
  if (readToken() === null) return
  await send(logout, {}).catch(() => undefined)
  forgetEverything()
}
