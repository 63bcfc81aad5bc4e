import { bitcoinWallet, initBitcoinDeposit, initUser, transactions } from '@passbook/contract'
import { renderSVG } from 'uqr'
import { afterEach, expect, test } from 'vitest'
import { accountsOf } from '#accounts/accounts.ts'
import { runCommand } from '#cli/commands.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { decideDeposit } from './deposits.ts'

const db = await testDb()
const t = await testBank(db)

afterEach(async () => {
  expect(await t.findings()).toEqual([])
})

const withCrypto = () => t.customer({ flags: { CryptoPayment: true } })

const announced = (who: TestCustomer, changes: object = {}) => ({
  account: who.account.publicId,
  amount: '250.00',
  usd: '250.00',
  ...changes,
})

async function newest(who: TestCustomer) {
  const reply = await t.ask(transactions, { accountId: who.account.publicId }, who.token)
  return (reply.data as { List: { Id: string; State: string; Amount: string }[] }).List[0]
}

async function balance({ id }: TestCustomer) {
  return (await accountsOf(db.sql, id))[0]?.balanceMinor
}

// shows §3.18 §7.18
test('the wallet comes one level deeper, with a code to scan', async () => {
  const ada = await withCrypto()
  const reply = await t.ask(bitcoinWallet, {}, ada.token)
  const { data } = reply.data as { data: { walletId: string; qr: string } }
  expect(data.walletId).toBe(t.bank.config.bitcoinWallet)
  expect(data.qr).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(Buffer.from(data.qr.split(',')[1] ?? '', 'base64').toString()).toContain('<svg')
})

test('how many bitcoins an amount is comes with the wallet, rounded up, and stands in the code', async () => {
  const ada = await withCrypto()
  const asked = async (usd?: string) => {
    const reply = await t.ask(bitcoinWallet, usd === undefined ? {} : { usd }, ada.token)
    return (reply.data as { data: Record<string, unknown> }).data
  }
  const plain = await asked()
  const quoted = await asked('250.00')
  // 250 / 95,000 is 0.002631578947…: one satoshi less would be worth less than 250.
  expect(quoted).toMatchObject({ btc: '0.00263158', usdPerBtc: '95000.00', validSeconds: 900 })
  expect(quoted.walletId).toBe(plain.walletId)
  expect(codeIn(quoted.qr)).toBe(
    renderSVG(`bitcoin:${plain.walletId}?amount=0.00263158`, { ecc: 'M', border: 4 }),
  )
  expect(codeIn(plain.qr)).toBe(renderSVG(`bitcoin:${plain.walletId}`, { ecc: 'M', border: 4 }))
  expect(await asked('190000.00')).toMatchObject({ btc: '2.00000000' })
  // What is no amount is as if nothing was asked.
  for (const usd of ['', '0.00', '-5.00', 'much']) expect(await asked(usd)).toEqual(plain)
})

const codeIn = (qr: unknown) => Buffer.from(String(qr).split(',')[1] ?? '', 'base64').toString()

// shows §4.26 §7.19 D3 D52
test('a logged payment is pending and moves nothing until it is confirmed', async () => {
  const ada = await withCrypto()
  expect((await t.ask(initBitcoinDeposit, announced(ada), ada.token)).http).toBe(200)
  const line = await newest(ada)
  expect(line).toMatchObject({ State: 'pending', Amount: '250.00', Name: 'Crypto Deposit' })
  expect(await balance(ada)).toBe(0n)
  await runCommand(t.bank, ['confirm-deposit', line?.Id ?? ''])
  expect(await balance(ada)).toBe(250_00n)
  await expect(runCommand(t.bank, ['confirm-deposit', line?.Id ?? ''])).rejects.toThrow(
    'no longer pending',
  )
  expect(await balance(ada)).toBe(250_00n)
})

test('one that never arrives fails with its reason', async () => {
  const ada = await withCrypto()
  await t.ask(initBitcoinDeposit, announced(ada), ada.token)
  const id = (await newest(ada))?.Id ?? ''
  await runCommand(t.bank, ['refuse-deposit', id, 'Nothing', 'arrived'])
  expect((await newest(ada))?.State).toBe('failed')
  expect(await balance(ada)).toBe(0n)
})

test.each(['', ' \t', 'x'.repeat(201)])('one refused for %j credits nothing', async (refused) => {
  const ada = await withCrypto()
  await t.ask(initBitcoinDeposit, announced(ada), ada.token)
  const transactionId = (await newest(ada))?.Id ?? ''
  await expect(
    db.transaction((sql) => decideDeposit(t.bank, sql, { transactionId, refused })),
  ).rejects.toThrow('Say why, in at most 200 characters')
  expect((await newest(ada))?.State).toBe('pending')
  expect(await balance(ada)).toBe(0n)
})

