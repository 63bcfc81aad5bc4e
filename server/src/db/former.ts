import { functionsTable } from './functions.ts'
import { type Sql, scriptIn } from './sql.ts'

/**
 * What the first five migrations were while they still made the functions: the checksum that a
 * database of that time has of each. Tables, constraints and indexes are the same in today's files.
 */
const formerSha256: Record<string, string> = {
  '0001_ledger.sql': '414f1e6faba3f13c8f14eee9cfdf329a99bb571afe5dcfba85513cb98a145812',
  '0003_transfers.sql': '04b6575bd01ff17104eac3f7f652c217a26c34d477714742e51b62f1eef7f9e3',
  '0005_batch.sql': 'cdbea7359700e489aab2d026744ce23b9b674b40551eb4b99f207e4f1725d28a',
}

/**
 * Those that held their locks for seconds in a large bank and are online today, in parts, with the same
 * result: a database that has had one as it was has had its parts.
 */
const divided: Record<string, { sha256: string; parts: string[] }> = {
  '0009_trust.sql': {
    sha256: '6a80bf3dd037723f4685a7000f02c08a10b1dc99cd6227be5bd268ba0a3f1a26',
    parts: ['0009_trust.sql', '0037_session_names.sql'],
  },
  '0010_doors.sql': {
    sha256: 'd60e36053f8a85f128f3299d6ccf561e7dd22aacc67c75ba4e5cb4d197f27a5f',
    parts: ['0010_doors.sql', '0038_look_alikes.sql'],
  },
  '0020_grow.sql': {
    sha256: 'a7194be22e9c57e12503cf900f34e5ea090f8cb313a33394c10f39aa55a9e926',
    parts: ['0018_inboxes.sql', '0019_count_notices.sql', '0020_grow.sql', '0026_queues.sql'],
  },
  '0023_keep.sql': {
    sha256: '37c693164842a2348ccfa14508e769b0de389d648d936d5f3634ce6227709e12',
    parts: ['0023_keep.sql', '0039_entry_lines.sql'],
  },
  '0024_reads.sql': {
    sha256: '7722ca93709ae14f2b08056b752700fa33a620b0537b04b5efa59ace2a09c1df',
    parts: ['0024_reads.sql'],
  },
  '0028_keys_at.sql': {
    sha256: '93b9f0c515d56725ef1356ca748759615cc154742cfd33a71635bf9a9c2780c9',
    parts: ['0028_keys_at.sql'],
  },
}

/** The functions that they made; one that has no file today is dropped with the others that have none. */
const formerFunctions = [
  ...['approve_code', 'approve_pin', 'ledger_add_lines', 'ledger_apply', 'ledger_check_entry'],
  ...['ledger_check_hold_change', 'ledger_check_postings', 'ledger_check_transaction_change'],
  ...['ledger_claim', 'ledger_close_account', 'ledger_complete', 'ledger_fail'],
  ...['ledger_note_failed', 'ledger_open', 'ledger_pend', 'ledger_post', 'ledger_refuse_change'],
  ...['ledger_replay', 'ledger_reverse', 'ledger_settle', 'ledger_write_lines', 'outbox_add'],
  ...['transfer_batch', 'transfer_order'],
]

type File = { version: number; name: string; sha256: string }

/**
 * Gives a database of a former time the checksums of today's files, once, and has its functions
 * replaced by theirs; every row stays. Any other difference is left for the caller to refuse.
 */
export async function bringUpToDate(sql: Sql, applied: File[], files: File[]): Promise<File[]> {
  return knowDivided(sql, await knowFormer(sql, applied, files), files)
}

async function knowFormer(sql: Sql, applied: File[], files: File[]): Promise<File[]> {
  const today = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const isFormer = ({ name, sha256 }: File) => formerSha256[name] === sha256 && today.has(name)
  if (!applied.some(isFormer)) return applied
  const current = applied.map((row) =>
    isFormer(row) ? { ...row, sha256: today.get(row.name) ?? row.sha256 } : row,
  )
  for (const { name, sha256 } of current) {
    await sql`update schema_migrations set sha256 = ${sha256} where name = ${name}`
  }
  await scriptIn(sql, `create table if not exists ${functionsTable}`)
  await sql`
    insert into schema_functions (name, sha256)
    select name, '' from unnest(${formerFunctions}::text[]) name on conflict do nothing`
  return current
}

async function knowDivided(sql: Sql, applied: File[], files: File[]): Promise<File[]> {
  const partsOf = ({ name, sha256 }: File) =>
    divided[name]?.sha256 === sha256 ? divided[name].parts : undefined
  const names = applied.flatMap((row) => partsOf(row) ?? [])
  const parts = files.filter(({ name }) => names.includes(name))
  for (const { version, name, sha256 } of parts) {
    await sql`
      insert into schema_migrations (version, name, sha256) values (${version}, ${name}, ${sha256})
      on conflict (version) do update set sha256 = excluded.sha256`
  }
  return [...applied.filter((row) => !partsOf(row)), ...parts]
}
