import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Db } from '../../server/src/db/db.ts'
import { findPostgres } from '../../server/src/testing/postgres-server.ts'

type Ended = { code: number | null; said: string; complaint: string; ms: number }

const root = resolve(import.meta.dirname, '../..')

/** Runs a program to its end. */
function run(program: string, words: string[], env = process.env): Promise<Ended> {
  const started = performance.now()
  return new Promise((done, failed) => {
    const child = spawn(program, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    let complaint = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    child.stderr.on('data', (chunk) => {
      complaint += chunk
    })
    child.once('error', failed)
    child.once('close', (code) => {
      const ms = Math.round(performance.now() - started)
      done({ code, said: said.trim(), complaint: complaint.trim(), ms })
    })
  })
}

/** Runs one of PostgreSQL's programs, such as psql. */
export function runProgram(name: string, ...words: string[]): Promise<Ended> {
  const beside = join(findPostgres() ?? '', name)
  return run(existsSync(beside) ? beside : name, words)
}

/** What the operator's command says about a bank, running or not; throws what it refuses. */
export async function operateOn(home: Record<string, string>, ...words: string[]): Promise<string> {
  const program = ['server/src/cli/main.ts', ...words]
  const ended = await run(process.execPath, program, { ...process.env, ...home })
  if (ended.code !== 0) throw new Error(ended.complaint)
  return ended.said
}

/** The same, where a failure ends the experiment. */
export async function runOrThrow(name: string, ...words: string[]): Promise<Ended> {
  const ended = await runProgram(name, ...words)
  if (ended.code !== 0) throw new Error(`${name}: ${ended.complaint}`)
  return ended
}

/** Makes an empty database on a server and answers its address. */
export async function makeDatabase(url: string, name: string): Promise<string> {
  await runOrThrow('psql', '-X', '-q', '-c', `create database ${name}`, url)
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** Rows and a digest of every table, the same on every database that holds the same. */
export async function digests(db: Db): Promise<Record<string, string>> {
  return db.transaction(async (sql) => {
    await sql`set local timezone = 'UTC'`
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const text = `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), ''
        order by md5(t::text) collate "C")), '') as digest from "${name}" t`
      // A table's name cannot be a parameter.
      const [row] = await sql<{ digest: string }>([text] as unknown as TemplateStringsArray)
      found[name] = row?.digest ?? ''
    }
    return found
  })
}
