import { part, type Sql, type SqlPart } from '#db/db.ts'
import type { Finding } from './audit-rules.ts'

/** Accounts that came after one, or of all accounts what was paid since a day. */
type Which = { afterAccount: bigint } | { since: string }

/**
 * Interest: every day is its pieces times their rates, every payment the sum of its days with what was
 * carried into it, and on the statement; payments follow each other, and all that was ever counted was
 * paid or is carried.
 */
export function interestFindings(sql: Sql, which: Which): Promise<Finding[]> {
  return sql<Finding>`
    with periods as materialized (${periodsOf(which)}),
    days as materialized (${daysOf(which)})
    ${rules} ${'since' in which ? part`` : part`union all ${sums(which.afterAccount)}`}`
}

const periodsOf = (which: Which): SqlPart =>
  'since' in which
    ? part`
      select p.*, b.to_on as before_to, b.left_millionths as before_left
      from interest_periods p left join lateral (
        select * from interest_periods b
        where b.account_id = p.account_id and b.from_on < p.from_on
        order by b.from_on desc limit 1) b on true
      where p.posted_at >= ${which.since}::date`
    : part`
      select p.*, lag(p.to_on) over mine as before_to, lag(p.left_millionths) over mine as before_left
      from interest_periods p where p.account_id > ${which.afterAccount}
      window mine as (partition by p.account_id order by p.from_on)`

const daysOf = (which: Which): SqlPart =>
  'since' in which
    ? part`
      select d.* from periods p cross join lateral (
        select * from interest_days d
        where d.account_id = p.account_id and d.day between p.from_on and p.to_on offset 0) d`
    : part`select * from interest_days where account_id > ${which.afterAccount}`

const rules = part`
  select 'I16 day is its balance by its rates' as rule,
    'account ' || d.account_id || ' day ' || d.day as subject,
    d.accrued_millionths || ' of ' || d.balance_minor as detail
  from days d cross join lateral (
    select coalesce(sum((piece->>0)::numeric), 0) as amount,
      trunc(coalesce(sum((piece->>0)::numeric * (piece->>1)::numeric), 0) / 365) as accrued
    from jsonb_array_elements(d.pieces) piece) x
  where x.accrued <> d.accrued_millionths or x.amount > d.balance_minor
  union all select 'I16 payment is the sum of its days', 'account ' || p.account_id || ' from ' || p.from_on,
    p.accrued_millionths || ' stored, ' || coalesce(s.accrued, 0) || ' counted'
  from periods p left join lateral (
    select sum(d.accrued_millionths) as accrued from interest_days d
    where d.account_id = p.account_id and d.day between p.from_on and p.to_on) s on true
  where p.accrued_millionths <> coalesce(s.accrued, 0)
  union all select 'I16 payments follow each other', 'account ' || p.account_id || ' from ' || p.from_on,
    p.carried_millionths || ' carried, ' || coalesce(p.before_left, 0) || ' left before'
  from periods p
  where p.carried_millionths <> coalesce(p.before_left, 0) or p.before_to >= p.from_on
  union all select 'I16 payment is on the statement', 'account ' || p.account_id || ' from ' || p.from_on,
    p.posted_minor || ' posted, ' || coalesce(t.amount_minor, 0) || ' on the statement'
  from periods p left join transactions t
    on t.account_id = p.account_id and t.line = p.line and t.id = p.transaction_id
    and t.type = 'credit' and t.state = 'completed'
  where p.posted_minor <> coalesce(t.amount_minor, 0)`

const sums = (afterAccount: bigint): SqlPart => part`
  select 'I16 days are posted or carried', 'account ' || i.account_id,
    coalesce(d.accrued, 0) || ' counted, ' || coalesce(p.posted, 0) || ' posted, '
      || i.carried_millionths || ' carried'
  from interest_accounts i
  left join (
    select d.account_id, sum(d.accrued_millionths) as accrued
    from days d join interest_accounts i on i.account_id = d.account_id and d.day <= i.posted_to
    group by 1) d on d.account_id = i.account_id
  left join (
    select account_id, sum(posted_minor) as posted from periods group by 1) p
    on p.account_id = i.account_id
  where i.account_id > ${afterAccount} and coalesce(d.accrued, 0)
    <> coalesce(p.posted, 0) * 1000000 + i.carried_millionths
  union all select 'I16 day is counted once it is reached', 'account ' || d.account_id, 'day ' || d.day
  from days d left join interest_accounts i on i.account_id = d.account_id
  where i.accrued_to is null or d.day > i.accrued_to`
