import type { Sql } from '#db/db.ts'
import { monthLater } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import type { LineDetails } from '#ledger/ledger.ts'
import { keepOrder } from '#orders/place.ts'
import type { Cast } from './history.ts'
import { type PayeeName, payees } from './outside-payees.ts'

type StandingOrder = {
  from: keyof Cast
  day: number
  amountMinor: bigint
  note: string
  to: { own: keyof Cast } | { payee: PayeeName }
}

/** What they pay every month by standing orders, as their year shows it. */
const standingOrders: readonly StandingOrder[] = [
  order('daily', 1, 1_450_00n, 'Rent', { payee: 'landlord' }),
  order('business', 1, 1_980_00n, 'Rent', { payee: 'office' }),
  order('daily', 5, 64_00n, 'Internet and cleaning', { payee: 'flatmate' }),
  order('daily', 12, 400_00n, 'Monthly saving', { own: 'savings' }),
  order('business', 12, 600_00n, 'Towards the house', { own: 'pounds' }),
  order('daily', 15, 250_00n, 'Lisbon service charge', { own: 'euros' }),
  order('daily', 27, 150_00n, 'For Mum', { payee: 'mother' }),
  order('business', 27, 200_00n, 'School fees for Esi', { payee: 'brother' }),
  order('euros', 28, 120_00n, 'Service charge', { payee: 'house' }),
]

function order(
  from: keyof Cast,
  day: number,
  amountMinor: bigint,
  note: string,
  to: StandingOrder['to'],
): StandingOrder {
  return { from, day, amountMinor, note, to }
}

/** The standing orders behind what they paid every month, each with its next date. */
export async function keepOrders(bank: Bank, sql: Sql, cast: Cast): Promise<void> {
  const { day: today } = momentOf(bank)
  for (const { from, day, amountMinor, note, to } of standingOrders) {
    const thisMonth = `${today.slice(0, 8)}${String(day).padStart(2, '0')}`
    const date = thisMonth > today ? thisMonth : monthLater(thisMonth, today)
    const rule = { above: false, every: 'monthly', until: null, times: null } as const
    const kept = await keepOrder(bank, sql, {
      customerId: cast[from].ownerId,
      form: { ...rule, amount: amountMinor, date },
      key: undefined,
      payee: { source: cast[from], ...payeeOf(cast, to, note) },
      approve: async () => ({ signed: undefined }),
    })
    if (kept instanceof Failure) throw kept
  }
}

function payeeOf(cast: Cast, to: StandingOrder['to'], note: string) {
  const shared = { cardExpiry: null, potId: null, codePayees: [], signedPayee: '' }
  if ('own' in to) {
    const { id, name, number } = cast[to.own]
    const line: LineDetails = {
      ...{ purpose: 'transfer', method: 'own-account', gateway: 'passbook', same: true },
      ...{ description: note, ownAccount: true, name, accountNumber: number },
    }
    const inBank = { kind: 'own' as const, toAccountId: id, rail: null, railPayee: null }
    return { ...shared, ...inBank, line, counts: false }
  }
  const payee = payees[to.payee]
  const wire = 'swift' in payee
  const [kind, rail] = wire ? (['wire', 'swift'] as const) : (['bank', 'bank'] as const)
  const line: LineDetails = {
    ...{ purpose: 'transfer', method: wire ? 'wire' : 'other-banks', gateway: rail },
    ...{ description: note, ...payee },
  }
  const outside = { kind, toAccountId: null, rail, railPayee: payee.accountNumber }
  return { ...shared, ...outside, line, counts: true }
}
