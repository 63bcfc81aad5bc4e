import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded, openPostgres } from '../server/src/db/db.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { accountsOf, type Customer, call, makeCustomer, succeed } from './lib/bank-client.ts'
import { makeHome, type RunningBank, startBank } from './lib/bank-server.ts'
import { digests, makeDatabase, operateOn, runOrThrow, runProgram } from './lib/programs.ts'

// A bank moves from the embedded database to PostgreSQL with everything that is under way in it, and
// goes on there as if nothing had happened.
const { rail, seed } = readArguments({ rail: 40, seed: 1 })
const random = randomFrom(seed)
const started = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'passbook-moving-'))
const old = await makeHome('embedded')
const next = await makeHome('postgres')
old.env.RAIL_SECONDS = String(rail)
const serverUrl = next.env.DATABASE_URL ?? ''
const missed: string[] = []
const expect = (what: string, holds: boolean) => holds || missed.push(what)

// Everything that a text can hold and a dump could trip over; the seed mixes some of it once more.
const signs = `'quotes' "double" \\ back\\nslash \\. \\N ; -- $1 $$ :name %I ñ 🏦 \u200f\u2028 <b> €`
const awkward = `${signs}|${Array.from({ length: 40 }, () => oneOf([...signs.trim()])).join('')}|`

let bank = await startBank(old.env)
const ada = await makeCustomer(bank, 'ada-lovelace')
const bo = await makeCustomer(bank, 'bo-diddley')
const under = await putUnderWay(bank)
const beside = join(folder, 'beside.sql')
await bank.operate('export', beside)
await bank.stop()

const before = await digestsIn(old.env.DATA_DIR ?? '')
const file = join(folder, 'bank.sql')
const said = await operateOn(old.env, 'export', file)
expect('the export tells about the key', /SECRET_KEY/.test(said))
expect('only the owner reads the file', (statSync(file).mode & 0o777) === 0o600)
const key = readFileSync(join(old.env.DATA_DIR ?? '', 'secret.key'), 'utf8').trim()
expect('the key is not in the dump', !readFileSync(file, 'utf8').includes(key))
const again = await operateOn(old.env, 'export', file).catch((error: Error) => error.message)
expect('an existing file is left alone', again.includes('already there'))

const home = await makeDatabase(serverUrl, 'moved')
const { ms: restoreMs } = await runOrThrow('psql', '-X', '-f', file, home)
expect('every row came along', same(await digestsAt(home), before))
expect('transfers were still under way', (await underWayAt(home)) === 2)
expect('a full database is refused', (await runProgram('psql', '-X', '-f', file, home)).code !== 0)
expect('and left as it was', same(await digestsAt(home), before))
await restoreElsewhere('taken beside the running bank', beside)

bank = await startBank({ ...next.env, DATABASE_URL: home, SECRET_KEY: key })
await goOn(bank)
const onward = join(folder, 'onward.sql')
await bank.stop()
const moved = await digestsAt(home)
await operateOn({ ...next.env, DATABASE_URL: home, SECRET_KEY: key }, 'export', onward)
const third = await makeDatabase(serverUrl, 'onward')
await runOrThrow('psql', '-X', '-f', onward, third)
expect('PostgreSQL exports itself', same(await digestsAt(third), moved))

await next.remove()
await old.remove()
rmSync(folder, { recursive: true, force: true })
report({
  ok: missed.length === 0,
  experiment: 'moving',
  seed,
  tables: Object.keys(before).length,
  rows: Object.values(before).reduce((sum, digest) => sum + Number(digest.split(' ')[0]), 0),
  restoreMs,
  missed,
  seconds: Math.round((Date.now() - started) / 1000),
})

function oneOf(characters: string[]): string {
  return characters[Math.floor(random() * characters.length)] ?? ''
}

type UnderWay = {
  waiting: string
  due: string
  code: string
  buffer: string
  loginCode: string
  balances: string
}

/** Leaves something of everything open: money held, codes out, awkward texts, sessions. */
async function putUnderWay({ url, operate }: RunningBank): Promise<UnderWay> {
  const [source] = ada.accounts
  await operate('fund', source?.Number ?? '', '1000.00')
  succeed(await call(url, 'transfer/local', { ...local(ada, bo, awkward), key: 'local' }))
  succeed(
    await call(url, 'account', {
      fields: { accountName: 'Ñandú’s pot No. 2' },
      token: ada.token,
    }),
  )
  const content = `tab\there\r\nnew line\n${awkward}\\`
  const message = { subject: 'A question', content, email: 'ada@example.com' }
  succeed(await call(url, 'support', { fields: message, token: ada.token }))
  const waiting = await external(url, '8830079999')
  const due = await external(url, '8830071154')
  await operate('set-flag', ada.username, 'UseOtp', 'true')
  succeed(await call(url, `request-otp/${ada.pin}`, { token: ada.token }))
  await operate('set-flag', bo.username, 'UseLoginVerification', 'true')
  const { username, password } = bo
  const login = succeed(await call(url, 'login', { fields: { username, password } }))
  const { buffer } = login.data as { buffer: string }
  return {
    waiting,
    due,
    buffer,
    code: await codeFor(url, ada.username),
    loginCode: await codeFor(url, bo.username),
    balances: await balancesOf(url),
  }
}

