import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { findPostgres } from '#testing/postgres-server.ts'
import { type Program, startProgram } from '#testing/program.ts'
import { type Home, makeHome } from '../../../experiments/lib/bank-server.ts'

const programs: Program[] = []
const main = 'server/src/main.ts'

function start(env: Record<string, string | undefined>, file = main) {
  const program = startProgram(file, [], env)
  programs.push(program)
  return program
}

const ps = (...words: string[]) => spawnSync('ps', words, { encoding: 'utf8' }).stdout.trim()

/** One that has ended may still be listed, until somebody asks how. */
const isAlive = (pid: number) => /^[^Z]/.test(ps('-o', 'stat=', '-p', String(pid)))

const workersOf = ({ child }: Program): number[] =>
  ps('-o', 'pid=', '--ppid', String(child.pid)).split('\n').map(Number)

test('several processes are refused on the embedded database, in words', async () => {
  const refused = start({ DATABASE_URL: undefined, WORKERS: '2' })
  const { code, output } = await refused.ended
  expect(code).toBe(1)
  expect(output).toMatch(/^WORKERS is above 1 but DATABASE_URL is not set\..*$/)
})

describe.skipIf(!findPostgres())('WORKERS on one PostgreSQL', () => {
  let home: Home
  beforeAll(async () => {
    home = await makeHome('postgres')
  })
  afterAll(async () => {
    for (const { child } of programs) child.kill('SIGKILL')
    await home?.remove()
  })

  /** Asks over a connection of its own, so that any of the workers may answer. */
  const ask = (url: string) => fetch(url, { headers: { connection: 'close' } })
  /** The same with a session that is nobody's, which is looked up all the same. */
  const askOfNobody = (url: string) => {
    const authorization = `Bearer ${'x'.repeat(43)}`
    return fetch(`${url}/api/init-user`, { headers: { connection: 'close', authorization } })
  }

  const twoWorkers = async (further: Record<string, string> = {}) => {
    const [port, metricsPort] = [String(await freePort()), String(await freePort())]
    const env = { ...home.env, WORKERS: '2', PORT: port, METRICS_PORT: metricsPort, ...further }
    const program = start(env)
    const url = `http://127.0.0.1:${port}`
    const figures = async () =>
      (await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).split('\n')
    await program.said('is open at')
    await expect
      .poll(async () => (await figures()).includes('passbook_processes 2'), { timeout: 20_000 })
      .toBe(true)
    return { program, url, figures }
  }

  test('share the port, are announced once, give one set of figures, and stop together', async () => {
    const { program, url, figures } = await twoWorkers({ DEMO: '1' })
    const before = answered(await figures())
    for (let count = 0; count < 20; count += 1)
      expect((await ask(`${url}/healthz`)).status).toBe(200)
    await expect.poll(async () => answered(await figures()) - before).toBe(20)
    expect(program.output().match(/is open at/g)).toHaveLength(1)
    const workers = workersOf(program)
    program.child.kill('SIGTERM')
    expect((await program.ended).code).toBe(0)
    expect(workers.filter(isAlive)).toEqual([])
  })

  test('one that dies is started again while the other serves; nobody outlives the parent', async () => {
    const { program, url, figures } = await twoWorkers()
    const [first = 0, second = 0] = workersOf(program)
    process.kill(first, 'SIGKILL')
    // Until the parent has noticed, node:cluster still hands connections to the dead one and loses them.
    await program.said('a worker ended')
    await figures()
    expect(isAlive(first)).toBe(false)
    for (let count = 0; count < 10; count += 1) expect((await askOfNobody(url)).status).toBe(401)
    await expect.poll(async () => (await ask(`${url}/readyz`)).status).toBe(200)
    await expect
      .poll(async () => (await figures()).includes('passbook_processes 2'), { timeout: 20_000 })
      .toBe(true)
    expect(workersOf(program)).toContain(second)
    const workers = workersOf(program)
    program.child.kill('SIGKILL')
    await expect.poll(() => workers.filter(isAlive)).toEqual([])
  })

  test('a bank that cannot start ends, with the words of the first that could not', async () => {
    const nowhere = start({
      ...home.env,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x',
      WORKERS: '2',
    })
    const { code, output } = await nowhere.ended
    expect(code).toBe(1)
    expect(output.match(/cannot be reached/g)).toHaveLength(1)
  })
})

function answered(lines: string[]): number {
  const name = 'passbook_request_seconds_count{route="/healthz",method="GET",status="200"} '
  return Number(lines.find((line) => line.startsWith(name))?.slice(name.length) ?? 0)
}
