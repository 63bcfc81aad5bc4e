import {
  type BankTime,
  dayIn,
  demoClock,
  demoForward,
  hourIn,
  initUser,
  login,
  requestOtp,
  transferLocal,
} from '@passbook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBusinessTime } from '#db/db-clock.ts'
import { bankClock } from '#kernel/clock.ts'
import { dyingAt } from '#testing/dying-db.ts'
import { makeDb } from '#testing/make-db.ts'
import { begin, digestOf, forward, passAll } from '#testing/pass-days.ts'
import { codeIn, refusedWith, standingClock, type TestBank, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { followBankClock, leaveDays } from './forward.ts'
import { seedDemo } from './seed.ts'

const db = await testDb()
const bank = await testBank(db, { clock: standingClock(new Date('2026-11-16T09:30:00Z')) })
afterAll(() => bank.stop())

let token = ''
beforeAll(async () => {
  await seedDemo(bank.bank)
  const answer = await bank.ask(login, { username: 'demo', password: 'demo1234' })
  token = (answer.data as { token: string }).token
})

const today = async () => (await bank.ask(demoClock, {}, token)).data as BankTime

describe('passing days', () => {
  test('is for customers, of a demonstration, and not of anything else', async () => {
    expect((await bank.ask(demoForward, { by: 'day' })).http).toBe(401)
    expect((await bank.ask(demoClock, {})).http).toBe(401)
    for (const by of ['', 'year', '0', '-1', '367', '1.5', '1e2']) {
      const answer = await bank.ask(demoForward, { by }, token)
      expect(answer).toEqual(
        refusedWith('invalid', {
          message: 'Choose a day, a week, the next pay-day or up to 366 days',
          field: 'by',
        }),
      )
    }
    const real = await testBank(db, { config: { demo: false } })
    const unknown = await real.app.inject({ method: 'POST', url: '/api/demo/nothing' })
    for (const call of [demoForward, demoClock]) {
      const reply = await real.send(call, { by: 'day' }, { token })
      expect([reply.statusCode, reply.json()]).toEqual([unknown.statusCode, unknown.json()])
    }
    await real.stop()
    expect(await today()).toEqual({ Now: expect.any(String), Today: '2026-11-16', Passing: null })
  })

  // shows D171
  test('is for the demo customers alone, who are told so', async () => {
    const ada = await bank.customer()
    for (const by of ['day', '366']) {
      expect(await bank.ask(demoForward, { by }, ada.token)).toEqual(
        refusedWith('days_not_yours', {
          message: 'Only the demo customers and the operator can move the date',
        }),
      )
    }
    expect(await today()).toMatchObject({ Today: '2026-11-16', Passing: null })
    const featuresOf = async (who: string) =>
      ((await bank.ask(initUser, {}, who)).data as { features: string[] }).features
    expect(await featuresOf(ada.token)).not.toContain('time-machine')
    expect(await featuresOf(token)).toContain('time-machine')
  })

  test('leads to the next pay-day, with the wages there, and the bills and orders paid', async () => {
    const answer = await bank.ask(demoForward, { by: 'pay-day' }, token)
    expect(answer.data).toMatchObject({ Passing: { Done: 0, Days: 15 } })
    // One at a time: the second is told how things stand.
    const again = await bank.ask(demoForward, { by: 'day' }, token)
    expect(again).toEqual(refusedWith('days_passing', { message: 'Days are being passed already' }))
    expect(await passAll(bank.bank)).toBe(true)
    expect(await today()).toMatchObject({ Today: '2026-12-01', Passing: null })
    const { headers } = await bank.send(demoClock, {}, { token })
    expect(headers['bank-time']).toBe('2026-12-01T10:00:00.000Z')
    const lines = await db.sql<{ name: string; day: string; state: string; note: string }>`
      select t.name, t.day::text, t.state, t.description as note
      from transactions t join accounts a on a.account_id = t.account_id
        join customers c on c.id = a.owner_id
      where c.username = 'demo' and t.day > '2026-11-16' order by t.day, t.line`
    const on = (note: string) => lines.filter((line) => line.note === note)
    expect(on('Salary')).toMatchObject([{ day: '2026-12-01', name: 'Northwind Studio' }])
    expect(on('Rent')).toMatchObject([{ day: '2026-12-01', state: 'completed' }])
    expect(on('For Mum')).toMatchObject([{ day: '2026-11-27', state: 'completed' }])
    expect(lines).toContainEqual(
      expect.objectContaining({ name: 'Boston Energy', day: '2026-11-20', state: 'completed' }),
    )
    expect(lines.some(({ name }) => name === 'Green Market')).toBe(true)
    const [bill] = await db.sql<{ next: string }>`
      select d.due_on::text as next from orders_due d join orders o on o.id = d.order_id
      where d.state = 'waiting' and o.line->>'name' = 'Boston Energy'`
    expect(bill?.next).toBe('2026-12-20')
    const news = await db.sql<{ title: string }>`
      select title from notifications where created_at > '2026-12-01'`
    expect(news.map(({ title }) => title).join()).toMatch(/received/i)
    expect(await bank.mailTo('demo@passbook.example')).toEqual([])
    expect(await bank.findings()).toEqual([])
  })

  test('signs nobody out, and leaves codes and limits as they are', async () => {
    const ada = await bank.customer({ pin: '4821', balance: '90.00', flags: { UseOtp: true } })
    const bob = await bank.customer()
    await bank.ask(requestOtp, { pin: '4821' }, ada.token)
    const [mail] = await bank.mailTo(ada.email)
    await forward(bank.bank, 32)
    expect((await bank.ask(initUser, {}, token)).http).toBe(200)
    const order = {
      ...{ source_account: ada.account.publicId, amount: '5.00', pin: '4821', otp: codeIn(mail) },
      ...{ acc_number: bob.account.number, acc_name: bob.name },
    }
    expect((await bank.ask(transferLocal, order, ada.token)).http).toBe(200)
    expect(await bank.findings()).toEqual([])
  })

  test('of a hundred at once begins one', async () => {
    const before = (await today()).Today
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => bank.ask(demoForward, { by: 'day' }, token)),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'days_passing')).toHaveLength(99)
    // Nor do two that pass them pass them twice.
    const passed = await Promise.all([passAll(bank.bank), passAll(bank.bank)])
    expect(passed.sort()).toEqual([false, true])
    const after = (await today()).Today
    expect(Date.parse(after) - Date.parse(before)).toBe(86_400_000)
  })

  test('is followed by the other processes, and never back', async () => {
    const other = await testBank(db, { clock: bank.clock })
    const following = await followBankClock(other.bank)
    await forward(bank.bank, 'week')
    await expect.poll(() => other.bank.clock.businessNow()).toEqual(bank.bank.clock.businessNow())
    other.bank.clock.follow({ aheadMs: 0, standsAt: null })
    expect(other.bank.clock.businessNow()).toEqual(bank.bank.clock.businessNow())
    await following.stop()
    await other.stop()
  })

  // shows D171
  test('ends two years ahead for customers, and ten for the operator', async () => {
    const tooFar = refusedWith('days_too_far', {
      message: 'Demo customers can go at most two years ahead, the operator at most ten',
    })
    await db.sql`update bank_clock set ahead_ms = ${730n * 86_400_000n}`
    expect((await bank.ask(demoForward, { by: '2' }, token)).code).toBe('days_too_far')
    expect((await bank.ask(demoForward, { by: 'day' }, token)).http).toBe(200)
    expect(await passAll(bank.bank)).toBe(true)
    expect(await bank.ask(demoForward, { by: 'day' }, token)).toEqual(tooFar)
    await forward(bank.bank, 'day')
    await db.sql`update bank_clock set ahead_ms = ${3653n * 86_400_000n - 1n}`
    await expect(begin(bank.bank, 'day')).rejects.toThrow(tooFar.message ?? '')
  })
})

