import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addPasskey,
  type Call,
  createAccount,
  passkeyOptions,
  payeeOf,
  transactionReceipt,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { byLength } from '#testing/length.ts'
import { expectPlaced } from '#testing/references.ts'
import {
  type PasskeyAlgorithm,
  type SoftwarePasskey,
  softwarePasskey,
} from '#testing/software-passkey.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const refused = refusedWith('passkey_refused', { message: 'This passkey was not accepted' })

type Payer = TestCustomer & { key: SoftwarePasskey; dollars: string; pounds: string }
type Fields = Record<string, string>
type Order = { call: Call; fields: Fields }

async function payer(algorithm: PasskeyAlgorithm, counts = true): Promise<Payer> {
  const who = await bank.customer({
    pin: '4821',
    balance: '1000.00',
    flags: { CryptoPayment: true },
  })
  const key = softwarePasskey({ algorithm, counts })
  const options = (await bank.ask(passkeyOptions, { use: 'add' }, who.token)).data
  const credential = key.create(options as { challenge: string })
  await bank.ask(addPasskey, { name: 'Phone', credential }, who.token)
  const open = async (currency: string) => {
    const opened = await bank.ask(createAccount, { accountName: 'x', currency }, who.token)
    return (opened.data as { Id: string }).Id
  }
  return { ...who, key, dollars: await open('usd'), pounds: await open('gbp') }
}

const [anna, bob] = [await bank.customer(), await bank.customer()]

/** One order of each kind. */
const orders: Record<string, (who: Payer) => Order> = {
  local: ({ account }) => ({
    call: transferLocal,
    fields: { ...money(account.publicId), acc_number: anna.account.number, acc_name: anna.name },
  }),
  bank: ({ account }) => ({
    call: transferExternal,
    fields: { ...money(account.publicId), acc_number: '1234567', acc_name: 'Eva', bank: 'Chase' },
  }),
  wire: ({ account }) => ({
    call: transferExternal,
    fields: {
      ...money(account.publicId),
      ...{ acc_number: '1234567', acc_name: 'Eva', bank_name: 'ING', swift: 'INGBNL2A' },
    },
  }),
  card: ({ account }) => ({
    call: transferCard,
    fields: {
      ...money(account.publicId),
      ...{ card_name: 'Eva', card_number: '4242424242424242' },
      ...{ card_expiry: '12/40', card_cv2: '123' },
    },
  }),
  crypto: ({ account }) => ({
    call: transferCrypto,
    fields: {
      ...money(account.publicId),
      wallet_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    },
  }),
  own: ({ account, dollars }) => ({
    call: transferOwn,
    fields: { ...money(account.publicId), destination_account: dollars },
  }),
}
const money = (source_account: string) => ({ source_account, amount: '1.00' })

/** What a thief may change between the signature and the order; every one makes it another order. */
const changes: ((order: Order, who: Payer) => Order)[] = [
  (order) => put(order, { amount: '1.01' }),
  (order) => put(order, { amount: '100.00' }),
  (order, { pounds }) => put(order, { source_account: pounds }),
  (order, { dollars }) => put(order, { source_account: dollars, destination_account: 'x' }),
  ({ call, fields }, { pounds }) => {
    const other = {
      acc_number: call === transferLocal ? bob.account.number : '7654321',
      card_number: '4000058260000005',
      wallet_address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      destination_account: pounds,
    }
    const known = Object.entries(other).filter(([name]) => name in fields)
    return { call, fields: { ...fields, ...Object.fromEntries(known) } }
  },
  // Another kind.
  ({ call, fields: { source_account = '' } }, who) => {
    const kind = call === transferLocal ? 'crypto' : 'local'
    const other = orders[kind]?.(who) as Order
    return put(other, { source_account })
  },
  (order) => put(order, { bank: 'Akbank', bank_name: 'KBC' }),
  // Inside the bank the name is the holder's, whatever was typed.
  (order) => put(order, order.call === transferLocal ? {} : { acc_name: 'Eve', card_name: 'Eve' }),
  (order) => put(order, { card_expiry: '11/40' }),
]

const put = ({ call, fields }: Order, changed: Fields): Order => {
  const known = Object.entries(changed).filter(([name]) => name in fields)
  return { call, fields: { ...fields, ...Object.fromEntries(known) } }
}

