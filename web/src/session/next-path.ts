import { paths } from '#paths.ts'

/**
 * Where to go after a login, from the `next` of an address: a path of this site, or null. Read by
 * the browser's own rules, since `//evil`, `/\evil` and a tab between the slashes all leave it.
 */
export function nextPath(search: string, origin = window.location.origin): string | null {
  const wanted = new URLSearchParams(search).get('next')
  if (!wanted?.startsWith('/')) return null
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  if (url?.origin !== origin) return null
  // Neither back to the login nor straight out again.
  const [, first] = url.pathname.split('/')
  if (`/${first}` === paths.login || `/${first}` === paths.logout) return null
  const path = url.pathname + url.search + url.hash
  return path.startsWith('//') ? null : path
}

/** The login page that comes back to a path; the start page needs no mention. */
export function loginFor(path: string): string {
  return path === paths.overview ? paths.login : `${paths.login}?next=${encodeURIComponent(path)}`
}
