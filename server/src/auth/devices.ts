import { afterCommit, json, type Sql } from '#db/db.ts'
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

/** When the browser of a request first let this customer in; null where it never has. */
export async function knownSince(
  { config }: Pick<Bank, 'config'>,
  sql: Sql,
  { customerId, caller }: { customerId: bigint; caller: Caller },
): Promise<Date | null> {
  const id = deviceIdOf(config, caller) ?? ''
  const [row] = await sql<{ at: Date }>`
    select first_seen_at as at from devices where customer_id = ${customerId} and id = ${id}`
  return row?.at ?? null
}

/** Notes that a browser has let its customer in, and gives it the cookie that says so. */
export async function noteDevice(
  bank: Pick<Bank, 'config' | 'clock'>,
  sql: Sql,
  { customerId, caller }: { customerId: bigint; caller: Caller },
): Promise<void> {
  const { keep, row } = deviceToNote(bank, customerId, caller)
  await sql`select device_note(${json(row)})`
  afterCommit(sql, keep)
}

/** What `device_note` writes of a browser, and what gives it its cookie once that is committed. */
export function deviceToNote(
  { config, clock }: Pick<Bank, 'config' | 'clock'>,
  customer: bigint,
  caller: Caller,
) {
  const { agent, network: address } = caller
  const device = deviceIdOf(config, caller) ?? newToken()
  return {
    row: { customer, device, at: clock.now(), agent, address, devicesMax: keptPerCustomer },
    keep: () => caller.device?.keep(`${device}.${hmac(config.secretKey, 'device', device)}`),
  }
}

/** Forgets the browsers of a customer, save for one where one is named. */
export async function forgetDevices(sql: Sql, customerId: bigint, except = ''): Promise<void> {
  await sql`delete from devices where customer_id = ${customerId} and id <> ${except}`
}
