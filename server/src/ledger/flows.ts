import { part, type SqlPart } from '#db/db.ts'

/** A sum over an account's completed lines. Its total and its explanation both read it from here. */
export type Flow = {
  /** What a day adds to it: an expression over a row of ledger_days. */
  day: SqlPart
  /** Whether a day had any of it. */
  dayCounts: SqlPart
  /** What a line adds to it, and whether it does: expressions over a completed row of transactions. */
  line: SqlPart
  lineCounts: SqlPart
}

export const flows = {
  income: {
    day: part`income_minor`,
    dayCounts: part`income_minor <> 0`,
    line: part`amount_minor`,
    lineCounts: part`type = 'credit'`,
  },
  expenses: {
    day: part`expense_minor`,
    dayCounts: part`expense_minor <> 0`,
    line: part`amount_minor`,
    lineCounts: part`type = 'debit'`,
  },
  /** Without moves between the customer's own accounts. */
  spent: {
    day: part`spend_minor`,
    dayCounts: part`spend_minor <> 0`,
    line: part`amount_minor`,
    lineCounts: part`type = 'debit' and not own_account`,
  },
  /** What came in less what went out: over all days, the balance. */
  net: {
    day: part`income_minor - expense_minor`,
    dayCounts: part`(income_minor <> 0 or expense_minor <> 0)`,
    line: part`case type when 'credit' then amount_minor else -amount_minor end`,
    lineCounts: part`true`,
  },
} as const satisfies Record<string, Flow>

/** Both days are inclusive; null is no bound. */
export const inDays = (from: string | null, to: string | null): SqlPart =>
  part`day >= coalesce(${from}::date, '-infinity') and day <= coalesce(${to}::date, 'infinity')`
