import { autoRepayLoan, orderStanding } from '@passbook/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { saveBill } from '#bills/bills.ts'
import { balance } from '#ledger/ledger.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { recording } from '#testing/recording-db.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { makeCleanUp } from './clean-up.ts'
import { jobsOf } from './jobs.ts'
import { attempt, startJobs } from './runner.ts'

const db = await testDb()
const t = await testBank(db)
const hour = 3_600_000

const runOnce = async (name: string, log = pino({ level: 'silent' })) => {
  const job = jobsOf(t.bank, log).find((one) => one.name === name)
  if (!job) throw new Error(`no job ${name}`)
  return job.run(new AbortController().signal)
}

test('started together, the jobs lend, pay and end', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const account = ada.account.publicId
  await askForLoan(t.bank, ada.id, { account, amount: 50_00n })
  const [biller, accountName, type] = ['Apple Inc', 'ada', 'one time'] as const
  const date = t.clock.now().toISOString().slice(0, 10)
  await saveBill(t.bank, ada.id, { biller, accountName, type, account, amount: 1_00n, date })
  t.clock.advance(5_000)
  const log = pino({ level: 'silent' })
  const jobs = startJobs(jobsOf(t.bank, log), log)
  await expect
    .poll(async () => (await balance(db.sql, { accountId: ada.account.id })).balanceMinor)
    .toBe(149_00n)
  await jobs.stop()
})

test('a broken charge of interest keeps no automatic repayment from its turn', async () => {
  const borrow = async () => {
    const who = await t.customer({ balance: '500.00' })
    const account = who.account.publicId
    const id = await askForLoan(t.bank, who.id, { account, amount: 1_000_00n })
    await db.transaction((sql) => approveLoan(t.bank, sql, { id }))
    const order = { id, on: true, account, amount: '88.85' }
    expect(await t.ask(autoRepayLoan, order, who.token)).toMatchObject({ http: 200 })
    const [loan] = await db.sql<{ id: bigint }>`select id from loans where public_id = ${id}`
    return loan?.id ?? 0n
  }
  const [broken, sound] = [await borrow(), await borrow()]
  t.clock.advance(32 * 24 * hour)
  await db.script(`
    alter table loan_instalments add constraint broken
    check (loan_id <> ${broken} or charged_at is null)`)
  try {
    await expect(runOnce('loan interest')).rejects.toThrow('broken')
  } finally {
    await db.script('alter table loan_instalments drop constraint broken')
  }
  const paid = await db.sql`
    select loan_id as loan from loan_payments where by = 'automatic' and loan_id >= ${broken}`
  expect(paid).toEqual([{ loan: sound }])
})

test('no line of the log quotes a customer after a job that the database has refused', async () => {
  const ada = await t.customer()
  const account = ada.account.publicId
  const id = await askForLoan(t.bank, ada.id, { account, amount: 1_000_00n })
  await db.transaction((sql) => approveLoan(t.bank, sql, { id }))
  t.clock.advance(32 * 24 * hour)
  await db.script(`
    create function broken() returns trigger language plpgsql as
      $$ begin new.interest_minor := 'Rent for Ada'::text::int8; return new; end $$;
    create trigger broken before update of charged_at on loan_instalments
      for each row execute function broken()`)
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const job = jobsOf(t.bank, log).find(({ name }) => name === 'loan interest')
  try {
    expect(job && (await attempt(job, new AbortController().signal, log))).toBe(false)
  } finally {
    await db.script('drop trigger broken on loan_instalments; drop function broken()')
  }
  const found = { job: 'loan interest', code: '22P02' }
  expect(lines).toContainEqual(
    expect.objectContaining({ ...found, msg: 'an instalment is set aside' }),
  )
  expect(lines.at(-1)).toMatchObject({ ...found, msg: 'job failed' })
  expect(JSON.stringify(lines)).not.toContain('Rent')
})

test('a notice of what comes that cannot be written keeps no standing order from its turn', async () => {
  const bob = await t.customer()
  const ada = await t.customer({ pin: '4821', balance: '500.00', flags: { UseOtp: false } })
  const day = (later: number) =>
    new Date(t.clock.now().getTime() + later * 24 * hour).toISOString().slice(0, 10)
  for (const date of [day(1), day(3)]) {
    const payee = { acc_number: bob.account.number, acc_name: bob.name }
    const order = { kind: 'local', source_account: ada.account.publicId, ...payee } as const
    const when = { amount: '50.00', every: 'monthly', date, pin: '4821' } as const
    expect(await t.ask(orderStanding, { ...order, ...when }, ada.token)).toMatchObject({
      http: 200,
    })
  }
  const [later] = await db.sql<{ id: bigint }>`
    select max(id) as id from orders where customer_id = ${ada.id}`
  await db.script(`
    alter table orders_due add constraint broken
    check (order_id <> ${later?.id ?? 0n} or told_at is null)`)
  t.clock.advance(24 * hour)
  try {
    await expect(runOnce('due dates')).rejects.toThrow('broken')
  } finally {
    await db.script('alter table orders_due drop constraint broken')
  }
  expect((await balance(db.sql, { accountId: bob.account.id })).balanceMinor).toBe(50_00n)
})

