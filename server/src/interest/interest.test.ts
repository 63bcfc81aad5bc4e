import { accountInterest, createAccount, notifications, transactions } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { accountsOf } from '#accounts/accounts.ts'
import { runCommand } from '#cli/commands.ts'
import { fundAccount } from '#cli/fund.ts'
import { dayAfter } from '#kernel/calendar.ts'
import type { Bank } from '#kernel/context.ts'
import { momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { dyingAt } from '#testing/dying-db.ts'
import { expectPlaced } from '#testing/references.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { accrueInterest, accrueOnly } from './accrue.ts'
import { payInterest } from './pay.ts'

const db = await testDb()
const t = await testBank(db, { config: { bankZone: 'Europe/Berlin' } })
const { bank, clock } = t
afterAll(() => t.stop())

const goTo = (at: string) => clock.advance(Date.parse(at) - clock.now().getTime())

async function work(on: Bank = bank) {
  await accrueInterest(on)
  await payInterest(on)
}

/** A saver who begins at a moment. */
async function saver(at: string, balance: string): Promise<TestCustomer> {
  goTo(at)
  return t.customer({ balance })
}

type Row = { day: string; balance: bigint; accrued: string }

const daysOf = ({ account }: TestCustomer) => db.sql<Row>`
  select day, balance_minor as balance, accrued_millionths as accrued from interest_days
  where account_id = ${account.id} order by day`

const periodsOf = ({ account }: TestCustomer) => db.sql<{
  from: string
  to: string
  posted: bigint
}>`
  select from_on as from, to_on as to, posted_minor as posted from interest_periods
  where account_id = ${account.id} order by from_on`

/** Every day from one to another, once each. */
function calendar(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day)
  return days
}

async function told(who: TestCustomer, month?: string) {
  const token = await t.signInAgain(who)
  const { data } = await t.ask(accountInterest, { accountId: who.account.publicId, month }, token)
  return data as {
    Rates: { From: string; Percent: string }[]
    Next: { From: string; Rates: { From: string; Percent: string }[] } | null
    EarnedThisMonth: string
    EarnedThisYear: string
    PaidOn: string
    Months: Record<string, string | null>[]
    Days: { Day: string; Balance: string; Accrued: string; Pieces: unknown[] }[]
  }
}

