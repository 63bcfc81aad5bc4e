import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeOf } from './away.ts'
import { type Sql, scriptIn } from './sql.ts'

/** A function of the database with its triggers, as its file has it. */
export type SqlFunction = { name: string; text: string; sha256: string }

const sourceFolder = fileURLToPath(new URL('..', import.meta.url))

/** Every `<folder>/sql/<name>.sql`: one function each, named as its file, beside what calls it. */
export function readFunctions(root = sourceFolder): SqlFunction[] {
  const files = fs
    .readdirSync(root)
    .map((folder) => path.join(root, folder, 'sql'))
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((file) => file.endsWith('.sql'))
  const functions = files.map(readFunction).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const [index, { name }] of functions.entries()) {
    if (functions[index - 1]?.name === name) throw new Error(`Two files have the function ${name}`)
  }
  return functions
}

function readFunction(file: string): SqlFunction {
  const name = path.basename(file, '.sql')
  return functionOf(name, fs.readFileSync(file, 'utf8'))
}

/** A function from its text, which must be of that one function: it is replaced and dropped by name. */
export function functionOf(name: string, text: string): SqlFunction {
  const made = [...text.matchAll(/^create or replace function (\w+)\(/gm)].map(([, made]) => made)
  if (made.length !== 1 || made[0] !== name) {
    throw new Error(`${name}.sql must create or replace the function ${name} and no other`)
  }
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
}

/** What the database knows of its functions; also part of a dump. */
export const functionsTable = `schema_functions (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now()
);
`

/**
 * Makes the database's functions those of the files: new and changed ones are put in, and what has no
 * file any more is dropped. Answers what it did. The caller holds the advisory lock of `migrate`.
 */
export async function applyFunctions(sql: Sql, functions: SqlFunction[]): Promise<string[]> {
  await scriptIn(sql, `create table if not exists ${functionsTable}`)
  const rows = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_functions order by name collate "C"`
  const known = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const changed = functions.filter(({ name, sha256 }) => known.get(name) !== sha256)
  const kept = new Set(functions.map(({ name }) => name))
  const removed = [...known.keys()].filter((name) => !kept.has(name))
  if (changed.length === 0 && removed.length === 0) return []
  // All of them first: a trigger may have moved from one function's file to another's.
  await dropTriggers(sql, [...changed.map(({ name }) => name), ...removed])
  for (const name of removed) await dropAll(sql, await signaturesOf(sql, name))
  // A body may name a function that only comes after it.
  await sql`set local check_function_bodies = off`
  for (const one of changed) await put(sql, one)
  await sql`delete from schema_functions where name = any(${removed}::text[])`
  await sql`
    insert into schema_functions (name, sha256)
    select * from unnest(${changed.map(({ name }) => name)}::text[],
      ${changed.map(({ sha256 }) => sha256)}::text[])
    on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`
  return [...changed.map(({ name }) => `${name}.sql`), ...removed.map((name) => `${name} dropped`)]
}

/** A file has the triggers of its function and makes them anew. */
async function dropTriggers(sql: Sql, names: string[]): Promise<void> {
  const triggers = await sql<{ statement: string }>`
    select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as statement
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.proname = any(${names}::text[])
      and p.pronamespace = current_schema()::regnamespace`
  for (const { statement } of triggers) await scriptIn(sql, statement)
}

async function signaturesOf(sql: Sql, name: string): Promise<string[]> {
  const rows = await sql<{ signature: string }>`
    select oid::regprocedure::text as signature from pg_proc
    where proname = ${name} and pronamespace = current_schema()::regnamespace`
  return rows.map(({ signature }) => signature)
}

async function dropAll(sql: Sql, signatures: string[]): Promise<void> {
  for (const signature of signatures) await scriptIn(sql, `drop function ${signature}`)
}

const invalidFunctionDefinition = '42P13'

/**
 * Replaces the function in its place, so that sessions of other processes go on calling it. Where its
 * arguments have other names, or its result another type, PostgreSQL refuses that; where they have
 * other types, it would keep the old one beside the new one. Then the old one is dropped.
 */
async function put(sql: Sql, { name, text }: SqlFunction): Promise<void> {
  const before = await signaturesOf(sql, name)
  if (before.length > 1) await dropAll(sql, before)
  await scriptIn(sql, 'savepoint put')
  try {
    await scriptIn(sql, text)
  } catch (error) {
    if (codeOf(error) !== invalidFunctionDefinition) throw failed(name, error)
    await scriptIn(sql, 'rollback to savepoint put')
    await dropAll(sql, before)
    await scriptIn(sql, text).catch((again: unknown) => {
      throw failed(name, again)
    })
    return
  }
  const after = await signaturesOf(sql, name)
  if (after.length > 1) await dropAll(sql, before)
}

function failed(name: string, error: unknown): Error {
  return new Error(`Function ${name} failed: ${(error as Error).message}`, { cause: error })
}