/** What a passkey signs for an order. */
async function signed({ fields }: Order, { key, token }: Payer): Promise<string> {
  const { source_account = '', amount = '', card_number } = fields
  const to = payeeOf(fields as Parameters<typeof payeeOf>[0])
  const named = { source_account, amount, to, ...(card_number && { card_number }) }
  const reply = await bank.ask(passkeyOptions, { use: 'approve', ...named }, token)
  expect(reply, JSON.stringify(reply)).toMatchObject({ http: 200 })
  return key.sign(reply.data as { challenge: string })
}

const send = async ({ call, fields }: Order, approval: string, token: string, onceKey?: string) =>
  answerOf(
    await bank.send(
      call,
      { ...fields, approval },
      {
        token,
        headers: onceKey ? { 'idempotency-key': onceKey } : {},
      },
    ),
  )

const paidBy = async ({ id }: TestCustomer) =>
  (
    await db.sql`
    select 1 from transactions t join accounts a using (account_id)
    where a.owner_id = ${id} and t.type = 'debit'`
  ).length

describe.each(['ES256', 'EdDSA', 'ML-DSA-44'] as const)('an approval by %s', (algorithm) => {
  test.each(Object.keys(orders))('pays the %s order that was signed, once', async (kind) => {
    const who = await payer(algorithm)
    const order = orders[kind]?.(who) as Order
    const approval = await signed(order, who)
    const first = await send(order, approval, who.token, 'one')
    expect(first, JSON.stringify(first)).toMatchObject({ http: 200 })
    // The same order again, after a lost answer, is answered and not paid again.
    expect((await send(order, approval, who.token, 'one')).data).toMatchObject({
      transaction: { Id: (first.data as { transaction: { Id: string } }).transaction.Id },
    })
    expect(await send(order, approval, who.token, 'two')).toEqual(refused)
    expect(await send(order, approval, who.token)).toEqual(refused)
    expect(await paidBy(who)).toBe(1)
  })

  test('pays one of three orders at once', async () => {
    const who = await payer(algorithm)
    const order = orders.local?.(who) as Order
    const approval = await signed(order, who)
    // Sent once to be verified, while nothing may go out, and then three times at once.
    await db.sql`update customers set allow_transfer = false where id = ${who.id}`
    expect((await send(order, approval, who.token, 'zero')).http).toBe(403)
    await db.sql`update customers set allow_transfer = true where id = ${who.id}`
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((key) => send(order, approval, who.token, key)),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(answers.filter(({ http }) => http !== 200)).toEqual([refused, refused])
    expect(await paidBy(who)).toBe(1)
  })
})

test('of hundreds of approvals with one field changed after the signature none pays', async () => {
  const algorithms = ['ES256', 'EdDSA', 'ML-DSA-44'] as const
  const kinds = Object.keys(orders)
  const owners = byLength(20, 4)
  let tried = 0
  async function tryFifty(nth: number) {
    const who = await payer(algorithms[nth % 3] ?? 'ES256')
    for (let times = 0; times < 50; times += 1) {
      const order = orders[kinds[times % kinds.length] ?? '']?.(who) as Order
      const approval = await signed(order, who)
      const at = (nth * 50 + times) % changes.length
      const changed = changes[at]?.(order, who) as Order
      const same = JSON.stringify(changed.fields) === JSON.stringify(order.fields)
      const tampered = same ? put(order, { amount: `2.${10 + times}` }) : changed
      const answer = await send(tampered, approval, who.token, `${nth}-${times}`)
      expect(answer.http, JSON.stringify({ ...tampered.fields, ...answer })).toBeGreaterThanOrEqual(
        403,
      )
      tried += 1
    }
    expect(await paidBy(who)).toBe(0)
  }
  for (let nth = 0; nth < owners; nth += 4) {
    await Promise.all([0, 1, 2, 3].map((more) => tryFifty(nth + more)))
  }
  expect(tried).toBe(owners * 50)
  expect(await bank.findings()).toEqual([])
})

