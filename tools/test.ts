import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '../server/src/testing/postgres-server.ts'
import { buildWeb } from './build-web.ts'
import { quickSteps, runSteps } from './steps.ts'

// Everything that must hold; the last line adds up all runners.
const results = 'node_modules/.cache/results'
// `npm run test:long`: at the length that each night has time for.
if (process.argv[2] === 'long') process.env.TESTS = 'long'
const isLong = process.env.TESTS === 'long'
// What the embedded database could do otherwise than a server. Journeys run on it as well, every sign-in and
// nearly every call among them, so that what asks for those again is for the long run; so are broken banks, of
// which each audit finds one, and what looks at whole ledgers.
const onEmbedded = ['src/ledger/', 'src/db/']
if (isLong) onEmbedded.push('src/transfers/', 'bills/move', 'access', 'sign-in')
// Nothing happens at once on one connection; what asks for no test database, or takes both kinds by itself, has
// just run, and what verifies a thousand signatures asks none of its own.
const notAgain = [
  '**/*{race,postgres}.test.ts',
  '**/{db,functions,upgrade}.test.ts',
  '**/{model,embedded,kept-cluster,replica,why-not-opened,passkey-approval}.test.ts',
]
if (!isLong) notAgain.push('**/{mutants,audit,seals,migrate}.test.ts')
const total = { passed: 0, failed: 0 }
let vitestRuns = 0

type Counts = { passed: number; failed: number }

// Programs that tests start, by the hundred, begin with what Node has read and compiled before.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node')
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
if (process.env.TEST_DATABASE_URL || findPostgres()) {
  // Its broken banks are made in half the time in memory.
  const later = ['--exclude', '**/mutants.test.ts']
  vitest('unit and HTTP tests on PostgreSQL', later, { TEST_DATABASE: 'postgres' })
  vitest(
    'ledger and database on the embedded one',
    ['--project', 'server', ...notAgain.flatMap((file) => ['--exclude', file]), ...onEmbedded],
    { TEST_DATABASE: 'embedded', TEST_DATABASE_URL: '' },
  )
} else {
  console.log('\nNo PostgreSQL on this machine: what needs one is left out.')
  vitest('unit and HTTP tests on the embedded database', [], {})
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
