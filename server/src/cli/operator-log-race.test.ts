import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { initBitcoinDeposit, initUser, requestLoan, transferExternal } from '@passbook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, readSchema } from '#db/migrate.ts'
import { balance } from '#ledger/ledger.ts'
import { dyingAt } from '#testing/dying-db.ts'
import { makeDb } from '#testing/make-db.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { askOperator } from './ask.ts'
import { runCommand } from './commands.ts'
import { serveOperator } from './socket.ts'

// What an operator does and its row in operator_log: both or neither, wherever it breaks off.
const made = await makeDb()
const { db } = made
const folder = mkdtempSync(join(tmpdir(), 'passbook-trace-'))
const bank = await testBank(db, { config: { dataDir: folder } })
afterAll(async () => {
  await bank.stop()
  await made.drop()
  rmSync(folder, { recursive: true, force: true })
})

let ada: TestCustomer
beforeAll(async () => {
  ada = await bank.customer({
    pin: '4821',
    balance: '100.00',
    flags: { UseOtp: false, CryptoPayment: true },
  })
})

const run = (...words: string[]) => runCommand(bank.bank, words)
const moneyOf = async ({ account }: TestCustomer) =>
  (await balance(db.sql, { accountId: account.id })).balanceMinor

type Row = { command: string; outcome: string; by: string | null }
const rows = (sql = db.sql) =>
  sql<Row>`select command, outcome, by_user as by from operator_log order by id`

async function idOf(call: 'transfer' | 'loan' | 'deposit'): Promise<string> {
  const account = ada.account.publicId
  if (call === 'loan') await bank.ask(requestLoan, { account, amount: '9.00' }, ada.token)
  if (call === 'deposit') {
    await bank.ask(initBitcoinDeposit, { account, amount: '5.00', usd: '5.00' }, ada.token)
  }
  if (call === 'transfer') {
    const payee = { acc_number: '4401882201', acc_name: 'Jo Whitfield', bank: 'Akbank' }
    const order = { source_account: account, amount: '1.00', pin: '4821', bank_name: 'Akbank' }
    await bank.ask(transferExternal, { ...order, ...payee }, ada.token)
  }
  const [line] = await db.sql<{ id: string }>`
    select id from transactions where account_id = ${ada.account.id} order by line desc limit 1`
  return line?.id ?? ''
}

// asvs 16.2.1
test('the row names the system’s user, over the socket the one who asks', async () => {
  await run('fund', ada.account.number, '1.00')
  await expect(run('fund', ada.account.number, 'much')).rejects.toThrow('Enter a valid amount')
  const server = await serveOperator(bank.bank)
  await askOperator(folder, ['issue-card', ada.account.number])
  await askOperator(folder, ['block', 'nobody'], { operator: 'grace' })
  server.close()
  const { username } = userInfo()
  expect((await rows()).slice(-4)).toMatchObject([
    { command: `fund ${ada.account.number} 1.00`, by: username },
    { outcome: 'refused: Enter a valid amount', by: username },
    { command: `issue-card ${ada.account.number}`, by: username },
    { command: 'block nobody', outcome: expect.stringMatching(/^refused: /), by: 'grace' },
  ])
})

// shows D1
test('where the row cannot be written, nothing is done', async () => {
  const { username, account } = ada
  const [transfer, other, deposit, loan] = [
    await idOf('transfer'),
    await idOf('transfer'),
    await idOf('deposit'),
    await idOf('loan'),
  ]
  const everything = async () => {
    const { data } = await bank.ask(initUser, {}, ada.token)
    const links = await db.sql`select count(*) from links`
    return JSON.stringify([data, (await rows()).length, String(links[0]?.count)])
  }
  // The news of those lines has been told by then.
  await bank.bank.background.settled()
  const before = await everything()
  await db.script('alter table operator_log add constraint nobody check (false) not valid')
  for (const words of [
    ['fund', account.number, '5.00'],
    ['settle', transfer],
    ['fail', other, 'Returned'],
    ['confirm-deposit', deposit],
    ['approve-loan', loan],
    ['decline-loan', loan, 'No'],
    ['set-flag', username, 'UseOtp', 'true'],
    ['block', username],
    ['login-link', username],
    ['issue-card', account.number],
    ['export', join(folder, 'untold.sql')],
    ['seed'],
  ]) {
    await expect(run(...words), words[0]).rejects.toThrow('Nor could this be written down')
    expect(await everything(), words[0]).toBe(before)
  }
  await db.script('alter table operator_log drop constraint nobody')
  await run('fund', account.number, '5.00')
  expect(await everything()).not.toBe(before)
})

