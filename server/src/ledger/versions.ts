import { part, type SqlPart } from '#db/db.ts'

/**
 * A version of an account's row: the id of the transaction that wrote it (xmin). Every line that a
 * customer writes changes that row, and a standby shows transactions in the order in which the
 * primary committed them. So a snapshot of a standby in which the row has the version that the
 * primary has just answered holds all that was written to the account until then.
 */
export type Versioned = { version: string }

/** The version as a column of a query over a row of ledger_accounts. */
export const versionOf = (row: SqlPart): SqlPart => part`${row}.xmin::text as version`

type Known = Versioned & { id: bigint }

/**
 * Holds on a standby for a row l of ledger_accounts that is as new as one of these. A server that was
 * promoted goes its own way, where the same number may be another transaction's.
 */
export const isAsNew = (accounts: readonly Known[]): SqlPart => part`
  pg_is_in_recovery() and (l.id, l.xmin::text) in (
    select id, version from unnest(${accounts.map(({ id }) => id)}::int8[],
      ${accounts.map(({ version }) => version)}::text[]) as known(id, version))`
