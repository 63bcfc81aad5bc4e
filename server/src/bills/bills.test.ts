import {
  billerList,
  cancelBill,
  endStanding,
  messages,
  orderStanding,
  pauseStanding,
  saveBiller,
  savedBills,
  standingOrder,
  standingOrders,
} from '@passbook/contract'
import { expect, test } from 'vitest'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db, { config: { bankZone: 'Pacific/Auckland' } })

const day = 24 * 3_600_000
const zoned = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' })
/** The bank's calendar day, some days from now. */
const inDays = (days: number) => zoned.format(new Date(t.clock.now().getTime() + days * day))

const bill = (who: TestCustomer, changes: Record<string, string> = {}) => ({
  biller: 'Netflix Inc',
  accountName: 'ada@example.com',
  account: who.account.publicId,
  type: 'recurring',
  amount: '15.49',
  date: inDays(3),
  ...changes,
})

const send = async (who: TestCustomer, fields: Record<string, string>, key?: string) => {
  const headers = key ? { headers: { 'idempotency-key': key } } : {}
  const reply = await t.send(saveBiller, fields, { token: who.token, ...headers })
  return { http: reply.statusCode, ...reply.json() }
}

const bills = async (who: TestCustomer) =>
  (await t.ask(savedBills, {}, who.token)).data as Record<string, unknown>[]

const names = async (who: TestCustomer) =>
  ((await t.ask(billerList, {}, who.token)).data as { Name: string }[]).map(({ Name }) => Name)

// shows §3.15 §7.30 §7.31 D77 D127
test('a saved bill is on the list with its next date', async () => {
  const ada = await t.customer()
  expect(await bills(ada)).toEqual([])
  const answer = await send(ada, bill(ada, { biller: 'netflix inc', date: '2090-01-31' }))
  expect(answer).toMatchObject({ http: 200, status: 'success', message: 'Bill saved successfully' })
  expect(await bills(ada)).toEqual([
    {
      Name: 'Netflix Inc',
      Date: '2090-01-31',
      Type: 'recurring',
      Id: answer.data.Id,
      NextDate: '2090-02-28',
      Amount: '15.49',
      AccountName: 'ada@example.com',
      Account: { Number: ada.account.number, Currency: { Code: 'usd' } },
      State: 'active',
      LastError: null,
    },
  ])
})

// shows §5.54 §5.55 §5.56 §5.57 §5.58 §5.59 D79
test('the first thing that is wrong with a bill is said, in the words of the specification', async () => {
  const [ada, bob] = [await t.customer({ pin: '4821' }), await t.customer()]
  const cases: [Record<string, string>, string][] = [
    [{ biller: '', accountName: '', amount: '0' }, 'Select a biller'],
    [{ biller: 'Nobody Ltd' }, 'Select a biller'],
    [{ biller: '', name: 'Water works' }, 'Select a biller'],
    [{ accountName: ' ', account: '' }, 'Enter your account name'],
    [{ account: '', type: '' }, 'Select a source acount'],
    [{ type: 'weekly', amount: '0' }, 'Select bill type'],
    [{ amount: '0', date: '' }, 'Enter a valid amount'],
    [{ amount: '-1' }, 'Enter a valid amount'],
    [{ amount: '1.005' }, 'Enter a valid amount'],
    [{ date: '' }, 'select billing date'],
    [{ date: '2024-13-40' }, 'select billing date'],
    [{ date: 'a-b-c' }, 'select billing date'],
    [{ date: '2027-02-30' }, 'select billing date'],
    [{ date: inDays(-1) }, messages.billDatePast],
    [{ date: '2024-01-31' }, messages.billDatePast],
    [{ pin: '0000' }, messages.pinInvalid],
  ]
  for (const [changes, message] of cases) {
    const field = Object.keys(changes)[0] as string
    const code = field === 'pin' ? 'pin_wrong' : 'invalid'
    const data = field === 'pin' ? { data: { triesLeft: 4 } } : {}
    const refused = refusedWith(code, { message, field, ...data })
    expect(await send(ada, bill(ada, changes))).toEqual(refused)
  }
  const message = messages.accountNotYours
  const foreign = refusedWith('not_yours', { message, field: 'account' })
  const unknown = '6f1c6f0e-8f5d-4a33-9d6d-0d7b1f1f0a11'
  for (const account of [bob.account.publicId, unknown, 'nonsense']) {
    expect(await send(ada, bill(ada, { account }))).toEqual(foreign)
  }
  expect(await send(ada, {})).toMatchObject({ message: 'Select a biller' })
  expect((await t.send(saveBiller, {})).statusCode).toBe(401)
  expect(await bills(ada)).toEqual([])
  expect(await send(ada, bill(ada, { pin: '4821' }))).toMatchObject({ http: 200 })
})

test('a bill may be due today, by the calendar of the bank', async () => {
  const ada = await t.customer()
  expect(await send(ada, bill(ada, { date: inDays(0), type: 'one time' }))).toMatchObject({
    http: 200,
  })
})

// shows §7.31 D77
test('the five billers come first, then the own ones that nobody else sees', async () => {
  const [ada, bob] = [
    await t.customer({ pin: '4821', flags: { UseOtp: false } }),
    await t.customer(),
  ]
  const five = ['Amazon Prime', 'Apple Inc', 'Netflix Inc', 'AT&T Inc', 'Meta Platforms']
  expect(await names(ada)).toEqual(five)
  expect(await send(ada, { name: ' Water works ' })).toMatchObject({ http: 200 })
  expect(await send(ada, { name: 'City gas', anything: 'else' })).toMatchObject({ http: 200 })
  expect(await names(ada)).toEqual([...five, 'City gas', 'Water works'])
  expect(await names(bob)).toEqual(five)
  expect(await send(ada, bill(ada, { biller: 'WATER WORKS', pin: '4821' }))).toMatchObject({
    http: 200,
  })
  expect((await bills(ada))[0]).toMatchObject({ Name: 'Water works' })
  expect(await send(bob, bill(bob, { biller: 'Water works' }))).toMatchObject({
    message: 'Select a biller',
  })
})