// shows §6.5 §6.6 D48
test('without the flag, or where the bank says no, there is neither wallet nor deposit', async () => {
  const bob = await t.customer()
  expect((await t.ask(bitcoinWallet, {}, bob.token)).http).toBe(403)
  expect((await t.ask(initBitcoinDeposit, announced(bob), bob.token)).http).toBe(403)
  const shut = await testBank(db, { config: { allowCrypto: false } })
  const ada = await withCrypto()
  expect((await shut.ask(bitcoinWallet, {}, ada.token)).http).toBe(403)
  const init = await shut.ask(initUser, {}, ada.token)
  expect(init.data).toMatchObject({ allowCrypto: false })
  await shut.stop()
})

test('a bank without a wallet of its own takes no bitcoins', async () => {
  const bare = await testBank(db, { config: { bitcoinWallet: undefined } })
  const ada = await withCrypto()
  expect(await bare.ask(bitcoinWallet, {}, ada.token)).toEqual(refusedWith('crypto_off'))
  const asked = await bare.ask(initBitcoinDeposit, announced(ada), ada.token)
  expect(asked).toEqual(refusedWith('crypto_off'))
  const init = await bare.ask(initUser, {}, ada.token)
  expect(init.data).toMatchObject({ allowCrypto: false })
  await bare.stop()
})

test.each(['0', '-1', '1e-9', '', '9999999999999', 'abc'])(
  'the amount %j is refused',
  async (amount) => {
    const ada = await shared
    const reply = await t.ask(initBitcoinDeposit, announced(ada, { amount }), ada.token)
    expect(reply).toMatchObject({ http: 422, message: 'Enter a valid amount' })
  },
)
const shared = withCrypto()

test('an account must be named and be the customer’s own', async () => {
  const [ada, bob] = [await withCrypto(), await t.customer()]
  const none = await t.ask(initBitcoinDeposit, announced(ada, { account: '' }), ada.token)
  expect(none).toMatchObject({ http: 422, message: 'Select a destination account' })
  const foreign = announced(ada, { account: bob.account.publicId })
  const random = announced(ada, { account: crypto.randomUUID() })
  const [first, second] = [
    await t.ask(initBitcoinDeposit, foreign, ada.token),
    await t.ask(initBitcoinDeposit, random, ada.token),
  ]
  expect(first.http).toBe(403)
  expect(second).toEqual(first)
})

test('at most ten are under way, however many come at once; a known key is still answered', async () => {
  const ada = await withCrypto()
  const huge = announced(ada, { amount: '999999999999.99' })
  const known = { token: ada.token, headers: { 'idempotency-key': 'first-of-many' } }
  expect((await t.send(initBitcoinDeposit, huge, known)).statusCode).toBe(200)
  const many = await Promise.all(
    Array.from({ length: 30 }, () => t.ask(initBitcoinDeposit, huge, ada.token)),
  )
  expect(many.filter(({ http }) => http === 200)).toHaveLength(9)
  const message = 'You can have at most 10 deposits under way'
  expect(many.find(({ http }) => http !== 200)).toEqual(
    refusedWith('list_full', { message, data: { max: 10 } }),
  )
  expect((await t.send(initBitcoinDeposit, huge, known)).statusCode).toBe(200)
  await runCommand(t.bank, ['refuse-deposit', (await newest(ada))?.Id ?? '', 'No'])
  expect((await t.ask(initBitcoinDeposit, huge, ada.token)).http).toBe(200)
  expect((await t.ask(initBitcoinDeposit, huge, ada.token)).http).toBe(
    refusedWith('list_full').http,
  )
})

test('the same key logs one deposit', async () => {
  const ada = await withCrypto()
  const options = { token: ada.token, headers: { 'idempotency-key': 'deposit-1' } }
  const first = await t.send(initBitcoinDeposit, announced(ada), options)
  const second = await t.send(initBitcoinDeposit, announced(ada), options)
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  const other = await t.send(initBitcoinDeposit, announced(ada, { amount: '1.00' }), options)
  expect(other.statusCode).toBe(409)
  const [count] = await db.sql<{ count: number }>`
    select count(*)::int4 as count from transactions where account_id = ${ada.account.id}`
  expect(count?.count).toBe(1)
})
