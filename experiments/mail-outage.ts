import { openPostgres } from '../server/src/db/db.ts'
import { startMailServer } from '../server/src/testing/mail-server.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { type Customer, call, makeCustomer, succeed } from './lib/bank-client.ts'
import { makeHome, startBank } from './lib/bank-server.ts'
import { median, quantile, rounded, timed } from './lib/figures.ts'
import { startRelay } from './lib/relay.ts'

// A mail server that is away, silent, slow or refusing delays mails and nothing else: sign-ins and
// transfers take as long as ever, and once it is well again every mail arrives, once.
const { transfers, logins, hold, seed } = readArguments({
  transfers: 30,
  logins: 8,
  /** How many seconds a fault goes on after the work; from 60 on mails wait their longest. */
  hold: 5,
  seed: 1,
})
const random = randomFrom(seed)
/** A mail may have just begun its longest wait, a minute; another is for sending, the rest is slack. */
const recoveryWithinSeconds = 130
/** Whoever waited for mail would wait for seconds; a busy machine takes this much now and then. */
const unnoticedMs = 300
const started = Date.now()
const mails = await startMailServer()
const relay = await startRelay(new URL(mails.url))
const home = await makeHome('postgres')
delete home.env.MAILBOX
home.env.SMTP_URL = `smtp://127.0.0.1:${relay.port}`
home.env.DAILY_LIMIT_USD = '1000000000'
const bank = await startBank(home.env)
const db = await openPostgres({ url: home.env.DATABASE_URL ?? '', poolSize: 2 })
const payer = await makeCustomer(bank, 'payer')
const payee = await makeCustomer(bank, 'payee')
const coded = await makeCustomer(bank, 'coded')
// Movements are mailed to proven addresses only.
for (const { username } of [payer, payee]) {
  await bank.operate('set-flag', username, 'Verifiedemail', 'true')
}
await bank.operate('fund', payer.accounts[0]?.Number ?? '', '1000.00')
await bank.operate('set-flag', coded.username, 'UseLoginVerification', 'true')

let cents = 0
const quiet = { login: [] as number[], transfer: [] as number[] }
const faulty: Record<string, { login: number[]; transfer: number[] }> = {}
const recoverySeconds: Record<string, number> = {}

await work('warm-up')
await until(nothingWaits)
await refusedForGood()
let arrived = true
for (const fault of shuffled(['down', 'silent', 'later', 'slow'])) {
  await work('quiet')
  await begin(fault)
  await work(fault)
  if (fault === 'down') await anOldCode()
  if (fault === 'slow') await until(nothingWaits)
  else await new Promise((done) => setTimeout(done, hold * 1000))
  await end(fault)
  const wellAt = Date.now()
  arrived = (await until(nothingWaits)) && arrived
  recoverySeconds[fault] = Math.round((Date.now() - wellAt) / 1000)
}

const rows = await db.sql<{ to: string; sent: boolean; expired: boolean; tries: number }>`
  select to_key as to, sent_at is not null as sent, tries,
    coalesce(failed_at >= expires_at, false) as expired from mails`
const sent = rows.filter((row) => row.sent)
const expired = rows.filter((row) => row.expired).length
const refused = rows.filter((row) => !row.sent && !row.expired).length
const contents = mails.delivered.map(({ to, body }) => `${to} ${body.replaceAll(/^--.*$/gm, '')}`)
const duplicates = contents.length - new Set(contents).size
await bank.stop()
await db.close()
await home.remove()
await mails.stop()

