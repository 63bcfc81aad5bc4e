import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { layCluster } from '#testing/data-folder.ts'
import { startProgram } from '#testing/program.ts'
import { cannotListen } from './open-port.ts'

// The real programs: what an operator reads, and the code that a service manager gets.
const folder = mkdtempSync(join(tmpdir(), 'passbook-listen-'))
await layCluster(folder)
const taken = createServer().listen(0, '127.0.0.1')
await once(taken, 'listening')
const { port } = taken.address() as AddressInfo
afterAll(() => {
  taken.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = (env: Record<string, string>, program = 'server/src/main.ts', ...words: string[]) =>
  startProgram(program, words, {
    ...{ DATABASE_URL: undefined, DEMO: '0', MAILBOX: '1', PORT: '0' },
    ...{ LOG_LEVEL: 'error', DATA_DIR: folder },
    ...env,
  }).ended

const elsewhere = {
  DATABASE_URL: 'postgres://bank:p4ssw0rd@127.0.0.1:1/bank',
  SECRET_KEY: 'a key of the tests, long enough to be one',
  MAILBOX: '1',
}
const away =
  'The database at 127.0.0.1:1 cannot be reached: nothing listens there (ECONNREFUSED). See that it runs and that DATABASE_URL names it.'

test('a port that is taken is refused with the setting that helps', async () => {
  expect(await start({ PORT: String(port) })).toEqual({
    code: 1,
    output: `Port ${port} on 127.0.0.1 is taken by another program. End it, or set PORT to a free port. (EADDRINUSE)`,
  })
  expect(await start({ METRICS_PORT: String(port) })).toMatchObject({
    code: 1,
    output: expect.stringContaining('set METRICS_PORT to a free port. (EADDRINUSE)'),
  })
})

test('a database that is away is named, to whoever starts and to the operator', async () => {
  const [alone, several, operator] = await Promise.all([
    start(elsewhere),
    start({ ...elsewhere, WORKERS: '2', LOG_LEVEL: 'silent' }),
    start(elsewhere, 'server/src/cli/main.ts', 'audit'),
  ])
  expect({ alone, several, operator }).toEqual({
    alone: { code: 1, output: away },
    several: { code: 1, output: away },
    operator: { code: 1, output: away },
  })
})

test.each([
  ['EACCES', 'This user may not open port 80'],
  ['EADDRNOTAVAIL', 'does not have the address 10.9.9.9. Correct METRICS_HOST.'],
])('%s says which setting to look at', (code, words) => {
  const error = Object.assign(new Error('listen'), { code })
  const door = { host: '10.9.9.9', port: 80 }
  expect(() => cannotListen(error, 'METRICS_PORT', door)).toThrow(words)
})
