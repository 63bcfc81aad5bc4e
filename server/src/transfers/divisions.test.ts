import { randomUUID } from 'node:crypto'
import { type CurrencyCode, check, transferLocal } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { openAccount } from '#accounts/accounts.ts'
import { makeAuthenticate } from '#auth/sessions.ts'
import { runCommand } from '#cli/commands.ts'
import type { Db } from '#db/db.ts'
import { houseBalances } from '#ledger/chart.ts'
import { balance, closeAccount } from '#ledger/ledger.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sendAcross } from './across.ts'
import { askedDirectory, type DistantPayee, divisionNetwork } from './divisions.ts'
import { type Network, sandbox } from './rails.ts'
import { settleDue } from './settle-due.ts'
import { callBack } from './undo.ts'

// One bank in two databases: money goes from one to the other in two steps, once.
const [northDb, southDb] = [await testDb(), await testDb()]
const [north, south] = [await testBank(northDb), await testBank(southDb)]
afterAll(() => Promise.all([north.stop(), south.stop()]))

const pin = '4821'
const leaseMs = 120_000
const divisions = new Map([['south', southDb.sql]])
const network = divisionNetwork(north.bank, divisions)
const directory = askedDirectory(divisions)

const payer = (changes: { flags?: Record<string, boolean> } = {}) =>
  north.customer({ pin, balance: '100.00', flags: { UseOtp: false, ...changes.flags } })
const moneyOf = async (db: Db, { account }: TestCustomer) => {
  const { balanceMinor, availableMinor } = await balance(db.sql, { accountId: account.id })
  return [balanceMinor, availableMinor]
}
const payeeOf = async ({ account }: TestCustomer): Promise<DistantPayee> => {
  const payee = await directory(account.number)
  if (!payee) throw new Error('the directory knows every account')
  return payee
}

/** Orders ten dollars from a customer in the north to a payee in the south. */
async function send(
  from: TestCustomer,
  payee: DistantPayee,
  { key = randomUUID(), fields = {} }: { key?: string; fields?: Record<string, string> } = {},
): Promise<string> {
  const customer = await makeAuthenticate(north.bank)(from.token)
  const order = check(transferLocal.request, {
    source_account: from.account.publicId,
    acc_number: payee.number,
    acc_name: payee.holder,
    amount: '10.00',
    description: 'for the roof',
    pin,
    ...fields,
  })
  if (!order.ok) throw new Error(order.message)
  const placed = await sendAcross(north.bank, customer, payee, { ...order.value, onceKey: key })
  return placed.transaction.Id
}

const lineOf = async (db: Db, id: string) => {
  const [line] = await db.sql<{ state: string; failure_reason: string | null }>`
    select state, failure_reason from transactions where id = ${id}`
  return line
}
const creditsOf = ({ account }: TestCustomer) =>
  southDb.sql<{ name: string; accountNumber: string; description: string; amountMinor: bigint }>`
    select name, account_number as "accountNumber", description, amount_minor as "amountMinor"
    from transactions where account_id = ${account.id} and type = 'credit' order by line`

/** What the divisions owe each other, by currency, over both of them. */
async function owed(): Promise<Map<CurrencyCode, bigint>> {
  const sums = new Map<CurrencyCode, bigint>()
  for (const { sql } of [northDb, southDb]) {
    for (const { name, currency, balanceMinor } of await houseBalances(sql)) {
      if (name !== 'interbranch') continue
      sums.set(currency, (sums.get(currency) ?? 0n) + balanceMinor)
    }
  }
  return sums
}

async function sound(): Promise<void> {
  expect(await north.findings()).toEqual([])
  expect(await south.findings()).toEqual([])
  expect([...(await owed()).values()].filter((sum) => sum !== 0n)).toEqual([])
}

test('money goes to another division in two steps, and both sides are even', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  const payee = await payeeOf(bob)
  expect(payee).toEqual({
    division: 'south',
    number: bob.account.number,
    holder: bob.name,
    currency: 'usd',
  })
  const id = await send(ada, payee)
  expect(await lineOf(northDb, id)).toMatchObject({ state: 'pending' })
  expect(await moneyOf(northDb, ada)).toEqual([100_00n, 90_00n])
  expect(await moneyOf(southDb, bob)).toEqual([0n, 0n])
  expect(await settleDue(north.bank, network)).toBe(1)
  expect(await lineOf(northDb, id)).toMatchObject({ state: 'completed' })
  expect(await moneyOf(northDb, ada)).toEqual([90_00n, 90_00n])
  expect(await moneyOf(southDb, bob)).toEqual([10_00n, 10_00n])
  expect(await creditsOf(bob)).toEqual([
    {
      name: ada.name,
      accountNumber: ada.account.number,
      description: 'for the roof',
      amountMinor: 10_00n,
    },
  ])
  const here = await houseBalances(northDb.sql)
  expect(here).toContainEqual({ name: 'interbranch', currency: 'usd', balanceMinor: 10_00n })
  await sound()
})