test('savings earn by the day, are paid on the first of the month, and each day is told', async () => {
  const ada = await saver('2027-10-01T10:00:00+02:00', '36500')
  goTo('2027-10-02T00:09:00+02:00')
  await work()
  // What was ordered before midnight may still be on its way.
  expect(await daysOf(ada)).toEqual([])
  goTo('2027-10-02T00:11:00+02:00')
  await work()
  expect(await daysOf(ada)).toEqual([
    { day: '2027-10-01', balance: 36_500_00n, accrued: '236301369' },
  ])
  const so = await told(ada, '2027-10')
  expect(so).toMatchObject({
    Rates: [
      { From: '0.00', Percent: '2' },
      { From: '10000.00', Percent: '2.5' },
    ],
    Next: null,
    EarnedThisMonth: '2.36301369',
    EarnedThisYear: '2.36301369',
    PaidOn: '2027-11-01',
    Months: [{ From: '2027-10-01', To: '2027-10-01', Accrued: '2.36301369', Posted: null }],
    Days: [
      {
        Day: '2027-10-01',
        Balance: '36500.00',
        Pieces: [
          { Amount: '10000.00', Percent: '2' },
          { Amount: '26500.00', Percent: '2.5' },
        ],
        Accrued: '2.36301369',
      },
    ],
  })

  goTo('2027-10-31T23:59:00+01:00')
  await work()
  expect(await periodsOf(ada)).toEqual([])
  goTo('2027-11-01T00:30:00+01:00')
  await work()
  expect(await periodsOf(ada)).toEqual([{ from: '2027-10-01', to: '2027-10-31', posted: 73_25n }])
  await t.told()
  const token = await t.signInAgain(ada)
  const { data } = await t.ask(transactions, { accountId: ada.account.publicId }, token)
  const { List } = data as { List: Record<string, unknown>[] }
  expect(List[0]).toMatchObject({
    Name: 'Interest October 2027',
    Description: 'Interest October 2027',
    Method: 'interest',
    Type: 'credit',
    Amount: '73.25',
    State: 'completed',
  })
  const bell = await t.ask(notifications, {}, token)
  expect((bell.data as { List: unknown[] }).List[0]).toMatchObject({
    Title: 'Interest paid',
    Body: `$73.25 to ${ada.account.name} (${ada.account.number}): Interest October 2027.`,
  })
  const after = await told(ada, '2027-10')
  const sum = after.Days.reduce(
    (total, { Accrued }) => total + BigInt(Accrued.replace('.', '')),
    0n,
  )
  expect(after.Days).toHaveLength(31)
  expect(sum).toBe(31n * 236_301_369n)
  expect(after.Months[0]).toMatchObject({
    From: '2027-10-01',
    To: '2027-10-31',
    Carried: '0.00000000',
    Accrued: '73.25342439',
    Posted: '73.25',
    Left: '0.00342439',
    PostedOn: '2027-11-01',
    Transaction: List[0]?.Id,
  })
  expect(after).toMatchObject({ EarnedThisMonth: '0.00000000', EarnedThisYear: '73.25342439' })
  // The next month carries what was left, and earns on what was paid.
  goTo('2027-12-01T08:00:00+01:00')
  await work()
  const december = await told(ada, '2027-11')
  expect(december.Days[0]).toMatchObject({ Day: '2027-11-01', Balance: '36573.25' })
  expect(december.Months[0]).toMatchObject({ Carried: '0.00342439', From: '2027-11-01' })
  await expectPlaced(db.sql, 'interest_periods')
  expect(await t.findings()).toEqual([])
})

test('an account of a type without a rate earns nothing, and a stranger is told nothing', async () => {
  const ada = await saver('2027-12-02T10:00:00+01:00', '10')
  const ben = await t.customer()
  const token = await t.signInAgain(ada)
  const form = { accountType: 'current', currency: 'usd', accountName: 'Daily' } as const
  await t.ask(createAccount, form, token)
  const current = (await accountsOf(db.sql, ada.id)).find(({ type }) => type === 'current')
  await db.transaction((sql) =>
    fundAccount(bank, sql, { number: current?.number ?? '', amount: '5000' }),
  )
  goTo('2027-12-09T10:00:00+01:00')
  await work()
  expect(await daysOf({ ...ada, account: current ?? ada.account })).toEqual([])
  const fresh = await t.signInAgain(ada)
  const { data } = await t.ask(accountInterest, { accountId: current?.publicId ?? '' }, fresh)
  expect(data).toMatchObject({ Rates: [], Months: [], EarnedThisYear: '0.00000000' })
  const foreign = await t.ask(
    accountInterest,
    { accountId: ada.account.publicId },
    await t.signInAgain(ben),
  )
  expect(foreign).toMatchObject({ code: 'not_yours' })
  for (const month of ['2027-13', '0000-01', '9999-12']) {
    const asked = { accountId: ada.account.publicId, month }
    const bad = await t.ask(accountInterest, asked, fresh)
    expect(bad, month).toMatchObject({ status: 'failed', code: 'invalid' })
  }
})