// shows D73
test('only a demo decides about loans by itself', () => {
  const names = (demo: boolean) =>
    jobsOf({ ...t.bank, config: { ...t.bank.config, demo } }, pino({ level: 'silent' })).map(
      ({ name }) => name,
    )
  expect(names(true)).toContain('loan decisions')
  expect(names(false)).not.toContain('loan decisions')
  expect(new Set(names(true)).size).toBe(names(true).length)
})

test('what has run out is cleaned away, and nothing else', async () => {
  const ada = await t.customer()
  const now = t.clock.now()
  const at = (hours: number) => new Date(now.getTime() + hours * hour)
  const counts = async () =>
    Promise.all([
      db.sql`select from sessions where customer_id = ${ada.id}`,
      db.sql`select from login_codes where customer_id = ${ada.id}`,
      db.sql`select from transfer_codes where customer_id = ${ada.id}`,
      db.sql`select from links where customer_id = ${ada.id} and purpose = 'reset'`,
      db.sql`select from attempts where bucket like 'clean:%'`,
      db.sql`select from passkey_approvals where customer_id = ${ada.id}`,
    ]).then((tables) => tables.map((rows) => rows.length))
  for (const [name, ends] of [
    ['old', at(-25)],
    ['recent', at(-1)],
    ['live', at(1)],
  ] as const) {
    await db.sql`
      insert into sessions(token_hash, customer_id, created_at, last_used_at, expires_at)
      values (${name}, ${ada.id}, ${now}, ${now}, ${ends})`
    await db.sql`
      insert into login_codes(buffer_hash, customer_id, code_hmac, sent_at, expires_at)
      values (${name}, ${ada.id}, '', ${now}, ${ends})`
    await db.sql`
      insert into transfer_codes(customer_id, code_hmac, created_at, expires_at)
      values (${ada.id}, '', ${now}, ${ends})`
    await db.sql`
      insert into links(token_hash, customer_id, purpose, created_at, expires_at)
      values (${name}, ${ada.id}, 'reset', ${now}, ${ends})`
    await db.sql`
      insert into attempts(bucket, count, ends_at) values (${`clean:${name}`}, 1, ${ends})`
    for (const used of [null, ends]) {
      await db.sql`
        insert into passkey_approvals(challenge_hash, customer_id, order_hash, order_text, nonce,
          passkey_name, credential_id, public_key, client_data, authenticator_data, signature,
          approved_at, expires_at, used_at)
        values (${`${name} ${used}`}, ${ada.id}, '', '', '', '', '', '', '', '', '', ${now},
          ${ends}, ${used})`
    }
  }
  expect(await counts()).toEqual([4, 3, 3, 3, 3, 6])
  await makeCleanUp(t.bank)()
  expect(await counts()).toEqual([2, 2, 2, 2, 1, 5])
  // A session that idled away is as dead as one that ran out.
  t.clock.advance(16 * 60_000)
  await runOnce('clean-up')
  expect((await counts())[0]).toBe(0)
})

test('a clean-up of one kind that fails keeps no other from its turn', async () => {
  const past = new Date(t.clock.now().getTime() - 48 * hour)
  const ada = await t.customer()
  await db.sql`insert into attempts(bucket, count, ends_at) values ('clean:stuck', 1, ${past})`
  await db.sql`
    insert into links(token_hash, customer_id, purpose, created_at, expires_at)
    values ('stuck', ${ada.id}, 'reset', ${past}, ${past})`
  await db.sql`alter table attempts rename to attempts_away`
  try {
    await expect(makeCleanUp(t.bank)()).rejects.toThrow('attempts')
  } finally {
    await db.sql`alter table attempts_away rename to attempts`
  }
  expect(await db.sql`select from links where token_hash = 'stuck'`).toEqual([])
  await makeCleanUp(t.bank)()
  expect(await db.sql`select from attempts where bucket = 'clean:stuck'`).toEqual([])
})

test('a clean-up that finds nothing asks once, and looks at some sessions', async () => {
  const said: string[] = []
  const quiet = await testBank(recording(db, said))
  const cleanUp = makeCleanUp(quiet.bank)
  await cleanUp()
  said.length = 0
  await cleanUp()
  expect(said.filter((text) => text.startsWith('select array['))).toHaveLength(1)
  expect(said.filter((text) => /^(?:delete from|update) \?/.test(text))).toEqual([])
  await quiet.stop()
})

test('more than a group is cleaned away in one run', async () => {
  const past = new Date(t.clock.now().getTime() - hour)
  await db.sql`
    insert into attempts(bucket, count, ends_at)
    select 'clean:many:' || n, 1, ${past} from generate_series(1, 12000) n`
  await makeCleanUp(t.bank)()
  expect(await db.sql`select from attempts where bucket like 'clean:many:%'`).toEqual([])
})

test('the audit logs each finding as an error', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  await runOnce('audit', log)
  expect(lines).toMatchObject([{ level: 30, msg: 'the ledger is sound' }])
  const ada = await t.customer({ balance: '10.00' })
  await db.sql`
    update ledger_accounts set balance_minor = balance_minor + 1 where id = ${ada.account.id}`
  lines.length = 0
  await runOnce('audit', log)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.every(({ level, msg }) => level === 50 && msg === 'ledger finding')).toBe(true)
})
