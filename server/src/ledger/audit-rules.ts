import { randomBytes } from 'node:crypto'
import { part, type SqlPart } from '#db/db.ts'

/** Something that must never be: which rule, which row, and what was found. */
export type Finding = { rule: string; subject: string; detail: string }

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
  'ledger_keys_archived',
  'ledger_old_keys_fixed',
  'ledger_old_keys_kept',
  'ledger_holds_state',
  'ledger_holds_undeleted',
  'ledger_holds_kept',
  'ledger_seals_fixed',
  'ledger_seals_kept',
  'transactions_state',
  'transactions_undeleted',
  'transactions_kept',
  'ledger_accounts_undeleted',
  'ledger_accounts_kept',
  'pot_moves_fixed',
  'pot_moves_kept',
  'pots_undeleted',
  'pots_kept',
  'interest_days_fixed',
  'interest_days_kept',
  'interest_periods_fixed',
  'interest_periods_kept',
]

const maxMinor = part`100000000000000`

/** Which rows the rules are given: those after an entry, of all accounts or of some. */
export type Scope = { after: bigint; whole: boolean }

/**
 * A keyed hash of an entry and what it moved; every audit draws another key. Rows whose sums of it
 * agree hold the same pairs: others come to the same sum once in 2^64, and nobody who writes rows
 * knows the key. Numbers are hashed as float8, which has all their digits, since the hash of a
 * bigint folds it into 32 bits.
 */
const mark = (amountMinor: SqlPart, key: bigint) => part`hashfloat8extended(
  (${amountMinor})::float8, hashfloat8extended(entry_id::float8, ${key}::bigint))`

const signed = part`case when type = 'credit' then amount_minor else -amount_minor end`

/** The postings by entry and by account: what they come to, and where they may be wrong. */
const postingSums = (key: bigint) => part`
  odd_entries as materialized (
    select distinct coalesce(e.id, s.entry_id) as id
    from e full join (
      select entry_id, sum(amount_minor) as off, count(*) as legs
      from p group by entry_id, currency) s on s.entry_id = e.id
    where e.id is null or s.entry_id is null or s.off <> 0 or s.legs < 2),
  posted as materialized (
    select account_id, sum(amount_minor) as total, sum(${mark(part`amount_minor`, key)}) as marks,
      min(currency collate "C") as currency, max(currency collate "C") as other_currency,
      min(balance_after_minor::numeric - amount_minor) filter (where before is null) as opening,
      count(*) filter (where case when before between -1000 * ${maxMinor} and 1000 * ${maxMinor}
        then balance_after_minor <> before + amount_minor else before is not null end) as breaks,
      count(*) filter (where amount_minor = 0
        or amount_minor not between -${maxMinor} and ${maxMinor}) as outside
    from (
      select *, lag(balance_after_minor) over (
        partition by account_id order by entry_id, leg) as before
      from p) x
    group by account_id)`

/**
 * The lines with the sums that are kept of their days, by day and then by account. A day's sums are
 * taken off: what is left is what they disagree by. A filter keeps an aggregate from being begun for
 * a day that has nothing of the kind. That of json_agg lets nothing through: it is there because it
 * cannot be split among parallel workers, who would hand over most days to be grouped once more.
 */
const lineSums = ({ after }: Scope, key: bigint) => part`
  by_day as (
    select account_id, day, min(line) as first_line, max(line) as last_line,
      count(*) filter (where fresh) as fresh_lines,
      count(*) filter (where state = 'pending') as pending,
      min(line) is distinct from max(first_line) or count(line) is distinct from max(lines)
        or sum(income) filter (where income <> 0) <> 0
        or sum(expense) filter (where expense <> 0) <> 0
        or sum(own) filter (where own <> 0) <> 0
        or json_agg(day) filter (where false) is not null as off
    from (
      select account_id, day, line, fresh, state, null::bigint as first_line,
        null::bigint as lines,
        case when type = 'credit' and state = 'completed' then amount_minor end as income,
        case when type = 'debit' and state = 'completed' then amount_minor end as expense,
        case when own_account and type = 'debit' and state = 'completed'
          then amount_minor end as own
      from t
      union all
      select account_id, day, null, null, null, first_line, lines,
        -income_minor, -expense_minor, spend_minor - expense_minor
      from d) x
    group by account_id, day),
  counted as materialized (
    select account_id, sum(fresh_lines) as fresh_lines, max(last_line) as last_line,
      max(day) filter (where fresh_lines > 0) as last_day, sum(pending) as pending,
      count(*) filter (where off) as days_off, count(*) filter (where first_line <= before) as falls
    from (
      select *, lag(last_line) over (partition by account_id order by day) as before
      from by_day) x
    group by account_id),
  lined as (
    select account_id, sum(${mark(signed, key)}) as marks from t
    where state = 'completed' and entry_id > ${after}::bigint group by account_id),
  unplain as materialized (
    select * from t where state <> 'completed' or entry_id is null or hold_id is not null
      or amount_minor not between 1 and ${maxMinor})`

