import { pino } from 'pino'
import { expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import { makeServer } from '#http/server.ts'
import { makeMetrics } from '#metrics/metrics.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { causeOf, loggable, translated, troubleCounts } from './away.ts'
import { wordsForOperator } from './why-not-opened.ts'

const db = await testDb()
const failed = (code: string | undefined, message: string) =>
  Object.assign(new Error(message), { code })
const fullDisk = () => failed('53100', 'could not extend file "base/1": No space left on device')

test.each([
  ['53100', fullDisk()],
  ['25006', failed('25006', 'cannot execute INSERT in a read-only transaction')],
  ['ECONNREFUSED', failed('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1')],
  ['pool_timeout', failed(undefined, 'timeout exceeded when trying to connect')],
  ['client_timeout', failed(undefined, 'Query read timeout')],
  ['connection_lost', failed(undefined, 'Connection terminated unexpectedly')],
])('%s is named in the log and counted', async (code, thrown) => {
  const before = troubleCounts().get(code) ?? 0
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const app = makeServer({ log, trustedProxies: [] })
  app.get('/pay', async () => {
    throw translated(thrown)
  })
  expect((await app.inject('/pay')).statusCode).toBe(503)
  expect(lines).toMatchObject([{ level: 40, route: '/pay', status: 503, cause: code }])
  expect(JSON.stringify(lines)).not.toContain(thrown.message)
  const metrics = makeMetrics()
  metrics.countTroubles(troubleCounts)
  expect(await metrics.registry.metrics()).toContain(
    `passbook_database_troubles_total{code="${code}"} ${before + 1}`,
  )
  await app.close()
})

test('what is no trouble of the database stays as it is', () => {
  const duplicate = failed('23505', 'duplicate key')
  expect(translated(duplicate)).toBe(duplicate)
  expect(causeOf(duplicate)).toBeUndefined()
})

test('any other error is logged with its message, which an errno is no reason to drop', () => {
  expect(loggable(failed('EAUTH', 'Invalid login'))).toEqual({
    code: 'EAUTH',
    message: 'Invalid login',
  })
  expect(loggable(failed('23505', 'duplicate key'))).not.toHaveProperty('message')
})

test('the operator reads the code with the reason, and so does who starts the bank', async () => {
  const words =
    'The database could not be asked: could not extend file "base/1": No space left on device (53100)'
  expect(wordsForOperator(translated(fullDisk()))).toBe(words)
  const bank = await testBank(db)
  const full = {
    ...bank.bank,
    db: { ...db, transaction: () => Promise.reject(translated(fullDisk())) },
  }
  await expect(runCommand(full, ['pending'])).rejects.toSatisfy(
    (error) => wordsForOperator(error) === words,
  )
  const [row] = await db.sql<{ outcome: string }>`
    select outcome from operator_log order by id desc limit 1`
  expect(row?.outcome).toBe(`refused: ${words}`)
  await bank.stop()
})
