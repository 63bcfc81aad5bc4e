import { budgets, confirm2fa, dayIn, initUser, insights, login } from '@passbook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pinHmac } from '#auth/secrets.ts'
import { accrueInterest } from '#interest/accrue.ts'
import { payInterest } from '#interest/pay.ts'
import { makeDb } from '#testing/make-db.ts'
import { expectPlaced } from '#testing/references.ts'
import { codeIn, standingClock, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { yearOf } from './history.ts'
import { demoLogins, seedDemo } from './seed.ts'
import type { Stage } from './year.ts'

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

  test('spends on what a person spends on, most of it known to the rules, within two budgets', async () => {
    const [demo] = await db.sql<TestCustomer>`select id from customers where username = 'demo'`
    const token = await bank.signInAgain(demo as TestCustomer)
    const { data } = await bank.ask(insights, {}, token)
    const { Months, Categories, Partial } = data as {
      Months: unknown[]
      Categories: { Category: string; Before: string[] }[]
      Partial: boolean
    }
    expect(Months).toHaveLength(7)
    expect(Partial).toBe(false)
    const sums = new Map<string, number>()
    for (const { Category, Before } of Categories) {
      sums.set(
        Category,
        Before.reduce((sum, amount) => sum + Number(amount), 0),
      )
    }
    const largest = [...sums].sort((one, other) => other[1] - one[1]).map(([name]) => name)
    expect(largest[0]).toBe('home')
    expect(largest.slice(0, 9)).toEqual(
      expect.arrayContaining(['groceries', 'eating-out', 'people', 'bills']),
    )
    expect(largest.length).toBeGreaterThanOrEqual(9)
    expect(sums.get('other') ?? 0).toBe(0)
    const held = (await bank.ask(budgets, {}, token)).data as { List: unknown[] }
    expect(held.List).toMatchObject([
      { Category: 'groceries', Amount: '420.00' },
      { Category: 'eating-out', Amount: '180.00' },
    ])
  })

  test('has a bill for what is paid every month, with a date that comes next', async () => {
    const bills = await db.sql<{ biller: string; next: string; payments: number }>`
      select b.biller, d.due_on::text as next, (
        select count(*)::int4 from orders_due p join transactions t on t.id = p.transaction_id
        where p.order_id = o.id and t.name = b.biller and t.amount_minor = o.amount_minor
          and t.description = b.account_name and b.account_name ~ '[0-9]') as payments
      from bills b join orders o on o.bill_id = b.id and o.state = 'active'
        join orders_due d on d.order_id = o.id and d.state = 'waiting'`
    const paid = await db.sql<{ name: string }>`
      select distinct name from transactions where method = 'bill' order by name`
    expect(bills.map(({ biller }) => biller).sort()).toEqual(paid.map(({ name }) => name))
    const today = dayIn(bank.clock.now(), bank.bank.config.bankZone)
    const inAMonth = dayIn(new Date(bank.clock.now().getTime() + 32 * 86_400_000), 'UTC')
    for (const { biller, next, payments } of bills) {
      expect(next >= today && next <= inAMonth, `${biller} on ${next}`).toBe(true)
      expect(payments, biller).toBeGreaterThanOrEqual(11)
    }
  })

  test('tells of a salary that is there, and nothing that leads nowhere', async () => {
    const news = await db.sql<{ title: string; body: string; note: string | null; yours: boolean }>`
      select n.title, n.body, t.description as note, a.owner_id = n.customer_id as yours
      from notifications n left join transactions t on t.id = n.transaction_id
      left join accounts a on a.account_id = t.account_id
      where n.title not like 'Welcome to %'`
    expect(news.every(({ yours }) => yours)).toBe(true)
    const salaries = news.filter(({ note }) => note === 'Salary')
    expect(salaries.map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\$4,200\.00 from Northwind Studio, to /),
        expect.stringMatching(/^\$5,350\.00 from Severn Bridgeworks, to /),
      ]),
    )
    const unread = await db.sql<{ unread: bigint }>`select unread from inboxes`
    expect(unread.map((inbox) => Number(inbox.unread))).toEqual([2, 2])
  })

  test('keeps those as recipients who were paid, each with one account', async () => {
    const kept = await db.sql<{ name: string; number: string }>`
      select b.account_name as name, b.account_number as number from beneficiaries b`
    expect(kept.length).toBeGreaterThan(5)
    for (const { name, number } of kept) {
      const lines = await db.sql`
        select 1 from transactions where name = ${name} and account_number = ${number}
          and type = 'debit' and state = 'completed' limit 1`
      expect(lines, name).toHaveLength(1)
    }
    const [shared] = await db.sql`
      select account_number from transactions where method in ('other-banks', 'wire')
      group by account_number having count(distinct name) > 1`
    expect(shared).toBeUndefined()
  })

  test('says what money went for, and is the same bank for everybody who starts it that day', () => {
    const stage = (name: string) => ({ name, ownerName: name }) as Stage
    const cast = {
      ...{ daily: stage('daily'), savings: stage('savings'), euros: stage('euros') },
      ...{ business: stage('business'), pounds: stage('pounds'), lira: stage('lira') },
    }
    const now = new Date('2026-03-01T10:00:00Z')
    const year = yearOf(cast, now)
    expect(yearOf(cast, now)).toEqual(year)
    const spent = new Map<string, bigint>()
    for (const event of year) {
      if (event.kind !== 'debit' || event.from.name !== 'daily') continue
      const what = event.line.description ?? ''
      spent.set(what, (spent.get(what) ?? 0n) + event.amountMinor)
    }
    for (const what of ['Groceries', 'Transport', 'Eating out']) {
      expect(spent.get(what) ?? 0n, what).toBeGreaterThan(500_00n)
    }
    // Nobody lives beyond what the year brings in.
    expect([...spent.values()].reduce((sum, one) => sum + one, 0n)).toBeLessThan(15_000_00n)
  })

  test('has a year of interest on its savings, paid on the first of each month', async () => {
    const paid = await db.sql<{ account: string; name: string; day: string }>`
      select a.name as account, t.name, t.day from transactions t
      join accounts a on a.account_id = t.account_id where t.method = 'interest' order by t.day`
    for (const name of ['Rainy day', 'House deposit']) {
      const own = paid.filter(({ account }) => account === name)
      expect(own.length, name).toBeGreaterThanOrEqual(11)
      expect(own.every(({ day }) => day.endsWith('-01'))).toBe(true)
    }
    // Nothing is left to the job, which would pay it all at once.
    expect(await accrueInterest(bank.bank)).toBe(0)
    expect(await payInterest(bank.bank)).toBe(0)
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

test('on the first after a long month the last salary is told of too', async () => {
  const { db: own, drop } = await makeDb()
  const clock = standingClock(new Date('2027-01-01T12:00:00Z'))
  const newYear = await testBank(own, { clock })
  await seedDemo(newYear.bank)
  const salaries = await own.sql`
    select from notifications n join transactions t on t.id = n.transaction_id
    where t.description = 'Salary'`
  expect(salaries.length).toBeGreaterThanOrEqual(2)
  await newYear.stop()
  await drop()
})