test('a directory knows no number that nobody has, and no closed account', async () => {
  const gone = await south.customer()
  await closeAccount(southDb.sql, { accountId: gone.account.id, at: new Date() })
  expect(await directory(gone.account.number)).toBeUndefined()
  const { account } = await north.customer()
  expect(await directory(account.number)).toBeUndefined()
  expect(await directory('no number')).toBeUndefined()
})

test('an order sent twice under its key holds once, another one under it is refused', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  const payee = await payeeOf(bob)
  const key = randomUUID()
  const id = await send(ada, payee, { key })
  expect(await send(ada, payee, { key })).toBe(id)
  await expect(send(ada, payee, { key, fields: { amount: '11.00' } })).rejects.toMatchObject({
    code: 'key_reused',
  })
  expect(await moneyOf(northDb, ada)).toEqual([100_00n, 90_00n])
  await settleDue(north.bank, network)
  expect(await moneyOf(southDb, bob)).toEqual([10_00n, 10_00n])
})

test('an answer that is lost is asked for again, and the money arrives once', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  const id = await send(ada, await payeeOf(bob))
  const deaf: Network = async (leaving) => {
    await network(leaving)
    throw new Error('the line broke')
  }
  const troubles: string[] = []
  const onTrouble = ({ transactionId }: { transactionId: string }) => troubles.push(transactionId)
  await expect(settleDue(north.bank, deaf, { onTrouble })).rejects.toThrow('the line broke')
  expect(troubles).toEqual([id])
  // Credited there and still held here: that much the divisions owe each other.
  expect((await owed()).get('usd')).toBe(-10_00n)
  expect(await lineOf(northDb, id)).toMatchObject({ state: 'pending' })
  north.clock.advance(leaseMs)
  await settleDue(north.bank, network)
  expect(await lineOf(northDb, id)).toMatchObject({ state: 'completed' })
  expect(await moneyOf(southDb, bob)).toEqual([10_00n, 10_00n])
  await sound()
})

test('two who ask at once credit once', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  const payee = await payeeOf(bob)
  const reference = await send(ada, payee)
  const leaving = {
    reference,
    rail: 'division' as const,
    payee: `south:${payee.number}`,
    amountMinor: 10_00n,
  }
  const answers = await Promise.all(Array.from({ length: 8 }, () => network(leaving)))
  expect(answers).toEqual(Array(8).fill({ paid: true }))
  expect(await moneyOf(southDb, bob)).toEqual([10_00n, 10_00n])
  // The same reference for another sum is no second payment.
  await expect(network({ ...leaving, amountMinor: 11_00n })).rejects.toMatchObject({
    code: 'key_reused',
  })
  await settleDue(north.bank, network)
  await sound()
})

test('an account that was closed meanwhile is refused, and the money is back', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  const id = await send(ada, await payeeOf(bob))
  await closeAccount(southDb.sql, { accountId: bob.account.id, at: new Date() })
  await settleDue(north.bank, network)
  expect(await lineOf(northDb, id)).toEqual({
    state: 'failed',
    failure_reason: 'This account is closed',
  })
  expect(await moneyOf(northDb, ada)).toEqual([100_00n, 100_00n])
  await sound()
})

test('a refusal stays one, even where its answer was lost and the number exists by now', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  const payee = { ...(await payeeOf(bob)), number: '0000000001' }
  const id = await send(ada, payee)
  const deaf: Network = async (leaving) => {
    expect(await network(leaving)).toEqual({ refused: 'This account does not exist' })
    throw new Error('the line broke')
  }
  await expect(settleDue(north.bank, deaf)).rejects.toThrow('the line broke')
  await southDb.sql`
    update accounts set number = ${payee.number} where account_id = ${bob.account.id}`
  north.clock.advance(leaseMs)
  await settleDue(north.bank, network)
  expect(await lineOf(northDb, id)).toMatchObject({ state: 'failed' })
  expect(await moneyOf(northDb, ada)).toEqual([100_00n, 100_00n])
  expect(await creditsOf(bob)).toEqual([])
  await sound()
})

