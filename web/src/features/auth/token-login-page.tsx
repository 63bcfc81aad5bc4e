import { tokenLogin } from '@passbook/contract'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { send } from '#api/client.ts'
import { storeToken } from '#api/token.ts'
import { paths } from '#paths.ts'
import { WaitPage } from './wait-page.tsx'

/** Logs in with a link. Whatever goes wrong leads to the login page without a word. */
export function TokenLoginPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()

  useEffect(() => {
    const leaving = new AbortController()
    void send(tokenLogin, { token }, { signal: leaving.signal })
      .then(({ data }) => {
        storeToken(data.token)
        return paths.overview
      })
      .catch(() => paths.login)
      .then((path) => {
        // The link is not to be found again in the history.
        if (!leaving.signal.aborted) void navigate(path, { replace: true })
      })
    return () => leaving.abort()
  }, [token, navigate])

  return <WaitPage />
}
