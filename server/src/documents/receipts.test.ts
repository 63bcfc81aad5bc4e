import {
  type Call,
  createAccount,
  initBitcoinDeposit,
  receiptFile,
  saveBiller,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { readSeal } from '@passbook/contract/seal'
import { afterAll, expect, test } from 'vitest'
import { askForLoan } from '#loans/loans.ts'
import { passkeyOwner, signatureOver } from '#testing/passkey-owner.ts'
import { payDueBills } from '#testing/pay-bills.ts'
import { isSigned, readPdf } from '#testing/pdf-file.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { publicKeys } from './keys.ts'
import { renderer } from './renderer.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(async () => {
  await bank.stop()
  await renderer.stop()
})

const receipt = (who: TestCustomer, transactionId: string) =>
  bank.send(receiptFile, { transactionId }, { token: who.token })

async function lineOf(who: TestCustomer): Promise<string> {
  const [line] = await db.sql<{ id: string }>`
    select id from transactions where account_id = ${who.account.id} order by line desc limit 1`
  return line?.id ?? ''
}

/** The rows of the newest line's receipt: what stands beside each label. */
async function rowsOf(who: TestCustomer): Promise<Record<string, string>> {
  const { texts } = readPdf((await receipt(who, await lineOf(who))).rawPayload)
  const labels = [
    ...['Sender', 'Receiver', 'Transaction Type', 'Counterparty', 'Bank', 'Swift Code'],
    ...['Date and time', 'Reference Code', 'Note', 'Approval'],
  ]
  return Object.fromEntries(
    texts.flatMap((text, at) => (labels.includes(text) ? [[text, texts[at + 1] ?? '']] : [])),
  )
}

/** What is signed of the newest line's receipt. */
const factsOf = async (who: TestCustomer) =>
  readSeal((await receipt(who, await lineOf(who))).rawPayload)?.facts

/** How many have counted towards the limit of this hour. */
async function countOf({ id }: TestCustomer): Promise<number> {
  const [row] = await db.sql<{ count: number }>`
    select count from attempts where bucket = ${`receipt:hour:${id}`}`
  return row?.count ?? 0
}

