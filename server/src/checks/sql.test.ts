import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFunctions } from '#db/functions.ts'
import { readMigrations } from '#db/migrate.ts'
import { readFloors, root, wrongNeeds } from './read-floors.ts'

const source = join(root, 'server/src')
const functions = readFunctions()
const names = functions.map(({ name }) => name)

/** Statements only: a comment may name what the text does not use. */
const bare = (text: string) => text.replace(/--.*$/gm, '')
const calls = (text: string, name: string) => new RegExp(`\\b${name}\\(`).test(bare(text))
const tableChanged = /\b(?:insert into|update|delete from|truncate)\s+([a-z_]+)/g
const ledgerTables = /^(?:ledger_\w+|transactions)$/

/** Function → the folder that its file is in. */
const folders = new Map(
  readdirSync(source, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const [, folder, name] = /^([\w-]+)\/sql\/(\w+)\.sql$/.exec(path) ?? []
    return folder && name ? [[name, folder] as const] : []
  }),
)

const pathOf = (name: string) => `${folders.get(name)}/sql/${name}.sql`

describe('an SQL function', () => {
  test('has at most 70 lines of 100 columns', () => {
    expect(names.length).toBeGreaterThan(30)
    const long = functions.filter(({ text }) => {
      const body = /^create or replace function[\s\S]*?^(?:end )?\$\$;$/m.exec(text)?.[0]
      return !body || body.split('\n').length > 70
    })
    expect(long.map(({ name }) => name)).toEqual([])
    const wide = functions.filter(({ text }) => text.split('\n').some((line) => line.length > 100))
    expect(wide.map(({ name }) => name)).toEqual([])
  })

  // A function in the language sql is planned anew at each call, unless the planner puts its text in
  // place of the call: one expression, or a query of which the caller selects.
  test('is in plpgsql, which keeps its plans, where it is not put in place of its call', () => {
    const inSql = functions.filter(({ text }) => /^[^$]*\blanguage sql\b/.test(bare(text)))
    expect(inSql.length).toBeGreaterThan(10)
    const planned = inSql.filter(({ text }) => {
      const [head = '', whole = ''] = bare(text).split('$$')
      const body = whole.replace(/\b(?:distinct|epoch) from\b|\bfrom \d+/g, '')
      const selects = body.match(/\bselect\b/g) ?? []
      const isQuery = selects.length !== 1 || /\b(?:from|insert|update|delete)\b/.test(body)
      return isQuery && !/\breturns table\b/.test(head)
    })
    expect(planned.map(({ name }) => name)).toEqual([])
  })

  test('writes ledger tables only where it is of the ledger, which needs nobody else’s', () => {
    const writers = functions.filter(({ text }) =>
      [...bare(text).matchAll(tableChanged)].some(([, table = '']) => ledgerTables.test(table)),
    )
    expect(writers.length).toBeGreaterThan(5)
    expect(writers.filter(({ name }) => folders.get(name) !== 'ledger')).toEqual([])
    const others = names.filter((name) => folders.get(name) !== 'ledger')
    const needy = functions
      .filter(({ name }) => folders.get(name) === 'ledger')
      .flatMap(({ name, text }) => others.filter((other) => calls(text, other)).map(() => name))
    expect(needy).toEqual([])
  })

  test('is called from its own folder and from higher floors only', () => {
    const wrongCalls = (files: { path: string; text: string }[]) => {
      const needs = files.flatMap(({ path, text }) =>
        names.filter((name) => calls(text, name)).map((name) => ({ from: path, to: pathOf(name) })),
      )
      return wrongNeeds(needs, readFloors('server'))
    }
    const inSql = functions.map(({ name, text }) => ({ path: pathOf(name), text }))
    expect(wrongCalls([...codeFiles, ...inSql])).toEqual([])
    expect(wrongCalls([{ path: 'ledger/x.ts', text: 'select transfer_order($1)' }])).toHaveLength(1)
  })

  test('stands in docs/ledger.md with whoever calls it', () => {
    const page = readFileSync(join(root, 'docs/ledger.md'), 'utf8')
    const rows = page.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\| [^|]+ \|$/gm)
    const listed = [...rows]
      .filter(([, name = '']) => /^(?!schema_)\w+$/.test(name) && names.includes(name))
      .map(([, name = '', callers = '']) => [name, quoted(callers)])
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(names.map((name) => [name, callersOf(name)])),
    )
    expect(listed.map(([name]) => name)).toHaveLength(names.length)
  })

  test('has somebody who calls it', () => {
    expect(names.filter((name) => callersOf(name).length === 0)).toEqual([])
  })
})

test('migrations hold tables, constraints and indexes, and call none of our functions', () => {
  for (const { name, text } of readMigrations()) {
    expect(bare(text), name).not.toMatch(/\b(?:function|procedure|trigger|view)\b/i)
    expect(names.filter((one) => calls(text, one))).toEqual([])
  }
})

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()

/** Files of the server, other functions, and tables whose triggers execute it. */
function callersOf(name: string): string[] {
  const inCode = codeFiles
    .filter(({ text }) => new RegExp(`\\b${name}\\(`).test(text))
    .map(({ path }) => path)
  const inSql = functions.filter((one) => one.name !== name && calls(one.text, name))
  const own = functions.find((one) => one.name === name)?.text ?? ''
  const triggers = own.matchAll(/^create (?:constraint )?trigger [\s\S]*? on (\w+)\b/gm)
  const tables = [...triggers].map(([, table = '']) => table)
  return [...inCode, ...inSql.map((one) => one.name), ...new Set(tables)].sort()
}

const codeFiles = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .filter((path) => !path.startsWith('testing/'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))

// Who locks the row does not wait for an order under way, which holds the advisory lock (customer_lock).
test('nobody locks a customer’s row, and whoever changes what orders look at locks the customer', () => {
  const rowLock = /\bfrom customers\b[^`;()]*\bfor (?:no key )?(?:update|share)\b/
  const looked =
    /update customers[^`;]*\b(?:pin_\w+|use_otp|lock_otp|otp_wrong\w*|blocked|allow_transfer|frozen_at|own_limits|cooling_\w+|pending_transfer) =/
  const all = [...codeFiles, ...functions.map(({ name, text }) => ({ path: name, text }))]
  expect(all.filter(({ text }) => rowLock.test(text)).map(({ path }) => path)).toEqual([])
  const changing = all.filter(({ text }) => looked.test(text))
  expect(changing.length).toBeGreaterThan(8)
  const unlocked = changing.filter(
    ({ text }) => !/lockCustomer\(|customer_lock(?:ed)?\(/.test(text),
  )
  // Their callers hold it: an approval under way, a change of security, and a customer who is new.
  expect(unlocked.map(({ path }) => path).sort()).toEqual([
    'approve_code',
    'auth/void-since.ts',
    'demo/seed.ts',
    'security/cooling.ts',
  ])
})