/** What was under way is finished in the new home, and new things begin there. */
async function goOn({ url, operate }: RunningBank): Promise<void> {
  expect('sessions live on, with their balances', (await balancesOf(url)) === under.balances)
  const replay = await call(url, 'transfer/local', { ...local(ada, bo, awkward), key: 'local' })
  expect('an old order is not made twice', replay.status === 'success')
  expect('its replay moved nothing', (await balancesOf(url)) === under.balances)
  const paid = await call(url, 'transfer/local', local(ada, bo, 'with the old code', under.code))
  expect('a code of the old home pays', paid.status === 'success')
  const { buffer, loginCode: otp } = under
  const entered = await call(url, `confirm-2fa/${buffer}`, { fields: { otp } })
  expect('a sign-in under way ends well', entered.status === 'success')
  const { username, password } = ada
  const login = await call(url, 'login', { fields: { username, password } })
  expect('the password is the same', login.status === 'success')
  await operate('settle', under.waiting)
  expect('what waits is settled', (await stateOf(url, under.waiting)) === 'completed')
  for (let tries = 0; tries < 300 && (await stateOf(url, under.due)) === 'pending'; tries += 1) {
    await new Promise((done) => setTimeout(done, 200))
  }
  expect('what is due settles by itself', (await stateOf(url, under.due)) === 'completed')
  const cy = await makeCustomer({ url, operate } as RunningBank, 'cy-twombly')
  expect('new customers come in', cy.accounts.length === 1)
  expect('the ledger is sound', (await operate('audit')) === 'The ledger is sound')
}

function local(from: Customer, to: Customer, description: string, otp = '') {
  const fields = {
    source_account: from.accounts[0]?.Id ?? '',
    amount: '12.34',
    acc_number: to.accounts[0]?.Number ?? '',
    acc_name: 'Test Customer',
    description,
    pin: from.pin,
    otp,
  }
  return { fields, token: from.token }
}

async function external(url: string, number: string): Promise<string> {
  const { fields, token } = local(ada, bo, 'to another bank')
  const named = { ...fields, acc_number: number, swift: 'DEUTDEFF', bank_name: "Bank 'of' \\ Ñ" }
  const reply = succeed(await call(url, 'transfer/', { fields: named, token, key: number }))
  return (reply.data as { transaction: { Id: string } }).transaction.Id
}

async function stateOf(url: string, id: string): Promise<string> {
  const reply = await call(url, `transaction-receipt/${id}`, { token: ada.token })
  return (reply.data as { State: string }).State
}

async function balancesOf(url: string): Promise<string> {
  const all = [...(await accountsOf(url, ada.token)), ...(await accountsOf(url, bo.token))]
  return all.map((account) => `${account.Number} ${account.AvailableBalance}`).join(', ')
}

async function codeFor(url: string, username: string): Promise<string> {
  const reply = await fetch(`${url}/mailbox.json?to=${username}@example.com`)
  const [mail] = (await reply.json()) as { text: string }[]
  return /^\d{4,5}$/m.exec(mail?.text ?? '')?.[0] ?? ''
}

async function digestsIn(dataDir: string): Promise<Record<string, string>> {
  const db = await openEmbedded({ dataDir })
  const found = await digests(db)
  await db.close()
  return found
}

async function digestsAt(url: string): Promise<Record<string, string>> {
  const db = await openPostgres({ url, poolSize: 1 })
  const found = await digests(db)
  await db.close()
  return found
}

async function underWayAt(url: string): Promise<number> {
  const db = await openPostgres({ url, poolSize: 1 })
  const rows = await db.sql`select 1 from transfers where not done`
  await db.close()
  return rows.length
}

function same(left: Record<string, string>, right: Record<string, string>): boolean {
  const differing = Object.keys({ ...left, ...right }).filter((name) => left[name] !== right[name])
  for (const name of differing) missed.push(`${name}: ${left[name]} against ${right[name]}`)
  return differing.length === 0
}

async function restoreElsewhere(what: string, dump: string): Promise<void> {
  const url = await makeDatabase(serverUrl, 'elsewhere')
  const { code } = await runProgram('psql', '-X', '-f', dump, url)
  const env = { ...next.env, DATABASE_URL: url, SECRET_KEY: key }
  expect(`the dump ${what} is whole`, code === 0)
  expect(`and sound (${what})`, (await operateOn(env, 'audit')) === 'The ledger is sound')
}
