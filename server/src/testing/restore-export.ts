import type { Db } from '#db/db.ts'
import { scriptIn } from '#db/sql.ts'

/** An export in its parts: scripts, and the rows of a table as lines of COPY. */
type Part = { script: string } | Copied
export type Copied = { table: string; columns: string; rows: string[] }

/** Restores an export into an empty database as psql would, on either database. */
export async function restore(db: Db, text: string): Promise<void> {
  await db.transaction(async (sql) => {
    for (const part of partsOf(text)) {
      if ('script' in part) await scriptIn(sql, part.script)
      else if (part.rows.length > 0) await scriptIn(sql, insertOf(part))
    }
  })
}

/** The rows of every table of an export. */
export function copiesIn(text: string): Copied[] {
  return partsOf(text).flatMap((part) => ('table' in part ? part : []))
}

// What psql does itself, and the bounds of the transaction, which is ours here.
const forPsql = /^(?:\\.*|begin;|commit;|analyze .*;)$/

function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let script: string[] = []
  let copied: Copied | undefined
  for (const line of text.split('\n')) {
    const [, table, columns] = /^copy (\S+) \((.*)\) from stdin;$/.exec(line) ?? []
    if (copied && line === '\\.') copied = undefined
    else if (copied) copied.rows.push(line)
    else if (table && columns) {
      copied = { table, columns, rows: [] }
      parts.push({ script: script.join('\n') }, copied)
      script = []
    } else if (!forPsql.test(line)) script.push(line)
  }
  return [...parts, { script: script.join('\n') }]
}

function insertOf({ table, columns, rows }: Copied): string {
  const values = rows.map((row) => `(${row.split('\t').map(literal).join(', ')})`)
  return `insert into ${table} (${columns}) overriding system value values\n${values.join(',\n')}`
}

const signs: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

function literal(field: string): string {
  if (field === '\\N') return 'null'
  const value = field.replace(/\\(.)/g, (_, sign: string) => signs[sign] ?? sign)
  return `'${value.replaceAll("'", "''")}'`
}
