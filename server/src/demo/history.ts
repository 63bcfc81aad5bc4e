import { randomFrom } from '#kernel/random.ts'
import { type PayeeName, payees } from './outside-payees.ts'
import { type Ago, type At, largePurchases, shopping } from './spending.ts'
import type { Event, Stage } from './year.ts'

/** The stages of the two demo customers, in the order in which people.ts lists their accounts. */
export type Cast = {
  daily: Stage
  savings: Stage
  euros: Stage
  business: Stage
  pounds: Stage
  lira: Stage
}

const dayMs = 86_400_000
const daysBack = 365

/** A year of two people's money up to now: wages, rent, bills, cards, transfers, a loan, mishaps. */
export function yearOf(cast: Cast, now: Date): Event[] {
  // Seeded, so that the demo is the same bank each time.
  const random = randomFrom(20_240_305)
  const events: Event[] = opening(cast, new Date(now.getTime() - daysBack * dayMs))
  for (let back = daysBack - 1; back >= 1; back -= 1) {
    const day = new Date(now.getTime() - back * dayMs)
    const at = (hour: number, minute: number) =>
      new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour, minute))
    events.push(...monthly(cast, day.getUTCDate(), at), ...shopping(cast, at, random))
    events.push(...betweenFriends(cast, back, at))
  }
  const ago: Ago = (days, minutes) => new Date(now.getTime() - days * dayMs - minutes * 60_000)
  events.push(...largePurchases(cast, ago), ...mishaps(cast, ago), ...underWay(cast, ago))
  return events
    .filter(({ at }) => at < now)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}

function opening({ daily, savings, euros, business, pounds, lira }: Cast, at: Date): Event[] {
  const bring = (to: Stage, amountMinor: bigint): Event => ({
    kind: 'credit',
    at,
    to,
    amountMinor,
    rail: 'clearing',
    line: {
      purpose: 'transfer',
      method: 'bank',
      gateway: 'clearing',
      name: 'Bank deposit',
      description: 'Brought from my former bank',
    },
  })
  return [
    bring(daily, 6_240_50n),
    bring(savings, 11_500_00n),
    bring(euros, 2_300_00n),
    bring(business, 18_900_00n),
    bring(pounds, 24_000_00n),
    bring(lira, 310_000_00n),
  ]
}

function monthly(cast: Cast, date: number, at: At): Event[] {
  const { daily, savings, euros, business, pounds } = cast
  const dues = standingBills
    .filter(({ day }) => day === date)
    .map((due) => bill(cast[due.account], due, at(9, 0)))
  return [...dues, ...ordersOf(date)]

  function ordersOf(date: number): Event[] {
    switch (date) {
      case 1:
        return [
          wage(daily, 4_200_00n, 'Northwind Studio', at(5, 30)),
          wage(business, 5_350_00n, 'Severn Bridgeworks', at(5, 30)),
          otherBank(daily, 1_450_00n, 'landlord', ['Rent', at(8, 5)]),
          otherBank(business, 1_980_00n, 'office', ['Rent', at(8, 30)]),
        ]
      case 5:
        return [otherBank(daily, 64_00n, 'flatmate', ['Internet and cleaning', at(20, 14)])]
      case 12:
        return [
          own(daily, savings, 400_00n, 'Monthly saving', at(7, 30)),
          own(business, pounds, 600_00n, 'Towards the house', at(7, 45)),
        ]
      case 15:
        return [own(daily, euros, 250_00n, 'Lisbon service charge', at(18, 20))]
      case 27:
        return [
          otherBank(daily, 150_00n, 'mother', ['For Mum', at(18, 2)]),
          otherBank(business, 200_00n, 'brother', ['School fees for Esi', at(19, 26)]),
        ]
      case 28:
        return [wire(euros, 120_00n, 'house', ['Service charge', at(11, 10)])]
      default:
        return []
    }
  }
}

