import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type BankDocument,
  type documents,
  type Input,
  messages,
  monthsAfter,
  type Output,
  uuid,
} from '@passbook/contract'
import { part } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { lastMonth, makeDocuments } from './make.ts'

type Span = { accountId: bigint; first: string; last: string }

/** How many the page that asks has made at once; what is more comes with the job's next run. */
const atOnce = 24

/**
 * The documents of a year. Months that have none yet are queued and made in the background, so that
 * the reply does not wait; asked for by many at once, each is still one row.
 */
export async function documentsOf(
  bank: Bank,
  customer: { id: bigint },
  { year }: Input<typeof documents>,
): Promise<Output<typeof documents>> {
  const spans = await spansOf(bank, customer.id)
  const years = yearsOf(spans)
  const wanted = Number(year || (years[0] ?? lastMonth(bank).slice(0, 4)))
  if (!years.includes(wanted)) return { Years: years, Year: wanted, List: [] }
  const asked = await ask(bank, customer.id, monthsIn(spans, wanted))
  if (asked > 0) makeSoon(bank)
  return { Years: years, Year: wanted, List: await listed(bank, customer.id, wanted) }
}

/** Whether a bank's maker is asked for more while it is busy. */
const makers = new WeakMap<Bank, { again: boolean }>()

/**
 * Has documents made in the background, by one maker however many customers ask at once: each holds the
 * lines of a month in memory, and all of them wait for the one thread that draws, as receipts do.
 */
function makeSoon(bank: Bank): void {
  const busy = makers.get(bank)
  if (busy) {
    busy.again = true
    return
  }
  const maker = { again: true }
  makers.set(bank, maker)
  bank.background.run(async () => {
    try {
      const errors: unknown[] = []
      while (maker.again) {
        maker.again = false
        // One that breaks keeps nobody else's waiting.
        await makeDocuments(bank, { max: atOnce }).catch((error: unknown) => errors.push(error))
      }
      if (errors.length > 0) throw errors[0]
    } finally {
      makers.delete(bank)
    }
  })
}

/** From an account's first line to the last month that is over, or to the one it was closed in. */
async function spansOf(bank: Bank, customerId: bigint): Promise<Span[]> {
  const until = lastMonth(bank)
  const rows = await bank.db.sql<Span>`
    select a.account_id as "accountId", date_trunc('month', d.first)::date as first,
      least(date_trunc('month', (l.closed_at at time zone ${bank.config.bankZone})::date)::date,
        ${until}::date) as last
    from accounts a join ledger_accounts l on l.id = a.account_id
    join lateral (select min(day) as first from ledger_days where account_id = l.id) d
      on d.first is not null
    where a.owner_id = ${customerId}`
  return rows.filter(({ first, last }) => first <= last)
}

