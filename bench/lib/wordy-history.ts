import type { Db } from '../../server/src/db/db.ts'

const days = 1000

/**
 * Gives an account a history whose lines have names and notes of some variety: every third says
 * coffee, one in a hundred insurance, and a single one, in the middle, zephyrine and a large amount.
 * Written past the ledger's functions, which would take an hour. Answers the account's own id.
 */
export async function writeWordyHistory(db: Db, publicId: string, lines: number): Promise<bigint> {
  await db.script(`
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    create temporary table held on commit drop as
      select id from ledger_accounts where public_id = '${publicId}';
    insert into transactions (account_id, line, id, day, type, amount_minor, state, purpose, method,
      gateway, name, account_number, bank, swift, bank_address, routing_number, description,
      objective, reference, same, own_account, entry_id, created_at, decided_at)
    select held.id, n, gen_random_uuid(), day, case when n % 30 = 0 then 'credit' else 'debit' end,
      case when n = ${lines} / 2 then 98765432 else 100 + n * 7919 % 50000 end,
      'completed', 'transfer', 'local', 'passbook',
      case when n = ${lines} / 2 then 'Zephyrine Ltd' when n % 30 = 0 then 'Salary office'
        when n % 3 = 0 then 'Corner coffee' when n % 100 = 1 then 'Harbour insurance'
        else (array['Market hall', 'City transit', 'Northern power', 'Book shop', 'Ada Okafor',
          'Priya Raman', 'Old mill bakery'])[1 + n % 7] end,
      lpad((n * 37 % 1000)::text, 10, '1'), '', '', '', '',
      (array['monthly ticket', 'lunch', 'thank you for the party', 'rent', 'order ' || n % 5000])[1 + n % 5],
      '', '', true, false, n, day, day
    from held, generate_series(1, ${lines}::int8) n,
      lateral (select current_date - ${days} + (n::bigint * ${days} / ${lines})::int as day) d;
    insert into ledger_days (account_id, day, first_line, lines, income_minor, expense_minor, spend_minor)
    select account_id, day, min(line), count(*), 0, 0, 0
    from transactions where account_id = (select id from held) group by account_id, day;
    update ledger_accounts set line_count = ${lines}, last_day = current_date
    where id = (select id from held)`)
  const [account] = await db.sql<{ id: bigint }>`
    select id from ledger_accounts where public_id = ${publicId}`
  if (!account) throw new Error('the account is not there')
  return account.id
}