test('days that were missed come to what they would have come to, whatever was pending', async () => {
  const daily = await saver('2028-01-10T10:00:00+01:00', '2000')
  const late = await t.customer({ balance: '2000' })
  const clearing = await internalAccount(db.sql, 'clearing', 'usd', 0n)
  const both = [daily, late]
  const pended: { id: string }[] = []
  for (const day of calendar('2028-01-10', '2028-04-20')) {
    goTo(`${day}T20:00:00Z`)
    const date = Number(day.slice(8))
    for (const { account } of both) {
      const moment = momentOf(bank)
      if (date % 5 === 0) {
        await ledger.move(db.sql, {
          ...{ ...moment, kind: 'out', from: account.id, to: clearing, amountMinor: 13_37n },
          fromLine: {},
        })
      }
      // Held over some midnights: until it is really gone it earns.
      if (date % 7 === 0) {
        const { lines } = await ledger.pend(db.sql, {
          ...{ ...moment, accountId: account.id, type: 'debit', amountMinor: 21_00n, line: {} },
        })
        pended.push(...lines)
      }
    }
    if (date % 9 === 0) {
      for (const { id } of pended.splice(0)) {
        await ledger.settle(db.sql, {
          ...{ ...momentOf(bank), transactionId: id, counter: clearing, kind: 'settled' },
        })
      }
    }
    goTo(`${day}T23:30:00Z`)
    await db.transaction((sql) => accrueOnly(bank, sql, { only: [daily.account.id] }))
  }
  expect(await daysOf(late)).toEqual([])
  await accrueInterest(bank)
  const days = await daysOf(daily)
  expect(days.map(({ day }) => day)).toEqual(calendar('2028-01-10', '2028-04-20'))
  expect(await daysOf(late)).toEqual(days)
  // Debits of 28 January and 7 February that went on the 9th: until then they earn.
  const on = (day: string) => days.find((row) => row.day === day)?.balance
  expect(on('2028-02-08')).toBe(on('2028-02-07'))
  expect(on('2028-02-09')).toBe((on('2028-02-08') ?? 0n) - 42_00n)
  await payInterest(bank)
  expect((await periodsOf(late)).map(({ to }) => to)).toEqual([
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
  ])
  expect(await t.findings()).toEqual([])
})

test('no day is lost or counted twice at month ends, on a leap day and when the clocks change', async () => {
  const ada = await saver('2028-02-27T10:00:00+01:00', '1000')
  // Every six hours over both changes of the clocks (26 March and 29 October 2028).
  for (let hour = 0; hour < 250 * 24; hour += 6) {
    clock.advance(6 * 3_600_000)
    const at = clock.now().toISOString()
    if (/-(?:26|27|28|29|30|31|01)T/.test(at)) await work()
  }
  await work()
  const last = dayAfter(momentOf(bank).day, -1)
  const days = await daysOf(ada)
  expect(days.map(({ day }) => day)).toEqual(calendar('2028-02-27', last))
  expect(days.map(({ day }) => day)).toContain('2028-02-29')
  const periods = await periodsOf(ada)
  expect(periods.slice(1).map(({ from }) => from)).toEqual(
    [3, 4, 5, 6, 7, 8, 9, 10].map((month) => `2028-${String(month).padStart(2, '0')}-01`),
  )
  expect(await t.findings()).toEqual([])
})

test('a day ends at midnight of the bank, in summer and in winter', async () => {
  const ada = await saver('2029-03-23T10:00:00+01:00', '1000')
  const lastDay = async () => {
    await work()
    return (await daysOf(ada)).at(-1)?.day
  }
  goTo('2029-03-24T23:30:00Z')
  expect(await lastDay()).toBe('2029-03-24')
  // The clocks went forward on the 25th: its midnight came an hour earlier.
  goTo('2029-03-25T21:59:00Z')
  expect(await lastDay()).toBe('2029-03-24')
  goTo('2029-03-25T22:11:00Z')
  expect(await lastDay()).toBe('2029-03-25')
  // And back on 28 October: the day had 25 hours.
  goTo('2029-10-28T22:30:00Z')
  expect(await lastDay()).toBe('2029-10-27')
  goTo('2029-10-28T23:11:00Z')
  expect(await lastDay()).toBe('2029-10-28')
})