test('another currency is refused with the order, and there too', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  const euros = await southDb.transaction((sql) =>
    openAccount(sql, bob.id, { type: 'none', currency: 'eur', name: 'euros', now: new Date() }),
  )
  const payee = await directory(euros.number)
  if (!payee) throw new Error('the directory knows every account')
  expect(payee.currency).toBe('eur')
  await expect(send(ada, payee)).rejects.toMatchObject({ code: 'currency_mismatch' })
  expect(await moneyOf(northDb, ada)).toEqual([100_00n, 100_00n])
  // A directory that is out of date says dollars.
  const id = await send(ada, { ...payee, currency: 'usd' })
  await settleDue(north.bank, network)
  expect(await lineOf(northDb, id)).toEqual({
    state: 'failed',
    failure_reason: 'The accounts have different currencies',
  })
  await sound()
})

test('without a way to its division a transfer waits and is neither paid nor given back', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  const id = await send(ada, await payeeOf(bob))
  const nowhere = divisionNetwork(north.bank, new Map())
  for (const [way, message] of [
    [sandbox, 'There is no way to the other divisions'],
    [nowhere, 'There is no way to the division south'],
  ] as const) {
    await expect(settleDue(north.bank, way)).rejects.toThrow(message)
    expect(await lineOf(northDb, id)).toMatchObject({ state: 'pending' })
    north.clock.advance(leaseMs)
  }
  await settleDue(north.bank, network)
  expect(await moneyOf(southDb, bob)).toEqual([10_00n, 10_00n])
  await sound()
})

test('what goes out of the bank goes where it went before', async () => {
  const reference = randomUUID()
  const leaving = { reference, rail: 'bank' as const, payee: '12340000', amountMinor: 1n }
  expect(await network(leaving)).toEqual(await sandbox(leaving))
  const other = divisionNetwork(north.bank, divisions, async () => ({ review: true }))
  expect(await other(leaving)).toEqual({ review: true })
})

test('what an operator must look at is sent on its way by the operator, not settled', async () => {
  const [ada, bob] = [await payer({ flags: { PendingTransfer: true } }), await south.customer()]
  const id = await send(ada, await payeeOf(bob))
  expect(await settleDue(north.bank, network)).toBe(0)
  expect(await runCommand(north.bank, ['settle', id])).toBe(`${id} goes to its division`)
  expect(await lineOf(northDb, id)).toMatchObject({ state: 'pending' })
  await settleDue(north.bank, network)
  expect(await lineOf(northDb, id)).toMatchObject({ state: 'completed' })
  expect(await moneyOf(southDb, bob)).toEqual([10_00n, 10_00n])
  await sound()
})

test('an operator gives back what no division was asked for, and nothing that one was', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  const [first, second] = [await send(ada, await payeeOf(bob)), await send(ada, await payeeOf(bob))]
  await runCommand(north.bank, ['fail', first, 'not today'])
  expect(await moneyOf(northDb, ada)).toEqual([100_00n, 90_00n])
  const deaf: Network = async (leaving) => {
    await network(leaving)
    throw new Error('the line broke')
  }
  await expect(settleDue(north.bank, deaf)).rejects.toThrow('the line broke')
  await expect(runCommand(north.bank, ['fail', second, 'not today'])).rejects.toMatchObject({
    code: 'under_way',
  })
  north.clock.advance(leaseMs)
  await settleDue(north.bank, network)
  expect(await moneyOf(northDb, ada)).toEqual([90_00n, 90_00n])
  expect(await moneyOf(southDb, bob)).toEqual([10_00n, 10_00n])
  await sound()
})

test('a transfer is called back until its division is asked', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  const fields = { undo_seconds: '10' }
  const id = await send(ada, await payeeOf(bob), { fields })
  expect(await settleDue(north.bank, network)).toBe(0)
  const customer = await makeAuthenticate(north.bank)(ada.token)
  await callBack(north.bank, customer, id)
  expect(await moneyOf(northDb, ada)).toEqual([100_00n, 100_00n])
  const late = await send(ada, await payeeOf(bob), { fields })
  north.clock.advance(10_000)
  expect(await settleDue(north.bank, network)).toBe(1)
  await expect(callBack(north.bank, customer, late)).rejects.toMatchObject({ code: 'not_pending' })
  expect(await moneyOf(southDb, bob)).toEqual([10_00n, 10_00n])
  await sound()
})

test('a payee of another division can be kept as a recipient', async () => {
  const [ada, bob] = [await payer(), await south.customer()]
  await send(ada, await payeeOf(bob), { fields: { save_recipient: 'true' } })
  const [kept] = await northDb.sql<{ type: string; account_number: string; account_name: string }>`
    select type, account_number, account_name from beneficiaries where customer_id = ${ada.id}`
  expect(kept).toEqual({
    type: 'local transfer',
    account_number: bob.account.number,
    account_name: bob.name,
  })
  await settleDue(north.bank, network)
  await sound()
})
