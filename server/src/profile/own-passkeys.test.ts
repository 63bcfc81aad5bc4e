import {
  addPasskey,
  login,
  messages,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  passkeys,
  removePasskey,
  requestPasswordReset,
  resetPassword,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { type SoftwarePasskey, softwarePasskey } from '#testing/software-passkey.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

type Challenge = { challenge: string }

async function add({ token }: TestCustomer, name: string): Promise<SoftwarePasskey> {
  const key = softwarePasskey()
  const asked = (await bank.ask(passkeyOptions, { use: 'add' }, token)).data as Challenge
  const reply = await bank.ask(addPasskey, { name, credential: key.create(asked) }, token)
  expect(reply.http).toBe(200)
  return key
}

async function remove(token: string, name: string): Promise<void> {
  const { data } = await bank.ask(passkeys, {}, token)
  const { List } = data as { List: { Id: string; Name: string }[] }
  const id = List.find(({ Name }) => Name === name)?.Id ?? ''
  expect((await bank.ask(removePasskey, { id }, token)).http).toBe(200)
}

async function chooseByMail({ username, email }: TestCustomer, password: string): Promise<void> {
  await bank.ask(requestPasswordReset, { user: username })
  await bank.bank.background.settled()
  const [mail] = await bank.mailTo(email)
  const buffer = /reset-password\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  const form = { buffer, password, confirmPassword: password }
  expect((await bank.ask(resetPassword, form)).http).toBe(200)
}

test('after a reset the last passkey that is removed is asked for no more, one before it still is', async () => {
  const ada = await bank.customer()
  const key = await add(ada, 'Phone')
  await add(ada, 'Laptop')
  const password = 'chosen by mail'
  await chooseByMail(ada, password)
  const enter = async () => (await bank.ask(login, { username: ada.username, password })).data
  expect(await enter()).toMatchObject({ code_from: 'passkey' })
  const challenge = (await bank.ask(passkeyLoginOptions, {})).data as Challenge
  const entered = await bank.ask(passkeyLogin, { credential: key.sign(challenge) })
  const { token } = entered.data as { token: string }
  await remove(token, 'Laptop')
  expect(await enter()).toMatchObject({ code_from: 'passkey' })
  await remove(token, 'Phone')
  expect(await enter()).toEqual({ token: expect.any(String) })
})

test('a passkey is not called what a mail about it would make a link of', async () => {
  const ada = await bank.customer()
  for (const name of ['see https://evil.example/x', 'evil.example', 'call@evil']) {
    const refused = { http: 422, field: 'name', message: messages.passkeyNameMissing }
    expect(await bank.ask(addPasskey, { name, credential: 'x' }, ada.token)).toMatchObject(refused)
  }
  await add(ada, 'Chrome (work), Windows 11')
})
