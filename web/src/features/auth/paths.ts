import { limits } from '@passbook/contract'

/** The page that asks for the one-time code of a login. */
export function codePath(buffer: string, header?: string): string {
  const path = `/authentication/${encodeURIComponent(buffer)}`
  return header ? `${path}/${encodeURIComponent(header)}` : path
}

/**
 * The title that an address asks for. Anyone can write an address, so only plain words pass:
 * letters and single spaces, no digits to call, no marks that look like another site.
 */
export function titleOf(header: string | undefined): string {
  const title = header?.trim() ?? ''
  const plain = /^[a-z]+(?: [a-z]+)*$/i.test(title) && title.length <= limits.authHeaderMax
  return plain ? title : 'Authentication'
}
