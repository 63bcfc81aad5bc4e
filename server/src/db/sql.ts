import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'

/** What may stand in a statement's place holders. */
export type SqlValue =
  | null
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | Json
  | readonly SqlValue[]

/** Runs one statement; a handle given by `transaction` joins that transaction. */
export type Sql = <Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: (SqlValue | SqlPart)[]
) => Promise<Row[]>

/** A piece of SQL with its values, to stand in a statement or in another piece. */
export type SqlPart = {
  readonly strings: TemplateStringsArray
  readonly values: readonly (SqlValue | SqlPart)[]
}

/** Writes a piece of SQL once for every statement that needs it. It is a template: never input. */
export function part(strings: TemplateStringsArray, ...values: (SqlValue | SqlPart)[]): SqlPart {
  return { strings, values }
}

function isPart(value: SqlValue | SqlPart): value is SqlPart {
  return typeof value === 'object' && value !== null && 'strings' in value
}

/** One database, embedded or a PostgreSQL server; both answer the same values. */
export type Db = {
  kind: 'embedded' | 'postgres'
  /** How many transactions it runs at once; others wait. */
  connections: number
  sql: Sql
  /**
   * All of it or nothing. The work may run again after a deadlock, up to four times: nothing but SQL
   * belongs inside. What no rollback takes back, as a cookie, a count or a line of a log, is for
   * `afterCommit`. Each statement has a time limit, which `liftTimeLimit` takes away.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Runs several statements without parameters; all or nothing. */
  script(text: string): Promise<void>
  /**
   * Runs one statement that cannot stand in a transaction, as `create index concurrently`, on a
   * connection of its own and for as long as it takes.
   */
  alone(statement: string): Promise<void>
  /** LISTEN. `onBack` is called when a line that was lost stands again: news was lost with it. */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onBack?: () => void,
  ): Promise<() => Promise<void>>
  close(): Promise<void>
}

export type Json = { readonly jsonText: string }

/** Marks a value as a jsonb parameter; a bigint becomes text, since JSON numbers would lose digits. */
export function json(value: unknown): Json {
  const jsonText = JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' ? part.toString() : part,
  )
  return { jsonText: jsonText ?? 'null' }
}

type Statement = { name: string; text: string }

const statements = new WeakMap<TemplateStringsArray, Statement>()

/** A template literal is one object for its place in the source, so text and name are made once. */
function statementOf(strings: TemplateStringsArray): Statement {
  const known = statements.get(strings)
  if (known) return known
  const text = strings.reduce((sofar, part, index) => `${sofar}$${index}${part}`)
  const statement = { name: nameOf(text), text }
  statements.set(strings, statement)
  return statement
}

const composed = new Map<string, Statement>()

/** A statement with pieces in it, and all their values in the order of their places. */
function compose(whole: SqlPart): { statement: Statement; values: SqlValue[] } {
  const values: SqlValue[] = []
  const textOf = ({ strings, values: places }: SqlPart): string =>
    strings.reduce((sofar, after, index) => {
      const place = places[index - 1] as SqlValue | SqlPart
      return sofar + (isPart(place) ? textOf(place) : `$${values.push(place)}`) + after
    })
  const text = textOf(whole)
  const statement = composed.get(text) ?? { name: nameOf(text), text }
  // Texts come from the source alone, so there are only so many.
  composed.set(text, statement)
  return { statement, values }
}

const nameOf = (text: string) => `s${createHash('sha256').update(text).digest('hex').slice(0, 24)}`

/** Both drivers get text only, so neither can convert a value in its own way. */
function encode(value: SqlValue): string | null {
  if (value === null) return null
  switch (typeof value) {
    case 'string':
      return value
    case 'bigint':
      return value.toString()
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be sent to the database`)
      return String(value)
  }
  if (value === undefined) throw new TypeError('undefined cannot be sent to the database')
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return encodeArray(value)
  return (value as Json).jsonText
}

function encodeArray(values: readonly SqlValue[]): string {
  const parts = values.map((value) => {
    if (Array.isArray(value)) return encodeArray(value)
    const text = encode(value)
    return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`
  })
  return `{${parts.join(',')}}`
}

type Parse = (text: string) => unknown

const scalars: Record<number, Parse> = {
  16: (text) => text === 't' || text === 'true',
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  20: BigInt,
  21: Number,
  23: Number,
  26: Number,
  114: (text) => JSON.parse(text),
  700: Number,
  701: Number,
  1184: (text) => new Date(text),
  3802: (text) => JSON.parse(text),
}

/** Array type -> element type; an element type without a parser stays text. */
const arrays: Record<number, number> = {
  1000: 16,
  1001: 17,
  1005: 21,
  1007: 23,
  1009: 25,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1182: 1082,
  1185: 1184,
  1231: 1700,
  199: 114,
  2951: 2950,
  3807: 3802,
}

/** How a column of this type is read; date, numeric, uuid and all unknown types stay text. */
export function parserOf(oid: number): Parse {
  const element = arrays[oid]
  if (element !== undefined) return (text) => parseArray(text, scalars[element] ?? String)
  return scalars[oid] ?? String
}

