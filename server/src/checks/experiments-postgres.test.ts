import { describe, expect, test } from 'vitest'
import { experiment } from '#testing/experiment.ts'
import { byLength, isLong } from '#testing/length.ts'
import { findPostgres } from '#testing/postgres-server.ts'

// Short versions of the experiments that need a PostgreSQL server; each starts its own.
const installed = findPostgres() !== null
const reason = installed ? '' : ' (skipped: no PostgreSQL is installed)'
const seed = String(Date.now() % 1_000_000)
const clean = { ok: true, lost: 0, duplicated: 0, half: 0, unsound: 0 }

const rounds = byLength(2, 1)

// How many seconds all of it takes is the experiments' own question, on a quiet machine.
const crash = ['--database', 'postgres', '--restart-within', '120000']
const patient = ['--stuck-secs', '60']

const run = (name: string, ...words: string[]) => experiment(name, '--seed', seed, ...words)

// One after another: each of them keeps the machine busy by itself.
describe.skipIf(!installed)(`the experiments on PostgreSQL${reason}`, { timeout: 300_000 }, () => {
  // On the embedded database `npm test` asks it too, in main.test.ts.
  test.runIf(isLong)('what was acknowledged survives kills of the server', async () => {
    const result = await run('crash', ...crash, '--rounds', String(rounds))
    expect(result).toMatchObject({ ...clean, rounds, refused: 0 })
  })

  test('what was acknowledged survives kills of PostgreSQL, and the server stays up', async () => {
    const words = [...crash, '--victim', 'postgres', '--rounds', String(rounds)]
    expect(await run('crash', ...words)).toMatchObject({ ...clean, rounds, refused: 0 })
  })

  test.runIf(isLong)(
    'a restarted PostgreSQL leaves no request unanswered and no server down',
    async () => {
      const restart = ['--rounds', String(rounds), '--recovery-secs', '60', ...patient]
      const result = await run('dbrestart', ...restart)
      expect(result).toMatchObject({ ...clean, wrong: 0, hangUps: 0, stuck: 0, restarted: 0 })
    },
  )

  test('a standby takes over with all that was acknowledged; alone, a primary acknowledges nothing', async () => {
    const words = ['--rounds', '1', '--alone', '3', '--within', '90', ...patient]
    const result = await run('failover', ...words)
    expect(result).toMatchObject({ ...clean, ackedAlone: 0, hangUps: 0, restarted: 0 })
    expect(result.busyAlone).toBeGreaterThan(0)
  })

  test.runIf(isLong)('a failover that does not wait for its standby is found out', async () => {
    const words = ['--rounds', '1', '--alone', '0', '--asynchronous', '1']
    const result = await run('failover', ...words)
    expect(result.ok).toBe(false)
    expect(result.lost).toBeGreaterThan(0)
  })

  test.runIf(isLong)(
    'transfers between two divisions of a bank survive kills of either, each credited once',
    async () => {
      const words = ['--transfers', '120', '--kills', '3', '--customers', '1']
      const result = await run('divisions', ...words)
      const even = { interbranchApart: '0.00', balancesApart: '0.00', customersApart: '0.00' }
      expect(result).toMatchObject({ ...clean, ...even, acked: 120, openHolds: 0 })
      expect(result.returned).toBeGreaterThan(0)
    },
  )

  test.runIf(isLong)('a soak gets every kind of load through its chaos', async () => {
    const words = ['--minutes', '0.1', '--chaos-secs', '1', '--turns-min', '3', ...patient]
    const result = await run('soak', ...words)
    expect(result).toMatchObject({ ...clean, wrong: 0, stuck: 0 })
    expect(result.chaos).toMatchObject({ kill: expect.any(Number), restart: expect.any(Number) })
  })
})