/** A fresh demo bank of its own, at the same moment as every other one. */
async function fresh(
  config: { bankZone?: string } = {},
): Promise<TestBank & { drop(): Promise<void> }> {
  const made = await makeDb()
  const clock = standingClock(new Date('2026-10-12T14:20:00Z'))
  const one = await testBank(made.db, { clock, config })
  await seedDemo(one.bank)
  const drop = async () => {
    await one.stop()
    await made.drop()
  }
  return { ...one, drop }
}

test('the same seed makes the same books, whoever dies on the way and however they are passed', async () => {
  const [calm, hasty] = [await fresh(), await fresh()]
  await forward(calm.bank, 40)
  await begin(hasty.bank, 33)
  let deaths = 0
  for (let step = 40; ; step += 230) {
    // A process of its own: it dies at some step, and the next one knows only what is in the books.
    const mortal = {
      ...hasty.bank,
      db: dyingAt(hasty.bank.db, step),
      clock: bankClock(hasty.clock),
    }
    const ended = await passAll(mortal).catch(() => 'dead' as const)
    if (ended === true) break
    deaths += 1
    await hasty.bank.db.sql`update bank_clock set leased_until = null`
  }
  expect(deaths).toBeGreaterThan(3)
  await forward(hasty.bank, 'week')
  expect(await digestOf(hasty.bank.db)).toBe(await digestOf(calm.bank.db))
  expect([...(await calm.findings()), ...(await hasty.findings())]).toEqual([])
  await Promise.all([calm.drop(), hasty.drop()])
})

