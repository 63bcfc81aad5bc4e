import { requestOtpByForm, saveBiller, savedBills, savePin } from '@passbook/contract'
import { expect, test } from 'vitest'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db, { config: { billPin: true } })

const save = async (who: TestCustomer, changes: Record<string, string> = {}) => {
  const fields = {
    biller: 'Netflix Inc',
    accountName: 'ada@example.com',
    account: who.account.publicId,
    type: 'recurring',
    amount: '15.49',
    date: '2090-01-31',
    ...changes,
  }
  const reply = await t.send(saveBiller, fields, { token: who.token })
  return { http: reply.statusCode, ...reply.json() }
}

const bills = async (who: TestCustomer) => (await t.ask(savedBills, {}, who.token)).data

const missing = refusedWith('invalid', { message: 'Invalid PIN', field: 'pin' })
const wrong = refusedWith('pin_wrong', { message: 'Invalid PIN' })

// shows D79
test('a bank that asks for the PIN saves a bill with the right one only', async () => {
  const ada = await t.customer({ pin: '4821' })
  expect(await save(ada)).toEqual(missing)
  expect(await save(ada, { pin: '' })).toEqual(missing)
  expect(await save(ada, { pin: '4822' })).toEqual(wrong)
  expect(await bills(ada)).toEqual([])
  expect(await save(ada, { pin: '4821' })).toMatchObject({ http: 200 })
  expect(await bills(ada)).toHaveLength(1)
})

test('a biller of the own is added without it', async () => {
  const ada = await t.customer()
  const reply = await t.send(saveBiller, { name: 'Water works' }, { token: ada.token })
  expect(reply.statusCode).toBe(200)
})

test('who has no PIN is told to set one', async () => {
  const ada = await t.customer()
  expect(await save(ada, { pin: '4821' })).toEqual(refusedWith('pin_missing'))
})

// shows D79
test('wrong PINs of bills and of transfers are counted together, and a new PIN opens both', async () => {
  const ada = await t.customer({ pin: '4821' })
  const guess = () => t.ask(requestOtpByForm, { pin: '0000' }, ada.token)
  expect((await guess()).http).toBe(422)
  expect((await guess()).http).toBe(422)
  for (let tries = 0; tries < 3; tries += 1) expect(await save(ada, { pin: '0000' })).toEqual(wrong)
  const locked = await save(ada, { pin: '4821' })
  const message = 'Too many attempts. Try again in 15 minutes'
  const data = { retryAfterSeconds: expect.any(Number) }
  expect(locked).toEqual(refusedWith('pin_locked', { message, data }))
  expect((await t.ask(requestOtpByForm, { pin: '4821' }, ada.token)).http).toBe(429)
  expect(await bills(ada)).toEqual([])
  const fresh = { newPin: '1379', password: ada.password }
  expect((await t.ask(savePin, fresh, ada.token)).http).toBe(200)
  expect(await save(ada, { pin: '1379' })).toMatchObject({ http: 200 })
})
