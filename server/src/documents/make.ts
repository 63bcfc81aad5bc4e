import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CurrencyCode,
  dayIn,
  hourIn,
  limits,
  monthsAfter,
  toDecimal,
} from '@passbook/contract'
import { ibanOf } from '#accounts/iban.ts'
import { backOff } from '#db/back-off.ts'
import { part } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { publishList } from '#notifications/publish.ts'
import { publishedKey } from './keys.ts'
import { type Month, readMonth } from './month.ts'
import type { DrawnFile, Paper, StatementPaper } from './paper.ts'
import { renderer } from './renderer.ts'

const leaseMs = 2 * 60_000
/** What began before midnight is written by then, whatever it waited for. */
const graceMs = 3_600_000
const accountsPerGroup = 500
const partBytes = 128 * 1024

type Trouble = { documentId: bigint; error: unknown }
type Options = {
  signal?: AbortSignal | undefined
  /** At most so many; without it all that are due. */
  max?: number
  draw?: typeof renderer.draw
  /** How many lines one file holds. */
  linesMax?: number
  onTrouble?: (trouble: Trouble) => void
}

/** The first day of the last month that is over. */
export function lastMonth({ clock, config }: Pick<Bank, 'clock' | 'config'>): string {
  const today = dayIn(new Date(clock.businessNow().getTime() - graceMs), config.bankZone)
  return monthsAfter(`${today.slice(0, 8)}01`, -1)
}

/**
 * Once a month is over, queues its statement for every account that it has moved. Of several processes
 * one walks through the accounts, group by group; where it dies another goes on after its last group.
 */
export async function queueMonth(bank: Bank, signal?: AbortSignal): Promise<void> {
  const month = lastMonth(bank)
  const [known] = await bank.db.sql<{ done: boolean }>`
    select done from document_months where month = ${month}`
  if (known?.done) return
  await bank.db.sql`insert into document_months(month) values (${month}) on conflict do nothing`
  while (!signal?.aborted) {
    if ((await queueGroup(bank, month)) === 'over') return
  }
}

function queueGroup({ db, clock }: Bank, month: string): Promise<'more' | 'over'> {
  return db.transaction(async (sql) => {
    const [row] = await sql<{ walked: bigint }>`
      select walked from document_months where month = ${month} and not done
      for update skip locked`
    if (!row) return 'over'
    const [group] = await sql<{ rows: number; last: bigint | null }>`
      with next as materialized (
        select account_id, owner_id from accounts where account_id > ${row.walked}
        order by account_id limit ${accountsPerGroup}),
      queued as (
        insert into documents(customer_id, account_id, month, asked, next_at)
        select owner_id, account_id, ${month}::date, false, ${clock.now()} from next n
        where exists (
          select from ledger_days d
          where d.account_id = n.account_id and d.day >= ${month}::date
            and d.day < ${monthsAfter(month, 1)}::date)
        on conflict (account_id, month) do nothing)
      select count(*)::int4 as rows, max(account_id) as last from next`
    const done = (group?.rows ?? 0) < accountsPerGroup
    await sql`
      update document_months set done = ${done}, walked = ${group?.last ?? row.walked}
      where month = ${month}`
    return done ? 'over' : 'more'
  })
}

type Claimed = {
  id: bigint
  customerId: bigint
  accountId: bigint
  month: string
  tries: number
  number: string
  currency: CurrencyCode
  holder: string
}

/**
 * Makes the documents that are due, those that somebody waits for first, and answers how many. A
 * document is taken by a lease: where its maker dies another one makes it, and where both finish the
 * first counts. One that breaks is set aside for a while and keeps no other waiting; its error is thrown
 * at the end.
 */
