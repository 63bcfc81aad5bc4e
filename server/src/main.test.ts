import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mustHaveKey } from '#auth/key-check.ts'
import { openEmbedded } from '#db/db.ts'
import { readBusinessTime } from '#db/db-clock.ts'
import { migrate } from '#db/migrate.ts'
import { seedDemo } from '#demo/seed.ts'
import { layCluster } from '#testing/data-folder.ts'
import { byLength } from '#testing/length.ts'
import { startProgram } from '#testing/program.ts'
import { testBank } from '#testing/test-bank.ts'

// The real programs as processes: what a test inside one process cannot show.
const folder = mkdtempSync(join(tmpdir(), 'passbook-main-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const quiet = { DATABASE_URL: undefined, DEMO: '0', MAILBOX: '1', PORT: '0', LOG_LEVEL: 'error' }

function start(file: string, ...words: string[]) {
  const program = startProgram(file, words, { ...quiet, DATA_DIR: folder })
  children.push(program.child)
  return program
}

const main = 'server/src/main.ts'
const operator = 'server/src/cli/main.ts'

test('one process holds the data folder, its operator asks it, and it stops when told', async () => {
  const first = start(main)
  await first.said('is open at')

  const second = await start(main).ended
  expect(second).toEqual({
    code: 1,
    output: `The data folder ${folder} is in use by process ${first.child.pid}`,
  })
  expect(await start(operator, 'audit').ended).toEqual({ code: 0, output: 'The ledger is sound' })
  const refused = await start(operator, 'fund', '1', '1').ended
  expect(refused).toEqual({ code: 1, output: '1 is no account number' })

  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  // Nobody runs: the operator opens the folder itself.
  expect(await start(operator, 'audit').ended).toEqual({ code: 0, output: 'The ledger is sound' })
}, 300_000)

test('with another key than the one it is under a bank does not start, nor does a command', async () => {
  const keyed = join(folder, 'keyed')
  await layCluster(keyed)
  const db = await openEmbedded({ dataDir: keyed })
  const keys = { secretKey: 'the first key of a bank that has many', oldSecretKeys: [] }
  await mustHaveKey(db.sql, keys, new Date())
  await db.close()
  const another = { ...quiet, DATA_DIR: keyed, SECRET_KEY: 'drawn by dice 4711, another one here' }
  for (const [file = '', ...words] of [[main], [operator, 'audit']]) {
    const { code, output } = await startProgram(file, words, another).ended
    expect([code, output]).toEqual([1, expect.stringMatching(/^SECRET_KEY is not the key that/)])
  }
  // Nothing is brought up to date by then: what was there stays good for the servers of before.
  const change = async () => {
    const again = await openEmbedded({ dataDir: keyed })
    const rows = await again.sql<{ sha256: string }>`
      update schema_functions set sha256 = 'of before' where name = 'pin_refusal'
      returning (select sha256 from schema_functions where name = 'pin_refusal') as sha256`
    await again.close()
    return rows[0]?.sha256
  }
  expect(await change()).not.toBe('of before')
  expect((await startProgram(main, [], another).ended).code).toBe(1)
  expect(await change()).toBe('of before')
})

test('the operator makes no bank in an empty folder', async () => {
  const empty = join(folder, 'empty')
  const asked = startProgram(operator, ['audit'], { ...quiet, DATA_DIR: empty })
  expect(await asked.ended).toEqual({
    code: 1,
    output: `There is no bank in ${empty} yet. Start the server once.`,
  })
  expect(existsSync(empty)).toBe(false)
  const help = await startProgram(operator, ['help'], { ...quiet, DATA_DIR: empty }).ended
  expect([help.code, help.output]).toEqual([0, expect.stringContaining('accept-key')])
})

test('a start without demo mode blocks the demo customers of its folder and says so, lets business time run on, and prints the key of its mailbox', async () => {
  const seeded = join(folder, 'seeded')
  await layCluster(seeded)
  const db = await openEmbedded({ dataDir: seeded })
  await migrate(db)
  const bank = await testBank(db)
  await seedDemo(bank.bank)
  await bank.stop()
  // As a process leaves it that ends while days are passed.
  await db.sql`
    update bank_clock set stands_at = now() + interval '5 days', from_at = now(),
      until_at = now() + interval '9 days', days = 9`
  await db.close()
  const real = startProgram(main, [], {
    ...{ DATABASE_URL: undefined, DATA_DIR: seeded, DEMO: '0', MAILBOX: '1' },
    ...{ PORT: '0', LOG_LEVEL: 'warn', SECRET_KEY: bank.bank.config.secretKey },
  })
  children.push(real.child)
  await real.said('is open at')
  expect(real.output()).toMatch(
    /"closed":\["demo","secure"\],"msg":"The demo customers are blocked/,
  )
  expect(real.output()).toMatch(/only at \/mailbox\?key=[\w-]{22}\)$/m)
  real.child.kill('SIGTERM')
  expect((await real.ended).code).toBe(0)
  const left = await openEmbedded({ dataDir: seeded })
  const { aheadMs, standsAt } = await readBusinessTime(left.sql)
  await left.close()
  expect(standsAt).toBeNull()
  // Less by what the start took: it goes on from where it stood.
  expect(aheadMs).toBeGreaterThan(4 * 86_400_000)
}, 300_000)

test('what was acknowledged survives kills under load', async () => {
  const rounds = byLength(2, 1)
  const run = await start(
    'experiments/crash.ts',
    '--rounds',
    String(rounds),
    '--seed',
    String(Date.now() % 1e6),
    // How quickly it starts again is the experiment's question, on a quiet machine.
    '--restart-within',
    '120000',
  ).ended
  expect(JSON.parse(run.output), run.output).toMatchObject({
    ok: true,
    rounds,
    lost: 0,
    duplicated: 0,
    half: 0,
    refused: 0,
    unsound: 0,
  })
  expect(run.code).toBe(0)
}, 300_000)
