import type { Db } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { placeOrder } from '#orders/place.ts'
import { type LifeRun, liveThrough, type Plan, simulatedStart, walked } from './simulate-life.ts'
import type { TestBank, TestCustomer } from './test-bank.ts'

type Simulated = Plan & { id: bigint; amount: bigint; rich: boolean }

/** Standing orders of every rhythm; a calendar that goes from day to day says what they must have done. */
export function simulateOrders(
  db: Db,
  { seed, days }: { seed: number; days: number },
): Promise<LifeRun> {
  return liveThrough<Simulated>(
    db,
    { seed, days },
    {
      begin: (t, random) => placeAll(t, random, days),
      compare: (_, orders, last) => compare(db, orders, last),
    },
  )
}

async function placeAll(t: TestBank, random: () => number, days: number): Promise<Simulated[]> {
  const flags = { UseOtp: false }
  const people = {
    rich: await t.customer({ balance: '9000000.00', pin: '4821', flags }),
    poor: await t.customer({ balance: '190.00', pin: '4821', flags }),
  }
  const payee = await t.customer()
  const open = { until: null, times: null }
  const plans: Plan[] = [
    ...['2027-01-29', '2027-01-30', '2027-01-31', '2027-02-28', '2027-03-14', '2027-11-07'].map(
      (date) => ({ every: 'monthly' as const, date, ...open }),
    ),
    { every: 'yearly', date: '2028-02-29', ...open },
    { every: 'yearly', date: '2027-01-31', ...open },
    { every: 'weekly', date: '2027-01-08', until: '2028-03-03', times: null },
    { every: 'every two weeks', date: '2027-01-06', until: null, times: 40 },
  ]
  for (let count = 0; count < 10; count += 1) {
    const date = dayAfter(simulatedStart, Math.floor(random() * days))
    plans.push({ every: 'once', date, ...open })
  }
  const orders: Simulated[] = []
  for (const [index, plan] of plans.entries()) {
    const rich = index % 4 !== 2
    const amount = BigInt(1 + Math.floor(random() * 50_00))
    const id = await place(t, { who: rich ? people.rich : people.poor, payee, plan, amount })
    orders.push({ ...plan, id, amount, rich })
  }
  return orders
}

async function place(
  t: TestBank,
  order: { who: TestCustomer; payee: TestCustomer; plan: Plan; amount: bigint },
): Promise<bigint> {
  const { who, payee, plan, amount } = order
  const [customer] = await t.bank.db.sql<Parameters<typeof placeOrder>[1]>`
    select id, username, email, first_name as "firstName", last_name as "lastName",
      pending_transfer as "pendingTransfer" from customers where id = ${who.id}`
  if (!customer) throw new Error('a customer of a simulation is there')
  const { Id } = await placeOrder(t.bank, customer, {
    ...{ kind: 'local', source_account: who.account.publicId, amount, above: false },
    ...{ acc_number: payee.account.number, acc_name: payee.name, description: 'simulated' },
    ...{ destination_account: '', bank: '', bank_name: '', swift: '', card_name: '' },
    ...{ card_number: '', card_expiry: '', wallet_address: '', pot_id: '' },
    ...plan,
    ...{ pin: '4821', otp: '', approval: '', onceKey: undefined },
  })
  const [row] = await t.bank.db.sql<{ id: bigint }>`select id from orders where public_id = ${Id}`
  return row?.id ?? 0n
}

type Ended = { orderId: bigint; dueOn: string; state: string; amountMinor: bigint; line: string }

async function compare(db: Db, orders: Simulated[], last: string) {
  const ended = await db.sql<Ended>`
    select d.order_id as "orderId", d.due_on as "dueOn", d.state,
      x.amount_minor as "amountMinor", x.state as line
    from orders_due d left join transactions x on x.id = d.transaction_id
    where d.state <> 'waiting' and d.due_on <= ${last}`
  const misses: string[] = []
  let expected = 0
  for (const order of orders) {
    const due = walked(order, last)
    expected += due.length
    const own = ended.filter(({ orderId }) => orderId === order.id)
    const found = own.map(({ dueOn }) => dueOn).sort()
    if (found.join() !== due.join()) {
      misses.push(`${order.every} ${order.date}: due ${due.join(' ')}, ended ${found.join(' ')}`)
    }
    for (const { state, line, amountMinor, dueOn } of own) {
      const right = state === 'paid' ? 'completed' : 'failed'
      if (line !== right || amountMinor !== order.amount) {
        misses.push(`${dueOn} ${order.date}: ${amountMinor} ${line}, not ${order.amount} ${right}`)
      }
      if (state !== 'paid' && order.rich) misses.push(`${dueOn}: not paid though there was money`)
    }
  }
  misses.push(...(await strayLines(db)))
  const paid = ended.filter(({ state }) => state === 'paid').length
  const failed = ended.length - paid
  if (failed === 0) misses.push('no order was without money')
  const actual = ended.length
  return { orders: orders.length, expected, actual, paid, failed, misses }
}

/** Lines of the payers that belong to no date, and dates of the payers without one. */
async function strayLines(db: Db): Promise<string[]> {
  const [row] = await db.sql<{ lines: number; dates: number }>`
    select (select count(*)::int4 from transactions
        where description = 'simulated' and type = 'debit') as lines,
      (select count(*)::int4 from orders_due where transaction_id is not null) as dates`
  return row?.lines === row?.dates ? [] : [`${row?.lines} lines for ${row?.dates} dates`]
}
