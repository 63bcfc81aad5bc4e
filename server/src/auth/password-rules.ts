import { readFileSync } from 'node:fs'
import { messages } from '@passbook/contract'
import { commonIn, isCommon, isPersonal, type Personal } from '@passbook/contract/password-rules'
import type { Sql } from '#db/db.ts'
import type { Config } from '#kernel/config.ts'
import { Failure, invalid } from '#kernel/failure.ts'

/**
 * Refuses a new password that is too short for this bank, or among the first that are guessed. The code
 * says why it is guessed; `guessed` are the words, where the specification has some for the form.
 */
export function assertGoodPassword(
  { passwordMin, systemName }: Pick<Config, 'passwordMin' | 'systemName'>,
  asked: {
    password: string
    field: string
    tooShort: string
    guessed?: string
    personal: Personal
  },
): void {
  const { password, field, tooShort, guessed, personal } = asked
  if (password.length < passwordMin) throw invalid(field, tooShort)
  if (isCommon(password, commonOnes())) {
    throw new Failure('password_common', guessed ?? messages.passwordCommon, { field })
  }
  if (isPersonal(password, personal, systemName)) {
    throw new Failure('password_personal', guessed ?? messages.passwordPersonal, { field })
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
function commonOnes(): ReadonlySet<string> {
  const file = new URL(import.meta.resolve('@passbook/contract/common-passwords.txt'))
  common ??= commonIn(readFileSync(file, 'utf8'))
  return common
}