function parseArray(text: string, parse: Parse): unknown[] {
  // Bounds other than 1 are written in front: [0:1]={a,b}.
  let at = text.indexOf('{')
  function list(): unknown[] {
    const items: unknown[] = []
    at += 1
    while (text[at] !== '}') {
      if (text[at] === ',') at += 1
      items.push(text[at] === '{' ? list() : item())
    }
    at += 1
    return items
  }
  function item(): unknown {
    if (text[at] === '"') return quoted()
    const start = at
    while (text[at] !== ',' && text[at] !== '}') at += 1
    const raw = text.slice(start, at)
    return raw === 'NULL' ? null : parse(raw)
  }
  function quoted(): unknown {
    let raw = ''
    for (at += 1; text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1
      raw += text[at]
    }
    at += 1
    return parse(raw)
  }
  return list()
}

/** What a driver offers: one statement, or a script, on one connection. */
export type Runner = {
  query(statement: Statement, values: (string | null)[]): Promise<unknown[]>
  script(text: string): Promise<void>
  /** Waits from now on for as long as a statement takes; nothing where there is no limit. */
  liftLimit?(): void
}

const scripts = new WeakMap<Sql, (text: string) => Promise<void>>()
const owners = new WeakMap<Sql, object>()
const lifts = new WeakMap<Sql, () => void>()
const afters = new WeakMap<Sql, (() => void)[]>()

/** Runs a script inside the transaction that gave this handle. */
export function scriptIn(sql: Sql, text: string): Promise<void> {
  const script = scripts.get(sql)
  if (!script) throw new Error('This handle cannot run scripts')
  return script(text)
}

/**
 * For what may take long, as an audit: from here to the end of the transaction that gave this handle
 * neither the server nor we give a statement up.
 */
export async function liftTimeLimit(sql: Sql): Promise<void> {
  await sql`set local statement_timeout = 0`
  lifts.get(sql)?.()
}

/**
 * Does something that no rollback takes back, once the transaction that gave this handle is committed:
 * a run that a deadlock ended leaves none behind. Outside of a transaction it is done at once.
 */
export function afterCommit(sql: Sql, effect: () => void): void {
  const waiting = afters.get(sql)
  if (waiting) waiting.push(effect)
  else effect()
}

/** The same object for every handle of one database: a key for what is worth keeping per database. */
export function databaseOf(sql: Sql): object {
  return owners.get(sql) ?? sql
}

function makeSql(owner: object, runner: Runner, check: () => void): Sql {
  const sql = async (strings: TemplateStringsArray, ...values: (SqlValue | SqlPart)[]) => {
    check()
    if (values.some(isPart)) {
      const whole = compose({ strings, values })
      return runner.query(whole.statement, whole.values.map(encode))
    }
    return runner.query(statementOf(strings), (values as SqlValue[]).map(encode))
  }
  scripts.set(sql as Sql, async (text) => {
    check()
    return runner.script(text)
  })
  owners.set(sql as Sql, owner)
  if (runner.liftLimit) lifts.set(sql as Sql, runner.liftLimit)
  return sql as Sql
}

export type Driver = Runner & {
  kind: Db['kind']
  connections: number
  /** Begins, works, and commits or rolls back on one connection; after a deadlock once more. */
  inTransaction<T>(work: (runner: Runner) => Promise<T>): Promise<T>
  alone: Db['alone']
  listen: Db['listen']
  close: Db['close']
}

const nested =
  'A transaction is open: use the sql handle it gave, not the database itself' +
  ' (on the embedded database this would wait for itself for ever)'

/** Puts the one facade over a driver. */
export function makeDb(driver: Driver): Db {
  const owner = {}
  const current = new AsyncLocalStorage<{ open: boolean }>()
  function outside() {
    if (current.getStore()?.open) throw new Error(nested)
  }
  return {
    kind: driver.kind,
    connections: driver.connections,
    sql: makeSql(owner, driver, outside),
    async transaction(work) {
      outside()
      let effects: (() => void)[] = []
      const result = await driver.inTransaction((runner) => {
        const scope = { open: true }
        const sql = makeSql(owner, runner, () => {
          if (!scope.open) throw new Error('The transaction that gave this sql handle has ended')
        })
        effects = []
        afters.set(sql, effects)
        return current.run(scope, async () => {
          try {
            return await work(sql)
          } finally {
            scope.open = false
          }
        })
      })
      for (const effect of effects) effect()
      return result
    },
    async script(text) {
      outside()
      return driver.script(text)
    },
    alone: (statement) => driver.alone(statement),
    async listen(channel, onMessage, onBack = () => {}) {
      outside()
      if (!/^[a-z][a-z0-9_]{0,50}$/.test(channel)) throw new Error(`Bad channel name ${channel}`)
      // A message must not arrive in the context of whichever transaction sent it.
      const outsideAll = AsyncLocalStorage.snapshot()
      return driver.listen(
        channel,
        (payload) => outsideAll(onMessage, payload),
        () => outsideAll(onBack),
      )
    },
    close: () => driver.close(),
  }
}