test('wherever the process dies, there is never money without its row, nor a row without money', async () => {
  const words = ['fund', ada.account.number, '1.00']
  let [deaths, step, ended] = [0, 0, false]
  while (!ended) {
    step += 1
    const [money, told] = [await moneyOf(ada), (await rows()).length]
    const dying = { ...bank.bank, db: dyingAt(db, step) }
    ended = await runCommand(dying, words).then(
      () => true,
      () => false,
    )
    if (!ended) deaths += 1
    const [after, tale] = [await moneyOf(ada), (await rows()).length]
    expect({ step, money: after - money }).toEqual({ step, money: BigInt(tale - told) * 1_00n })
  }
  expect(deaths).toBeGreaterThan(5)
  expect(await bank.findings()).toEqual([])
})

const haltsAtTheRow = `
  import { makeBank } from '#app.ts'
  import { runCommand } from '#cli/commands.ts'
  import { openClock } from '#db/db-clock.ts'
  import { openDb } from '#db/open.ts'
  import { makeLog } from '#http/json-log.ts'
  import { readConfig } from '#kernel/config.ts'
  const config = readConfig(process.env)
  const db = await openDb(config)
  const halting = (sql) => async (strings, ...values) => {
    if (!strings[0].includes('operator_log')) return sql(strings, ...values)
    console.log('the money has moved')
    return new Promise(() => setInterval(() => {}, 1000))
  }
  const halted = {
    ...db,
    sql: halting(db.sql),
    transaction: (work) => db.transaction((sql) => work(halting(sql))),
  }
  const clock = await openClock(db)
  const bank = makeBank({ config, db: halted, clock, log: makeLog('fatal') })
  await runCommand(bank, ['fund', process.argv[1], '5.00'])`

test.runIf(made.url)(
  'killed between the money and its row, a command has done neither',
  async () => {
    const [money, told] = [await moneyOf(ada), (await rows()).length]
    const secret = { SECRET_KEY: bank.bank.config.secretKey, MAILBOX: '1' }
    const halted = spawn(
      process.execPath,
      ['--input-type=module', '-e', haltsAtTheRow, ada.account.number],
      {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        env: { ...process.env, ...secret, DATABASE_URL: made.url },
      },
    )
    const [said] = await once(halted.stdout, 'data')
    expect(String(said)).toBe('the money has moved\n')
    halted.kill('SIGKILL')
    await once(halted, 'exit')
    expect(await moneyOf(ada)).toBe(money)
    expect(await rows()).toHaveLength(told)
    await run('fund', ada.account.number, '5.00')
    expect(await moneyOf(ada)).toBe(money + 5_00n)
    expect(await rows()).toHaveLength(told + 1)
  },
)

test('rows from before the name was kept stay, and new ones have it', async () => {
  const { migrations } = readSchema()
  // Functions of today may speak of tables that a bank of that time had not.
  const former = { migrations: migrations.filter(({ version }) => version <= 5), functions: [] }
  const before = await makeDb({ schema: former })
  await before.db.sql`
    insert into operator_log(at, command, outcome) values (now(), 'fund 1 1.00', 'done')`
  await migrate(before.db)
  const now = await testBank(before.db)
  await runCommand(now.bank, ['audit'])
  expect(await rows(before.db.sql)).toEqual([
    { command: 'fund 1 1.00', outcome: 'done', by: null },
    { command: 'audit', outcome: 'The ledger is sound', by: userInfo().username },
  ])
  await now.stop()
  await before.drop()
})

test.runIf(made.url)(
  'a log that somebody holds locked is waited for, and then nothing is done',
  async () => {
    const free = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = db.transaction(async (sql) => {
      await sql`lock table operator_log in access exclusive mode`
      locked.resolve()
      await free.promise
    })
    await locked.promise
    const before = await moneyOf(ada)
    await expect(run('fund', ada.account.number, '5.00')).rejects.toThrow()
    expect(await moneyOf(ada)).toBe(before)
    free.resolve()
    await holding
  },
)
