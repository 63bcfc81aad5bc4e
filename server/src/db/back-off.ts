import { part, type SqlPart } from './sql.ts'

/**
 * Retry back-off: when a row that broke is tried again, by a column that counts how often it did before.
 * Half a minute, then twice as long each time, an hour at most.
 */
export const backOff = (now: Date, broken: SqlPart): SqlPart => part`
  ${now}::timestamptz + least(interval '1 hour', interval '30 seconds' * 2 ^ least(${broken}, 20))`