export async function makeDocuments(bank: Bank, options: Options = {}): Promise<number> {
  const { signal, max = Number.POSITIVE_INFINITY, onTrouble } = options
  const errors: unknown[] = []
  let made = 0
  for (let count = 0; count < max && !signal?.aborted; count += 1) {
    const claimed = await claim(bank)
    if (!claimed) break
    try {
      if (await makeOne(bank, claimed, options)) made += 1
    } catch (error) {
      onTrouble?.({ documentId: claimed.id, error })
      await setAside(bank, claimed)
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return made
}

async function claim({ db, clock }: Bank): Promise<Claimed | undefined> {
  const now = clock.now()
  const [row] = await db.sql<Claimed>`
    with due as (
      select id from documents where made_at is null and not too_long and next_at <= ${now}
      order by asked desc, next_at, month desc limit 1 for update skip locked)
    update documents d
    set next_at = ${new Date(now.getTime() + leaseMs)}, tries = d.tries + 1
    from due, accounts a, ledger_accounts l, customers c
    where d.id = due.id and a.account_id = d.account_id and l.id = d.account_id
      and c.id = a.owner_id
    returning d.id, d.customer_id as "customerId", d.account_id as "accountId", d.month,
      d.tries, a.number, l.currency, c.first_name || ' ' || c.last_name as holder`
  return row
}

async function setAside({ db, clock }: Bank, { id }: Claimed): Promise<void> {
  await db.sql`
    update documents set next_at = ${backOff(clock.now(), part`tries`)}
    where id = ${id} and made_at is null`
}

/** The further files of a long month first: once the document says that it is made, all of them are there. */
async function makeOne(
  bank: Bank,
  claimed: Claimed,
  { draw = renderer.draw, linesMax = limits.statementLinesMax }: Options,
): Promise<boolean> {
  const read = (part: number) =>
    readMonth(bank, claimed.accountId, claimed.month, { part, linesMax })
  const drawn = async (month: Month) => draw(await paperOf(bank, claimed, month))
  const first = await read(1)
  for (let part = 2; part <= first.parts; part += 1) {
    if (await isKept(bank, claimed, part)) continue
    await keepVolume(bank, claimed, part, await drawn(await read(part)))
  }
  return keep(bank, claimed, await drawn(first))
}

async function paperOf(bank: Bank, claimed: Claimed, month: Month): Promise<StatementPaper> {
  const { config } = bank
  const { number, currency, holder } = claimed
  const { from, to, part, parts, openingMinor, closingMinor, lines } = month
  const facts = {
    ...{ kind: 'statement' as const, bank: config.systemName, holder, account: number, currency },
    ...{ from, to, opening: toDecimal(openingMinor), closing: toDecimal(closingMinor) },
    lines: lines.length,
    ...(parts > 1 && { part, parts }),
  }
  const createdAt = hourIn(monthsAfter(from, 1), 0, config.bankZone)
  return {
    ...(await paperBy(bank, createdAt, facts)),
    ...{ kind: 'statement', ...month },
    iban: currency === 'eur' ? ibanOf(config, number) : undefined,
  }
}

/** What every paper of the bank has. */
export async function paperBy(bank: Bank, createdAt: Date, facts: Paper['facts']): Promise<Paper> {
  const { systemName, bankAddress, publicUrl } = bank.config
  const verifyUrl = `${publicUrl}/verify`
  return { systemName, bankAddress, verifyUrl, createdAt, facts, key: await publishedKey(bank) }
}

/** Writes a file in parts, each by itself; answers under which name. */
async function write({ db }: Bank, { id }: Claimed, file: DrawnFile): Promise<string> {
  const making = randomUUID()
  for (let part = 0; part * partBytes < file.bytes.length; part += 1) {
    const bytes = file.bytes.subarray(part * partBytes, (part + 1) * partBytes)
    await db.sql`
      insert into document_parts(document_id, making, part, bytes)
      values (${id}, ${making}, ${part}, ${bytes})`
    await nextTurn()
  }
  return making
}

/** Says which parts count, once they are written. Whoever came second clears up. */
async function keep(bank: Bank, claimed: Claimed, file: DrawnFile): Promise<boolean> {
  const { id, customerId } = claimed
  const making = await write(bank, claimed, file)
  return bank.db.transaction(async (sql) => {
    const kept = await sql`
      update documents set made_at = ${bank.clock.now()}, making = ${making},
        sha256 = ${file.sha256}, size_bytes = ${file.bytes.length}
      where id = ${id} and made_at is null returning 1`
    const isFirst = kept.length === 1
    // What somebody who died has left goes too; one who is only slow clears up after itself.
    await sql`
      delete from document_parts
      where document_id = ${id} and (making = ${making}) <> ${isFirst}
        and making not in (select making from document_volumes where document_id = ${id})`
    if (isFirst) await publishList(sql, customerId, 'documents')
    return isFirst
  })
}

async function isKept({ db }: Bank, { id }: Claimed, volume: number): Promise<boolean> {
  const rows = await db.sql`
    select from document_volumes where document_id = ${id} and volume = ${volume}`
  return rows.length > 0
}

/** The same for a further file of a month, after which the lease is as long again. */
async function keepVolume(
  bank: Bank,
  claimed: Claimed,
  volume: number,
  file: DrawnFile,
): Promise<void> {
  const { id } = claimed
  const making = await write(bank, claimed, file)
  await bank.db.transaction(async (sql) => {
    const kept = await sql`
      insert into document_volumes(document_id, volume, making, sha256, size_bytes)
      values (${id}, ${volume}, ${making}, ${file.sha256}, ${file.bytes.length})
      on conflict do nothing returning 1`
    if (kept.length === 0) {
      await sql`delete from document_parts where document_id = ${id} and making = ${making}`
    }
    await sql`
      update documents set next_at = ${new Date(bank.clock.now().getTime() + leaseMs)}
      where id = ${id} and made_at is null`
  })
}