/**
 * The rows of entries and accounts where something may be wrong; rules that need each row in its
 * place look at these alone. Where there are none, no table is read again.
 */
const suspects = ({ after }: Scope) => part`
  odd as materialized (
    select q.account_id from posted q
    left join ledger_accounts l on l.id = q.account_id left join a on a.id = q.account_id
    where q.currency <> q.other_currency or l.currency is distinct from q.currency
      or q.outside > 0 or q.breaks > 0 or q.opening <> a.sealed_minor
    union select account_id from counted where days_off > 0 or falls > 0
    union select a.id from a
    left join posted q on q.account_id = a.id left join lined l on l.account_id = a.id
    where a.owner_id is not null and coalesce(q.marks, 0) <> coalesce(l.marks, 0)),
  entry_p as materialized (
    select p.* from p
    where exists (select from odd_entries) and p.entry_id in (select id from odd_entries)),
  odd_p as materialized (
    select p.* from p
    where exists (select from odd) and p.account_id in (select account_id from odd)),
  odd_t as materialized (
    select t.* from t
    where exists (select from odd) and t.account_id in (select account_id from odd)),
  odd_d as materialized (
    select d.* from d
    where exists (select from odd) and d.account_id in (select account_id from odd)),
  chained as (
    select p.entry_id, p.leg, p.balance_after_minor, a.sealed_minor + sum(p.amount_minor)
      over (partition by p.account_id order by p.entry_id, p.leg) as running
    from odd_p p join a on a.id = p.account_id),
  summed as materialized (
    select account_id, day, min(line) as first_line, max(line) as last_line, count(*) as lines,
      coalesce(sum(amount_minor) filter (
        where type = 'credit' and state = 'completed'), 0) as income,
      coalesce(sum(amount_minor) filter (
        where type = 'debit' and state = 'completed'), 0) as expense,
      coalesce(sum(amount_minor) filter (
        where type = 'debit' and state = 'completed' and not own_account), 0) as spend
    from odd_t group by account_id, day),
  sides as (
    select entry_id, account_id, amount_minor, sum(side) as off
    from (
      select p.entry_id, p.account_id, p.amount_minor, 1 as side
      from odd_p p join a on a.id = p.account_id and a.owner_id is not null
      union all
      select t.entry_id, t.account_id, ${signed}, -1
      from odd_t t join a on a.id = t.account_id and a.owner_id is not null
      where t.state = 'completed' and t.entry_id > ${after}::bigint) x
    group by 1, 2, 3 having sum(side) <> 0)`

const entryRules = part`
  select 'I1 entry sums to zero' as rule, 'entry ' || entry_id as subject,
    currency || ' is off by ' || sum(amount_minor) as detail
  from entry_p group by entry_id, currency having sum(amount_minor) <> 0
  union all select 'I1 entry has two legs', 'entry ' || e.id, coalesce(n.legs, 0) || ' legs'
  from odd_entries o join e on e.id = o.id
  left join (select entry_id, count(*) as legs from entry_p group by 1) n on n.entry_id = e.id
  where coalesce(n.legs, 0) < 2
  union all select 'I1 posting has an entry', 'entry ' || p.entry_id, 'no such entry'
  from entry_p p where not exists (select from e where e.id = p.entry_id)
  union all select 'I1 posting in its account''s currency', 'entry ' || p.entry_id,
    p.currency || ' in account ' || p.account_id || ' of ' || coalesce(a.currency, 'nobody')
  from odd_p p left join ledger_accounts a on a.id = p.account_id
  where a.currency is distinct from p.currency
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
  from odd_p where amount_minor = 0 or amount_minor not between -${maxMinor} and ${maxMinor}`

