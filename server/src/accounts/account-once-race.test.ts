import { type Account, createAccount } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { answerOf, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { accountsOf } from './accounts.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const sendAll = ({ token }: TestCustomer, forms: { accountName: string; key: string }[]) =>
  Promise.all(
    forms.map(async ({ accountName, key }) => {
      const headers = { 'idempotency-key': key }
      return answerOf(await bank.send(createAccount, { accountName }, { token, headers }))
    }),
  )
const idOf = ({ data }: { data?: unknown }) => (data as Account | undefined)?.Id

// shows D59
test('30 sendings of one form with one key open one account', async () => {
  const ada = await bank.customer()
  const answers = await sendAll(ada, Array(30).fill({ accountName: 'Roof', key: 'one' }))
  expect(answers.map(({ http }) => http)).toEqual(Array(30).fill(200))
  expect(new Set(answers.map(idOf)).size).toBe(1)
  expect(await accountsOf(db.sql, ada.id)).toHaveLength(2)
  expect(await bank.findings()).toEqual([])
})

test('of two forms under one key one is opened and the other refused, however often they come', async () => {
  const ada = await bank.customer()
  const forms = Array.from({ length: 30 }, (_, at) => ({ accountName: `${at % 2}`, key: 'one' }))
  const answers = await sendAll(ada, forms)
  const refused = answers.filter(({ code }) => code === 'key_reused')
  const granted = answers.filter(({ http }) => http === 200)
  expect([refused.length, granted.length]).toEqual([15, 15])
  expect(new Set(granted.map(idOf)).size).toBe(1)
  expect(await accountsOf(db.sql, ada.id)).toHaveLength(2)
})

// shows D86
test('each of 15 keys three times: nine accounts, and each key has one answer', async () => {
  const ada = await bank.customer()
  const forms = Array.from({ length: 45 }, (_, at) => ({
    accountName: 'Pot',
    key: `key${at % 15}`,
  }))
  const answers = await sendAll(ada, forms)
  const granted = answers.flatMap((answer, at) =>
    answer.http === 200 ? [`key${at % 15} ${idOf(answer)}`] : [],
  )
  expect(granted).toHaveLength(27)
  expect(new Set(granted).size).toBe(9)
  expect(await accountsOf(db.sql, ada.id)).toHaveLength(10)
  expect(await bank.findings()).toEqual([])
})
