import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '../server/src/testing/postgres-server.ts'
import { buildWeb } from './build-web.ts'
import { quickSteps, runSteps } from './steps.ts'

// Everything that must hold; the last line adds up all runners.
const results = 'node_modules/.cache/results'
const onPostgres = ['src/ledger', 'src/db', 'race', 'access', 'bills/move']
const embeddedOnly = ['**/db/embedded.test.ts', '**/db/kept-cluster.test.ts']
const total = { passed: 0, failed: 0 }
let vitestRuns = 0

type Counts = { passed: number; failed: number }

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const steps = [
  ...quickSteps,
  { name: 'texts that tests mention', command: ['node', 'spec/mentioned-texts.ts'] },
  { name: 'coverage of the specification', command: ['node', 'spec/coverage.ts'] },
  { name: 'coverage of ASVS', command: ['node', 'spec/asvs.ts'] },
]
const failed = await runSteps(steps)
add('checks', { passed: steps.length - failed, failed })
await buildWeb()
step('bundle size', ['size-limit'])
vitest('unit and HTTP tests on the embedded database', [], {})
if (process.env.TEST_DATABASE_URL || findPostgres()) {
  vitest(
    'ledger, race and access tests on PostgreSQL',
    // What is about the embedded database alone has just run.
    ['--project', 'server', ...embeddedOnly.flatMap((file) => ['--exclude', file]), ...onPostgres],
    { TEST_DATABASE: 'postgres' },
  )
} else {
  console.log('\nNo PostgreSQL on this machine: its tests are left out.')
}
playwright()

console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function step(name: string, command: string[]): void {
  add(name, run(name, command) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

function vitest(name: string, args: string[], env: Record<string, string>): void {
  const file = join(results, `vitest-${vitestRuns++}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const status = run(name, ['vitest', 'run', ...reporters, ...args], env)
  const report = read<{ numPassedTests: number; numFailedTests: number }>(file)
  const counts = report
    ? { passed: report.numPassedTests, failed: report.numFailedTests }
    : { passed: 0, failed: 1 }
  add(name, honest(counts, status))
}

function playwright(): void {
  const file = join(results, 'playwright.json')
  const status = run('browser journeys', ['playwright', 'test'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const stats = read<{ stats: { expected: number; unexpected: number } }>(file)?.stats
  const counts = stats
    ? { passed: stats.expected, failed: stats.unexpected }
    : { passed: 0, failed: 1 }
  add('browser journeys', honest(counts, status))
}

/** A runner that ended badly has failed, whatever it counted. */
function honest(counts: Counts, status: number): Counts {
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function run(name: string, [command = '', ...args]: string[], env: Record<string, string> = {}) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  return status ?? 1
}

function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

function add(name: string, { passed, failed }: Counts): void {
  total.passed += passed
  total.failed += failed
  console.log(`${failed === 0 ? 'ok' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed.`)
}
