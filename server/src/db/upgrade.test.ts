import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  confirm2fa,
  initUser,
  login,
  savedBills,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { moveBills } from '#bills/move.ts'
import { runCommand } from '#cli/commands.ts'
import { houseBalances } from '#ledger/chart.ts'
import { runOrders } from '#orders/pay-due.ts'
import { makeDb } from '#testing/make-db.ts'
import { forward } from '#testing/pass-days.ts'
import { installedDatabases } from '#testing/postgres-server.ts'
import { type Copied, copiesIn, restore } from '#testing/restore-export.ts'
import { testBank } from '#testing/test-bank.ts'
import { dump } from './dump.ts'
import { migrate, readSchema } from './migrate.ts'

// The export of a bank whose migrations still made the functions, with something of everything in it,
// and what its customers know: passwords, PINs, tokens, codes, balances.
const file = (name: string) => fs.readFileSync(path.join(import.meta.dirname, 'fixtures', name))
const former = gunzipSync(file('former-bank.sql.gz')).toString()
const facts = JSON.parse(file('former-bank.json').toString()) as {
  madeAt: string
  secretKey: string
  codes: { transfer: string; login: string; buffer: string }
  replay: { key: string; fields: Record<string, string>; transaction: string }
  /** Pending transfers: one that a person must look at, one that waits inside the bank. */
  waiting: string
  inside: string
  customers: Record<'ada' | 'bo' | 'cy', Known>
}
type Known = {
  username: string
  password: string
  pin: string
  token: string
  accounts: { id: string; number: string; balance: string; available: string }[]
}
const { ada, bo, cy } = facts.customers

function recordsOf({ columns, rows }: Copied) {
  const names = columns.split(', ')
  return rows.map((row) =>
    Object.fromEntries(row.split('\t').map((value, index) => [names[index], value])),
  )
}

