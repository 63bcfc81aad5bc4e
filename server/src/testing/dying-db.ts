import type { Db, Sql } from '#db/db.ts'

/** The database of a process that dies at this step: a statement, a commit, or what follows one. */
export function dyingAt(whole: Db, step: number): Db {
  let steps = 0
  function live() {
    steps += 1
    if (steps >= step) throw new Error('dead')
  }
  const mortal = (sql: Sql): Sql =>
    (async (strings, ...values) => {
      live()
      const found = await sql(strings, ...values)
      live()
      return found
    }) as Sql
  return {
    ...whole,
    sql: mortal(whole.sql),
    async transaction(work) {
      const result = await whole.transaction(async (sql) => {
        const inner = await work(mortal(sql))
        live()
        return inner
      })
      live()
      return result
    },
  }
}
