import { saveBill } from '#bills/bills.ts'
import type { Db } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { momentOf } from '#kernel/context.ts'
import { type LifeRun, liveThrough, type Plan, simulatedStart, walked } from './simulate-life.ts'
import type { TestBank, TestCustomer } from './test-bank.ts'

type Simulated = Plan & { publicId: string; amount: bigint; rich: boolean; who: TestCustomer }

/** Bills of every day of the month and for one time, of somebody with money and of somebody without. */
export function simulateBills(
  db: Db,
  { seed, days }: { seed: number; days: number },
): Promise<LifeRun> {
  return liveThrough<Simulated>(
    db,
    { seed, days },
    {
      begin: (t, random) => saveBills(t, random, days),
      compare: (_, bills, last) => compare(db, bills, last),
    },
  )
}

async function saveBills(t: TestBank, random: () => number, days: number): Promise<Simulated[]> {
  const people = {
    rich: await t.customer({ balance: '1000000.00' }),
    poor: await t.customer({ balance: '90.00' }),
  }
  const on = (month: string, date: number) => `${month}-${String(date).padStart(2, '0')}`
  const plans: { type: 'recurring' | 'one time'; date: string; rich: boolean }[] = [
    29, 30, 31, 1, 15,
  ].flatMap((date) => [
    { type: 'recurring', date: on('2027-01', date), rich: true },
    { type: 'recurring', date: on('2027-03', date), rich: date !== 31 },
  ])
  for (let count = 0; count < 20; count += 1) {
    const date = dayAfter(simulatedStart, Math.floor(random() * (days + 20)))
    plans.push({ type: 'one time', date, rich: count % 5 > 0 })
  }
  const today = momentOf(t.bank).day
  const bills: Simulated[] = []
  for (const { type, rich, date: wanted } of plans) {
    const isPast = wanted < today
    const date = isPast ? today : wanted
    const amount = BigInt(1 + Math.floor(random() * 50_00))
    const who = rich ? people.rich : people.poor
    const order = { biller: 'Netflix Inc', accountName: 'simulated', type, amount, date }
    const publicId = await saveBill(t.bank, who.id, { ...order, account: who.account.publicId })
    const every = type === 'recurring' ? 'monthly' : 'once'
    bills.push({ every, date, until: null, times: null, amount, rich, publicId, who })
  }
  return bills
}

type Payment = {
  publicId: string
  dueOn: string
  paid: boolean
  amountMinor: bigint
  state: string
  accountId: bigint
}

async function compare(db: Db, bills: Simulated[], last: string) {
  // Also those that came due after the last day that is compared: their lines are there.
  const all = await db.sql<Payment>`
    select o.public_id as "publicId", d.due_on as "dueOn", d.state = 'paid' as paid,
      x.amount_minor as "amountMinor", x.state, x.account_id as "accountId"
    from orders_due d join orders o on o.id = d.order_id
      left join transactions x on x.id = d.transaction_id
    where o.kind = 'bill' and d.state <> 'waiting'`
  const payments = all.filter(({ dueOn }) => dueOn <= last)
  const misses: string[] = []
  let expected = 0
  for (const bill of bills) {
    const due = walked(bill, last)
    expected += due.length
    const own = payments.filter(({ publicId }) => publicId === bill.publicId)
    const found = own.map(({ dueOn }) => dueOn).sort()
    if (found.join() !== due.join()) {
      misses.push(`${bill.date} ${bill.every}: due ${due.join(' ')}, ended ${found.join(' ')}`)
    }
    for (const { paid, amountMinor, state, dueOn, accountId } of own) {
      const right = amountMinor === bill.amount && accountId === bill.who.account.id
      if (!right || state !== (paid ? 'completed' : 'failed')) {
        misses.push(`${dueOn} ${bill.date}: ${amountMinor} ${state}, not ${bill.amount}`)
      }
      if (!paid && bill.rich) misses.push(`${dueOn} ${bill.date}: not paid though there was money`)
    }
  }
  misses.push(...(await strayLines(db, all)), ...(await wrongBalances(db, bills, all)))
  const paid = payments.filter((payment) => payment.paid).length
  const failed = payments.length - paid
  if (failed === 0) misses.push('no bill was without money')
  const actual = payments.length
  return { orders: bills.length, expected, actual, paid, failed, misses }
}

async function strayLines(db: Db, payments: Payment[]): Promise<string[]> {
  const [row] = await db.sql<{ count: number }>`
    select count(*)::int4 as count from transactions where method = 'bill'`
  return row?.count === payments.length
    ? []
    : [`${row?.count} lines on the statements for ${payments.length} payments`]
}

async function wrongBalances(db: Db, bills: Simulated[], payments: Payment[]) {
  const misses: string[] = []
  for (const { account } of new Set(bills.map(({ who }) => who))) {
    const own = payments.filter(({ accountId, paid }) => paid && accountId === account.id)
    const spent = own.reduce((total, { amountMinor }) => total + amountMinor, 0n)
    const [row] = await db.sql<{ balance: bigint }>`
      select balance_minor as balance from ledger_accounts where id = ${account.id}`
    const left = account.balanceMinor - spent
    if (row?.balance !== left) misses.push(`${row?.balance} is left, not ${left}`)
  }
  return misses
}