/** What is paid every month and stands on the list of bills, with what each biller knows its customer by. */
export const standingBills = [
  {
    account: 'daily',
    day: 3,
    biller: 'Netflix Inc',
    amountMinor: 15_49n,
    reference: 'Customer 2048 6613',
    own: false,
  },
  {
    account: 'daily',
    day: 8,
    biller: 'Amazon Prime',
    amountMinor: 14_99n,
    reference: 'Member 113 558 094',
    own: false,
  },
  {
    account: 'daily',
    day: 15,
    biller: 'Apple Inc',
    amountMinor: 10_99n,
    reference: 'Customer 77 3120 45',
    own: false,
  },
  {
    account: 'daily',
    day: 20,
    biller: 'Boston Energy',
    amountMinor: 92_40n,
    reference: 'Meter 4410 2276',
    own: true,
  },
  {
    account: 'business',
    day: 3,
    biller: 'AT&T Inc',
    amountMinor: 42_00n,
    reference: 'Contract 605 118 27',
    own: false,
  },
  {
    account: 'business',
    day: 8,
    biller: 'Meta Platforms',
    amountMinor: 12_00n,
    reference: 'Ad account 880 1473',
    own: false,
  },
  {
    account: 'business',
    day: 20,
    biller: 'Severn Water',
    amountMinor: 38_10n,
    reference: 'Customer 31 907 442',
    own: true,
  },
] as const satisfies { account: keyof Cast; day: number; biller: string; [more: string]: unknown }[]

const adasNotes = [
  'Dinner and tickets',
  'Half of the cabin',
  'Present for Abena',
  'Concert, row F',
  'Train to Bristol',
]
const jonasNotes = ['Thanks for the design work', 'Posters, second part', 'Lunch on Sunday']

function betweenFriends({ daily, business }: Cast, back: number, at: At): Event[] {
  if (back % 23 === 0) {
    return [
      {
        kind: 'local',
        at: at(19, 12),
        from: daily,
        to: business,
        amountMinor: 85_00n,
        note: adasNotes[(back / 23) % adasNotes.length] ?? '',
      },
    ]
  }
  if (back % 31 === 0) {
    return [
      {
        kind: 'local',
        at: at(20, 41),
        from: business,
        to: daily,
        amountMinor: 120_00n,
        note: jonasNotes[(back / 31) % jonasNotes.length] ?? '',
      },
    ]
  }
  if (back % 60 === 7) {
    return [toCard(daily, 60_00n, ['Emeka Okafor', 'Pocket money'], at(16, 3), 'completed')]
  }
  if (back % 90 === 11) {
    return [
      bitcoin(business, 'debit', 150_00n, at(22, 17), 'completed'),
      bitcoin(business, 'credit', 500_00n, at(12, 0), 'completed'),
    ]
  }
  return []
}

/** One failed row of every kind that can fail, and the loan that came through. */
function mishaps({ daily, business, euros, lira }: Cast, ago: Ago): Event[] {
  return [
    loan(daily, 5_000_00n, ago(300, 4), { declined: 'The account is too new' }),
    loan(daily, 2_000_00n, ago(140, 5), 'granted'),
    ...[109, 79, 48, 18].map((days) => repay(daily, 180_00n, ago(days, 15))),
    loan(business, 4_500_00n, ago(200, 9), 'granted'),
    ...[169, 139, 108].map((days) => repay(business, 400_00n, ago(days, 21))),
    repay(business, 'all', ago(60, 40)),
    otherBank(daily, 310_00n, 'friend', ['Weekend in Maine', ago(61, 30)]),
    otherBank(daily, 95_00n, 'flatmate', ['Plumber, my half', ago(19, 12)], {
      failed: 'The account is closed at the other bank',
    }),
    wire(euros, 1_210_00n, 'supplier', ['Invoice 2207', ago(9, 44)], {
      failed: 'The beneficiary bank returned the payment',
    }),
    wire(lira, 48_000_00n, 'builder', ['Second instalment', ago(75, 20)]),
    toCard(business, 75_00n, ['Abena Mensah', 'Garden centre'], ago(27, 16), {
      failed: 'The card issuer declined',
    }),
    bitcoin(business, 'debit', 220_00n, ago(12, 8), { failed: 'The network fee was too low' }),
  ]
}