function yearsOf(spans: Span[]): number[] {
  const years = spans.flatMap(({ first, last }) => {
    const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
  return [...new Set(years)].sort((one, other) => other - one)
}

function monthsIn(spans: Span[], year: number): { accountId: bigint; month: string }[] {
  const months = Array.from({ length: 12 }, (_, at) => monthsAfter(`${year}-01-01`, at))
  return spans.flatMap(({ accountId, first, last }) =>
    months
      .filter((month) => month >= first && month <= last)
      .map((month) => ({ accountId, month })),
  )
}

/** Queues what is missing, and what was kept long enough and is wanted again. */
async function ask(
  { db, clock }: Bank,
  customerId: bigint,
  months: { accountId: bigint; month: string }[],
): Promise<number> {
  const queued = await db.sql`
    insert into documents as d (customer_id, account_id, month, asked, next_at)
    select ${customerId}, account_id, month, true, ${clock.now()}
    from unnest(${months.map(({ accountId }) => accountId)}::int8[],
      ${months.map(({ month }) => month)}::date[]) as u(account_id, month)
    where not exists (
      select from documents k where k.account_id = u.account_id and k.month = u.month
        and (k.made_at is not null or (k.asked and not k.too_long)))
    -- A former version gave long months up.
    on conflict (account_id, month) do update set asked = true, too_long = false,
      next_at = case when d.next_at = 'infinity' then excluded.next_at else d.next_at end
    where d.made_at is null and (d.too_long or not d.asked)
    returning 1`
  return queued.length
}

type Row = {
  publicId: string
  accountPublicId: string
  name: string
  number: string
  month: string
  isMade: boolean
  part: number
  parts: number
  sizeBytes: number | null
  sha256: string | null
}

/** The files of a document d; those after the first are nobody's until all are there. */
const filesOf = part`
  cross join lateral (
    select 1 as part, d.public_id as "publicId", d.making, d.size_bytes as "sizeBytes", d.sha256
    union all
    select v.volume, v.public_id, v.making, v.size_bytes, v.sha256
    from document_volumes v where v.document_id = d.id and d.made_at is not null) f`

async function listed({ db }: Bank, customerId: bigint, year: number): Promise<BankDocument[]> {
  const rows = await db.sql<Row>`
    select f."publicId", l.public_id as "accountPublicId", a.name, a.number, d.month,
      d.made_at is not null as "isMade", f."sizeBytes", f.sha256, f.part,
      (count(*) over (partition by d.id))::int4 as parts
    from documents d join accounts a on a.account_id = d.account_id
    join ledger_accounts l on l.id = d.account_id
    ${filesOf}
    where d.customer_id = ${customerId} and d.month >= ${`${year}-01-01`}::date
      and d.month <= ${`${year}-12-01`}::date
    order by d.month desc, d.account_id, f.part`
  return rows.map((row) => ({
    Id: row.publicId,
    Account: { Id: row.accountPublicId, Name: row.name, Number: row.number },
    Month: row.month.slice(0, 7),
    State: row.isMade ? 'ready' : 'making',
    ...(row.parts > 1 && { Part: row.part, Parts: row.parts }),
    ...(row.isMade && { Size: row.sizeBytes ?? 0, Sha256: row.sha256 ?? '' }),
  }))
}

/** A document of the customer's own as a file; another's and an unknown one get the same answer. */
export async function fileOf(
  bank: Bank,
  customer: { id: bigint },
  id: string,
): Promise<{ name: string; sizeBytes: number; body: AsyncIterable<Buffer> }> {
  type Found = {
    documentId: bigint
    making: string | null
    sizeBytes: number | null
    number: string
    month: string
    part: number
    parts: number
  }
  // Each by its index: of the first file the document has the id.
  const [found] = uuid.test(id)
    ? await bank.db.sql<Found>`
        select d.id as "documentId", f.making, f."sizeBytes", a.number, d.month, f.part,
          (select count(*) + 1 from document_volumes where document_id = d.id)::int4 as parts
        from (
          select id from documents where public_id = ${id}
          union all select document_id from document_volumes where public_id = ${id}) named
        join documents d on d.id = named.id
        join accounts a on a.account_id = d.account_id
        ${filesOf}
        where d.customer_id = ${customer.id} and f."publicId" = ${id}`
    : []
  if (!found) throw new Failure('not_yours', messages.documentUnknown)
  const { documentId, making, sizeBytes, number, month, parts } = found
  if (making === null || sizeBytes === null) throw refusal('document_waits')
  return {
    name: `statement-${number}-${month.slice(0, 7)}${parts > 1 ? `-part-${found.part}-of-${parts}` : ''}.pdf`,
    sizeBytes,
    body: partsOf(bank, documentId, making),
  }
}

async function* partsOf(
  { db }: Bank,
  documentId: bigint,
  making: string,
): AsyncGenerator<Buffer, void, void> {
  for (let part = 0; ; part += 1) {
    const [row] = await db.sql<{ bytes: Uint8Array }>`
      select bytes from document_parts
      where document_id = ${documentId} and making = ${making} and part = ${part}`
    if (!row) return
    yield Buffer.from(row.bytes)
    await nextTurn()
  }
}
