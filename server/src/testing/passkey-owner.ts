import { addPasskey, passkeyOptions } from '@passbook/contract'
import { type PasskeyAlgorithm, type SoftwarePasskey, softwarePasskey } from './software-passkey.ts'
import type { TestBank, TestCustomer } from './test-bank.ts'

type Challenge = { challenge: string }

export type PasskeyOwner = TestCustomer & { key: SoftwarePasskey }

/** A customer with a passkey whose sign-in was a while ago. */
export async function passkeyOwner(
  bank: TestBank,
  options: Parameters<TestBank['customer']>[0],
  algorithm: PasskeyAlgorithm = 'ES256',
): Promise<PasskeyOwner> {
  const who = await bank.customer(options)
  const key = softwarePasskey({ algorithm })
  const toAdd = (await bank.ask(passkeyOptions, { use: 'add' }, who.token)).data as Challenge
  await bank.ask(addPasskey, { name: 'Phone', credential: key.create(toAdd) }, who.token)
  await bank.bank.db.sql`update sessions set fresh_until = null where customer_id = ${who.id}`
  return { ...who, key }
}

/** What the passkey signs for an order that is named so. */
export async function signatureOver(
  bank: TestBank,
  { key, token }: PasskeyOwner,
  named: { source_account: string; amount: string; to: string },
): Promise<string> {
  const reply = await bank.ask(passkeyOptions, { use: 'approve', ...named }, token)
  if (reply.http !== 200) throw new Error(`no challenge: ${JSON.stringify(reply)}`)
  return key.sign(reply.data as Challenge)
}
