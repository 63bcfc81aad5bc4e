import type { Sql } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import type { Keys } from '#kernel/secret-key.ts'
import { hmac, hmacs, newToken, sameSecret } from './secrets.ts'

// A program that keeps no cookies is a new device at every sign-in.
const keptPerCustomer = 50

/** The id in a request's cookie; none where the bank has not signed it. */
export function deviceIdOf(keys: Keys, { device }: Caller): string | undefined {
  const [id = '', mac = ''] = (device?.told ?? '').split('.')
  if (id === '' || mac === '') return undefined
  return hmacs(keys, 'device', id).some((one) => sameSecret(one, mac)) ? id : undefined
}

/** The device of a request, where it has signed this customer in before. */
export async function knownDevice(
  { config }: Pick<Bank, 'config'>,
  sql: Sql,
  { customerId, caller }: { customerId: bigint; caller: Caller },
): Promise<string | undefined> {
  const id = deviceIdOf(config, caller)
  if (id === undefined) return undefined
  const rows = await sql`select 1 from devices where customer_id = ${customerId} and id = ${id}`
  return rows.length > 0 ? id : undefined
}

/**
 * Notes that a browser has let its customer in, and gives it the cookie that says so. Whether it was
 * the first time.
 */
export async function noteDevice(
  { config, clock }: Pick<Bank, 'config' | 'clock'>,
  sql: Sql,
  { customerId, caller }: { customerId: bigint; caller: Caller },
): Promise<boolean> {
  const id = deviceIdOf(config, caller) ?? newToken()
  const now = clock.now()
  const known = await sql`
    update devices set last_seen_at = ${now}, name = ${caller.agent}, address = ${caller.address}
    where customer_id = ${customerId} and id = ${id} returning 1`
  if (known.length === 0) {
    await sql`
      insert into devices(id, customer_id, name, address, first_seen_at, last_seen_at)
      values (${id}, ${customerId}, ${caller.agent}, ${caller.address}, ${now}, ${now})
      on conflict do nothing`
    await sql`
      delete from devices where customer_id = ${customerId} and id in (
        select id from devices where customer_id = ${customerId}
        order by last_seen_at desc, id offset ${keptPerCustomer})`
  }
  caller.device?.keep(`${id}.${hmac(config.secretKey, 'device', id)}`)
  return known.length === 0
}

/** Forgets the browsers of a customer, save for one where one is named. */
export async function forgetDevices(sql: Sql, customerId: bigint, except = ''): Promise<void> {
  await sql`delete from devices where customer_id = ${customerId} and id <> ${except}`
}