// shows §5.60 §7.30 D78 D127
test('a biller needs a name that is not on the list', async () => {
  const ada = await t.customer()
  await send(ada, { name: 'Water works' })
  expect(await send(ada, { name: '  ' })).toEqual(
    refusedWith('invalid', { message: 'Enter biller name', field: 'name' }),
  )
  expect(await send(ada, { name: 'a'.repeat(121) })).toMatchObject({ message: messages.tooLong })
  const known = refusedWith('biller_known')
  for (const name of ['Water works', 'WATER WORKS', 'netflix inc', 'ＡＴ＆Ｔ Inc']) {
    expect(await send(ada, { name })).toEqual(known)
  }
  const twice = await Promise.all([send(ada, { name: 'Twin' }), send(ada, { name: 'twin' })])
  expect(twice.map(({ http }) => http).sort()).toEqual([200, 409])
})

test('the same key saves one bill, and never another', async () => {
  const ada = await t.customer()
  const order = bill(ada)
  const answers = await Promise.all([1, 2, 3].map(() => send(ada, order, 'bill-1')))
  expect(new Set(answers.map(({ data }) => data.Id)).size).toBe(1)
  expect(await bills(ada)).toHaveLength(1)
  expect(await send(ada, { ...order, amount: '15.50' }, 'bill-1')).toEqual(
    refusedWith('key_reused'),
  )
  await send(ada, order, 'bill-2')
  expect(await bills(ada)).toHaveLength(2)
})

// shows D79
test('a bill is cancelled by its owner, once', async () => {
  const [ada, bob] = [await t.customer(), await t.customer()]
  const { data } = await send(ada, bill(ada))
  const cancel = async (who: TestCustomer, id: string) => {
    const reply = await t.send(cancelBill, { id }, { token: who.token })
    return answerOf(reply)
  }
  const unknown = refusedWith('not_yours', { message: messages.billUnknown })
  for (const id of [data.Id, '6f1c6f0e-8f5d-4a33-9d6d-0d7b1f1f0a11', 'nonsense']) {
    expect(await cancel(bob, id)).toEqual(unknown)
  }
  expect(await bills(ada)).toHaveLength(1)
  expect(await cancel(ada, data.Id)).toEqual({ http: 200, status: 'success' })
  expect(await bills(ada)).toEqual([])
  expect(await cancel(ada, data.Id)).toEqual(unknown)
})

test('a bill is none of the standing orders, and takes no room of theirs', async () => {
  const ada = await t.customer({ pin: '4821', flags: { UseOtp: false } })
  const { data } = await send(ada, bill(ada))
  expect((await t.ask(standingOrders, {}, ada.token)).data).toEqual([])
  const unknown = refusedWith('not_yours', { message: messages.orderUnknown })
  const id = data.Id as string
  for (const call of [standingOrder, pauseStanding, endStanding]) {
    expect(await t.ask(call, { id }, ada.token)).toEqual(unknown)
  }
  await db.sql`
    insert into bills(customer_id, account_id, biller, account_name, type, amount_minor, first_on,
      due_on, next_try_at, state, created_at)
    select ${ada.id}, ${ada.account.id}, 'b1', 'x', 'one time', 1, '2099-01-01', '2099-01-01',
      now(), 'active', now()
    from generate_series(1, 199)`
  expect(await bills(ada)).toHaveLength(200)
  expect(await send(ada, bill(ada))).toMatchObject({ code: 'list_full' })
  const payee = await t.customer()
  const local = { acc_number: payee.account.number, acc_name: payee.name, kind: 'local' } as const
  const order = { source_account: ada.account.publicId, amount: '1.00', every: 'monthly' } as const
  const standing = { ...local, ...order, date: inDays(3), pin: '4821' }
  expect(await t.ask(orderStanding, standing, ada.token)).toMatchObject({ http: 200 })
})

test('of many billers that are added at once no more stay than there is room for', async () => {
  const ada = await t.customer()
  await db.sql`
    insert into own_billers(customer_id, name, name_key)
    select ${ada.id}, 'b' || n, 'b' || n from generate_series(1, 97) n`
  const added = await Promise.all(
    Array.from({ length: 20 }, (_, n) => send(ada, { name: `Another ${n}` })),
  )
  expect(added.filter(({ http }) => http === 200)).toHaveLength(3)
})

test('there is room for many bills and billers, not for any number', async () => {
  const full = (max: number, what: string) =>
    refusedWith('list_full', { message: `You can have at most ${max} ${what}`, data: { max } })
  const ada = await t.customer()
  await db.sql`
    insert into own_billers(customer_id, name, name_key)
    select ${ada.id}, 'b' || n, 'b' || n from generate_series(1, 100) n`
  expect(await send(ada, { name: 'One more' })).toEqual(full(100, 'billers of your own'))
  await db.sql`
    insert into bills(customer_id, account_id, biller, account_name, type, amount_minor, first_on,
      due_on, next_try_at, state, created_at)
    select ${ada.id}, ${ada.account.id}, 'b1', 'x', 'one time', 1, '2099-01-01', '2099-01-01',
      now(), 'active', now()
    from generate_series(1, 200)`
  expect(await send(ada, bill(ada))).toEqual(full(200, 'bills'))
})
