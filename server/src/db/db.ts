export { openEmbedded, openMemory } from './embedded.ts'
export { openPostgres } from './postgres.ts'
export { type Db, databaseOf, json, type Sql, type SqlValue } from './sql.ts'
