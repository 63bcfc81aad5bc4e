import type { Db, Sql } from '#db/db.ts'

/** A database that notes the text of every statement, without its values; transactions have two more. */
export function recording(whole: Db, said: string[]): Db {
  const heard = (sql: Sql): Sql =>
    ((strings, ...values) => {
      said.push(strings.join('?').replaceAll(/\s+/g, ' ').trim())
      return sql(strings, ...values)
    }) as Sql
  return {
    ...whole,
    sql: heard(whole.sql),
    transaction: async (work) => {
      said.push('begin')
      const result = await whole.transaction((sql) => work(heard(sql)))
      said.push('commit')
      return result
    },
  }
}