const slowdowns = Object.entries(faulty).map(([fault, { login, transfer }]) => [
  fault,
  {
    login: rounded(median(login) / median(quiet.login)),
    transfer: rounded(median(transfer) / median(quiet.transfer)),
  },
])
const worst = Math.max(...slowdowns.flatMap(([, times]) => Object.values(times as object)))
const p95Ms = Object.entries({ quiet, ...faulty }).map(([phase, { login, transfer }]) => [
  phase,
  { login: rounded(quantile(login, 0.95)), transfer: rounded(quantile(transfer, 0.95)) },
])
const unnoticed = (['login', 'transfer'] as const).every((kind) => {
  const bar = Math.max(unnoticedMs, 4 * quantile(quiet[kind], 0.95))
  return Object.values(faulty).every((times) => quantile(times[kind], 0.95) <= bar)
})
report({
  // The factor only has to outlast a busy machine.
  ok:
    arrived &&
    Math.max(...Object.values(recoverySeconds)) <= recoveryWithinSeconds &&
    worst < 4 &&
    unnoticed &&
    sent.length > 0 &&
    mails.delivered.length === sent.length &&
    duplicates === 0 &&
    expired === 1 &&
    refused === 2 * transfers,
  experiment: 'mail-outage',
  seed,
  quietMs: { login: rounded(median(quiet.login)), transfer: rounded(median(quiet.transfer)) },
  slowdown: Object.fromEntries(slowdowns),
  p95Ms: Object.fromEntries(p95Ms),
  queued: rows.length,
  sent: sent.length,
  delivered: mails.delivered.length,
  duplicates,
  refusedForGood: refused,
  codesTooOldToSend: expired,
  mostTries: Math.max(...rows.map(({ tries }) => tries)),
  recoverySeconds,
  seconds: Math.round((Date.now() - started) / 1000),
})

function shuffled(words: string[]): string[] {
  const drawn = words.map((word) => ({ word, lot: random() }))
  return drawn.sort((a, b) => a.lot - b.lot).map(({ word }) => word)
}

async function begin(fault: string): Promise<void> {
  if (fault === 'down') await relay.down()
  else if (fault === 'slow') relay.delayMs = 100
  else mails.manner = fault as 'silent' | 'later'
}

async function end(fault: string): Promise<void> {
  if (fault === 'down') await relay.up()
  relay.delayMs = 0
  mails.manner = 'well'
}

/** Signs in and pays, and notes how long each took. */
async function work(phase: string): Promise<void> {
  const times = phase === 'quiet' ? quiet : { login: [], transfer: [] }
  if (phase !== 'quiet' && phase !== 'warm-up') faulty[phase] = times
  for (let count = 0; count < transfers; count += 1) times.transfer.push(await timed(pay))
  for (let count = 0; count < logins; count += 1) {
    times.login.push(await timed(() => logIn(count % 2 ? payer : coded)))
  }
}

async function pay(): Promise<void> {
  // No two mails are alike: each payment has an amount of its own.
  cents += 1
  const fields = {
    source_account: payer.accounts[0]?.Id ?? '',
    amount: (cents / 100).toFixed(2),
    acc_number: payee.accounts[0]?.Number ?? '',
    acc_name: 'Test Customer',
    pin: payer.pin,
  }
  succeed(await call(bank.url, 'transfer/local', { fields, token: payer.token }))
}

async function logIn({ username, password }: Customer): Promise<void> {
  succeed(await call(bank.url, 'login', { fields: { username, password } }))
}

/** Mails to an addressee that the other side refuses for good are tried once and given up. */
async function refusedForGood(): Promise<void> {
  mails.manner = 'never'
  for (let count = 0; count < transfers; count += 1) await pay()
  await until(nothingWaits)
  mails.manner = 'well'
}

/** A code that waits for longer than it lives; its end is moved instead of waited for. */
async function anOldCode(): Promise<void> {
  await logIn(coded)
  await db.sql`
    update mails set expires_at = now()
    where id = (select max(id) from mails where to_key = ${`${coded.username}@example.com`})`
}

async function nothingWaits(): Promise<boolean> {
  const [row] = await db.sql<{ waiting: bigint }>`
    select (select count(*) from mails where sent_at is null and failed_at is null)
      + (select count(*) from outbox) as waiting`
  return row?.waiting === 0n
}

async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 900; tries += 1) {
    if (await holds()) return true
    await new Promise((done) => setTimeout(done, 200))
  }
  return false
}