test('a receipt is a signed file, the same whenever it is asked for', async () => {
  const ada = await bank.customer({ balance: '12.50' })
  const id = await lineOf(ada)
  const reply = await receipt(ada, id)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="receipt-${id}.pdf"`,
  })
  const pdf = readPdf(reply.rawPayload)
  expect(pdf).toMatchObject({ isTagged: true, elements: { H1: 1, Table: 1, Figure: 1 } })
  expect(pdf.texts).toEqual(expect.arrayContaining(['Transaction receipt', '+12.50 USD', id]))
  expect(pdf.texts.join(' ')).not.toContain('not proof of payment')
  expect(isSigned(reply.rawPayload, await publicKeys(bank.bank))).toBe(true)
  expect(readSeal(reply.rawPayload)?.facts).toMatchObject({
    kind: 'receipt',
    reference: id,
    amount: '12.50',
    state: 'completed',
  })
  expect((await receipt(ada, id)).rawPayload).toEqual(reply.rawPayload)
})

test('one that is not paid yet says that it proves no payment', async () => {
  const ada = await bank.customer({ pin: '4821', balance: '500.00', flags: { UseOtp: false } })
  await bank.ask(
    transferExternal,
    {
      ...{ source_account: ada.account.publicId, amount: '120.00', pin: '4821', otp: '' },
      ...{ acc_number: '8830071154', acc_name: 'Priya Raman', bank: 'Chase', bank_name: 'Chase' },
    },
    ada.token,
  )
  const { texts } = readPdf((await receipt(ada, await lineOf(ada))).rawPayload)
  expect(texts).toContain('\u2212120.00 USD')
  expect(texts.join(' ')).toContain(
    'This transaction is pending. This receipt is not proof of payment.',
  )
  expect(texts.join(' ')).toContain('Priya Raman')
})

// shows §2.13.7 §2.13.8
test('a loan and a crypto deposit name their receiver only, as on the screen', async () => {
  const ada = await bank.customer({ flags: { CryptoPayment: true } })
  const receiver = `${ada.name}, ${ada.account.number}`
  const account = ada.account.publicId
  await askForLoan(bank.bank, ada.id, { account, amount: 1_000_00n })
  const lent = await rowsOf(ada)
  expect(lent).toMatchObject({ Receiver: receiver, 'Transaction Type': 'Loan' })
  expect(lent).not.toHaveProperty('Sender')
  expect(lent).not.toHaveProperty('Counterparty')
  const deposit = { account, amount: '250.00', usd: '250.00' }
  expect((await bank.ask(initBitcoinDeposit, deposit, ada.token)).http).toBe(200)
  const deposited = await rowsOf(ada)
  expect(deposited).toMatchObject({
    Receiver: receiver,
    'Transaction Type': 'Credit',
    Counterparty: 'Crypto Deposit',
  })
  expect(deposited).not.toHaveProperty('Sender')
})

// shows §2.13.5 §2.13.6 D137 D163
test('a name that was typed for another bank is not verified, one of this bank is', async () => {
  const ada = await bank.customer({ pin: '4821', balance: '500.00', flags: { UseOtp: false } })
  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  const order = { source_account: ada.account.publicId, amount: '12.00', pin: '4821' }
  const own = `${ada.name}, ${ada.account.number}`
  const abroad = { acc_number: '8830071154', acc_name: 'Priya Raman', bank: 'Chase' }
  await bank.ask(transferExternal, { ...order, ...abroad, bank_name: 'Chase' }, ada.token)
  expect(await rowsOf(ada)).toMatchObject({
    Sender: own,
    Receiver: 'Priya Raman, 8830071154, Name not verified',
    Bank: 'Chase',
  })
  const { number } = bob.account
  await bank.ask(transferLocal, { ...order, acc_number: number, acc_name: 'x' }, ada.token)
  expect(await rowsOf(ada)).toMatchObject({ Sender: own, Receiver: `Bob Stone, ${number}` })
  expect(await rowsOf(bob)).toMatchObject({
    Sender: expect.stringContaining(ada.account.number),
    Receiver: `Bob Stone, ${number}`,
  })
})

const plain = { pin: '4821', balance: '500.00', flags: { UseOtp: false, CryptoPayment: true } }
const vendor = 'Best Electronics Ltd'

// shows D163
test('a move to an own account names its holder on both sides, whatever the account is called', async () => {
  const ada = await bank.customer({ ...plain, firstName: 'Mallory', lastName: 'Fraud' })
  const opened = await bank.ask(
    createAccount,
    { accountName: vendor, accountType: 'savings', currency: 'usd' },
    ada.token,
  )
  const { Id: destination_account, Number: number } = opened.data as { Id: string; Number: string }
  const order = { source_account: ada.account.publicId, amount: '12.00', pin: '4821' }
  await bank.ask(transferOwn, { ...order, destination_account, rate: '' }, ada.token)
  const sides = {
    Sender: `Mallory Fraud, own account ${ada.account.number}`,
    Receiver: `Mallory Fraud, own account ${number}`,
  }
  const paid = { name: 'Mallory Fraud', number, verified: true, own: true }
  expect(await rowsOf(ada)).toMatchObject(sides)
  expect(await factsOf(ada)).toMatchObject({ version: 2, receiver: paid })
  // As a local transfer to the number as well, and on the side that received.
  await bank.ask(transferLocal, { ...order, acc_number: number, acc_name: vendor }, ada.token)
  expect(await rowsOf(ada)).toMatchObject(sides)
  expect(await factsOf(ada)).toMatchObject({ receiver: paid })
  const [credit] = await db.sql<{ id: string }>`
    select t.id from transactions t join accounts a using (account_id)
    where a.number = ${number} and t.type = 'credit' limit 1`
  const { rawPayload } = await receipt(ada, credit?.id ?? '')
  const { texts } = readPdf(rawPayload)
  expect(texts).toEqual(expect.arrayContaining(Object.values(sides)))
  expect(texts.join(' ')).not.toContain(vendor)
  expect(JSON.stringify(readSeal(rawPayload)?.facts)).not.toContain(vendor)
})

// shows D163
test('a name that somebody typed is marked on the paper and in what is signed', async () => {
  const ada = await bank.customer(plain)
  const order = { source_account: ada.account.publicId, amount: '12.00', pin: '4821' }
  const bill = { account: ada.account.publicId, amount: '12.00', type: 'one time', pin: '4821' }
  const today = bank.clock.now().toISOString().slice(0, 10)
  const pay = async (call: Call, fields: object) => {
    const reply = await bank.send(call, { ...order, ...fields }, { token: ada.token })
    expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
    if (call === saveBiller && 'biller' in fields) await payDueBills(bank.bank)
    return { rows: await rowsOf(ada), facts: await factsOf(ada) }
  }
  const unverified = (name: string, number = '') => ({
    rows: { Receiver: [name, number, 'Name not verified'].filter(Boolean).join(', ') },
    facts: { receiver: { name, number, verified: false, own: false } },
  })
  const abroad = { acc_number: '1234567', acc_name: vendor, bank_name: 'ING', swift: 'INGBNL2A' }
  const wire = await pay(transferExternal, abroad)
  expect(wire).toMatchObject(unverified(vendor, '1234567'))
  expect(wire.rows.Bank).toBe('ING, Name not verified')
  const card = { card_name: vendor, card_number: '4242424242424242', card_expiry: '12/40' }
  const toCard = await pay(transferCard, { ...card, card_cv2: '123' })
  expect(toCard).toMatchObject(unverified(vendor, '**** 4242'))
  const wallet_address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const toWallet = await pay(transferCrypto, { wallet_address })
  expect(toWallet).toMatchObject(unverified('Bitcoin wallet', wallet_address))
  await bank.send(saveBiller, { name: vendor }, { token: ada.token })
  const own = { ...bill, biller: vendor, accountName: 'order 7', date: today }
  expect(await pay(saveBiller, own)).toMatchObject(unverified(vendor))
  // One of the five that the bank itself knows.
  const known = await pay(saveBiller, { ...own, biller: 'Netflix Inc' })
  expect(known).toMatchObject({
    rows: { Receiver: 'Netflix Inc' },
    facts: { receiver: { name: 'Netflix Inc', verified: true } },
  })
})

test('it names the passkey that approved the payment, and when', async () => {
  const ada = await passkeyOwner(bank, { pin: '4821', balance: '500.00' })
  const bob = await bank.customer()
  const order = { source_account: ada.account.publicId, amount: '12.00' }
  const { number } = bob.account
  const approval = await signatureOver(bank, ada, { ...order, to: number })
  const named = { acc_number: number, acc_name: 'x', approval }
  expect((await bank.ask(transferLocal, { ...order, ...named }, ada.token)).http).toBe(200)
  expect(await rowsOf(ada)).toMatchObject({
    Approval: expect.stringMatching(/^Approved with the passkey "Phone", /),
  })
})

test('who asks for many at once is refused some, and keeps nobody else waiting', async () => {
  const ada = await bank.customer({ balance: '12.50' })
  const eve = await bank.customer({ balance: '1.00' })
  const [hers, own] = [await lineOf(ada), await lineOf(eve)]
  // A thread takes long to start, so that all of them come before the first is drawn.
  await renderer.stop()
  const many = Array.from({ length: 10 }, () => receipt(ada, hers))
  const other = await receipt(eve, own)
  const codes = (await Promise.all(many)).map(({ statusCode }) => statusCode)
  expect(other.statusCode).toBe(200)
  expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(2)
  expect(codes).toContain(429)
  // Only what was drawn counts towards the hour.
  expect(await countOf(ada)).toBe(codes.filter((code) => code === 200).length)
  expect((await receipt(ada, hers)).statusCode).toBe(200)
})

test('while fifty files are waited for the next is refused, told when to try again, and not counted', async () => {
  const ada = await bank.customer({ balance: '12.50' })
  const id = await lineOf(ada)
  const gate = Promise.withResolvers<never>()
  const others = Array.from({ length: 50 }, (_, at) =>
    renderer.drawFor(BigInt(-1 - at), () => gate.promise),
  )
  const refused = await receipt(ada, id)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ code: 'unavailable' })
  expect(await countOf(ada)).toBe(0)
  gate.reject(new Error('not drawn'))
  await Promise.allSettled(others)
  expect((await receipt(ada, id)).statusCode).toBe(200)
  expect(await countOf(ada)).toBe(1)
})

test("another's receipt is answered as if it did not exist, and drawing has a limit", async () => {
  const ada = await bank.customer({ balance: '12.50' })
  const eve = await bank.customer({ balance: '1.00' })
  const foreign = await receipt(eve, await lineOf(ada))
  const unknown = await receipt(eve, 'ffffffff-ffff-4fff-8fff-ffffffffffff')
  expect([foreign.statusCode, foreign.body]).toEqual([403, unknown.body])
  await db.sql`
    insert into attempts(bucket, count, ends_at)
    values (${`receipt:hour:${eve.id}`}, 120, ${new Date(bank.clock.now().getTime() + 60_000)})`
  expect((await receipt(eve, await lineOf(eve))).statusCode).toBe(429)
})
