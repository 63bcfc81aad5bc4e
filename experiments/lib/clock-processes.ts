import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Db, openPostgres } from '../../server/src/db/db.ts'
import { audit } from '../../server/src/ledger/audit.ts'
import { codeIn } from '../../server/src/testing/test-bank.ts'
import { type Customer, call, makeCustomer, type Reply, succeed } from './bank-client.ts'
import { makeHome, type RunningBank, startBank } from './bank-server.ts'

const minute = 60_000
const day = 1440 * minute
const entry = pathToFileURL(resolve(import.meta.dirname, 'wrong-wall-clock.ts')).href

/** A server process with a machine's clock of its own, which can be set while it runs. */
type Server = RunningBank & { name: string; setOff(ms: number): void }
type World = { servers: Server[]; right: Server; db: Db; wrong: string[]; looks: number }

/**
 * Four server processes on one PostgreSQL: one with the right time, one ten minutes ahead, one behind
 * and one three days ahead. What a customer begins at any of them goes on at every other. Then the
 * right one's clock jumps by three days, and comes back.
 */
export async function processesApart(): Promise<{ looks: number; wrong: string[] }> {
  await using undo = new AsyncDisposableStack()
  const home = await makeHome('postgres')
  undo.defer(() => home.remove())
  const { DATABASE_URL: url = '', DATA_DIR: folder = '' } = home.env
  const began = Date.now()
  Object.assign(home.env, {
    ...{ LOG_LEVEL: 'silent', UNDO_SECONDS: '0', DAILY_LIMIT_USD: '100', BANK_ZONE: noonZone() },
    NODE_OPTIONS: `--import ${entry}`,
  })
  const start = async (name: string, offMs: number): Promise<Server> => {
    const file = join(folder, `${name}.off`)
    const setOff = (ms: number) => writeFileSync(file, String(ms))
    setOff(offMs)
    const bank = await startBank({ ...home.env, WALL_CLOCK_FILE: file })
    undo.defer(() => bank.stop())
    return { ...bank, name, setOff }
  }
  const right = await start('right', 0)
  const db = await openPostgres({ url, poolSize: 2 })
  undo.defer(() => db.close())
  const due = await makeBills(right, db)
  const others = [
    await start('ahead', 10 * minute),
    await start('behind', -10 * minute),
    await start('days', 3 * day),
  ]
  const world: World = { servers: [right, ...others], right, db, wrong: [], looks: 0 }
  for (const { name, url } of world.servers) {
    expect(world, `${name} is ready`, await readyAt(url), name === 'right' ? 200 : 503)
  }
  await sessionsGoEverywhere(world)
  await codesGoEverywhere(world)
  await locksAndLimitsHoldEverywhere(world)
  await jumpOf(world)
  await untilPaid(world, due)
  await lookAtTimes(world, began)
  for (const finding of await audit(db)) world.wrong.push(JSON.stringify(finding))
  return { looks: world.looks, wrong: world.wrong }
}

function expect(world: World, what: string, found: unknown, expected: unknown): void {
  world.looks += 1
  if (found !== expected) world.wrong.push(`${what}: ${found}, not ${expected}`)
}

/** Where it is about noon: no midnight shall pass meanwhile. */
function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

const readyAt = async (url: string) => (await fetch(`${url}/readyz`)).status

async function tokenAt({ url }: Server, { username, password }: Customer): Promise<string> {
  const reply = succeed(await call(url, 'login', { fields: { username, password } }))
  return (reply.data as { token: string }).token
}

async function mailedCode({ db }: World, { username }: Customer): Promise<string> {
  const [mail] = await db.sql<{ text: string }>`
    select text from mails where to_key = ${`${username}@example.com`} order by id desc limit 1`
  return codeIn(mail)
}

async function sessionsGoEverywhere(world: World): Promise<void> {
  const ada = await makeCustomer(world.right, 'ada')
  for (const from of world.servers) {
    const token = await tokenAt(from, ada)
    for (const { name, url } of world.servers) {
      const { http } = await call(url, 'init-user', { token })
      expect(world, `a session of ${from.name} at ${name}`, http, 200)
    }
  }
}

function payAt(
  { url }: Server,
  {
    from,
    to,
    ...fields
  }: { from: Customer; to: Customer; amount: string; otp?: string; pin?: string },
): Promise<Reply> {
  const [source, target] = [from.accounts[0], to.accounts[0]]
  return call(url, 'transfer/local', {
    token: from.token,
    fields: {
      source_account: source?.Id ?? '',
      acc_number: target?.Number ?? '',
      acc_name: 'Test Customer',
      pin: from.pin,
      otp: '',
      ...fields,
    },
  })
}

