import { messages, requestLoan } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { balance } from '#ledger/ledger.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { runCommand } from './commands.ts'

// An operator who repeats a command because its answer was lost.
const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const run = (...words: string[]) => runCommand(bank.bank, words)
const moneyOf = async ({ account }: TestCustomer) =>
  (await balance(db.sql, { accountId: account.id })).balanceMinor

test('with the same key money is paid once, and the repeat says so', async () => {
  const ada = await bank.customer()
  const { number } = ada.account
  const once = ['fund', number, '25.00', '--key', 'invoice 7']
  expect(await run(...once)).toBe(`${number} has 25.00 usd available`)
  const again = `Already done: ${number} got 25.00 usd with this key before. Nothing was paid now`
  expect(await run(...once)).toBe(again)
  expect(await run('fund', '--key', 'invoice 7', number, '25')).toBe(again)
  expect(await moneyOf(ada)).toBe(25_00n)
  const [row] = await db.sql`select command, outcome from operator_log order by id desc limit 1`
  expect(row).toEqual({ command: `fund --key invoice 7 ${number} 25`, outcome: again })
})

test('a key that stood for another order pays nothing', async () => {
  const [ada, bob] = [await bank.customer(), await bank.customer()]
  await run('fund', ada.account.number, '25.00', '--key', 'invoice 8')
  for (const words of [
    ['fund', ada.account.number, '26.00'],
    ['fund', bob.account.number, '25.00'],
  ]) {
    await expect(run(...words, '--key', 'invoice 8')).rejects.toThrow(messages.keyReused)
  }
  expect([await moneyOf(ada), await moneyOf(bob)]).toEqual([25_00n, 0n])
})

test('without a key, or with another one, a repeat is a second payment', async () => {
  const ada = await bank.customer()
  for (const further of [[], [], ['--key', 'a'], ['--key', 'b']]) {
    await run('fund', ada.account.number, '1.00', ...further)
  }
  expect(await moneyOf(ada)).toBe(4_00n)
})

test('a refused order leaves its key free', async () => {
  const ada = await bank.customer()
  const { number } = ada.account
  const closed = await bank.customer()
  await run('close-account', closed.account.number)
  const late = ['fund', closed.account.number, '1.00', '--key', 'invoice 9']
  await expect(run(...late)).rejects.toThrow('closed')
  expect(await run('fund', number, '1.00', '--key', 'invoice 9')).toContain('1.00 usd available')
})

test('many at once with one key pay once', async () => {
  const ada = await bank.customer()
  const words = ['fund', ada.account.number, '5.00', '--key', 'all at once']
  const said = await Promise.all(Array.from({ length: 8 }, () => run(...words)))
  expect(said.filter((one) => one.startsWith('Already done'))).toHaveLength(7)
  expect(await moneyOf(ada)).toBe(5_00n)
  expect(await bank.findings()).toEqual([])
})

test('a loan is paid back once for each key, to the last of it', async () => {
  const ada = await bank.customer({ balance: '100.00' })
  await bank.ask(requestLoan, { account: ada.account.publicId, amount: '50.00' }, ada.token)
  const [line] = await db.sql<{ id: string }>`
    select id from transactions where account_id = ${ada.account.id} and purpose = 'loan'`
  const id = line?.id ?? ''
  await run('approve-loan', id)
  const part = ['repay-loan', id, '20.00', '--key', 'first part']
  expect(await run(...part)).toBe(`20.00 has been paid back on the loan ${id}`)
  const again = /^Already done: 20.00 was paid back .* Nothing was paid now$/
  expect(await run(...part)).toMatch(again)
  const rest = ['repay-loan', id, '30.00', '--key', 'the rest']
  const said = await Promise.all(Array.from({ length: 4 }, () => run(...rest)))
  expect(said.filter((one) => one.startsWith('Already done'))).toHaveLength(3)
  // All is paid back by now, which without the key is a refusal.
  await expect(run('repay-loan', id, '20.00')).rejects.toThrow('Nothing is owed')
  expect(await run(...part)).toMatch(again)
  expect(await moneyOf(ada)).toBe(100_00n)
})

test.each([['--key'], ['--key', ''], ['--key', ' '], ['--key', 'x'.repeat(101)]])(
  'is told what a key is: %j',
  async (...key) => {
    await expect(run('fund', '1', '1', ...key)).rejects.toThrow('A key has 1 to 100 characters')
  },
)

test('a command that takes no key has none', async () => {
  await expect(run('block', 'ada', '--key', 'x')).rejects.toThrow(/^Say: block <username>$/)
})
