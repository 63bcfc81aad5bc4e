import {
  accountOverview,
  formatDateTime,
  formatReceiptDate,
  transactionReceipt,
  transactions,
  transferLocal,
} from '@passbook/contract'
import type { Db } from '../../server/src/db/db.ts'
import { bankClock } from '../../server/src/kernel/clock.ts'
import { type TestBank, type TestCustomer, testBank } from '../../server/src/testing/test-bank.ts'
import { fakeMachine } from './fake-machine.ts'

const hour = 3_600_000
const day = 24 * hour

/** The moments around which a calendar goes wrong, in UTC. */
const edges = [
  '2026-12-31T23:59:59Z', // the year's end, from Kiritimati (14 hours ahead) to St John's
  '2027-02-28T23:59:59Z',
  '2027-03-14T05:00:00Z', // clocks go forward in St John's, then in New York
  '2027-03-14T07:00:00Z',
  '2027-11-07T04:30:00Z', // and back: an hour happens twice
  '2027-11-07T06:00:00Z',
  '2028-02-28T23:59:59Z',
  '2028-02-29T23:59:59Z', // a leap day
].map((text) => Date.parse(text))
const around = [-14 * hour, -hour, 0, 1000, hour, 3.5 * hour, 12 * hour]
/** After every few moments the machine's clock jumps, and comes back. */
const jumps = [-hour, hour, -2 * day, 2 * day]

type Line = { id: string; at: Date; day: string; cents: number }
type Seen = { moments: number; compared: number; mismatches: string[] }

type Setting = { bankZone: string; random: () => number }

/** Pays at every moment and compares what the bank says about days with what the oracle says. */
export async function datesIn(db: Db, { bankZone, random }: Setting): Promise<Seen> {
  const seen: Seen = { moments: 0, compared: 0, mismatches: [] }
  const machine = fakeMachine((edges[0] ?? 0) - 3 * day)
  const bank = await testBank(db, { config: { bankZone, dailyLimitUsdMinor: 10n ** 14n } })
  // The real clock of the bank, over a machine's clock that is ours to move.
  const clock = await machine.clockOfBank()
  bank.bank.clock = bankClock(clock)
  try {
    const flags = { UseOtp: false }
    const payer = await bank.customer({ pin: '2468', balance: '100000.00', flags })
    const payee = await bank.customer()
    const lines: Line[] = []
    for (const [index, { moment, isJump }] of momentsInOrder(random).entries()) {
      if (isJump || moment < machine.trueMs()) machine.setTo(moment)
      else machine.passUntil(moment)
      await clock.measure()
      seen.moments += 1
      const bankTime = clock.now().getTime()
      const truth = machine.trueMs()
      if (bankTime !== truth) seen.mismatches.push(`the clock says ${bankTime}, not ${truth}`)
      lines.push(await pay(bank, { payer, payee, cents: index + 1, zone: bankZone }))
      if (index % 4 === 0) await compare(bank, payer, lines, seen)
    }
    await compare(bank, payer, lines, seen)
    for (const finding of await bank.findings()) seen.mismatches.push(finding)
  } finally {
    machine.restore()
    await bank.stop()
  }
  return seen
}

/**
 * The fixed moments around every edge, and one in the day around it that the seed picks. To a jump, and
 * to a moment before the last one, only the machine's clock is set, while no time passes.
 */
function momentsInOrder(random: () => number): { moment: number; isJump: boolean }[] {
  const steady = edges.flatMap((edge) => {
    const picked = Math.round((random() - 0.5) * day)
    return [...around, picked].sort((a, b) => a - b).map((offset) => edge + offset)
  })
  return steady.flatMap((moment, index) => {
    const jump = jumps[index % (jumps.length * 3)]
    const passed = { moment, isJump: false }
    return jump === undefined ? [passed] : [passed, { moment: moment + jump, isJump: true }]
  })
}

type Payment = { payer: TestCustomer; payee: TestCustomer; cents: number; zone: string }

async function pay(bank: TestBank, { payer, payee, cents, zone }: Payment): Promise<Line> {
  const at = bank.bank.clock.now()
  const token = await bank.signInAgain(payer)
  const order = {
    source_account: payer.account.publicId,
    amount: (cents / 100).toFixed(2),
    acc_number: payee.account.number,
    acc_name: payee.name,
    pin: '2468',
  }
  const reply = await bank.ask(transferLocal, order as never, token)
  const { transaction } = (reply.data ?? {}) as { transaction?: { Id: string } }
  if (!transaction) throw new Error(String(reply.message))
  return { id: transaction.Id, at, cents, day: (await oracle(bank, at, zone)).day }
}

/** The database's own calendar, which shares nothing with the one in the program. */
async function oracle(bank: TestBank, at: Date, zone: string) {
  const [row] = await bank.bank.db.sql<{ day: string; receipt: string; full: string }>`
    select to_char(local, 'YYYY-MM-DD') as day, to_char(local, 'DD Mon YY') as receipt,
      to_char(local, 'DD Mon YYYY, HH24:MI') as full
    from (select ${at}::timestamptz at time zone ${zone} as local) as l`
  return row ?? { day: '', receipt: '', full: '' }
}

async function compare(bank: TestBank, payer: TestCustomer, lines: Line[], seen: Seen) {
  const token = await bank.signInAgain(payer)
  const { bankZone } = bank.bank.config
  const accountId = payer.account.publicId
  const is = (what: string, found: unknown, expected: unknown) => {
    seen.compared += 1
    if (String(found) !== String(expected))
      seen.mismatches.push(`${what}: ${found}, not ${expected}`)
  }
  const last = lines.at(-1)
  if (!last) return
  const sum = (days: (day: string) => boolean) =>
    (
      lines.filter(({ day }) => days(day)).reduce((total, { cents }) => total + cents, 0) / 100
    ).toFixed(2)

  const month = last.day.slice(0, 7)
  const overview = await bank.ask(accountOverview, { accountId } as never, token)
  const { currentMonthSpend } = overview.data as { currentMonthSpend: string }
  is(
    `spend of ${month}`,
    currentMonthSpend,
    sum((day) => day.startsWith(month)),
  )

  const range = { accountId, start_date: last.day, end_date: last.day }
  const filtered = await bank.ask(transactions, range as never, token)
  const { Total } = (filtered.data as { Meta: { Total: number } }).Meta
  is(`lines of ${last.day}`, Total, lines.filter(({ day }) => day === last.day).length)
  const ofDay = await bank.ask(accountOverview, range as never, token)
  const { expenses } = ofDay.data as { expenses: string }
  is(
    `expenses of ${last.day}`,
    expenses,
    sum((day) => day === last.day),
  )

  const reply = await bank.ask(transactionReceipt, { transactionId: last.id } as never, token)
  const created = new Date((reply.data as { Created: string }).Created)
  const { receipt, full } = await oracle(bank, last.at, bankZone)
  is('moment of a receipt', created.toISOString(), last.at.toISOString())
  is('date of a receipt', formatReceiptDate(created, bankZone), receipt)
  is('date of a line', formatDateTime(created, bankZone), full)

  const csv = await bank.app.inject({
    url: `/api/export/${accountId}?format=csv`,
    headers: { authorization: `Bearer ${token}` },
  })
  const days = csv.body.split('\r\n').filter((row) => row.includes(',debit,'))
  is(
    'days of an export',
    days.map((row) => row.split(',')[0]),
    lines.map((line) => line.day),
  )
}
