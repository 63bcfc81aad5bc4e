import type { Bank } from '#kernel/context.ts'

/**
 * Makes the walk that begins the interest of accounts without a row in `interest_accounts`: a server
 * of before may have opened some during an upgrade, after the migration and before the trigger that
 * begins it with the account. The trigger is there before any job runs, so no more can come: each
 * process walks through the accounts once, by the key and in groups, and a run that was cut off is
 * gone on with by the next one. They earn from their first day on, as by the trigger.
 */
export function makeBeginInterest(
  { db }: Pick<Bank, 'db'>,
  { groupSize = 1_000 }: { groupSize?: number } = {},
): (signal?: AbortSignal) => Promise<void> {
  /** Where the walk goes on; null once it is over. */
  let walked: bigint | null = 0n
  return async (signal) => {
    while (walked !== null && !signal?.aborted) {
      const after: bigint = walked
      const [group] = await db.transaction(
        (sql) => sql<{ last: bigint | null }>`
          with walked as materialized (
            select account_id, type from accounts where account_id > ${after}
            order by account_id limit ${groupSize}),
          begun as (
            insert into interest_accounts(account_id, account_type, currency, accrued_to, posted_to)
            select w.account_id, w.type, l.currency, d.before, d.before
            from walked w join ledger_accounts l on l.id = w.account_id,
              lateral (select (l.opened_at at time zone 'UTC')::date - 2 as before) d
            where l.closed_at is null
            on conflict do nothing)
          select max(account_id) as last from walked`,
      )
      walked = group?.last ?? null
    }
  }
}
