import { changeEmail, toggleAlert, verifyEmail } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// Who gets the mail about a movement after the address was changed.
const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const hourMs = 3_600_000
const newAddress = () => `moved-${crypto.randomUUID()}@example.org`

/** How many mails about money that came in each of these addresses has got. */
async function alertsTo(...addresses: string[]): Promise<number[]> {
  const mails = await Promise.all(addresses.map((address) => bank.mailTo(address)))
  return mails.map((list) => list.filter(({ subject }) => subject === 'Money received').length)
}

async function receive(who: TestCustomer): Promise<void> {
  await bank.fund(who, '5.00')
  await bank.told()
}

async function prove(who: TestCustomer, address: string): Promise<void> {
  const [mail] = await bank.mailTo(address)
  const token = /verify-email\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await bank.ask(verifyEmail, { token }, who.token)).http).toBe(200)
}

test('until a new address is proven the old one gets the alerts, then for three days both do', async () => {
  const ada = await bank.customer()
  const moved = newAddress()
  expect((await bank.ask(changeEmail, { newEmail: moved }, ada.token)).http).toBe(200)
  await receive(ada)
  expect(await alertsTo(ada.email, moved)).toEqual([1, 0])
  await prove(ada, moved)
  await receive(ada)
  expect(await alertsTo(ada.email, moved)).toEqual([2, 1])
  bank.clock.advance(72 * hourMs + 1000)
  await receive(ada)
  expect(await alertsTo(ada.email, moved)).toEqual([2, 2])
})

test('an address that is never proven gets none, and the old one goes on getting them', async () => {
  const ada = await bank.customer()
  const misspelt = newAddress()
  await bank.ask(changeEmail, { newEmail: misspelt }, ada.token)
  bank.clock.advance(72 * hourMs + 1000)
  await receive(ada)
  expect(await alertsTo(ada.email, misspelt)).toEqual([1, 0])
})

test('one who has gone back to the old address is told once', async () => {
  const ada = await bank.customer()
  for (const newEmail of [newAddress(), ada.email]) {
    expect((await bank.ask(changeEmail, { newEmail }, ada.token)).http).toBe(200)
  }
  await prove(ada, ada.email)
  await receive(ada)
  expect(await alertsTo(ada.email)).toEqual([1])
})

test('alerts that are switched off go to neither', async () => {
  const ada = await bank.customer()
  const moved = newAddress()
  await bank.ask(toggleAlert, { notification: 'false' }, ada.token)
  await bank.ask(changeEmail, { newEmail: moved }, ada.token)
  await receive(ada)
  expect(await alertsTo(ada.email, moved)).toEqual([0, 0])
})
