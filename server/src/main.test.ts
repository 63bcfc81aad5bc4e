import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// The real programs as processes: what a test inside one process cannot show.
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'passbook-main-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Ended = { code: number | null; output: string }

/** Starts a program on the folder; `said` waits for its words, `ended` for its end. */
function start(file: string, ...words: string[]) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [file, ...words], {
    cwd: root,
    env: { ...inherited, DATA_DIR: folder, DEMO: '0', PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  const waiting: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      for (const look of waiting) look()
    })
  }
  return {
    child,
    said: (words: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => output.includes(words) && resolve()
        waiting.push(look)
        child.once('exit', () => reject(new Error(output)))
        look()
      }),
    ended: new Promise<Ended>((resolve) => {
      child.once('close', (code) => resolve({ code, output: output.trim() }))
    }),
  }
}

const main = 'server/src/main.ts'
const operator = 'server/src/cli/bank.ts'

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
}, 120_000)

test('what was acknowledged survives two kills under load', async () => {
  const run = await start('scripts/crash.ts', '--rounds', '2', '--seed', String(Date.now() % 1e6))
    .ended
  expect(JSON.parse(run.output)).toMatchObject({
    ok: true,
    rounds: 2,
    lost: 0,
    duplicated: 0,
    half: 0,
    refused: 0,
    unsound: 0,
  })
  expect(run.code).toBe(0)
}, 180_000)
