import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'

/**
 * What a command says; where that is a secret, `trace` stands in operator_log in its place. What is said of
 * a refusal ends the command as a failed one, while what was done beside it stays.
 */
export type Said = string | { output: string; trace: string } | { refusal: string }

/** What was said, with its row in operator_log: only a `Deed` gives this. */
type Recorded = { output: string; isRefusal: boolean }

/** Does the work of a command and writes its row in operator_log, in one transaction. */
export type Deed = (work: (sql: Sql) => Promise<Said>) => Promise<Recorded>

/** One thing an operator can do. */
export type Command = {
  usage: string
  does: string
  /** How many words it takes; what follows the last belongs to it. */
  takes: number
  open?: true
  /** Takes an idempotency key, `--key <text>`: the same one again has no second effect. */
  keyed?: true
  run(
    bank: Bank,
    words: string[],
    options: { deed: Deed; key: string | undefined },
  ): Promise<Recorded>
}