const accountRules = ({ whole }: Scope) => part`
  select 'I2 balances sum to zero', currency, sum(balance_minor)::text
  from a where ${whole}::boolean group by currency having sum(balance_minor) <> 0
  union all select 'I3 balance is the sum of postings', 'account ' || a.id,
    a.balance_minor || ' stored, ' || a.sealed_minor + coalesce(posted.total, 0) || ' posted'
  from a left join posted on posted.account_id = a.id
  where a.balance_minor <> a.sealed_minor + coalesce(posted.total, 0)
  union all select 'I4 held is the sum of open holds and pots', 'account ' || a.id,
    a.held_minor || ' stored, ' || coalesce(o.held, 0) || ' held, ' || coalesce(s.kept, 0) || ' in pots'
  from a left join holding o on o.account_id = a.id left join set_aside s on s.account_id = a.id
  where a.held_minor <> coalesce(o.held, 0) + coalesce(s.kept, 0)
  union all select 'I4 available is not below the floor', 'account ' || id,
    (balance_minor - held_minor) || ' available'
  from a where balance_minor - held_minor < floor_minor
  union all select 'I4 customers have a floor', 'account ' || id, 'none'
  from a where owner_id is not null and floor_minor is null
  union all select 'I10 closed account is empty', 'account ' || a.id, a.balance_minor || ', ' || c.pending
  from a left join counted c on c.account_id = a.id
  where a.closed_at is not null and (a.balance_minor <> 0 or a.held_minor <> 0 or c.pending > 0)
  union all select 'I11 lines are counted', 'account ' || a.id,
    a.line_count || ' stored, ' || a.sealed_line + coalesce(c.fresh_lines, 0) || ' found'
  from a left join counted c on c.account_id = a.id
  where a.line_count <> a.sealed_line + coalesce(c.fresh_lines, 0)
    or ((c.fresh_lines > 0 or a.sealed_line = 0) and a.last_day is distinct from c.last_day)
  union all select 'I11 lines have no gap', 'account ' || a.id,
    c.fresh_lines || ' lines up to ' || c.last_line
  from a join counted c on c.account_id = a.id
  where c.fresh_lines > 0 and a.sealed_line + c.fresh_lines <> c.last_line`

/** The pots `k` of these accounts with what their moves `m` come to. */
const potRules = part`
  select 'I15 pot is the sum of its moves', 'pot ' || k.id,
    k.balance_minor || ' stored, ' || coalesce(m.total, 0) || ' moved'
  from k left join m on m.pot_id = k.id
  where k.balance_minor <> coalesce(m.total, 0) or k.moves <> coalesce(m.moves, 0)
  union all select 'I15 moves follow each other', 'pot ' || m.pot_id, m.breaks || ' breaks'
  from m where m.breaks > 0
  union all select 'I15 pot belongs to the owner of its account', 'pot ' || k.id, 'account ' || k.account_id
  from k join a on a.id = k.account_id where a.owner_id is distinct from k.owner_id`

const lineRules = part`
  select 'I9 amount in range', 'transaction ' || id, amount_minor::text
  from unplain where amount_minor not between 1 and ${maxMinor}
  union all select 'I10 state fits', 'transaction ' || t.id, t.state || ', hold ' || coalesce(h.state, 'none')
  from unplain t left join h on h.id = t.hold_id
  where (t.state = 'completed') <> (t.entry_id is not null)
    or (t.state = 'pending' and t.type = 'debit' and h.state is distinct from 'open')
    or (t.state = 'completed' and t.hold_id is not null
      and (h.state is distinct from 'settled' or h.entry_id is distinct from t.entry_id))
    or (t.state = 'failed' and t.type = 'debit' and h.state is distinct from 'released'
      and not (t.hold_id is null and t.decided_at = t.created_at)) -- noted, never held
    or (t.hold_id is not null and (h.amount_minor, h.account_id) is distinct from (t.amount_minor, t.account_id))
  union all select 'I10 hold has its transaction', 'hold ' || id, state from alone
  union all select 'I11 days do not fall', 'account ' || account_id, 'line ' || first_line || ' on ' || day
  from (select *, lag(last_line) over (partition by account_id order by day) as before from summed) s
  where first_line <= before
  union all select 'I11 line has its account', 'account ' || c.account_id, c.last_line || ' lines'
  from counted c
  where c.last_line is not null and not exists (select from a where a.id = c.account_id)
  union all select 'I11 lines agree with postings', 'entry ' || entry_id || ' account ' || account_id,
    amount_minor || case when off > 0 then ' is posted and on no line' else ' is on a line and not posted' end
  from sides
  union all select 'I14 days agree with lines', 'account ' || coalesce(d.account_id, s.account_id),
    'day ' || coalesce(d.day, s.day)
  from odd_d d full join summed s on s.account_id = d.account_id and s.day = d.day
  where (d.first_line, d.lines, d.income_minor, d.expense_minor, d.spend_minor)
    is distinct from (s.first_line, s.lines, s.income, s.expense, s.spend)`

/**
 * The rules, over rows that audit.ts chooses: accounts `a` with what they had when sealed, entries
 * `e`, postings `p`, lines `t`, days `d`, holds `h` and pots `k` with their moves `m`. Each table is read about once: what is summed
 * tells which accounts and entries must be looked at row by row.
 */
export function rules(scope: Scope): SqlPart {
  const key = randomBytes(8).readBigInt64BE()
  return part`${postingSums(key)}, ${lineSums(scope, key)}, ${suspects(scope)}
    ${entryRules} union all ${accountRules(scope)} union all ${potRules} union all ${lineRules}`
}