describe.each(installedDatabases())(
  'a bank of the first version on the %s database',
  async (database) => {
    const made = await makeDb({ database, schema: { migrations: [], functions: [] } })
    const { db } = made
    await db.script('drop table schema_migrations, schema_functions')
    await restore(db, former)
    const applied = await migrate(db)
    const config = { secretKey: facts.secretKey }
    const t = await testBank(db, { config })
    // Sessions, codes and links are of that hour.
    t.clock.advance(Date.parse(facts.madeAt) - Date.now())
    afterAll(async () => {
      await t.stop()
      await made.drop()
    })

    const accountsOf = async ({ token }: Known) => {
      const { data } = await t.ask(initUser, {}, token)
      const { user } = data as { user: { Accounts: Record<string, string>[] } }
      return user.Accounts.map((account) => ({
        id: account.Id,
        number: account.Number,
        balance: account.CurrentBalance,
        available: account.AvailableBalance,
      }))
    }
    const order = (from: Known, to: Known, amount: string, more: Record<string, string> = {}) => ({
      source_account: from.accounts[0]?.id ?? '',
      acc_number: to.accounts[0]?.number ?? '',
      acc_name: 'Test Customer',
      amount,
      pin: from.pin,
      ...more,
    })
    const state = async (id: string) => {
      const [row] = await db.sql<{ state: string }>`select state from transactions where id = ${id}`
      return row?.state
    }

    test('gets its functions and no migration a second time', async () => {
      const { migrations, functions } = readSchema()
      const later = migrations.filter(({ version }) => version > 5).map(({ name }) => name)
      const put = applied.filter((one) => one.endsWith('.sql'))
      expect(put).toEqual([...later, ...functions.map(({ name }) => `${name}.sql`)])
      expect(await migrate(db)).toEqual([])
      const [row] = await db.sql<{ names: string[] }>`
      select array_agg(proname::text order by proname collate "C") as names from pg_proc
      where pronamespace = current_schema()::regnamespace`
      expect(row?.names).toEqual(functions.map(({ name }) => name))
    })

    test('has the triggers and the schema of a new one', async () => {
      const fresh = await makeDb({ database })
      const shapeOf = (one: typeof db) => one.sql`
      select 'trigger' as what, pg_get_triggerdef(oid) || tgenabled::text as text
      from pg_trigger where not tgisinternal
      union all select 'constraint', conrelid::regclass || ' ' || conname || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = current_schema()::regnamespace
      union all select 'index', indexdef from pg_indexes where schemaname = current_schema()
      union all select 'column', concat_ws(' ', table_name, ordinal_position, column_name, data_type,
        column_default, is_nullable)
      from information_schema.columns where table_schema = current_schema()
      union all select 'migration', name || sha256 from schema_migrations
      union all select 'function', name || sha256 from schema_functions
      order by 1, 2`
      expect(await shapeOf(db)).toEqual(await shapeOf(fresh.db))
      await fresh.drop()
    })

    test('has every row as it was', async () => {
      let text = ''
      await dump(db, async (some) => {
        text += some
      })
      const now = new Map(copiesIn(text).map((copied) => [copied.table, recordsOf(copied)]))
      const before = copiesIn(former).filter(({ table }) => !table.startsWith('schema_'))
      expect(before.flatMap(({ rows }) => rows).length).toBeGreaterThan(300)
      for (const copied of before) {
        // A later version may have added columns, and what was read stands in the inboxes now.
        const rows = recordsOf(copied).map(({ read_at: _, ...record }) =>
          expect.objectContaining(record),
        )
        // The bank's own accounts have sub-accounts now; those of before keep what they had.
        const kept = now.get(copied.table)?.filter(({ code }) => !/:\d\d$/.test(code ?? ''))
        expect(kept, copied.table).toEqual(rows)
      }
      const coded = before.filter(({ table }) => table === 'ledger_accounts').flatMap(recordsOf)
      const had = coded.filter(({ code }) => /^[a-z]+:[a-z]{3}$/.test(code ?? ''))
      expect(had.some(({ balance_minor }) => balance_minor !== '0')).toBe(true)
      expect(await houseBalances(db.sql)).toEqual(
        expect.arrayContaining(
          had.map(({ code = '', currency, balance_minor = '' }) => ({
            name: code.split(':')[0],
            currency,
            balanceMinor: BigInt(balance_minor),
          })),
        ),
      )
      const notices = before.filter(({ table }) => table === 'notifications').flatMap(recordsOf)
      for (const { customer_id: customer, total, unread } of now.get('inboxes') ?? []) {
        const own = notices.filter(({ customer_id }) => customer_id === customer)
        const open = own.filter(({ read_at }) => read_at === '\\N')
        expect([total, unread]).toEqual([String(own.length), String(open.length)])
      }
      expect(notices.length).toBeGreaterThan(0)
      expect(now.get('inboxes')).toHaveLength(new Set(notices.map((n) => n.customer_id)).size)
      // Tables that came later have sequences of their own.
      const sequences = (all: string) =>
        [...all.matchAll(/^(?:select|do .* perform) (setval\(.*?\));/gm)].map(
          ([, call = '']) => call,
        )
      const nameOf = (line: string) => line.split("'")[1]
      const known = new Set(sequences(former).map(nameOf))
      expect(known.size).toBeGreaterThan(5)
      const kept = sequences(text).filter((line) => known.has(nameOf(line)))
      // The sub-accounts of the bank's own accounts took the next ids: 16 of 96.
      const moved = sequences(former).map((line) =>
        line.replace(
          /(ledger_accounts_id_seq', )(\d+)/,
          (_, name, last) => name + (+last + 16 * 96),
        ),
      )
      expect(kept).toEqual(moved)
    })

    test('has orders for its bills, with the dates that they had', async () => {
      expect(await moveBills(t.bank)).toBe(2)
      expect((await t.ask(savedBills, {}, ada.token)).data).toMatchObject([
        { Name: 'City gas', State: 'active', Date: '2026-12-25', NextDate: '2027-01-25' },
        { Name: 'City gas', State: 'paid', Date: '2026-11-15', NextDate: null },
      ])
      expect(await runOrders(t.bank)).toEqual({ paid: 0, nothing: 0, retry: 0, failed: 0 })
    })

    test('lets its customers in with the sessions, passwords and codes they have', async () => {
      for (const who of [ada, bo, cy]) expect(await accountsOf(who)).toEqual(who.accounts)
      const { username, password } = ada
      expect(await t.ask(login, { username, password }, '')).toMatchObject({ http: 200 })
      const wrong = await t.ask(login, { username, password: `${password}!` }, '')
      expect(wrong.status).not.toBe('success')
      const { buffer, login: otp } = facts.codes
      const entered = await t.ask(confirm2fa, { buffer, otp }, '')
      expect(entered).toMatchObject({ http: 200, data: { token: expect.any(String) } })
    })

    test('answers an old order as it did, and moves nothing', async () => {
      const { key, fields, transaction } = facts.replay
      const headers = { 'idempotency-key': key }
      const reply = await t.send(transferLocal, fields, { token: ada.token, headers })
      expect(reply.json()).toMatchObject({ data: { transaction: { Id: transaction } } })
      expect(await accountsOf(ada)).toEqual(ada.accounts)
    })

    test('knows whom its customers have paid, as its statements tell', async () => {
      const known = await db.sql`
      select customer_id, payee, first_paid_at from paid_payees order by 1, 2`
      expect(known.length).toBeGreaterThan(0)
      const told = await db.sql`
      select a.owner_id as customer_id, payee_key(to_jsonb(t)) as payee,
        min(t.decided_at) as first_paid_at
      from transactions t join accounts a on a.account_id = t.account_id
      where t.type = 'debit' and t.state = 'completed' and payee_key(to_jsonb(t)) is not null
      group by 1, 2 order by 1, 2`
      expect(known).toEqual(told)
    })

    test('goes on: PINs, codes, every way of posting, and what was under way', async () => {
      const wrong = await t.ask(transferLocal, order(ada, bo, '1.00', { pin: '9999' }), ada.token)
      expect(wrong).toMatchObject({ http: 422, message: 'Invalid PIN' })
      const [counted] = await db.sql`
      select pin_tries as tries, pin_tries_total as total from customers
      where username = ${ada.username}`
      expect(counted).toEqual({ tries: 3, total: 3 })
      const paid = await t.ask(transferLocal, order(ada, bo, '1.00'), ada.token)
      expect(paid).toMatchObject({ http: 200 })
      const coded = order(bo, ada, '2.00', { otp: facts.codes.transfer })
      expect(await t.ask(transferLocal, coded, bo.token)).toMatchObject({ http: 200 })
      const destination_account = ada.accounts[1]?.id ?? ''
      const own = { ...order(ada, bo, '3.00'), destination_account }
      expect(await t.ask(transferOwn, own, ada.token)).toMatchObject({ http: 200 })
      const away = order(ada, bo, '4.00', { acc_number: '8830079999', bank: 'Bank of America' })
      expect(await t.ask(transferExternal, away, ada.token)).toMatchObject({ http: 200 })
      await runCommand(t.bank, ['settle', facts.waiting])
      await runCommand(t.bank, ['fail', facts.inside, 'not today'])
      expect(await state(facts.waiting)).toBe('completed')
      expect(await state(facts.inside)).toBe('failed')
      const many = await Promise.all(
        Array.from({ length: 8 }, () => t.ask(transferLocal, order(ada, bo, '0.01'), ada.token)),
      )
      expect(many.map(({ http }) => http)).toEqual(many.map(() => 200))
      expect(await runCommand(t.bank, ['audit'])).toBe('The ledger is sound')
    })

    const onEmbedded = test.runIf(database === 'embedded')
    onEmbedded('earns from the day of the upgrade on, which is paid on the first', async () => {
      await runCommand(t.bank, ['fund', ada.accounts[0]?.number ?? '', '50000.00'])
      const [begun] = await db.sql<{ on: string }>`
        select max(posted_to) as on from interest_accounts`
      const aheadMs = Date.parse(`${begun?.on}T12:00:00Z`) - t.clock.now().getTime()
      t.clock.advance(Math.max(0, aheadMs))
      // To the second of the next month.
      const now = t.bank.clock.businessNow()
      const then = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2)
      await forward(t.bank, Math.ceil((then - now.getTime()) / 86_400_000))
      const paid = await db.sql<{ day: string }>`
        select distinct day from transactions where method = 'interest' order by day`
      expect(paid.length).toBeGreaterThan(0)
      expect(paid.map(({ day }) => day.slice(8))).toEqual(paid.map(() => '01'))
      expect(await runCommand(t.bank, ['audit'])).toBe('The ledger is sound')
    })
  },
)