async function codesGoEverywhere(world: World): Promise<void> {
  const payee = await makeCustomer(world.right, 'payee')
  for (const from of world.servers) {
    const payer = await makeCustomer(world.right, `coded${from.name}`)
    await world.right.operate('fund', payer.accounts[0]?.Number ?? '', '100.00')
    await world.right.operate('set-flag', payer.username, 'UseOtp', 'true')
    for (const at of world.servers) {
      succeed(await call(from.url, `request-otp/${payer.pin}`, { token: payer.token }))
      const otp = await mailedCode(world, payer)
      const paid = await payAt(at, { from: payer, to: payee, amount: '1.00', otp })
      expect(world, `a code of ${from.name} at ${at.name}`, paid.message ?? paid.http, 200)
    }
    await world.right.operate('set-flag', payer.username, 'UseLoginVerification', 'true')
    const { username, password } = payer
    const at = world.servers[(world.servers.indexOf(from) + 1) % world.servers.length] ?? from
    const begun = succeed(await call(from.url, 'login', { fields: { username, password } }))
    const { buffer } = begun.data as { buffer: string }
    const fields = { otp: await mailedCode(world, payer) }
    const { http } = await call(at.url, `confirm-2fa/${buffer}`, { fields })
    expect(world, `a sign-in code of ${from.name} at ${at.name}`, http, 200)
  }
}

async function locksAndLimitsHoldEverywhere(world: World): Promise<void> {
  const payee = await makeCustomer(world.right, 'other')
  for (const from of world.servers) {
    const payer = await makeCustomer(world.right, `payer${from.name}`)
    await from.operate('fund', payer.accounts[0]?.Number ?? '', '500.00')
    const order = { from: payer, to: payee }
    expect(
      world,
      `a day's limit at ${from.name}`,
      (await payAt(from, { ...order, amount: '100.00' })).http,
      200,
    )
    for (const at of world.servers) {
      const { message } = await payAt(at, { ...order, amount: '1.00' })
      const what = `the limit of ${from.name} at ${at.name}`
      expect(world, what, message, 'Daily transfer limit reached')
    }
    for (let tries = 0; tries < 5; tries += 1) {
      await payAt(from, { ...order, amount: '1.00', pin: '1357' })
    }
    for (const at of world.servers) {
      const { http } = await payAt(at, { ...order, amount: '1.00' })
      expect(world, `a PIN lock of ${from.name} at ${at.name}`, http, 429)
    }
  }
}

/** The right server's clock jumps for a while in which every job of a second or two would have run. */
async function jumpOf(world: World): Promise<void> {
  const { right } = world
  const eve = await makeCustomer(right, 'eve')
  const payee = await makeCustomer(right, 'mallory')
  await right.operate('fund', eve.accounts[0]?.Number ?? '', '500.00')
  for (const jump of [3 * day, -3 * day]) {
    right.setOff(jump)
    await pause(1_000)
    expect(world, 'ready in a jump', await readyAt(right.url), 503)
    await pause(1_500)
    const { http } = await call(right.url, 'init-user', { token: eve.token })
    expect(world, 'a session in a jump', http, 200)
    const paid = await payAt(right, { from: eve, to: payee, amount: '1.00' })
    expect(world, 'a payment in a jump', paid.http, 200)
    right.setOff(0)
    await pause(1_000)
    expect(world, 'ready after a jump', await readyAt(right.url), 200)
    for (const { name, url } of world.servers) {
      const after = await call(url, 'init-user', { token: eve.token })
      expect(world, `a session at ${name} after a jump`, after.http, 200)
    }
  }
}

/** Some due today and some in the next three days; answers how many are due. */
async function makeBills(right: Server, { sql }: Db): Promise<number> {
  const payer = await makeCustomer(right, 'billpayer')
  await right.operate('fund', payer.accounts[0]?.Number ?? '', '500.00')
  const [account] = payer.accounts
  const days = [0, 0, 0, 1, 2, 3]
  for (const [index, ahead] of days.entries()) {
    const [row] = await sql<{ date: string }>`
      select to_char(now() at time zone ${right.env.BANK_ZONE ?? ''}
        + make_interval(days => ${ahead}), 'YYYY-MM-DD') as date`
    const fields = {
      ...{ biller: 'Apple Inc', accountName: `bill ${index}`, account: account?.Id ?? '' },
      ...{ type: 'one time', amount: '1.00', date: row?.date ?? '', pin: payer.pin, otp: '' },
    }
    succeed(await call(right.url, 'biller', { fields, token: payer.token }))
  }
  return days.filter((ahead) => ahead === 0).length
}

/** The jobs of the one process that may run them pay what is due today, once, and nothing else. */
async function untilPaid(world: World, due: number): Promise<void> {
  const paid = async () => {
    const rows = await world.db.sql`select from transactions where method = 'bill'`
    return rows.length
  }
  for (let tries = 0; tries < 200 && (await paid()) < due; tries += 1) await pause(200)
  // The jobs of the others had their turn when they were started.
  await pause(2_000)
  expect(world, 'bills paid', await paid(), due)
}

/** Every line is dated by one clock, whoever wrote it: in order, and today. */
async function lookAtTimes(world: World, began: number): Promise<void> {
  const [row] = await world.db.sql<{ outside: number; unordered: number; days: number }>`
    select count(*) filter (where created_at not between ${new Date(began - 2_000)} and
        clock_timestamp() + interval '2 seconds')::int4 as outside,
      count(*) filter (where created_at < before - interval '100 ms')::int4 as unordered,
      count(distinct day)::int4 as days
    from (select created_at, day, lag(created_at) over (partition by account_id order by line)
      as before from transactions) as t`
  expect(world, 'lines of another time', row?.outside, 0)
  expect(world, 'lines out of order', row?.unordered, 0)
  expect(world, 'days on statements', row?.days, 1)
}
