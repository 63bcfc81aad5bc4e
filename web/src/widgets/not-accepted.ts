import { messages } from '@passbook/contract'
import { commonIn, isCommon, isPersonal, type Personal } from '@passbook/contract/password-rules'
import { useEffect, useState } from 'react'
import { page } from '#api/page.ts'
import { told } from '#i18n/t.ts'
import type { Problem } from '#ui/form.ts'

const reasons: Record<string, string> = {
  password_common: messages.passwordCommon,
  password_personal: messages.passwordPersonal,
}

/**
 * Why the bank does not take a password: it has just said so, or it can be known before it is sent. The
 * list of common ones comes once something is typed.
 */
export function useNotAccepted(
  password: string,
  person: Partial<Personal> = {},
  problem: Problem | null = null,
): string {
  const common = useCommon(password !== '')
  if (password === '') return ''
  const said = reasons[problem?.code ?? '']
  if (said) return told(said)
  if (common && isCommon(password, common)) return told(messages.passwordCommon)
  const isKnown = page.refusesGuessable && isPersonal(password, person, page.systemName)
  return isKnown ? told(messages.passwordPersonal) : ''
}

/** The list, which has a file of its own; without it the bank says so once it is sent. */
function useCommon(wanted: boolean): ReadonlySet<string> | null {
  const [common, setCommon] = useState<ReadonlySet<string> | null>(null)
  const missing = page.refusesGuessable && wanted && common === null
  useEffect(() => {
    if (!missing) return
    import('@passbook/contract/common-passwords.txt?raw').then(
      ({ default: file }) => setCommon(commonIn(file)),
      () => undefined,
    )
  }, [missing])
  return common
}