describe('refused', () => {
  test("another customer's approval, and one by another's passkey", async () => {
    const [ada, eve] = [await payer('ES256'), await payer('ES256')]
    const order = orders.bank?.(ada) as Order
    expect(
      await send(put(order, { source_account: eve.dollars }), await signed(order, ada), eve.token),
    ).toEqual(refused)
    const { source_account = '' } = order.fields
    const approval = await signed(order, { ...ada, key: eve.key })
    expect(source_account).toBe(ada.account.publicId)
    expect(await send(order, approval, ada.token)).toEqual(refused)
  })

  test.each(['clientDataJSON', 'authenticatorData', 'signature'])(
    'an approval whose %s was changed',
    async (field) => {
      const who = await payer('ES256')
      const order = orders.local?.(who) as Order
      const credential = JSON.parse(await signed(order, who))
      const bytes = Buffer.from(credential.response[field], 'base64url')
      bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1
      credential.response[field] = bytes.toString('base64url')
      expect(await send(order, JSON.stringify(credential), who.token)).toEqual(refused)
    },
  )

  test('an approval that waited too long, before or after it was verified', async () => {
    const who = await payer('ES256')
    const order = orders.local?.(who) as Order
    const late = await signed(order, who)
    bank.clock.advance(5 * 60_000)
    expect(await send(order, late, who.token)).toEqual(refused)
    const approval = await signed(order, who)
    await db.sql`update customers set allow_transfer = false where id = ${who.id}`
    expect((await send(order, approval, who.token)).http).toBe(403)
    await db.sql`update customers set allow_transfer = true where id = ${who.id}`
    bank.clock.advance(5 * 60_000)
    expect(await send(order, approval, who.token)).toEqual(refused)
  })

  test('a challenge for a sign-in, and an order that names nobody', async () => {
    const who = await payer('ES256')
    const order = orders.local?.(who) as Order
    const { source_account = '', amount = '' } = order.fields
    const nobody = await bank.ask(
      passkeyOptions,
      { use: 'approve', source_account, amount, to: '' },
      who.token,
    )
    expect(nobody).toMatchObject({ http: 422, field: 'to' })
    expect(await send(order, 'x', who.token)).toEqual(refused)
    const neither = await bank.ask(transferLocal, order.fields as never, who.token)
    expect(neither).toMatchObject({ http: 422, message: 'Invalid PIN', field: 'pin' })
  })
})

test('a passkey stands in for PIN and code, and no wrong PIN is counted for it', async () => {
  // One that does not count, as those in a cloud: of two at once the later may come first.
  const who = await payer('ES256', false)
  await db.sql`update customers set use_otp = true where id = ${who.id}`
  const order = orders.local?.(who) as Order
  const both = await Promise.all([signed(order, who), signed(order, who)])
  const answers = await Promise.all(
    both.map((approval, at) => send(order, approval, who.token, `k${at}`)),
  )
  expect(answers.map(({ http }) => http)).toEqual([200, 200])
  const [row] = await db.sql<{ tries: number }>`
    select pin_tries_total as tries from customers where id = ${who.id}`
  expect(row?.tries).toBe(0)
})

test.each(['ES256', 'EdDSA', 'ML-DSA-44', 'RS256'] as const)(
  "a receipt's approval by %s is verified with node:crypto alone, and a changed one is not",
  async (algorithm) => {
    const who = await payer(algorithm)
    const order = orders.wire?.(who) as Order
    const made = await send(order, await signed(order, who), who.token)
    const { Id } = (made.data as { transaction: { Id: string } }).transaction
    const receipt = await bank.send(transactionReceipt, { transactionId: Id }, { token: who.token })
    const { Approval } = receipt.json().data
    expect(Approval).toMatchObject({ Name: 'Phone', Customer: who.username })
    expect(JSON.parse(Approval.Order)).toEqual({
      kind: 'wire',
      source: who.account.publicId,
      amount: '1.00',
      currency: 'usd',
      payee: 'wire:1234567 at "ING" (INGBNL2A) for "Eva"',
    })
    expect(verified(receipt.body)).toContain('approved by')
    const dearer = receipt.body.replace('\\"amount\\":\\"1.00\\"', '\\"amount\\":\\"9.00\\"')
    expect(dearer).not.toBe(receipt.body)
    expect(() => verified(dearer)).toThrow(/WRONG {2}what was signed is this order/)
  },
)

/** What the script in tools/ says of a receipt; throws it where it does not hold. */
function verified(receipt: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'receipt-')), 'receipt.json')
  writeFileSync(file, receipt)
  const script = join(import.meta.dirname, '../../../tools/verify-approval.ts')
  try {
    return execFileSync(process.execPath, [script, file, 'http://localhost:3000']).toString()
  } catch (error) {
    throw new Error(String((error as { stdout?: Buffer }).stdout))
  }
}

test('every approval says where the line lies that it approved', async () => {
  await expectPlaced(db.sql, 'passkey_approvals')
})
