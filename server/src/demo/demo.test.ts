import { confirm2fa, initUser, login } from '@passbook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pinHmac } from '#auth/secrets.ts'
import { expectPlaced } from '#testing/references.ts'
import { codeIn, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { demoLogins, seedDemo } from './seed.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

type FirstLoad = {
  user: Record<string, unknown>
  accounts: { account: { CurrentBalance: string; Currency: { Code: string } } }[]
  cards: unknown[]
}

beforeAll(async () => {
  // Two processes may start on an empty database at the same moment.
  const both = await Promise.all([seedDemo(bank.bank), seedDemo(bank.bank)])
  expect(both.sort()).toEqual([false, true])
})

describe('the demo bank', () => {
  test('is sound', async () => {
    expect(await bank.findings()).toEqual([])
  })

  // shows §3.11
  test('has rows of every method in every state that they can have', async () => {
    const rows = await db.sql<{ method: string; type: string; states: string[] }>`
      select method, type, array_agg(distinct state order by state) as states
      from transactions group by method, type`
    const states = new Map(rows.map((row) => [`${row.method} ${row.type}`, row.states]))
    const all = ['completed', 'failed', 'pending']
    for (const waits of ['other-banks debit', 'wire debit', 'card debit', 'crypto debit']) {
      expect([waits, states.get(waits)]).toEqual([waits, all])
    }
    expect(states.get('loan credit')).toEqual(all)
    expect(states.get('crypto credit')).toEqual(expect.arrayContaining(['completed', 'pending']))
    const done = ['bank credit', 'bill debit', 'local credit', 'local debit']
    for (const atOnce of [...done, 'own-account credit', 'own-account debit']) {
      expect([atOnce, states.get(atOnce)?.includes('completed')]).toEqual([atOnce, true])
    }
  })

  // shows D3
  test('goes back a year and into every month of it', async () => {
    const rows = await db.sql<{ month: string }>`
      select distinct to_char(day, 'YYYY-MM') as month from transactions`
    expect(rows.length).toBeGreaterThanOrEqual(12)
    const [late] = await db.sql`
      select 1 from transactions where created_at > ${bank.clock.now()}`
    expect(late).toBeUndefined()
  })

  // shows D91
  test('lets the plain customer in with a password', async () => {
    const answer = await bank.ask(login, { username: 'demo', password: 'demo1234' })
    const { data } = await bank.ask(initUser, {}, (answer.data as { token: string }).token)
    const { user, accounts, cards } = data as FirstLoad
    expect(user).toMatchObject({ UseOtp: false, CryptoPayment: false, has_pin: true })
    expect(accounts.map(({ account }) => account.Currency.Code)).toEqual(['usd', 'usd', 'eur'])
    expect(accounts.every(({ account }) => Number(account.CurrentBalance) > 0)).toBe(true)
    expect(cards.length).toBeGreaterThan(0)
  })

  // shows D91
  test('lets the careful customer in with a password and a code', async () => {
    const first = await bank.ask(login, { username: 'secure', password: 'secure1234' })
    expect(first.message).toBe('authentication_required')
    const [mail] = await bank.mailTo('secure@passbook.example')
    const { buffer } = first.data as { buffer: string }
    const answer = await bank.ask(confirm2fa, { buffer, otp: codeIn(mail) })
    const { data } = await bank.ask(initUser, {}, (answer.data as { token: string }).token)
    expect((data as FirstLoad).user).toMatchObject({ UseOtp: true, CryptoPayment: true })
  })

  test('knows the PINs that it tells, and has mailed nobody about last year', async () => {
    const rows = await db.sql<{ id: bigint; username: string; pin_hmac: string }>`
      select id, username, pin_hmac from customers`
    const logins = demoLogins({ mailbox: true })
    for (const { id, username, pin_hmac } of rows) {
      const pin = /PIN (\d{4})/.exec(logins.find((line) => line.startsWith(username)) ?? '')
      expect(pin_hmac).toBe(pinHmac(bank.bank.config.secretKey, id, pin?.[1] ?? ''))
    }
    expect(await bank.mailTo('demo@passbook.example')).toEqual([])
  })

  test('is not added twice', async () => {
    const counts = () => db.sql`
      select (select count(*) from customers) as customers, (select count(*) from accounts) as accounts,
        (select count(*) from transactions) as lines, (select count(*) from notifications) as news`
    const before = await counts()
    expect(await seedDemo(bank.bank)).toBe(false)
    expect(await counts()).toEqual(before)
  })
})

test('what waits in the demo bank says where its line lies', async () => {
  await expectPlaced(db.sql, 'transfers', 'loans')
})
