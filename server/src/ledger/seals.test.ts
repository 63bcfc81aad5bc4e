import { expect, test } from 'vitest'
import { testDb } from '#testing/test-db.ts'
import { audit, auditOpen, type Finding, inSnapshot } from './audit.ts'
import { internalAccount } from './chart.ts'
import { fail, move, openAccount, pend, settle } from './ledger.ts'
import { lastSeal, sealDays, sealFindings } from './seals.ts'

const db = await testDb()
const { sql } = db
const moment = (day: string) => ({ at: new Date(`${day}T12:00:00Z`), day })
const vault = await internalAccount(sql, 'equity', 'usd', 0n)
const opened = moment('2024-03-01').at
const { id: ada } = await openAccount(sql, { ownerId: 1n, currency: 'usd', at: opened })
const { id: bo } = await openAccount(sql, { ownerId: 2n, currency: 'usd', at: opened })

const days = ['01', '02', '03', '04', '05'].map((day) => `2024-03-${day}`)
const [first = '', second = '', , , fifth = ''] = days

async function live(day: string): Promise<string> {
  const on = moment(day)
  await move(sql, { kind: 'in', from: vault, to: ada, amountMinor: 100n, toLine: {}, ...on })
  await move(sql, {
    ...{ kind: 'pay', from: ada, to: bo, amountMinor: 10n, fromLine: { name: 'Bo' }, toLine: {} },
    ...on,
  })
  const held = await pend(sql, {
    ...{ accountId: ada, type: 'debit', amountMinor: 5n, line: {} },
    ...on,
  })
  return held.lines[0]?.id ?? ''
}

const pending: string[] = []
for (const day of days) pending.push(await live(day))

const seal = (today: string, seen = 2n ** 62n) =>
  sealDays(db, { now: moment(today).at, zone: 'UTC', lock: 7_270_004n, seen })
const tonight = () => inSnapshot(db, auditOpen)
const rulesOf = (findings: { rule: string }[]) => findings.map(({ rule }) => rule)