/** What is still pending today, one of every kind that can be. */
function underWay({ daily, business, euros }: Cast, ago: Ago): Event[] {
  return [
    otherBank(daily, 350_00n, 'friend', ['Skis, as agreed', ago(0, 190)], 'pending'),
    wire(euros, 480_00n, 'carpenter', ['Shutters', ago(0, 150)], 'pending'),
    toCard(daily, 40_00n, ['Emeka Okafor', 'Pocket money'], ago(0, 75), 'pending'),
    bitcoin(business, 'credit', 750_00n, ago(0, 95), 'pending'),
    bitcoin(business, 'debit', 90_00n, ago(0, 55), 'pending'),
    loan(business, 1_500_00n, ago(0, 35), 'pending'),
  ]
}

type End = Extract<Event, { kind: 'outside' }>['end']

const own = (from: Stage, to: Stage, amountMinor: bigint, note: string, at: Date): Event => ({
  kind: 'own',
  at,
  from,
  to,
  amountMinor,
  note,
})

const wage = (to: Stage, amountMinor: bigint, name: string, at: Date): Event => ({
  kind: 'credit',
  at,
  to,
  amountMinor,
  rail: 'clearing',
  line: { purpose: 'transfer', method: 'bank', gateway: 'clearing', name, description: 'Salary' },
})

const bill = (
  from: Stage,
  { amountMinor, biller, reference }: { amountMinor: bigint; biller: string; reference: string },
  at: Date,
): Event => ({
  kind: 'debit',
  at,
  from,
  amountMinor,
  rail: 'billers',
  // As the bank itself writes it: the note says whom the bill is for.
  line: {
    purpose: 'others',
    method: 'bill',
    gateway: 'billers',
    name: biller,
    description: reference,
  },
})

const outside = (
  account: Stage,
  amountMinor: bigint,
  at: Date,
  end: End,
  rail: Extract<Event, { kind: 'outside' }>['rail'],
  line: Extract<Event, { kind: 'outside' }>['line'],
  type: 'credit' | 'debit' = 'debit',
): Event => ({ kind: 'outside', at, type, account, amountMinor, rail, end, line })

/** What it is for, and when. */
type Note = readonly [string, Date]

const otherBank = (
  from: Stage,
  amountMinor: bigint,
  payee: PayeeName,
  [description, at]: Note,
  end: End = 'completed',
) =>
  outside(from, amountMinor, at, end, 'clearing', {
    ...{ purpose: 'transfer', method: 'other-banks', gateway: 'clearing' },
    ...payees[payee],
    description,
  })

const wire = (
  from: Stage,
  amountMinor: bigint,
  payee: PayeeName,
  [description, at]: Note,
  end: End = 'completed',
) =>
  outside(from, amountMinor, at, end, 'clearing', {
    ...{ purpose: 'transfer', method: 'wire', gateway: 'swift' },
    ...payees[payee],
    description,
  })

const toCard = (
  from: Stage,
  amountMinor: bigint,
  [name, description]: readonly [string, string],
  at: Date,
  end: End,
) =>
  outside(from, amountMinor, at, end, 'cards', {
    purpose: 'transfer',
    method: 'card',
    gateway: 'cards',
    name,
    accountNumber: '**** 4242',
    description,
  })

const bitcoin = (
  account: Stage,
  type: 'credit' | 'debit',
  amountMinor: bigint,
  at: Date,
  end: End,
) =>
  outside(
    account,
    amountMinor,
    at,
    end,
    'crypto',
    {
      purpose: type === 'credit' ? 'others' : 'transfer',
      method: 'crypto',
      gateway: 'bitcoin',
      name: type === 'credit' ? 'Crypto Deposit' : 'Bitcoin wallet',
      accountNumber: type === 'credit' ? '' : 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      description: type === 'credit' ? 'Bitcoin deposit' : 'Bitcoin transfer',
    },
    type,
  )

type LoanEnd = Extract<Event, { kind: 'loan' }>['end']

const loan = (account: Stage, amountMinor: bigint, at: Date, end: LoanEnd): Event => ({
  kind: 'loan',
  at,
  account,
  amountMinor,
  end,
})

const repay = (account: Stage, amountMinor: bigint | 'all', at: Date): Event => ({
  kind: 'repay',
  at,
  account,
  amountMinor,
})
