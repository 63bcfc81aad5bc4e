import { functionOf } from '#db/functions.ts'
import { readSchema, type Schema } from '#db/migrate.ts'

/** A ledger broken on purpose, to see that the checks would notice. */
export type Mutant = {
  name: string
  /** Shows only when two connections really run at once. */
  needsPostgres?: boolean
  edits: Edit[]
}

/** What is put in the place of what, in the file of a function. */
type Edit = { in: string; from: string; to: string }

/** One for each mistake that has robbed real ledgers. */
export const mutants: Mutant[] = [
  {
    name: 'no dedupe: a known key posts again',
    edits: [
      {
        in: 'ledger_replay',
        from: 'if not found then\n    -- After',
        to: 'return null;\n  if not found then\n    -- After',
      },
      {
        in: 'ledger_claim_many',
        from: 'where u.result is not null;',
        to: 'where u.result is not null on conflict do nothing;',
      },
    ],
  },
  {
    name: 'no lock: accounts are read without waiting',
    needsPostgres: true,
    edits: [
      {
        in: 'ledger_lock_accounts',
        from: 'where id = any(p_ids) order by id for update) a;',
        to: 'where id = any(p_ids) order by id) a;',
      },
    ],
  },
  {
    name: 'wrong sign: settling adds to the hold',
    edits: [
      {
        in: 'ledger_apply',
        from: 'a.held[k] := a.held[k] - t.amount_minor',
        to: 'a.held[k] := a.held[k] + t.amount_minor',
      },
    ],
  },
  {
    name: 'hold skipped: a pending debit reserves nothing',
    edits: [
      {
        in: 'ledger_pend',
        from: 'set held_minor = held_minor + reserved,',
        to: 'set held_minor = held_minor,',
      },
    ],
  },
  {
    name: 'one leg an account: a repayment loses its interest',
    edits: [
      {
        in: 'ledger_apply',
        from: 'a.balances[k] := a.balances[k] + amounts[i];',
        to: `a.balances[k] := a.balances[k] + case
          when accounts[i] = any(accounts[1:i - 1]) then 0 else amounts[i] end;`,
      },
    ],
  },
  {
    name: 'pot forgotten: a hold reserves what is in a pot',
    edits: [
      {
        in: 'ledger_pend',
        from: 'a.balance_minor - a.held_minor - reserved < a.floor_minor',
        to: 'a.balance_minor - reserved < a.floor_minor',
      },
    ],
  },
  {
    name: 'pot empty: what is moved into it stays available',
    edits: [
      {
        in: 'pot_move',
        from: 'set held_minor = held_minor + p_amount',
        to: 'set held_minor = held_minor',
      },
    ],
  },
  {
    name: 'pot twice: a known key moves again',
    edits: [
      { in: 'pot_move', from: 'and once_key = p_once_key;', to: 'and false;' },
      { in: 'pot_move', from: '    p_once_key, p_at);', to: '    null, p_at);' },
    ],
  },
  {
    name: 'float: amounts pass through a floating point number',
    edits: [
      {
        in: 'ledger_apply',
        from: "array_agg((leg->>'amount')::bigint order by i)",
        to: "array_agg((leg->>'amount')::real::bigint order by i)",
      },
    ],
  },
]

/** The schema with the mutant's functions; an edit that finds nothing is itself an error. */
export function plant({ name, edits }: Mutant): Schema {
  const { migrations, functions } = readSchema()
  const edited = new Map(functions.map((one) => [one.name, one.text]))
  for (const edit of edits) {
    const text = edited.get(edit.in)
    if (!text?.includes(edit.from)) {
      throw new Error(`Nothing to replace in ${edit.in} for the mutant "${name}": ${edit.from}`)
    }
    edited.set(
      edit.in,
      text.replace(edit.from, () => edit.to),
    )
  }
  return { migrations, functions: [...edited].map(([name, text]) => functionOf(name, text)) }
}
