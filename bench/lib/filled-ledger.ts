import type { Db } from '../../server/src/db/db.ts'

export type Filling = {
  accounts: number
  /** Transfers between two accounts: two postings, two statement lines and a key each. */
  transfers: number
  /** Over so many days, of which yesterday is the last. */
  days: number
}

/**
 * Fills an empty ledger with a history that the audit finds sound. Written past the ledger's functions,
 * which would take an hour for a million postings.
 */
export async function fillLedger(db: Db, { accounts, transfers, days }: Filling): Promise<void> {
  await db.script(`
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    set local jit = off;
    set local work_mem = '256MB';
    insert into ledger_accounts (owner_id, currency, floor_minor, opened_at)
    select n, 'usd', 0, now() - interval '${days + 1} days' from generate_series(1, ${accounts}) n;
    create temporary table filled on commit drop as
      select row_number() over (order by id) - 1 as n, id from ledger_accounts where owner_id is not null;
    create unique index on filled (n);
    create temporary table legs on commit drop as
      select n as entry, 1 as leg, (select min(id) from ledger_accounts where code like 'equity:usd%') as account,
        -1000000 as amount, now() - interval '${days + 1} days' as at from filled
      union all select n, 2, id, 1000000, now() - interval '${days + 1} days' from filled
      union all select ${accounts} + i, leg, f.id, case leg when 1 then -1 else 1 end,
        now() - interval '${days} days' + interval '${days - 1} days' * (i / ${transfers}.0)
      from generate_series(0, ${transfers - 1}) i, generate_series(1, 2) leg
      join lateral (
        select case leg when 1 then i * 7919::bigint % ${accounts}
          else (i * 7919::bigint + 1 + i % (${accounts} - 1)) % ${accounts} end as n) w on true
      join filled f on f.n = w.n;
    update legs set entry = entry + 1;
    insert into ledger_entries (id, kind, memo, at) overriding system value
    select entry, 'transfer.local', 'Lunch', at from legs where leg = 1 order by entry;
    select setval('ledger_entries_id_seq', (select max(id) from ledger_entries));
    create temporary table chained on commit drop as
      select l.*, sum(amount) over (partition by account order by entry, leg) as after,
        row_number() over (partition by account order by entry, leg) as line,
        gen_random_uuid() as id
      from legs l;
    insert into ledger_postings (entry_id, leg, account_id, currency, amount_minor, balance_after_minor)
    select entry, leg, account, 'usd', amount, after from chained order by entry, leg;
    delete from chained where account = (select min(id) from ledger_accounts where code like 'equity:usd%');
    insert into transactions (account_id, line, id, day, type, amount_minor, state, purpose, method,
      gateway, name, account_number, bank, swift, bank_address, routing_number, description,
      objective, reference, same, own_account, entry_id, created_at, decided_at)
    select account, line, id, (at at time zone 'UTC')::date,
      case when amount > 0 then 'credit' else 'debit' end, abs(amount), 'completed', 'transfer',
      'local', 'passbook', 'Ada Example', '1234567897', '', '', '', '', 'Lunch', '', '', true, false,
      entry, at, at
    from chained order by entry, leg;
    insert into ledger_days (account_id, day, first_line, lines, income_minor, expense_minor, spend_minor)
    select account_id, day, min(line), count(*),
      coalesce(sum(amount_minor) filter (where type = 'credit'), 0),
      coalesce(sum(amount_minor) filter (where type = 'debit'), 0),
      coalesce(sum(amount_minor) filter (where type = 'debit'), 0)
    from transactions group by 1, 2 order by 2, 1;
    insert into ledger_keys (owner_id, once_key, print, lines, figures, at)
    select 1, gen_random_uuid(), sha256('an order'), array_agg(id order by leg),
      array[entry, min(after), min(after), max(after), max(after)], at
    from chained where entry > ${accounts} group by entry, at order by entry;
    update ledger_accounts a set balance_minor = s.total, line_count = s.lines, last_day = s.day
    from (
      select p.account_id, sum(p.amount_minor) as total, coalesce(t.lines, 0) as lines, t.day
      from ledger_postings p
      left join (select account_id, count(*) as lines, max(day) as day from transactions group by 1) t
        on t.account_id = p.account_id
      group by 1, 3, 4) s
    where s.account_id = a.id`)
  await db.script('set statement_timeout = 0')
  await db.script('vacuum analyze')
}
