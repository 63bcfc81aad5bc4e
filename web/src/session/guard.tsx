import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useToken } from '#api/token.ts'
import { paths } from '#paths.ts'
import { loginFor, nextPath } from './next-path.ts'

/**
 * Lets nobody in without login data, and brings them back here once they have some. Where another tab
 * signs somebody else in, nothing that was drawn for the one before stays.
 */
export function CustomersOnly({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  const token = useToken()
  if (token) return <Fragment key={token}>{children}</Fragment>
  return <Navigate to={loginFor(pathname + search + hash)} replace />
}

/** Sends those who are logged in already to where they were going. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { search } = useLocation()
  if (!useToken()) return children
  return <Navigate to={nextPath(search) ?? paths.overview} replace />
}

/** The entry of the site. */
export function Start() {
  return <Navigate to={useToken() ? paths.overview : paths.login} replace />
}
