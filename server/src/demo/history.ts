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
  const random = generator(20_240_305)
  const events: Event[] = opening(cast, new Date(now.getTime() - daysBack * dayMs))
  for (let back = daysBack - 1; back >= 1; back -= 1) {
    const day = new Date(now.getTime() - back * dayMs)
    const at = (hour: number, minute: number) =>
      new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour, minute))
    events.push(...monthly(cast, day.getUTCDate(), at), ...shopping(cast, at, random))
    events.push(...betweenFriends(cast, back, at))
  }
  events.push(...mishaps(cast, now), ...underWay(cast, now))
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

type At = (hour: number, minute: number) => Date

function monthly(cast: Cast, date: number, at: At): Event[] {
  const { daily, savings, euros, business, pounds } = cast
  switch (date) {
    case 1:
      return [
        rent(daily, 1_450_00n, 'Harbour Street Lettings', at(8, 5)),
        rent(business, 1_980_00n, 'Queen Square Offices', at(8, 30)),
      ]
    case 3:
      return [
        bill(daily, 15_49n, 'Netflix Inc', at(9, 0)),
        bill(business, 42_00n, 'AT&T Inc', at(9, 1)),
      ]
    case 8:
      return [
        bill(daily, 14_99n, 'Amazon Prime', at(9, 0)),
        bill(business, 12_00n, 'Meta Platforms', at(9, 2)),
      ]
    case 12:
      return [
        own(daily, savings, 400_00n, 'Monthly saving', at(7, 30)),
        own(business, pounds, 600_00n, 'Towards the house', at(7, 45)),
      ]
    case 15:
      return [
        bill(daily, 10_99n, 'Apple Inc', at(9, 0)),
        own(daily, euros, 250_00n, 'Lisbon service charge', at(18, 20)),
      ]
    case 25:
      return [
        wage(daily, 4_200_00n, 'Northwind Studio', at(5, 30)),
        wage(business, 5_350_00n, 'Severn Bridgeworks', at(5, 30)),
      ]
    case 28:
      return [wire(euros, 120_00n, 'Condomínio Alfama', at(11, 10), 'completed')]
    default:
      return []
  }
}

const shops: [string, number, number][] = [
  ['Green Market', 1_900, 9_400],
  ['Corner Bakery', 350, 1_800],
  ['City Transit', 275, 2_400],
  ['Harbour Books', 900, 4_200],
  ['Blue Door Café', 420, 2_100],
  ['Fuel & Go', 2_500, 6_800],
  ['Pharmacy Plus', 600, 3_900],
]

function shopping({ daily, business }: Cast, at: At, random: () => number): Event[] {
  const events: Event[] = []
  for (const [account, chance] of [
    [daily, 0.42],
    [business, 0.3],
  ] as const) {
    if (random() > chance) continue
    const [name, low, high] = shops[Math.floor(random() * shops.length)] ?? [
      'Green Market',
      1_900,
      9_400,
    ]
    const minutes = Math.floor(random() * 600)
    events.push({
      kind: 'debit',
      at: at(9 + Math.floor(minutes / 60), minutes % 60),
      from: account,
      amountMinor: BigInt(low + Math.floor(random() * (high - low))),
      rail: 'cards',
      line: {
        purpose: 'others',
        method: 'card',
        gateway: 'cards',
        name,
        description: 'Card payment',
      },
    })
  }
  return events
}

