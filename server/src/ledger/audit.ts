import { type Db, liftTimeLimit, part, type Sql, type SqlPart } from '#db/db.ts'
import { interestFindings } from './audit-interest.ts'
import { type Finding, rules, type Scope } from './audit-rules.ts'
import { lastSeal, sealFindings } from './seals.ts'

export type { Finding } from './audit-rules.ts'

/** Rows made after this are looked at; complete only if they touch no older account. */
export type Mark = { accountId: bigint; entryId: bigint; holdId: bigint }

/**
 * Checks every invariant of the ledger in one snapshot, and every seal; no finding means it is sound.
 * Given a database, it lifts the time limit of a statement, and reads keys and seals on a second
 * connection meanwhile, if there is one: a key is written with its lines, and what is sealed is never
 * written again. Given a handle, it joins that transaction.
 */
export async function audit(source: Db | Sql, options: { since?: Mark } = {}): Promise<Finding[]> {
  if (typeof source === 'function') {
    const found = await auditRows(source, options.since ?? beginning)
    return options.since ? found : [...found, ...(await auditApart(source))]
  }
  if (source.connections < 2 || options.since) {
    return inSnapshot(source, (sql) => audit(sql, options))
  }
  const both = [
    inSnapshot(source, (sql) => auditRows(sql, beginning)),
    inSnapshot(source, auditApart),
  ]
  return (await Promise.all(both)).flat()
}

async function auditRows(sql: Sql, since: Mark): Promise<Finding[]> {
  await spare(sql)
  const scope = { after: since.entryId, whole: since.accountId === 0n }
  const found = await findings(sql, everything(since), scope)
  return [...found, ...(await interestFindings(sql, { afterAccount: since.accountId }))]
}

/** What the rows need not be compared with, so that it may be looked at meanwhile. */
async function auditApart(sql: Sql): Promise<Finding[]> {
  await spare(sql)
  const keys = await lostKeys(
    sql,
    part`select * from ledger_keys`,
    part`not exists (select from transactions t where t.id = f.id)`,
  )
  return [...keys, ...(await sealFindings(sql))]
}

/**
 * Checks what was written after the last seal, and every balance against that seal: its time does not
 * grow with the age of the bank. The transaction must keep to one snapshot (`inSnapshot`).
 */
export async function auditOpen(sql: Sql): Promise<Finding[]> {
  const seal = await lastSeal(sql)
  await spare(sql)
  if (!seal) return [...(await auditRows(sql, beginning)), ...(await auditApart(sql))]
  const found = await findings(sql, sinceSeal(seal.upTo), { after: seal.upTo, whole: true })
  // Looked up one by one: there are few keys, and a table of all lines.
  const keys = await lostKeys(
    sql,
    part`select * from ledger_keys where at > ${seal.day}::date`,
    part`(select line from transactions t where t.id = f.id) is null`,
  )
  return [...found, ...keys, ...(await interestFindings(sql, { since: seal.day }))]
}

/** The lines of each key, as a list or in the answer that older rows keep, of which there is none. */
function lostKeys(sql: Sql, keys: SqlPart, lost: SqlPart): Promise<Finding[]> {
  return sql<Finding>`
    select 'I8 key has its effect' as rule, 'key ' || once_key as subject,
      'transaction ' || id as detail
    from (
      select once_key, unnest(coalesce(lines, array(
        select (j->>'id')::uuid from jsonb_array_elements(result->'lines') j))) as id
      from (${keys}) k) f
    where ${lost}`
}