/** What a hand with full rights could do, undone afterwards; answers what was found. */
async function tamper(statement: string, look: (inner: typeof sql) => Promise<{ rule: string }[]>) {
  const found: string[] = []
  const undone = db.transaction(async (inner) => {
    await inner`set local session_replication_role = replica`
    await inner([statement] as unknown as TemplateStringsArray)
    found.push(...rulesOf(await look(inner)))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  return found
}

test('days before yesterday are sealed, once, and what comes after is checked from there', async () => {
  expect(await seal(second)).toBe(0)
  // A standby that stands still has shown none of them: what was not looked at is not sealed.
  expect(await seal('2024-03-04', 0n)).toBe(0)
  expect(await seal('2024-03-04')).toBe(2)
  expect(await seal('2024-03-04')).toBe(0)
  const seals = await sql`
    select day, entries, postings, lines, sums from ledger_seals order by day`
  expect(seals).toEqual(
    [first, second].map((day) => ({
      ...{ day, entries: 2n, postings: 4n, lines: 3n, sums: { usd: '110' } },
    })),
  )
  expect(await tonight()).toEqual([])
  expect(await audit(db)).toEqual([])
})

test('what waits is decided after its day was sealed, and all agrees', async () => {
  const on = moment(fifth)
  await settle(sql, { transactionId: pending[0] ?? '', counter: vault, kind: 'out', ...on })
  await fail(sql, { transactionId: pending[1] ?? '', reason: 'no', at: on.at })
  expect(await tonight()).toEqual([])
  expect(await seal('2024-03-06')).toBe(2)
  expect(await tonight()).toEqual([])
  expect(await audit(db)).toEqual([])
})

test('a clock that was set back opens no sealed day again', async () => {
  const on = moment(first)
  await move(sql, {
    kind: 'late',
    from: ada,
    to: bo,
    amountMinor: 1n,
    fromLine: {},
    toLine: {},
    ...on,
  })
  const before = await lastSeal(sql)
  expect(await seal('2024-03-06')).toBe(1)
  const [late] = await sql<{ id: bigint }>`select max(id) as id from ledger_entries`
  expect(before?.day).toBe('2024-03-04')
  expect(await lastSeal(sql)).toEqual({ day: fifth, upTo: late?.id })
  expect(await tonight()).toEqual([])
  expect(await audit(db)).toEqual([])
})

const open: [rule: string, statement: string][] = [
  [
    'I3 balance is the sum of postings',
    `update ledger_accounts set balance_minor = 7 where id = ${bo}`,
  ],
  ['I2 balances sum to zero', `update ledger_accounts set balance_minor = 7 where id = ${bo}`],
  [
    'I3 balance is the sum of postings',
    `delete from ledger_sealed_accounts where account_id = ${bo}`,
  ],
  [
    'I4 held is the sum of open holds and pots',
    `update ledger_accounts set held_minor = 0 where id = ${ada}`,
  ],
  [
    'I10 state fits',
    `update ledger_holds set state = 'released', closed_at = now() where state = 'open'`,
  ],
  [
    'I11 lines are counted',
    `update ledger_accounts set line_count = line_count + 1 where id = ${bo}`,
  ],
  [
    'I1 entry sums to zero',
    `update ledger_postings set amount_minor = amount_minor + 1 where leg = 1 and entry_id = (select max(id) from ledger_entries)`,
  ],
  [
    'I5 balances follow each other',
    `update ledger_postings set balance_after_minor = 7 where leg = 1 and entry_id = (select max(id) from ledger_entries)`,
  ],
  [
    'I11 lines agree with postings',
    `update transactions set amount_minor = 7 where entry_id = (select max(id) from ledger_entries)`,
  ],
  ['I11 lines have no gap', `update transactions set line = line + 100 where name = 'newest'`],
  ['I14 days agree with lines', `update ledger_days set spend_minor = 0 where day = '2024-03-09'`],
]

test.each(open)('%s: noticed at night after "%s"', async (rule, statement) => {
  const on = moment('2024-03-09')
  await move(sql, {
    ...{
      kind: 'pay',
      from: ada,
      to: bo,
      amountMinor: 2n,
      fromLine: { name: 'newest' },
      toLine: {},
    },
    ...on,
  })
  expect(await tamper(statement, auditOpen)).toContain(rule)
  expect(await tonight()).toEqual([])
})

const sealed = [
  `update ledger_postings set balance_after_minor = balance_after_minor + 1 where entry_id = 1`,
  `update ledger_entries set memo = 'another' where id = 2`,
  `update transactions set name = 'Mallory' where entry_id = 2 and name = 'Bo'`,
  `delete from ledger_entries where id = 1`,
  `update ledger_seals set hash = sha256('x') where day = '2024-03-01'`,
]

test.each(sealed)('a sealed day is not as it was after "%s"', async (statement) => {
  const rule = 'S1 sealed day is as it was'
  expect(await tamper(statement, audit)).toContain(rule)
  // Some night reads the day again, and each night reads no more than it should.
  const nights = [0, 1, 2, 3, 4, 5, 6]
  const found = await tamper(statement, async (inner) => {
    const all: Finding[] = []
    for (const night of nights) {
      all.push(...(await sealFindings(inner, { night: 20_000 + night, days: 1 })))
    }
    return all.filter(({ subject }) => subject === `day ${first}`)
  })
  expect(found.length).toBeGreaterThanOrEqual(1)
  expect(found.length).toBeLessThan(nights.length)
  expect(await sealFindings(sql)).toEqual([])
})

test('every sealed day has its turn while others are sealed', async () => {
  const began = 60
  const days = 7
  const read = new Set<string>()
  const undone = db.transaction(async (inner) => {
    await inner`set local session_replication_role = replica`
    await inner`delete from ledger_seals`
    // None is of anything that was written, so every one that is read is named.
    const sealMore = (from: number, to: number) => inner`
      insert into ledger_seals (day, up_to, entries, postings, lines, sums, hash)
      select '2020-01-01'::date + n, n - 1000, 1, 1, 1, '{}', '' from generate_series(
        ${from}::int, ${to}::int) n`
    await sealMore(1, began)
    for (let night = 1; night <= 10; night += 1) {
      const found = await sealFindings(inner, { night: 20_000 + night, days })
      expect(found.length).toBeGreaterThanOrEqual(days)
      expect(found.length).toBeLessThan(2 * days)
      for (const { subject } of found) read.add(subject)
      await sealMore(began + night, began + night)
    }
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(read.size).toBeGreaterThanOrEqual(began)
})

test('a seal stays as it was written', async () => {
  for (const statement of [
    `update ledger_seals set hash = ''`,
    'delete from ledger_seals',
    'truncate ledger_seals',
  ]) {
    await expect(db.script(statement)).rejects.toThrow('append-only')
  }
})
