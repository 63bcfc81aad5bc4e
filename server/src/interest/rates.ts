import { type CurrencyCode, type RateTable, type RateTier, ratesOn } from '@passbook/contract'
import { part, type Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'

/** What an account of a type and a currency earns. */
export type RateKey = { type: string; currency: CurrencyCode }

/** All rate tables, found by type and currency; there are some dozens. */
export type Rates = { tablesOf(key: RateKey): readonly RateTable[] }

export async function readRates(sql: Sql): Promise<Rates> {
  const tables = await listRates(sql)
  const byKey = Map.groupBy(tables, keyOf)
  return { tablesOf: (key) => byKey.get(keyOf(key)) ?? [] }
}

const keyOf = ({ type, currency }: RateKey) => `${type} ${currency}`

/** The tables of a type and a currency, or all, in the order of type, currency and date. */
export async function listRates(sql: Sql, only?: RateKey): Promise<(RateKey & RateTable)[]> {
  const rows = await sql<RateKey & { from: string } & RateTier>`
    select account_type as type, currency, from_on as from, from_minor as "fromMinor",
      millionths as "rateMillionths"
    from rates
    ${only ? part`where account_type = ${only.type} and currency = ${only.currency}` : part``}
    order by account_type, currency, from_on, from_minor`
  return [...Map.groupBy(rows, (row) => `${keyOf(row)} ${row.from}`).values()].flatMap((tiers) =>
    tiers[0]
      ? [
          {
            type: tiers[0].type,
            currency: tiers[0].currency,
            from: tiers[0].from,
            tiers: tiers.map(({ fromMinor, rateMillionths }) => ({ fromMinor, rateMillionths })),
          },
        ]
      : [],
  )
}

/**
 * Sets what a type of account earns from a day on. Only of days to come: what has begun was told to
 * customers, and what is over was counted.
 */
export async function setRates(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  {
    type,
    currencies,
    from,
    tiers,
  }: {
    type: string
    currencies: readonly CurrencyCode[]
    from: string
    tiers: readonly RateTier[]
  },
): Promise<void> {
  const { day: today } = momentOf(bank)
  if (from <= today) {
    throw new Failure('invalid', `Only a rate of a day to come can be set: after ${today}`)
  }
  await sql`
    delete from rates where account_type = ${type} and from_on = ${from}
      and currency = any(${[...currencies]}::text[])`
  await sql`
    insert into rates(account_type, currency, from_on, from_minor, millionths)
    select ${type}, c, ${from}, u.from_minor, u.millionths
    from unnest(${[...currencies]}::text[]) c,
      unnest(${tiers.map(({ fromMinor }) => fromMinor)}::int8[],
        ${tiers.map(({ rateMillionths }) => rateMillionths)}::int8[]) u(from_minor, millionths)`
}

/** The tiers of a day, and the table that comes after it where one is set. */
export function ratesAround(tables: readonly RateTable[], day: string) {
  const next = tables.filter(({ from }) => from > day).sort((a, b) => (a.from < b.from ? -1 : 1))[0]
  return { tiers: ratesOn(tables, day), next }
}