test('a stop leaves the rest to the next start', async () => {
  const one = await fresh()
  await begin(one.bank, 3)
  const stopped = AbortSignal.abort()
  expect(await passAll(one.bank, stopped)).toBe(false)
  expect(one.bank.clock.stands()).toBe(true)
  expect(await passAll(one.bank)).toBe(true)
  expect(one.bank.clock.stands()).toBe(false)
  expect(dayIn(one.bank.clock.businessNow(), 'UTC')).toBe('2026-10-15')
  await one.drop()
})

test('a bank that is no demonstration any more leaves the days: its time runs on from where it stands', async () => {
  const one = await fresh()
  await forward(one.bank, 'day')
  const hourMs = 3_600_000
  const leave = async () => {
    const real = bankClock(one.clock)
    await leaveDays({ ...one.bank, clock: real })
    real.follow(await readBusinessTime(one.bank.db.sql))
    return real
  }
  const next = async () => {
    await begin(one.bank, 3)
    await one.bank.db.sql`
      update bank_clock set stands_at = from_at + interval '1 day', passer = 'somebody',
        leased_until = ${new Date(one.clock.now().getTime() + hourMs)}`
    one.clock.advance(hourMs)
    return one.bank.clock.businessNow().getTime() + 24 * hourMs
  }
  const stood = await next()
  const real = await leave()
  expect([real.stands(), real.businessNow().getTime()]).toEqual([false, stood])
  one.clock.advance(5_000)
  expect(real.businessNow().getTime()).toBe(stood + 5_000)
  // It is told to those that follow, and to leave once more, as another process does, is nothing.
  expect((await leave()).businessNow().getTime()).toBe(stood + 5_000)
  one.bank.clock.follow(await readBusinessTime(one.bank.db.sql))
  expect([one.bank.clock.stands(), await passAll(one.bank)]).toEqual([false, false])
  // Stopped for longer than the days that had passed: books never go back behind where they were.
  await next()
  one.clock.advance(48 * hourMs)
  const before = await readBusinessTime(one.bank.db.sql)
  const late = await leave()
  expect(late.businessNow().getTime()).toBe(one.clock.now().getTime() + before.aheadMs + 1)
  one.bank.clock.follow(await readBusinessTime(one.bank.db.sql))
  expect(one.bank.clock.businessNow()).toEqual(late.businessNow())
  await one.drop()
})

test('days are those of the bank’s zone, also in the nights that have an hour more or less', async () => {
  const zone = 'Europe/Berlin'
  const one = await fresh({ bankZone: zone })
  // Half an hour before midnight, before the night of 25 October, which has an hour more.
  one.clock.advance(
    hourIn('2026-10-24', 23, zone).getTime() + 1_800_000 - one.clock.now().getTime(),
  )
  for (const day of ['2026-10-25', '2026-10-26']) {
    await forward(one.bank, 'day')
    expect(dayIn(one.bank.clock.businessNow(), zone)).toBe(day)
  }
  await one.drop()
})

test('interest is paid on the first of the month, also where nothing else is due on that day', async () => {
  const made = await makeDb()
  const clock = standingClock(new Date('2026-11-20T14:20:00Z'))
  const one = await testBank(made.db, { clock, config: { bankZone: 'America/New_York' } })
  const ada = await one.customer({ balance: '20000.00' })
  await forward(one.bank, 75)
  const paid = await made.db.sql<{ day: string; name: string }>`
    select day, name from transactions
    where account_id = ${ada.account.id} and method = 'interest' order by line`
  expect(paid).toEqual([
    { day: '2026-12-01', name: 'Interest November 2026' },
    { day: '2027-01-01', name: 'Interest December 2026' },
    { day: '2027-02-01', name: 'Interest January 2027' },
  ])
  expect(await one.findings()).toEqual([])
  await one.stop()
  await made.drop()
})
