import {
  initUser,
  notifications,
  saveUndo,
  transactionReceipt,
  transactions,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  undoTransfer,
} from '@passbook/contract'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { openAccount } from '#accounts/accounts.ts'
import { runCommand } from '#cli/commands.ts'
import { balance } from '#ledger/ledger.ts'
import { type Answer, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { type Network, sandbox } from './rails.ts'
import { settleDue } from './settle-due.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())
afterEach(async () => {
  expect(await t.findings()).toEqual([])
})

const pin = '4821'
const second = 1_000
const payer = (flags: Record<string, boolean> = {}) =>
  t.customer({ pin, balance: '100.00', flags: { UseOtp: false, CryptoPayment: true, ...flags } })
const payee = () => t.customer({ firstName: 'Bea', balance: '1.00' })

const local = (from: TestCustomer, to: TestCustomer, changes: object = {}) => ({
  source_account: from.account.publicId,
  amount: '10.00',
  acc_number: to.account.number,
  acc_name: to.name,
  pin,
  undo_seconds: '10',
  ...changes,
})
const outside = (from: TestCustomer, changes: object = {}) => ({
  source_account: from.account.publicId,
  amount: '10.00',
  acc_number: '8830071154',
  acc_name: 'Priya Raman',
  bank: 'Chase',
  pin,
  undo_seconds: '10',
  ...changes,
})

type Line = { Id: string; State: string; UndoUntil?: string; Reason?: string }
const lineOf = ({ data }: Answer) => (data as { transaction: Line }).transaction
const moneyOf = async ({ account }: TestCustomer) => {
  const { balanceMinor, availableMinor } = await balance(db.sql, { accountId: account.id })
  return [balanceMinor, availableMinor]
}
const sentToday = async ({ id }: TestCustomer) => {
  const [row] = await db.sql<{ sum: bigint }>`
    select coalesce(sum(usd_minor), 0)::int8 as sum from transfer_days where customer_id = ${id}`
  return row?.sum
}
const undo = ({ token }: TestCustomer, id: string) => t.ask(undoTransfer, { id }, token)
const receipt = async ({ token }: TestCustomer, transactionId: string) =>
  (await t.ask(transactionReceipt, { transactionId }, token)).data as Line
const settle = () => settleDue(t.bank, sandbox)
const newsOf = async ({ token }: TestCustomer) => {
  await t.told()
  const { data } = await t.ask(notifications, {}, token)
  return (data as { List: { Title: string; Body: string }[] }).List.map(
    ({ Title, Body }) => `${Title}: ${Body}`,
  )
}
const tooLate = refusedWith('not_pending', { message: 'It is too late to call this transfer back' })

describe('a transfer to a payee who was not paid before', () => {
  // shows D155
  test('waits where the client asks for it, and then goes by itself', async () => {
    const [ada, bea] = [await payer(), await payee()]
    const before = Date.now()
    const placed = await t.ask(transferLocal, local(ada, bea), ada.token)
    const { Id, State, UndoUntil } = lineOf(placed)
    expect([placed.http, State]).toEqual([200, 'pending'])
    const waitsMs = Date.parse(UndoUntil ?? '') - before
    expect(waitsMs).toBeGreaterThanOrEqual(10 * second)
    expect(waitsMs).toBeLessThan(20 * second)
    expect(await moneyOf(ada)).toEqual([100_00n, 90_00n])
    expect(await moneyOf(bea)).toEqual([1_00n, 1_00n])
    await settle()
    expect(await receipt(ada, Id)).toMatchObject({ State: 'pending' })
    t.clock.advance(11 * second)
    await settle()
    expect(await moneyOf(ada)).toEqual([90_00n, 90_00n])
    expect(await moneyOf(bea)).toEqual([11_00n, 11_00n])
    const done = await receipt(ada, Id)
    expect(done).toMatchObject({ State: 'completed' })
    expect(done).not.toHaveProperty('UndoUntil')
    expect(await undo(ada, Id)).toEqual(tooLate)
  })

  // shows D155
  test('goes at once for a client that does not ask, or asks for nothing', async () => {
    for (const undo_seconds of [undefined, '0']) {
      const [ada, bea] = [await payer(), await payee()]
      const placed = await t.ask(transferLocal, local(ada, bea, { undo_seconds }), ada.token)
      expect(lineOf(placed)).toMatchObject({ State: 'completed' })
      expect(lineOf(placed)).not.toHaveProperty('UndoUntil')
      expect(await moneyOf(bea)).toEqual([11_00n, 11_00n])
    }
  })

  // shows D155
  test('can be called back: the money is free, the day’s limit too, and the payee hears nothing', async () => {
    const [ada, bea] = [await payer(), await payee()]
    const heard = await newsOf(bea)
    const { Id } = lineOf(await t.ask(transferLocal, local(ada, bea), ada.token))
    expect(await sentToday(ada)).toBe(10_00n)
    const back = await undo(ada, Id)
    expect(back).toMatchObject({
      http: 200,
      data: {
        account: { CurrentBalance: '100.00', AvailableBalance: '100.00' },
        transaction: { Id, State: 'failed', Reason: 'Called back by you' },
      },
    })
    expect(lineOf(back)).not.toHaveProperty('UndoUntil')
    expect(await moneyOf(ada)).toEqual([100_00n, 100_00n])
    expect(await sentToday(ada)).toBe(0n)
    t.clock.advance(20 * second)
    await settle()
    expect((await newsOf(ada))[0]).toBe(
      `Transfer called back: $10.00 to Bea Okafor, from ${ada.account.name} ` +
        `(${ada.account.number}), was called back.`,
    )
    expect(await newsOf(bea)).toEqual(heard)
    expect(await moneyOf(bea)).toEqual([1_00n, 1_00n])
    expect((await t.mailTo(bea.email)).some(({ text }) => text.includes('$10.00'))).toBe(false)
    // Whoever did not hear the answer asks again and hears the same.
    expect(await undo(ada, Id)).toEqual(back)
    expect(await sentToday(ada)).toBe(0n)
    // What was called back has not been paid: the next one waits as well.
    const next = await t.ask(transferLocal, local(ada, bea), ada.token)
    expect(lineOf(next)).toMatchObject({ State: 'pending', UndoUntil: expect.any(String) })
  })

  test('tells the payee when the money comes, not before', async () => {
    const [ada, bea] = [await payer(), await payee()]
    const about = async () =>
      (await t.mailTo(bea.email)).filter(({ subject }) => /Money received/.test(subject)).length
    await t.told()
    const before = await about()
    await t.ask(transferLocal, local(ada, bea), ada.token)
    await newsOf(bea)
    expect(await about()).toBe(before)
    t.clock.advance(10 * second)
    await settle()
    expect((await newsOf(bea))[0]).toMatch(/^Money received: \$10\.00 from Ada Okafor/)
    expect(await about()).toBe(before + 1)
  })

  test('can be seen in the list, on the receipt and at the first load while it can be called back', async () => {
    const [ada, bea] = [await payer(), await payee()]
    const { Id, UndoUntil } = lineOf(await t.ask(transferLocal, local(ada, bea), ada.token))
    const seen = async () => {
      const page = await t.ask(transactions, { accountId: ada.account.publicId }, ada.token)
      const [listed] = (page.data as { List: Line[] }).List
      const first = await t.ask(initUser, {}, ada.token)
      const [entry] = (first.data as { accounts: { transactions: Line[] }[] }).accounts
      const lines = [listed, await receipt(ada, Id), entry?.transactions[0]]
      return lines.map((line) => line?.UndoUntil)
    }
    expect(await seen()).toEqual([UndoUntil, UndoUntil, UndoUntil])
    t.clock.advance(10 * second)
    expect(await seen()).toEqual([undefined, undefined, undefined])
  })

  test('is answered the same to a repeat, in time and after it', async () => {
    const [ada, bea] = [await payer(), await payee()]
    const options = { token: ada.token, headers: { 'idempotency-key': 'one-order' } }
    const first = await t.send(transferLocal, local(ada, bea), options)
    const again = await t.send(transferLocal, local(ada, bea, { undo_seconds: '60' }), options)
    expect(again.body).toBe(first.body)
    t.clock.advance(10 * second)
    await settle()
    const late = await t.send(transferLocal, local(ada, bea), options)
    expect(late.json()).toMatchObject({ data: { transaction: { State: 'completed' } } })
    expect(await moneyOf(bea)).toEqual([11_00n, 11_00n])
  })

  test('is too late to call back when the time is over, even before anybody has paid it', async () => {
    const [ada, bea] = [await payer(), await payee()]
    const { Id } = lineOf(await t.ask(transferLocal, local(ada, bea), ada.token))
    t.clock.advance(10 * second)
    expect(await undo(ada, Id)).toEqual(tooLate)
    await settle()
    expect(await moneyOf(bea)).toEqual([11_00n, 11_00n])
  })

  test('goes back where the payee’s account was closed meanwhile', async () => {
    const [ada, bea] = [await payer(), await t.customer()]
    const { Id } = lineOf(await t.ask(transferLocal, local(ada, bea), ada.token))
    await runCommand(t.bank, ['close-account', bea.account.number])
    t.clock.advance(10 * second)
    await settle()
    expect(await receipt(ada, Id)).toMatchObject({
      State: 'failed',
      Reason: 'This account is closed',
    })
    expect(await moneyOf(ada)).toEqual([100_00n, 100_00n])
    expect(await sentToday(ada)).toBe(0n)
  })

  test('a clock that is set back keeps it waiting and never sends it twice', async () => {
    const [ada, bea] = [await payer(), await payee()]
    const { Id } = lineOf(await t.ask(transferLocal, local(ada, bea), ada.token))
    t.clock.advance(-600 * second)
    await settle()
    expect(await moneyOf(bea)).toEqual([1_00n, 1_00n])
    t.clock.advance(1_200 * second)
    await settle()
    t.clock.advance(-600 * second)
    expect(await undo(ada, Id)).toEqual(tooLate)
    await settle()
    expect(await moneyOf(bea)).toEqual([11_00n, 11_00n])
  })
})

describe('a payee who was paid before', () => {
  const again: [string, (from: TestCustomer) => Promise<Answer>][] = [
    ['another bank', (ada) => t.ask(transferExternal, outside(ada), ada.token)],
    [
      'a wire',
      (ada) =>
        t.ask(
          transferExternal,
          outside(ada, { bank: '', bank_name: 'Deutsche Bank', swift: 'DEUTDEFF' }),
          ada.token,
        ),
    ],
    [
      'a card',
      (ada) =>
        t.ask(
          transferCard,
          {
            source_account: ada.account.publicId,
            amount: '10.00',
            card_name: 'A B',
            card_number: '4242424242424242',
            card_expiry: '12/40',
            card_cv2: '123',
            pin,
            undo_seconds: '10',
          },
          ada.token,
        ),
    ],
    [
      'a wallet',
      (ada) =>
        t.ask(
          transferCrypto,
          {
            source_account: ada.account.publicId,
            amount: '10.00',
            wallet_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
            pin,
            undo_seconds: '10',
          },
          ada.token,
        ),
    ],
  ]

  // shows D155
  test.each(again)(
    '%s: the first waits before the network is asked, the second does not',
    async (_, pay) => {
      const ada = await payer()
      const asked: string[] = []
      const network: Network = async ({ reference }) => {
        asked.push(reference)
        return { paid: true }
      }
      const first = lineOf(await pay(ada))
      expect(first).toMatchObject({ State: 'pending', UndoUntil: expect.any(String) })
      // RAIL_SECONDS are counted from the end of the undo time.
      t.clock.advance(14 * second)
      await settleDue(t.bank, network)
      expect(asked).toEqual([])
      expect(await undo(ada, first.Id)).toEqual(tooLate)
      t.clock.advance(2 * second)
      await settleDue(t.bank, network)
      expect(asked).toEqual([first.Id])
      const second_ = lineOf(await pay(ada))
      expect(second_).toMatchObject({ State: 'pending' })
      expect(second_).not.toHaveProperty('UndoUntil')
      expect(await undo(ada, second_.Id)).toEqual(tooLate)
      t.clock.advance(6 * second)
      await settleDue(t.bank, network)
      expect(await moneyOf(ada)).toEqual([80_00n, 80_00n])
    },
  )

  test.each(again)('%s: called back, the network is never asked', async (_, pay) => {
    const ada = await payer()
    const { Id } = lineOf(await pay(ada))
    expect((await undo(ada, Id)).http).toBe(200)
    t.clock.advance(60 * second)
    const asked: string[] = []
    await settleDue(t.bank, async ({ reference }) => {
      asked.push(reference)
      return { paid: true }
    })
    expect(asked).toEqual([])
    expect(await moneyOf(ada)).toEqual([100_00n, 100_00n])
  })

  test('is known however the money went: alone, in a batch, or after waiting', async () => {
    const [ada, alone, waited] = [await payer(), await payee(), await payee()]
    const many = await Promise.all(Array.from({ length: 5 }, payee))
    await t.ask(transferLocal, local(ada, alone, { undo_seconds: '0', amount: '1.00' }), ada.token)
    await t.ask(transferLocal, local(ada, waited, { amount: '1.00' }), ada.token)
    t.clock.advance(10 * second)
    await settle()
    await Promise.all(
      many.map((to) =>
        t.ask(transferLocal, local(ada, to, { undo_seconds: '0', amount: '1.00' }), ada.token),
      ),
    )
    for (const to of [alone, waited, ...many]) {
      const next = await t.ask(transferLocal, local(ada, to, { amount: '1.00' }), ada.token)
      expect(lineOf(next)).toMatchObject({ State: 'completed' })
    }
  })

  test('is one account at one bank, of one customer, and is known since its first payment', async () => {
    const [ada, bob] = [await payer(), await payer()]
    const pay = (from: TestCustomer, changes: object = {}) =>
      t.ask(transferExternal, outside(from, { amount: '1.00', ...changes }), from.token)
    await pay(ada, { undo_seconds: '0' })
    t.clock.advance(6 * second)
    await settle()
    const waits = async (answer: Promise<Answer>) => 'UndoUntil' in lineOf(await answer)
    expect(await waits(pay(ada))).toBe(false)
    expect(await waits(pay(ada, { acc_number: ' 8830 071154' }))).toBe(false)
    expect(await waits(pay(ada, { bank: 'Bank of America' }))).toBe(true)
    expect(await waits(pay(bob))).toBe(true)
    const [known] = await db.sql`
      select payee_is_known(${ada.id}, payee) as now,
        payee_is_known(${ada.id}, payee, first_paid_at) as sooner,
        payee_is_known(${ada.id}, payee, first_paid_at + interval '1 ms') as after, payee
      from paid_payees where customer_id = ${ada.id}`
    expect(known).toEqual({
      now: true,
      sooner: false,
      after: true,
      payee: 'bank:8830071154 at Chase',
    })
  })

  test('is not one whose payment the network refused', async () => {
    const ada = await payer()
    const pay = () => t.ask(transferExternal, outside(ada, { acc_number: '8830070000' }), ada.token)
    await pay()
    t.clock.advance(16 * second)
    await settle()
    expect(lineOf(await pay())).toHaveProperty('UndoUntil')
  })
})

test('a move to an own account goes at once, whatever is asked for', async () => {
  const ada = await payer()
  const savings = await db.transaction((sql) =>
    openAccount(sql, ada.id, { type: 'savings', currency: 'usd', name: 'S', now: t.clock.now() }),
  )
  const order = { ...local(ada, ada), acc_number: savings.number }
  const moved = await t.ask(transferLocal, order, ada.token)
  expect(lineOf(moved)).toMatchObject({ State: 'completed' })
  expect(await moneyOf(ada)).toEqual([90_00n, 90_00n])
})

test('an order that the operator looks at can be called back while its time runs, and else waits', async () => {
  const [ada, bea] = [await payer({ PendingTransfer: true }), await payee()]
  const one = lineOf(await t.ask(transferLocal, local(ada, bea), ada.token))
  const other = lineOf(await t.ask(transferLocal, local(ada, bea), ada.token))
  const without = local(ada, bea, { undo_seconds: '0' })
  const plain = lineOf(await t.ask(transferLocal, without, ada.token))
  expect((await undo(ada, one.Id)).http).toBe(200)
  expect(await undo(ada, plain.Id)).toEqual(tooLate)
  t.clock.advance(60 * second)
  await settle()
  expect(await receipt(ada, other.Id)).toMatchObject({ State: 'pending' })
  expect(await undo(ada, other.Id)).toEqual(tooLate)
  expect(await moneyOf(ada)).toEqual([100_00n, 80_00n])
  await runCommand(t.bank, ['settle', other.Id])
  expect(await moneyOf(bea)).toEqual([11_00n, 11_00n])
})

test('whoever is not its sender cannot call it back, the payee and the next customer alike', async () => {
  const [ada, bea, eve] = [await payer(), await payee(), await payer()]
  const { Id } = lineOf(await t.ask(transferLocal, local(ada, bea), ada.token))
  const unknown = refusedWith('not_yours', { message: 'This transfer is not available to you' })
  for (const who of [bea, eve]) expect(await undo(who, Id)).toEqual(unknown)
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x']) {
    expect(await undo(ada, id)).toEqual(unknown)
  }
  expect(await moneyOf(ada)).toEqual([100_00n, 90_00n])
})

test.each(['61', '-1', '1.5', 'ten', '100', ' '])(
  'undo_seconds cannot be %j',
  async (undo_seconds) => {
    const [ada, bea] = [await payer(), await payee()]
    const wrong = refusedWith('invalid', {
      message: 'Choose from 0 to 60 seconds',
      field: 'undo_seconds',
    })
    expect(await t.ask(transferLocal, local(ada, bea, { undo_seconds }), ada.token)).toEqual(wrong)
    expect(await t.ask(saveUndo, { undo_seconds }, ada.token)).toEqual(wrong)
  },
)

test('a customer’s choice is kept, and told with the bank’s preset where there is none', async () => {
  const ada = await payer()
  const told = async () => {
    const { data } = await t.ask(initUser, {}, ada.token)
    return (data as { undoSeconds: number }).undoSeconds
  }
  expect(await told()).toBe(10)
  for (const undo_seconds of ['60', '0']) {
    const saved = await t.ask(saveUndo, { undo_seconds }, ada.token)
    expect(saved).toMatchObject({ http: 200, message: 'Undo time set successfully' })
    expect(await told()).toBe(Number(undo_seconds))
  }
})
