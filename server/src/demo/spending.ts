import type { Event, Stage } from './year.ts'

/** A time of the day that is being told. */
export type At = (hour: number, minute: number) => Date

/** What somebody buys on a weekday (0 is Sunday): where, what for, between which amounts, how often. */
type Habit = {
  days: readonly number[]
  shop: string
  what: string
  lowMinor: number
  highMinor: number
  hour: number
  chance: number
}

const habit = (
  days: readonly number[],
  [shop, what]: readonly [string, string],
  [lowMinor, highMinor]: readonly [number, number],
  [hour, chance]: readonly [number, number],
): Habit => ({ days, shop, what, lowMinor, highMinor, hour, chance })

const any = [0, 1, 2, 3, 4, 5, 6]

const adas: readonly Habit[] = [
  habit([6], ['Green Market', 'Groceries'], [52_00, 94_00], [10, 0.96]),
  habit([2, 3], ['Green Market', 'Groceries'], [14_00, 38_00], [18, 0.35]),
  habit([1], ['City Transit', 'Transport'], [22_50, 22_51], [7, 0.95]),
  habit([5], ['Trattoria Nona', 'Eating out'], [24_00, 68_00], [19, 0.55]),
  habit([3, 4], ['Blue Door Café', 'Eating out'], [4_20, 14_80], [12, 0.4]),
  habit([0], ['Corner Bakery', 'Eating out'], [5_50, 18_00], [9, 0.6]),
  habit([6], ['Harbour Books', 'Books'], [9_00, 42_00], [15, 0.22]),
  habit(any, ['Pharmacy Plus', 'Health'], [6_00, 39_00], [17, 0.03]),
  habit(any, ['Fuel & Go', 'Transport'], [38_00, 58_00], [8, 0.04]),
]

const jonases: readonly Habit[] = [
  habit([6], ['Bristol Wholefoods', 'Groceries'], [58_00, 110_00], [11, 0.94]),
  habit([1], ['Great Western Railway', 'Transport'], [44_60, 44_61], [6, 0.9]),
  habit([4], ['The Anchor', 'Eating out'], [18_00, 52_00], [20, 0.5]),
  habit([2], ['Fuel & Go', 'Transport'], [42_00, 68_00], [8, 0.3]),
  habit(any, ['Clifton Hardware', 'Home'], [8_00, 64_00], [16, 0.04]),
]

/** Something that is bought with the card of an account. */
export type Purchase = {
  kind: 'purchase'
  at: Date
  from: Stage
  amountMinor: bigint
  shop: string
  what: string
}

/** What a day's shopping comes to, for both of them. */
export function purchasesOf(
  { daily, business }: { daily: Stage; business: Stage },
  at: At,
  random: () => number,
): Purchase[] {
  const weekday = at(0, 0).getUTCDay()
  const buys = (from: Stage, habits: readonly Habit[]) =>
    habits.flatMap((one): Purchase[] => {
      // Drawn for every habit of every day, so that the year does not hang on its first weekday.
      const [chance, part, minute] = [random(), random(), random()]
      if (!one.days.includes(weekday) || chance > one.chance) return []
      const amountMinor = BigInt(one.lowMinor + Math.floor(part * (one.highMinor - one.lowMinor)))
      const when = at(one.hour, Math.floor(minute * 60))
      const { shop, what } = one
      return [{ kind: 'purchase', at: when, from, amountMinor, shop, what }]
    })
  return [...buys(daily, adas), ...buys(business, jonases)]
}

/** The same as it stands on a statement of long ago. */
export const shopping = (...day: Parameters<typeof purchasesOf>): Event[] =>
  purchasesOf(...day).map(({ from, amountMinor, shop, what, at }) =>
    purchase(from, amountMinor, [shop, what], at),
  )

/** What is bought once in a while: days ago, for how much, where and what for. */
const once: readonly ['daily' | 'business', number, bigint, readonly [string, string]][] = [
  ['daily', 318, 189_00n, ['Nordhaus Furniture', 'Bookshelf']],
  ['daily', 263, 642_80n, ['TAP Air Portugal', 'Flight to Lisbon']],
  ['daily', 207, 310_00n, ['Back Bay Dental', 'Health']],
  ['daily', 122, 1_299_00n, ['Campus Computers', 'Laptop']],
  ['daily', 54, 86_00n, ['Boston Symphony', 'Two tickets']],
  ['daily', 6, 47_90n, ['Harbour Books', 'Present for Emeka']],
  ['business', 281, 228_00n, ['Clifton Hardware', 'Paint and tiles']],
  ['business', 166, 418_40n, ['Turkish Airlines', 'Flight to Izmir']],
  ['business', 71, 134_00n, ['Avon Cycles', 'Repair']],
  ['business', 9, 59_50n, ['The Anchor', 'Birthday dinner']],
]

export function largePurchases(cast: { daily: Stage; business: Stage }, ago: Ago): Event[] {
  return once.map(([who, days, amountMinor, words]) =>
    purchase(cast[who], amountMinor, words, ago(days, 95)),
  )
}

/** So many days ago, and so many minutes before this time of the day. */
export type Ago = (days: number, minutes: number) => Date

const purchase = (
  from: Stage,
  amountMinor: bigint,
  [name, description]: readonly [string, string],
  at: Date,
): Event => ({
  kind: 'debit',
  at,
  from,
  amountMinor,
  rail: 'cards',
  line: { purpose: 'others', method: 'card', gateway: 'cards', name, description },
})
