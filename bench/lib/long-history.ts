import type { Db } from '../../server/src/db/db.ts'

const days = 1000

/**
 * Gives an account a history of so many lines, spread over a thousand days. Written past the
 * ledger's functions, which would take an hour; only reading is measured on it.
 */
export async function writeHistory(db: Db, publicId: string, lines: number): Promise<void> {
  await db.script(`
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    create temporary table held on commit drop as
      select id from ledger_accounts where public_id = '${publicId}';
    insert into transactions (account_id, line, id, day, type, amount_minor, state, purpose, method,
      gateway, name, account_number, bank, swift, bank_address, routing_number, description,
      objective, reference, same, own_account, entry_id, created_at, decided_at)
    select held.id, n, gen_random_uuid(), day, case when n % 3 = 0 then 'debit' else 'credit' end, 100,
      'completed', 'transfer', 'local', 'passbook', 'Somebody', '1234567897', '', '', '', '',
      'A payment', '', '', true, false, n, day, day
    from held, generate_series(1, ${lines}) n,
      lateral (select current_date - ${days} + (n::bigint * ${days} / ${lines})::int as day) d;
    insert into ledger_days (account_id, day, first_line, lines, income_minor, expense_minor, spend_minor)
    select account_id, day, min(line), count(*), coalesce(sum(100) filter (where type = 'credit'), 0),
      coalesce(sum(100) filter (where type = 'debit'), 0),
      coalesce(sum(100) filter (where type = 'debit'), 0)
    from transactions where account_id = (select id from held) group by account_id, day;
    update ledger_accounts set line_count = ${lines}, last_day = current_date
    where id = (select id from held)`)
}
