import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readMigrations } from '#db/migrate.ts'

/** A ledger broken on purpose, to see that the checks would notice. */
export type Mutant = {
  name: string
  /** Shows only when two connections really run at once. */
  needsPostgres?: boolean
  edits: [from: string, to: string][]
}

/** One for each mistake that has robbed real ledgers. */
export const mutants: Mutant[] = [
  {
    name: 'no dedupe: a known key posts again',
    edits: [
      [
        'if not found then return null; end if;\n  if known.fingerprint',
        'return null;\n  if known.fingerprint',
      ],
      [
        '(coalesce(p_owner, 0), p_once_key, p_fingerprint, p_result, p_at);',
        '(coalesce(p_owner, 0), p_once_key, p_fingerprint, p_result, p_at) on conflict do nothing;',
      ],
    ],
  },
  {
    name: 'no lock: accounts are read without waiting',
    needsPostgres: true,
    edits: [
      [
        'where id = any(leg_accounts) order by id for update) a;',
        'where id = any(leg_accounts) order by id) a;',
      ],
    ],
  },
  {
    name: 'wrong sign: settling adds to the hold',
    edits: [['held[k] := held[k] - t.amount_minor', 'held[k] := held[k] + t.amount_minor']],
  },
  {
    name: 'hold skipped: a pending debit reserves nothing',
    edits: [['set held_minor = held_minor + reserved,', 'set held_minor = held_minor,']],
  },
  {
    name: 'float: amounts pass through a floating point number',
    edits: [
      [
        "array_agg((leg->>'amount')::bigint order by i)",
        "array_agg((leg->>'amount')::real::bigint order by i)",
      ],
    ],
  },
]

/** Writes the broken schema to a folder of its own; an edit that finds nothing is itself an error. */
export function plant({ name, edits }: Mutant): string {
  const [ledger, ...others] = readMigrations()
  if (!ledger) throw new Error('There is no ledger to break')
  let { text } = ledger
  for (const [from, to] of edits) {
    if (!text.includes(from))
      throw new Error(`Nothing to replace for the mutant "${name}": ${from}`)
    text = text.replace(from, () => to)
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'passbook-mutant-'))
  for (const file of [{ ...ledger, text }, ...others]) {
    fs.writeFileSync(path.join(folder, file.name), file.text)
  }
  return folder
}
