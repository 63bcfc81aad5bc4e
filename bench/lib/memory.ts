import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  accountsOf,
  type Customer,
  call,
  makeCustomer,
  succeed,
} from '../../experiments/lib/bank-client.ts'
import { type RunningBank, startBank, stopped } from '../../experiments/lib/bank-server.ts'
import { median } from '../../experiments/lib/figures.ts'
import { bareServer } from './cold-start.ts'

export type MemoryUse = {
  idleMb: number
  loadMb: number
  peakMb: number
  afterMb: number
  perSecond: number
}

const clients = 16
const sampleEveryMs = 200

/** The resident memory of a bank's process before, in and after a mix of transfers and reading. */
export async function memoryUse(
  env: Record<string, string>,
  { idleSecs, loadSecs }: { idleSecs: number; loadSecs: number },
): Promise<MemoryUse> {
  const bank = await startBank({ ...env, DAILY_LIMIT_USD: '1000000000' })
  try {
    await pause(idleSecs * 1000)
    const idleMb = residentMb(bank.child)
    const customer = await withTwoAccounts(bank)
    const samples: number[] = []
    const sampling = setInterval(() => samples.push(residentMb(bank.child)), sampleEveryMs)
    const calls = await load(bank, customer, loadSecs).finally(() => clearInterval(sampling))
    await pause(idleSecs * 1000)
    return {
      idleMb,
      loadMb: median(samples),
      peakMb: Math.max(...samples),
      afterMb: residentMb(bank.child),
      perSecond: Math.round(calls / loadSecs),
    }
  } finally {
    await bank.stop()
  }
}

/** The resident memory that the runtime takes for itself. */
export async function bareMemoryMb(): Promise<number> {
  const child = spawn(process.execPath, ['-e', bareServer], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await pause(2000)
    return residentMb(child)
  } finally {
    await stopped(child, 'SIGTERM')
  }
}

async function withTwoAccounts(bank: RunningBank): Promise<Customer> {
  const customer = await makeCustomer(bank, `mover${randomUUID().slice(0, 8)}`)
  const { token } = customer
  const fields = { accountType: 'savings', currency: 'usd', accountName: 'Second' }
  succeed(await call(bank.url, 'account', { fields, token }))
  const accounts = await accountsOf(bank.url, token)
  for (const { Number: number } of accounts) await bank.operate('fund', number, '100000.00')
  return { ...customer, accounts }
}

/** Every client pays from one account to the other and back, and reads both sides in between. */
async function load(bank: RunningBank, customer: Customer, secs: number): Promise<number> {
  const { token, pin, accounts } = customer
  const [one, two] = accounts.map(({ Id }) => Id)
  const end = Date.now() + secs * 1000
  let calls = 0
  const client = async () => {
    for (let turn = 0; Date.now() < end; turn += 1) {
      const [from = '', to = ''] = turn % 2 === 0 ? [one, two] : [two, one]
      const fields = { source_account: from, destination_account: to, amount: '1.00', pin }
      const key = randomUUID()
      succeed(await call(bank.url, 'transfer/own-account', { fields, token, key }))
      succeed(await call(bank.url, `transactions/${from}?page=1`, { token }))
      succeed(await call(bank.url, `acount-overview/${to}`, { token }))
      calls += 3
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return calls
}

/** As the system's own tools tell it, so that it can be compared with them. */
export function residentKb(child: ChildProcess): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })
  return Number(stdout)
}

const residentMb = (child: ChildProcess) => Math.round(residentKb(child) / 1024)
