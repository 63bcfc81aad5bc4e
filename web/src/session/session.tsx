import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import { makeQueryClient } from '#api/query-client.ts'
import { useToken } from '#api/token.ts'
import { makeSession, type Session, type SessionState } from './store.ts'

const Held = createContext<Session | null>(null)

/** A session for each login: when another customer signs in, nothing of the last one is left. */
export function SessionProvider({ children }: { children: ReactNode }) {
  return <OneLogin key={useToken()}>{children}</OneLogin>
}

function OneLogin({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient)
  const [session] = useState(makeSession)
  return (
    <QueryClientProvider client={client}>
      <Held value={session}>{children}</Held>
    </QueryClientProvider>
  )
}

/** The session's actions; reading through it does not redraw. */
export function useSession(): Session {
  const session = use(Held)
  if (!session) throw new Error('A session is read inside the customer area only')
  return session
}

/** One part of the session's state; a new drawing when it changes. */
export function useSessionState<Part extends keyof SessionState>(part: Part): SessionState[Part] {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => session.read()[part])
}
