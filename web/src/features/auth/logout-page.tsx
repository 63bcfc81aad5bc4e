import { logout } from '@passbook/contract'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { send } from '#api/client.ts'
import { forgetEverything, readToken } from '#api/token.ts'
import { paths } from '#paths.ts'
import { WaitPage } from './wait-page.tsx'

const patienceMs = 1000

/** Ends the session on the server if it answers soon, and in this browser in any case. */
export function LogoutPage() {
  const navigate = useNavigate()

  useEffect(() => {
    const told = readToken() ? send(logout, {}).catch(() => undefined) : Promise.resolve()
    const patience = new Promise((done) => setTimeout(done, patienceMs))
    void Promise.race([told, patience]).then(() => {
      forgetEverything()
      return navigate(paths.login, { replace: true })
    })
  }, [navigate])

  return <WaitPage />
}