function betweenFriends({ daily, business }: Cast, back: number, at: At): Event[] {
  if (back % 23 === 0) {
    return [
      {
        kind: 'local',
        at: at(19, 12),
        from: daily,
        to: business,
        amountMinor: 85_00n,
        note: 'Dinner and tickets',
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
        note: 'Thanks for the design work',
      },
    ]
  }
  if (back % 60 === 7) {
    return [toCard(daily, 60_00n, 'Emeka Okafor', at(16, 3), 'completed')]
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
function mishaps({ daily, business, euros, lira }: Cast, now: Date): Event[] {
  const ago = (days: number, hour: number) => new Date(now.getTime() - days * dayMs - hour * 60_000)
  return [
    loan(daily, 5_000_00n, ago(300, 4), { declined: 'The account is too new' }),
    loan(daily, 2_000_00n, ago(140, 5), 'granted'),
    ...[109, 79, 48, 18].map((days) => repay(daily, 180_00n, ago(days, 15))),
    loan(business, 4_500_00n, ago(200, 9), 'granted'),
    ...[169, 139, 108].map((days) => repay(business, 400_00n, ago(days, 21))),
    repay(business, 'all', ago(60, 40)),
    otherBank(daily, 310_00n, 'Priya Raman', 'Chase', ago(61, 30), 'completed'),
    otherBank(daily, 95_00n, 'Priya Raman', 'Chase', ago(19, 12), {
      failed: 'The account is closed at the other bank',
    }),
    wire(euros, 1_210_00n, 'Acme GmbH', ago(9, 44), {
      failed: 'The beneficiary bank returned the payment',
    }),
    wire(lira, 48_000_00n, 'Ege Yapı A.Ş.', ago(75, 20), 'completed'),
    toCard(business, 75_00n, 'Abena Mensah', ago(27, 16), { failed: 'The card issuer declined' }),
    bitcoin(business, 'debit', 220_00n, ago(12, 8), { failed: 'The network fee was too low' }),
  ]
}

/** What is still pending today, one of every kind that can be. */
function underWay({ daily, business, euros }: Cast, now: Date): Event[] {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  return [
    otherBank(daily, 350_00n, 'Jo Whitfield', 'Bank of America', ago(190), 'pending'),
    wire(euros, 480_00n, 'Atelier Duarte', ago(150), 'pending'),
    toCard(daily, 40_00n, 'Emeka Okafor', ago(75), 'pending'),
    bitcoin(business, 'credit', 750_00n, ago(95), 'pending'),
    bitcoin(business, 'debit', 90_00n, ago(55), 'pending'),
    loan(business, 1_500_00n, ago(35), 'pending'),
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

const bill = (from: Stage, amountMinor: bigint, name: string, at: Date): Event => ({
  kind: 'debit',
  at,
  from,
  amountMinor,
  rail: 'billers',
  line: {
    purpose: 'others',
    method: 'bill',
    gateway: 'billers',
    name,
    description: 'Recurring bill',
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

const rent = (from: Stage, amountMinor: bigint, name: string, at: Date): Event =>
  outside(from, amountMinor, at, 'completed', 'clearing', {
    purpose: 'transfer',
    method: 'other-banks',
    gateway: 'clearing',
    name,
    accountNumber: '4410028812',
    bank: 'Wells Fargo',
    description: 'Rent',
  })

const otherBank = (
  from: Stage,
  amountMinor: bigint,
  name: string,
  bank: string,
  at: Date,
  end: End,
) =>
  outside(from, amountMinor, at, end, 'clearing', {
    purpose: 'transfer',
    method: 'other-banks',
    gateway: 'clearing',
    name,
    accountNumber: '8830071154',
    bank,
    description: 'Shared costs',
  })

const wire = (from: Stage, amountMinor: bigint, name: string, at: Date, end: End) =>
  outside(from, amountMinor, at, end, 'clearing', {
    purpose: 'transfer',
    method: 'wire',
    gateway: 'swift',
    name,
    accountNumber: 'DE89370400440532013000',
    bank: 'Commerzbank',
    swift: 'COBADEFF',
    description: 'Invoice',
  })

const toCard = (from: Stage, amountMinor: bigint, name: string, at: Date, end: End) =>
  outside(from, amountMinor, at, end, 'cards', {
    purpose: 'transfer',
    method: 'card',
    gateway: 'cards',
    name,
    accountNumber: '**** 4242',
    description: 'To card',
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

/** Seeded random numbers (mulberry32), so that the demo is the same bank each time. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