/** One snapshot, for as long as it takes; it writes nothing, so a standby will do. */
export function inSnapshot<T>(db: Db, work: (sql: Sql) => Promise<T>): Promise<T> {
  return db.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`
    await liftTimeLimit(sql)
    return work(sql)
  })
}

/** Compiling the rules (JIT) takes longer than a million rows, and sorting on disk thrice as long. */
async function spare(sql: Sql): Promise<void> {
  await sql`set local jit = off`
  await sql`set local work_mem = '128MB'`
}

const beginning: Mark = { accountId: 0n, entryId: 0n, holdId: 0n }

/** The newest rows now, to audit only what comes after. */
export async function mark(sql: Sql): Promise<Mark> {
  const [row] = await sql<Mark>`
    select (select coalesce(max(id), 0) from ledger_accounts) as "accountId",
      (select coalesce(max(id), 0) from ledger_entries) as "entryId",
      (select coalesce(max(id), 0) from ledger_holds) as "holdId"`
  return row ?? beginning
}

/** One statement, hence one snapshot whatever the isolation level. */
function findings(sql: Sql, sources: SqlPart, scope: Scope): Promise<Finding[]> {
  return sql<Finding>`with ${sources}, ${rules(scope)}`
}

const lineColumns = part`t.account_id, t.line, t.id, t.day, t.type, t.amount_minor, t.state,
  t.own_account, t.entry_id, t.hold_id, t.created_at, t.decided_at`

/** All rows, or those made after a mark. */
function everything({ accountId, entryId, holdId }: Mark): SqlPart {
  return part`
    a as not materialized (
      select *, 0::bigint as sealed_minor, 0::bigint as sealed_line
      from ledger_accounts where id > ${accountId}),
    e as not materialized (select id, reverses from ledger_entries where id > ${entryId}),
    p as not materialized (select * from ledger_postings where entry_id > ${entryId}),
    t as not materialized (
      select ${lineColumns}, true as fresh from transactions t where account_id > ${accountId}),
    d as not materialized (select * from ledger_days where account_id > ${accountId}),
    h as not materialized (select * from ledger_holds where id > ${holdId}),
    holding as (
      select account_id, sum(amount_minor) as held from h where state = 'open' group by 1),
    alone as (
      select h.id, h.state from h
      where not exists (select from t where t.hold_id = h.id)),
    ${pots},
    m as materialized (
      select pot_id, sum(amount_minor) as total, count(*) as moves,
        count(*) filter (where after_minor <> amount_minor + before or move <> place) as breaks
      from (
        select v.*, coalesce(lag(after_minor) over mine, 0) as before, row_number() over mine as place
        from pot_moves v where v.pot_id in (select id from k)
        window mine as (partition by v.pot_id order by v.move)) x
      group by pot_id)`
}

/** The pots of these accounts, and what of each account is in them. */
const pots = part`
  k as materialized (select * from pots where account_id in (select id from a)),
  set_aside as (select account_id, sum(balance_minor) as kept from k group by 1)`

/**
 * What came after a seal: its entries, the lines that are new, were decided or still wait, and the
 * whole of the days that those stand in. Each is looked up by its key (`offset 0` keeps the planner
 * from reading a whole table instead): the tables grow with the age of the bank, this does not.
 */
function sinceSeal(upTo: bigint): SqlPart {
  return part`
    a as not materialized (
      select l.*, coalesce(s.balance_minor, 0) as sealed_minor, coalesce(s.line, 0) as sealed_line
      from ledger_accounts l left join ledger_sealed_accounts s on s.account_id = l.id),
    e as not materialized (select id, reverses from ledger_entries where id > ${upTo}),
    p as materialized (select * from ledger_postings where entry_id > ${upTo}),
    open as materialized (
      select ${lineColumns} from a cross join lateral (
        select * from transactions t
        where t.account_id = a.id and t.line > a.sealed_line offset 0) t
      where a.line_count > a.sealed_line
      union select ${lineColumns} from transactions t where t.entry_id > ${upTo}
      union select ${lineColumns} from transactions t where t.state = 'pending'),
    d as materialized (
      select d.* from (select distinct account_id, day from open) o cross join lateral (
        select * from ledger_days d where d.account_id = o.account_id and d.day = o.day offset 0) d),
    t as materialized (
      select t.*, t.line > a.sealed_line as fresh from (
        select * from open
        union select ${lineColumns} from d cross join lateral (
          select * from transactions t where t.account_id = d.account_id
            and t.line >= d.first_line and t.line < d.first_line + d.lines offset 0) t) t
      left join a on a.id = t.account_id),
    h as materialized (
      select h.* from (select distinct hold_id from t where hold_id is not null) o
      cross join lateral (select * from ledger_holds h where h.id = o.hold_id offset 0) h),
    holding as (
      select h.account_id, sum(h.amount_minor) as held from open join h on h.id = open.hold_id
      where open.state = 'pending' and h.state = 'open' group by 1),
    -- None is looked for: its account's held would not add up.
    alone as (select id, state from h where false),
    ${pots},
    -- The last move says what all came to; the whole audit adds them up.
    m as materialized (
      select k.id as pot_id, last.after_minor as total, last.move as moves, 0 as breaks
      from k cross join lateral (
        select * from pot_moves v where v.pot_id = k.id order by move desc limit 1) last)`
}
