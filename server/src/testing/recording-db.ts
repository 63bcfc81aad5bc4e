import type { Db, Sql } from '#db/db.ts'

/** A database that notes the text of every statement, without its values. */
export function recording(whole: Db, said: string[]): Db {
  const heard = (sql: Sql): Sql =>
    ((strings, ...values) => {
      said.push(strings.join('?').replaceAll(/\s+/g, ' ').trim())
      return sql(strings, ...values)
    }) as Sql
  return {
    ...whole,
    sql: heard(whole.sql),
    transaction: (work) => whole.transaction((sql) => work(heard(sql))),
  }
}
