import { limits } from '@passbook/contract'
import { msg } from '#i18n/t.ts'

const defaultTitle = msg('Authentication')

/**
 * The title that the sign-in answered with, as plain text of a bounded length. It comes from the
 * history's entry and never from the address, which anyone can write.
 */
export function titleOf(answered: unknown): string {
  const text = typeof answered === 'string' ? answered.replace(/\s+/g, ' ').trim() : ''
  return [...text].slice(0, limits.authHeaderMax).join('') || defaultTitle
}
