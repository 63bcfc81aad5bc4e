import { readFileSync } from 'node:fs'
import { messages } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Config } from '#kernel/config.ts'
import { invalid } from '#kernel/failure.ts'

/** What a guesser who knows the customer tries first. */
export type Personal = {
  username: string
  email: string
  firstName: string
  middleName: string
  lastName: string
}

/** Refuses a new password that is too short for this bank, or among the first that are guessed. */
export function assertGoodPassword(
  { passwordMin, systemName }: Pick<Config, 'passwordMin' | 'systemName'>,
  asked: { password: string; field: string; tooShort: string; personal: Personal },
): void {
  const { password, field, tooShort, personal } = asked
  if (password.length < passwordMin) throw invalid(field, tooShort)
  if (isCommon(password) || isPersonal(password, personal, systemName)) {
    throw invalid(field, messages.newPasswordMissing)
  }
}

/** The same facts of somebody who is a customer already. */
export async function personalOf(sql: Sql, customerId: bigint): Promise<Personal> {
  const [person] = await sql<Personal>`
    select username, email, first_name as "firstName", middle_name as "middleName",
      last_name as "lastName"
    from customers where id = ${customerId}`
  if (!person) throw new Error(`There is no customer ${customerId}`)
  return person
}

let common: ReadonlySet<string> | undefined

/** Read once, when the first password is chosen: most processes of the bank never need it. */
function isCommon(password: string): boolean {
  common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#')),
  )
  return common.has(password.normalize('NFKC').toLowerCase())
}

/** Shorter names stand in too many words: Ada may use Canada, though not ada2026. */
const containedMin = 4

function isPersonal(password: string, person: Personal, systemName: string): boolean {
  const plain = folded(password)
  const letters = plain.replaceAll(/[^\p{L}]/gu, '')
  const [mailbox = ''] = person.email.split('@')
  const names = [person.firstName, person.middleName, person.lastName, person.username, mailbox]
  const parts = [...names, ...names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)), systemName]
  return parts.map(folded).some((part) => {
    if (part.length < containedMin) return part.length > 1 && letters === part
    return plain.includes(part)
  })
}

/** Without case, accents and spaces. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\s/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