test('of workers at once, and of a clock set back, each day and month comes once', async () => {
  const savers = [await saver('2030-01-05T10:00:00+01:00', '4000')]
  for (let n = 0; n < 4; n += 1) savers.push(await t.customer({ balance: '4000' }))
  goTo('2030-03-03T10:00:00+01:00')
  await Promise.all(Array.from({ length: 5 }, () => work()))
  await Promise.all(Array.from({ length: 5 }, () => payInterest(bank)))
  goTo('2030-02-20T10:00:00+01:00')
  await work()
  goTo('2030-03-03T10:00:00+01:00')
  await work()
  for (const who of savers) {
    expect((await daysOf(who)).map(({ day }) => day)).toEqual(calendar('2030-01-05', '2030-03-02'))
    const paid = await db.sql<{ name: string }>`
      select name from transactions where account_id = ${who.account.id} and method = 'interest'
      order by line`
    expect(paid.map(({ name }) => name)).toEqual([
      'Interest January 2030',
      'Interest February 2030',
    ])
  }
  expect(await t.findings()).toEqual([])
})

test('a worker that dies at any step has paid nothing twice and lost nothing', async () => {
  const ada = await saver('2031-01-05T10:00:00+01:00', '40000')
  goTo('2031-02-01T10:00:00+01:00')
  let deaths = 0
  for (let step = 1; ; step += 1) {
    // Some days are there, or the month is paid, or neither: never a part.
    const dead = await work({ ...bank, db: dyingAt(db, step) }).then(
      () => false,
      () => true,
    )
    const days = await daysOf(ada)
    expect([0, 27]).toContain(days.length)
    const paid = await db.sql`
      select 1 from transactions where account_id = ${ada.account.id} and method = 'interest'`
    expect(paid).toHaveLength((await periodsOf(ada)).length)
    expect(paid.length).toBeLessThanOrEqual(days.length > 0 ? 1 : 0)
    if (!dead) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(6)
  expect((await periodsOf(ada)).map(({ to }) => to)).toEqual(['2031-01-31'])
  expect(await t.findings()).toEqual([])
})

test('an account that breaks is set aside, and the others are paid', async () => {
  const bad = await saver('2032-01-05T10:00:00+01:00', '40000')
  const good = await t.customer({ balance: '40000' })
  goTo('2032-02-01T10:00:00+01:00')
  await accrueInterest(bank)
  const [first] = await daysOf(bad)
  // Somebody has written the month before the bank did.
  await db.sql`
    insert into interest_periods(account_id, from_on, to_on, carried_millionths,
      accrued_millionths, posted_minor, left_millionths, posted_at)
    select account_id, posted_to + 1, '2032-01-31', 0, 1, 0, 1, ${clock.now()}
    from interest_accounts where account_id = ${bad.account.id}`
  const troubles: unknown[] = []
  await expect(
    payInterest(bank, { onTrouble: ({ accountId }) => troubles.push(accountId) }),
  ).rejects.toThrow('interest_periods_pkey')
  expect(first?.day).toBe('2032-01-05')
  expect(troubles).toEqual([bad.account.id])
  expect(await periodsOf(good)).toHaveLength(1)
  expect((await t.findings()).join()).toContain('I16 payment is the sum of its days')
  // It is tried again after a while; once it is mended it is paid.
  await db.sql`alter table interest_periods disable trigger user`
  await db.sql`delete from interest_periods where account_id = ${bad.account.id}`
  await db.sql`alter table interest_periods enable trigger user`
  expect(await payInterest(bank)).toBe(0)
  clock.advance(120_000)
  expect(await payInterest(bank)).toBe(1)
  expect(await t.findings()).toEqual([])
})

test('the operator sets rates of days to come, which count from their day on', async () => {
  const ada = await saver('2033-04-01T10:00:00+02:00', '20000')
  const rate = (...words: string[]) => runCommand(bank, ['rate', ...words], 'olga')
  expect(await rate()).toContain('savings usd from 2000-01-01: 2 %, 2.5 % above 10000.00')
  expect(await rate('savings', 'usd', '2033-04-03', '3', '4.125@5000')).toBe(
    'savings usd from 2033-04-03: 3 %, 4.125 % above 5000.00',
  )
  expect(await rate('savings', 'usd', '2033-04-03', '3.5')).toBe(
    'savings usd from 2033-04-03: 3.5 %',
  )
  expect((await told(ada)).Next).toEqual({
    From: '2033-04-03',
    Rates: [{ From: '0.00', Percent: '3.5' }],
  })
  for (const from of ['2033-04-01', '2020-01-01']) {
    await expect(rate('savings', 'usd', from, '9')).rejects.toThrow('Only a rate of a day to come')
  }
  for (const [words, why] of [
    [['gold', 'usd', '2033-05-01', '1'], 'There are these account types: savings, current'],
    [['savings', 'xxx', '2033-05-01', '1'], 'There are these currencies: usd'],
    [['savings', 'usd', '2033-02-30', '1'], '2033-02-30 is no date'],
    [['savings', 'usd', '2033-05-01'], 'Say: rate'],
    [['savings', 'usd', '2033-05-01', '101'], '101 is no rate'],
    [['savings', 'usd', '2033-05-01', '1@x'], '1@x is no rate'],
    [['savings', 'usd', '2033-05-01', '1', '2'], 'Two rates begin at the same amount'],
  ] as const) {
    await expect(rate(...words)).rejects.toThrow(why)
  }
  const [logged] = await db.sql<{ command: string; outcome: string; user: string }>`
    select command, outcome, by_user as user from operator_log
    where command like 'rate savings usd 2033-04-03 3.5' order by id desc limit 1`
  expect(logged).toEqual({
    command: 'rate savings usd 2033-04-03 3.5',
    outcome: 'savings usd from 2033-04-03: 3.5 %',
    user: 'olga',
  })
  goTo('2033-04-05T10:00:00+02:00')
  await work()
  const before = (10_000_00n * 20_000n + 10_000_00n * 25_000n) / 365n
  const after = (20_000_00n * 35_000n) / 365n
  expect((await daysOf(ada)).map(({ accrued }) => BigInt(accrued))).toEqual([
    before,
    before,
    after,
    after,
  ])
  // A type that never earned begins with its first rate, and only then.
  const [current] = await db.sql<{ id: bigint }>`
    select account_id as id from accounts where type = 'current' limit 1`
  expect(await rate('current', 'all', '2033-04-08', '1')).toContain(
    'current ngn from 2033-04-08: 1 %',
  )
  goTo('2033-04-10T10:00:00+02:00')
  await work()
  const earned = await db.sql<{ day: string }>`
    select day from interest_days where account_id = ${current?.id ?? 0n} order by day`
  expect(earned.map(({ day }) => day)).toEqual(['2033-04-08', '2033-04-09'])
  expect(await t.findings()).toEqual([])
})

test('what an account has earned is paid before it is closed; then it earns no more', async () => {
  const ada = await saver('2034-06-01T10:00:00+02:00', '30000')
  const clearing = await internalAccount(db.sql, 'clearing', 'usd', 0n)
  const { id: accountId, number } = ada.account
  const empty = async () => {
    const { balanceMinor } = await ledger.balance(db.sql, { accountId })
    await ledger.move(db.sql, {
      ...{
        ...momentOf(bank),
        kind: 'out',
        from: accountId,
        to: clearing,
        amountMinor: balanceMinor,
      },
      fromLine: {},
    })
  }
  goTo('2034-06-11T10:00:00+02:00')
  await expect(runCommand(bank, ['close-account', number])).rejects.toThrow()
  expect(await periodsOf(ada)).toEqual([])
  await empty()
  await expect(runCommand(bank, ['close-account', number])).rejects.toThrow(
    /has earned \d+\.\d\d of interest, which is paid now/,
  )
  const [paid] = await periodsOf(ada)
  expect(paid).toMatchObject({ to: '2034-06-10' })
  await empty()
  expect(await runCommand(bank, ['close-account', number])).toBe(`${number} is closed`)
  goTo('2034-08-11T10:00:00+02:00')
  await work()
  await work()
  expect((await daysOf(ada)).at(-1)?.day).toBe('2034-06-10')
  expect(await periodsOf(ada)).toHaveLength(1)
  const [cursor] = await db.sql<{ ended: string | null }>`
    select ended_on as ended from interest_accounts where account_id = ${accountId}`
  expect(cursor?.ended).not.toBeNull()
  expect(await t.findings()).toEqual([])
})
