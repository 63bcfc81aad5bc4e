import type { Db, Sql } from '#db/db.ts'

/** Something that must never be: which rule, which row, and what was found. */
export type Finding = { rule: string; subject: string; detail: string }

/** Rows made after this are looked at; complete only if they touch no older account. */
export type Mark = { accountId: bigint; entryId: bigint; holdId: bigint }

/**
 * Checks every invariant of the ledger in one snapshot; no finding means it is sound. Given a
 * database, it lifts the time limit of a statement; given a handle, it joins that transaction.
 */
export async function audit(source: Db | Sql, options: { since?: Mark } = {}): Promise<Finding[]> {
  if (typeof source === 'function') return findings(source, options.since ?? beginning)
  return source.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`
    await sql`set local statement_timeout = 0`
    return findings(sql, options.since ?? beginning)
  })
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
async function findings(sql: Sql, { accountId, entryId, holdId }: Mark): Promise<Finding[]> {
  return sql<Finding>`
    with
    a as materialized (select * from ledger_accounts where id > ${accountId}),
    e as materialized (select * from ledger_entries where id > ${entryId}),
    p as materialized (select * from ledger_postings where entry_id > ${entryId}),
    h as materialized (select * from ledger_holds where id > ${holdId}),
    t as materialized (
      select *, case when type = 'credit' then amount_minor else -amount_minor end as signed
      from transactions where account_id > ${accountId}),
    d as materialized (select * from ledger_days where account_id > ${accountId}),
    posted as materialized (
      select account_id, sum(amount_minor) as total from p group by account_id),
    chained as (
      select *, sum(amount_minor) over (partition by account_id order by entry_id, leg) as running
      from p where account_id > ${accountId}),
    numbered as (
      select account_id, line, day, lag(day) over w as day_before, row_number() over w as expected
      from t window w as (partition by account_id order by line)),
    counted as (
      select account_id, count(*) as lines, max(day) as last_day,
        count(*) filter (where state = 'pending') as pending from t group by account_id),
    summed as (
      select account_id, day, min(line) as first_line, count(*) as lines,
        coalesce(sum(amount_minor) filter (where signed > 0 and state = 'completed'), 0) as income,
        coalesce(sum(amount_minor) filter (where signed < 0 and state = 'completed'), 0) as expense,
        coalesce(sum(amount_minor) filter (
          where signed < 0 and state = 'completed' and not own_account), 0) as spend
      from t group by account_id, day),
    sides as (
      select coalesce(x.entry_id, y.entry_id) as entry_id, coalesce(x.account_id, y.account_id) as account_id,
        coalesce(x.amounts, '{}') as postings, coalesce(y.amounts, '{}') as lines
      from (
        select p.entry_id, p.account_id, array_agg(p.amount_minor order by p.amount_minor) as amounts
        from p join a on a.id = p.account_id and a.owner_id is not null group by 1, 2) x
      full join (
        select t.entry_id, t.account_id, array_agg(t.signed order by t.signed) as amounts
        from t join a on a.id = t.account_id and a.owner_id is not null
        where t.state = 'completed' group by 1, 2) y
      on y.entry_id = x.entry_id and y.account_id = x.account_id)

    select 'I1 entry sums to zero' as rule, 'entry ' || entry_id as subject,
      currency || ' is off by ' || sum(amount_minor) as detail
    from p group by entry_id, currency having sum(amount_minor) <> 0
    union all select 'I1 entry has two legs', 'entry ' || e.id, count(p.leg) || ' legs'
    from e left join p on p.entry_id = e.id group by e.id having count(p.leg) < 2
    union all select 'I1 posting has an entry', 'entry ' || p.entry_id, 'no such entry'
    from p left join e on e.id = p.entry_id where e.id is null
    union all select 'I1 posting in its account''s currency', 'entry ' || p.entry_id,
      p.currency || ' in account ' || p.account_id || ' of ' || coalesce(a.currency, 'nobody')
    from p left join ledger_accounts a on a.id = p.account_id where a.currency is distinct from p.currency
    union all select 'I2 balances sum to zero', currency, sum(balance_minor)::text
    from a where ${accountId} = 0 group by currency having sum(balance_minor) <> 0
    union all select 'I3 balance is the sum of postings', 'account ' || a.id,
      a.balance_minor || ' stored, ' || coalesce(posted.total, 0) || ' posted'
    from a left join posted on posted.account_id = a.id
    where a.balance_minor <> coalesce(posted.total, 0)
    union all select 'I4 held is the sum of open holds', 'account ' || a.id,
      a.held_minor || ' stored, ' || coalesce(sum(h.amount_minor), 0) || ' held'
    from a left join h on h.account_id = a.id and h.state = 'open'
    group by a.id, a.held_minor having a.held_minor <> coalesce(sum(h.amount_minor), 0)
    union all select 'I4 available is not below the floor', 'account ' || id,
      (balance_minor - held_minor) || ' available'
    from a where balance_minor - held_minor < floor_minor
    union all select 'I4 customers have a floor', 'account ' || id, 'none'
    from a where owner_id is not null and floor_minor is null
    union all select 'I5 balances follow each other', 'entry ' || entry_id || ' leg ' || leg,
      balance_after_minor || ' stored, ' || running || ' added up'
    from chained where balance_after_minor <> running
    union all select 'I5 reversal is the opposite', 'entry ' || e.id, 'of entry ' || e.reverses
    from e where e.reverses is not null and exists (
      (select account_id, -amount_minor from ledger_postings where entry_id = e.id
        except all select account_id, amount_minor from ledger_postings where entry_id = e.reverses)
      union all
      (select account_id, amount_minor from ledger_postings where entry_id = e.reverses
        except all select account_id, -amount_minor from ledger_postings where entry_id = e.id))
    union all select 'I5 guard is on', name, 'missing or disabled'
    from unnest(${guards}::text[]) name left join pg_trigger g
      on g.tgname = name and g.tgenabled in ('O', 'A') where g.oid is null
    union all select 'I9 amount in range', 'entry ' || entry_id, amount_minor::text
    from p where amount_minor = 0 or abs(amount_minor) > 100000000000000
    union all select 'I9 amount in range', 'transaction ' || id, amount_minor::text
    from t where amount_minor not between 1 and 100000000000000
    union all select 'I10 state fits', 'transaction ' || t.id, t.state || ', hold ' || coalesce(h.state, 'none')
    from t left join h on h.id = t.hold_id
    where (t.state = 'completed') <> (t.entry_id is not null)
      or (t.state = 'pending' and t.type = 'debit' and h.state is distinct from 'open')
      or (t.state = 'completed' and t.hold_id is not null
        and (h.state is distinct from 'settled' or h.entry_id is distinct from t.entry_id))
      or (t.state = 'failed' and t.type = 'debit' and h.state is distinct from 'released'
        and not (t.hold_id is null and t.decided_at = t.created_at)) -- noted, never held
      or (t.hold_id is not null and (h.amount_minor, h.account_id) is distinct from (t.amount_minor, t.account_id))
    union all select 'I10 hold has its transaction', 'hold ' || h.id, h.state
    from h left join t on t.hold_id = h.id where t.id is null
    union all select 'I10 closed account is empty', 'account ' || a.id, a.balance_minor || ', ' || c.pending
    from a left join counted c on c.account_id = a.id
    where a.closed_at is not null and (a.balance_minor <> 0 or a.held_minor <> 0 or c.pending > 0)
    union all select 'I11 lines have no gap', 'account ' || account_id, 'line ' || line || ', not ' || expected
    from numbered where line <> expected
    union all select 'I11 days do not fall', 'account ' || account_id, 'line ' || line || ' on ' || day
    from numbered where day < day_before
    union all select 'I11 lines are counted', 'account ' || a.id,
      a.line_count || ' stored, ' || coalesce(c.lines, 0) || ' found'
    from a left join counted c on c.account_id = a.id
    where a.line_count <> coalesce(c.lines, 0) or a.last_day is distinct from c.last_day
    union all select 'I11 line has its account', 'transaction ' || t.id, 'account ' || t.account_id
    from t left join a on a.id = t.account_id where a.id is null
    union all select 'I11 lines agree with postings', 'entry ' || entry_id || ' account ' || account_id,
      lines::text || ' on the statement, ' || postings::text || ' posted'
    from sides where lines::numeric[] <> postings::numeric[]
    union all select 'I14 days agree with lines', 'account ' || coalesce(d.account_id, s.account_id),
      'day ' || coalesce(d.day, s.day)
    from d full join summed s on s.account_id = d.account_id and s.day = d.day
    where (d.first_line, d.lines, d.income_minor, d.expense_minor, d.spend_minor)
      is distinct from (s.first_line, s.lines, s.income, s.expense, s.spend)
    union all select 'I8 key has its effect', 'key ' || k.once_key, 'transaction ' || (l->>'id')
    from ledger_keys k, jsonb_array_elements(k.result->'lines') l
    where ${accountId} = 0 and not exists (select from t where t.id = (l->>'id')::uuid)`
}

/** The triggers of the schema that keep what was written; a missing one is a finding. */
const guards = [
  'ledger_entries_balanced',
  'ledger_entries_fixed',
  'ledger_entries_kept',
  'ledger_postings_balanced',
  'ledger_postings_fixed',
  'ledger_postings_kept',
  'ledger_keys_fixed',
  'ledger_keys_kept',
  'ledger_holds_state',
  'ledger_holds_undeleted',
  'ledger_holds_kept',
  'transactions_state',
  'transactions_undeleted',
  'transactions_kept',
  'ledger_accounts_undeleted',
  'ledger_accounts_kept',
]
