import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { accountsOf, call, makeCustomer, type Reply } from './lib/bank-client.ts'
import { makeHome, startBank, stopped } from './lib/bank-server.ts'
import { timed } from './lib/figures.ts'
import { operateOn } from './lib/programs.ts'

// One data folder, one bank. A second server on the same folder must refuse at once and name the
// first, also while the first is stopped in its tracks; and what the first acknowledges is kept.
const { pause, payments, within, seed } = readArguments({
  pause: 10,
  payments: 30,
  within: 1000,
  seed: 1,
})
const random = randomFrom(seed)
const started = Date.now()
const home = await makeHome('embedded')
// What the program takes to start at all on this machine; the refusal is counted from there.
const startMs = Math.min(...[await timeOfStart(), await timeOfStart()])
home.env.DAILY_LIMIT_USD = '1000000000'
const lockFile = join(home.env.DATA_DIR ?? '', 'lock')
const refusals: { ms: number; right: boolean }[] = []
const acknowledged: string[] = []
const fundedCents = 100_000
let resent = 0

let bank = await startBank(home.env)
const payer = await makeCustomer(bank, 'payer')
const payee = await makeCustomer(bank, 'payee')
await bank.operate('fund', payer.accounts[0]?.Number ?? '', '1000.00')
await pay()
await trySecond()

// An order that was under way when the process stopped is answered when it goes on.
const waiting = pay()
await new Promise((done) => setTimeout(done, random() * 20))
bank.child.kill('SIGSTOP')
await trySecond()
await new Promise((done) => setTimeout(done, pause * 1000))
await trySecond()
bank.child.kill('SIGCONT')
await waiting
await trySecond()
await pay()
const whileRunning = await lostOf()

const dead = bank.child.pid
await stopped(bank.child, 'SIGKILL')
const staleLockLeft = readFileSync(lockFile, 'utf8').includes(String(dead))
const before = performance.now()
bank = await startBank(home.env)
const takeoverMs = Math.round(performance.now() - before)
const afterTakeover = await lostOf()
await pay()
const duplicated = await paidTwice()
await bank.stop()
const sound = (await operateOn(home.env, 'audit')) === 'The ledger is sound'
await home.remove()

const lost = whileRunning + afterTakeover
const refusedAfterMs = Math.max(...refusals.map(({ ms }) => ms))
report({
  ok:
    lost === 0 &&
    duplicated === 0 &&
    sound &&
    staleLockLeft &&
    refusals.every(({ right }) => right) &&
    refusedAfterMs <= startMs + within,
  experiment: 'folder-lock',
  seed,
  pauseSeconds: pause,
  tries: refusals.length,
  refusedNamingTheHolder: refusals.filter(({ right }) => right).length,
  startMs: Math.round(startMs),
  refusedAfterMs,
  acknowledged: acknowledged.length,
  resent,
  lost,
  duplicated,
  staleLockLeft,
  takeoverMs,
  sound,
  seconds: Math.round((Date.now() - started) / 1000),
})

/** Starts another server on the folder and waits for its end; a server that stays is ended here. */
async function trySecond(): Promise<void> {
  const began = performance.now()
  const second = spawn(process.execPath, [...process.execArgv, 'server/src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...bank.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: within + 20_000,
  })
  let words = ''
  second.stderr.on('data', (chunk) => {
    words += chunk
  })
  const code = await new Promise((done) => second.once('close', done))
  const named = words.includes(`is in use by process ${bank.child.pid}`)
  refusals.push({ ms: Math.round(performance.now() - began), right: code === 1 && named })
}

function timeOfStart(): Promise<number> {
  return timed(() => operateOn(home.env, 'help'))
}

async function pay(): Promise<void> {
  for (let count = 0; count < payments; count += 1) {
    const fields = {
      source_account: payer.accounts[0]?.Id ?? '',
      amount: '0.01',
      acc_number: payee.accounts[0]?.Number ?? '',
      acc_name: 'Test Customer',
      pin: payer.pin,
    }
    const reply = await send({ fields, token: payer.token, key: `payment-${acknowledged.length}` })
    const { transaction } = (reply.data ?? {}) as { transaction?: { Id: string } }
    if (!transaction) throw new Error(`${reply.http}: ${reply.message}`)
    acknowledged.push(transaction.Id)
  }
}

/** A connection that idled away while the server stood still is made again, as a client does. */
async function send(order: Parameters<typeof call>[2]): Promise<Reply> {
  try {
    return await call(bank.url, 'transfer/local', order)
  } catch {
    resent += 1
    return call(bank.url, 'transfer/local', order)
  }
}

/** What was paid beyond what was acknowledged. */
async function paidTwice(): Promise<number> {
  const [account] = await accountsOf(bank.url, payer.token)
  const leftCents = Number(account?.AvailableBalance.replace('.', ''))
  return fundedCents - acknowledged.length - leftCents
}

async function lostOf(): Promise<number> {
  let missing = 0
  for (const id of acknowledged) {
    const receipt = await call(bank.url, `transaction-receipt/${id}`, { token: payer.token })
    if (receipt.status !== 'success') missing += 1
  }
  return missing
}
