import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { readTestFiles, tagsIn } from '../spec/test-files.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { type Break, ruleBreaks } from './lib/rule-breaks.ts'

// Mutation testing: statements of the specification are broken on purpose in a copy of the last
// commit, one at a time, drawn at random: a text, a number or a rule. The tests that say of themselves
// that they show the statement (`// shows §2.3.4`) must fail; one that passes shows nothing.
const { count, seed } = readArguments({ count: 30, seed: 1 })
const root = resolve(import.meta.dirname, '..')
const random = randomFrom(seed)

type Shown = { path: string; name: string }

const shownBy = testsByStatement()
const drawn = draw([...textBreaks(), ...numberBreaks(), ...ruleBreaks])
const copy = makeCopy()
const missed: string[] = []
for (const broken of drawn) {
  const caught = isCaught(broken)
  const { statement, file, from, to } = broken
  console.error(`${caught ? 'caught' : 'MISSED'}  ${statement}  ${file}: ${from} -> ${to}`)
  if (!caught) missed.push(`${statement} ${file}: ${from} -> ${to}`)
}
rmSync(dirname(copy), { recursive: true, force: true })
report({
  ok: missed.length === 0 && drawn.length === count,
  experiment: 'broken-statements',
  seed,
  broken: drawn.length,
  caught: drawn.length - missed.length,
  missed,
})

function testsByStatement(): Map<string, Shown[]> {
  const found = new Map<string, Shown[]>()
  for (const { path, text } of readTestFiles()) {
    for (const { ids, name } of tagsIn(text)) {
      if (name === undefined) continue
      for (const id of ids) found.set(id, [...(found.get(id) ?? []), { path, name }])
    }
  }
  return found
}

/** Every text that a statement quotes and that stands once in the sources, without its last letter. */
function textBreaks(): Break[] {
  const sources = globSync('{web,contract}/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const lines = readFileSync(join(root, 'spec/statements.md'), 'utf8').split('\n')
  const broken: Break[] = []
  for (const line of lines) {
    const statement = /^- (§[\d.]+) /.exec(line)?.[1]
    for (const [, quoted = ''] of line.matchAll(/‘([^’]{6,})’/g)) {
      const from = `'${quoted}'`
      const places = sources.flatMap(({ file, text }) =>
        text
          .split(from)
          .slice(1)
          .map(() => file),
      )
      const [file] = places
      if (statement && file && places.length === 1) {
        broken.push({ statement, file, from, to: `'${quoted.slice(0, -1)}'` })
      }
    }
  }
  return broken
}

/** Numbers of section 9, each one more than it should be. */
function numberBreaks(): Break[] {
  const file = 'contract/src/limits.ts'
  const text = readFileSync(join(root, file), 'utf8')
  const numbers = {
    passwordMin: '§9.1',
    usernameMin: '§9.1',
    kinNameMin: '§9.1',
    loginCodeLength: '§9.2',
    transferCodeLength: '§9.3',
    pinLength: '§9.3',
    cardNumberLength: '§9.4',
    cvvLength: '§9.4',
    lookupOverInTransfer: '§9.5',
    beneficiaryNumberOver: '§9.6',
    supportMessageMin: '§9.7',
    mobileBelowPx: '§9.8',
    fakeDepositMs: '§9.11',
    referenceMaskedChars: '§9.21',
    disputeHours: '§9.22',
    toastMs: '§9.24',
    copyrightYear: '§9.32',
  }
  return Object.entries(numbers).map(([name, statement]) => {
    const value = Number(new RegExp(`  ${name}: (\\d+),`).exec(text)?.[1])
    // A time that is a little longer is still that time to a test that waits for it.
    const more = name.endsWith('Ms') ? value * 2 : value + 1
    return { statement, file, from: `  ${name}: ${value},`, to: `  ${name}: ${more},` }
  })
}

function draw(breaks: Break[]): Break[] {
  const left = breaks.filter(({ statement }) => shownBy.has(statement))
  const taken: Break[] = []
  while (taken.length < count && left.length > 0) {
    taken.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return taken
}

/** The last commit in a folder of its own; its libraries are hard links. */
function makeCopy(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'passbook-broken-')), 'copy')
  run('git', ['clone', '--quiet', root, folder], root)
  run('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')], root)
  return folder
}

function run(command: string, args: string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}

/** Breaks the copy, runs the tests of the statement until one fails, and mends it again. */
function isCaught({ statement, file, from, to }: Break): boolean {
  const place = join(copy, file)
  const whole = readFileSync(place, 'utf8')
  if (whole.split(from).length !== 2) throw new Error(`${file} has ${from} not once`)
  writeFileSync(
    place,
    whole.replace(from, () => to),
  )
  try {
    const tests = shownBy.get(statement) ?? []
    const [journeys, others] = [tests.filter(isJourney), tests.filter((test) => !isJourney(test))]
    return others.some(failsInVitest) || (journeys.length > 0 && failsInBrowser(journeys))
  } finally {
    writeFileSync(place, whole)
  }
}

function isJourney({ path }: Shown): boolean {
  return path.startsWith('e2e/')
}

/** The part of a name that no case changes, as a pattern. */
function patternOf(name: string): string {
  return (name.split(/\$\{|%[a-z]|\$[a-z]/)[0] ?? '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function failsInVitest({ path, name }: Shown): boolean {
  const [project = ''] = path.split('/')
  const file = join(copy, 'vitest.json')
  const names = ['-t', patternOf(name), '--reporter=json', `--outputFile=${file}`]
  const found = results<{ numFailedTests: number }>(file, 'vitest', [
    ...['run', '--project', project, path.slice(project.length + 1)],
    ...names,
  ])
  return (found?.numFailedTests ?? 0) > 0
}

function failsInBrowser(tests: Shown[]): boolean {
  const file = join(copy, 'playwright.json')
  const names = tests.map(({ name }) => patternOf(name)).join('|')
  const paths = [...new Set(tests.map(({ path }) => path))]
  const found = results<{ stats: { unexpected: number } }>(file, 'playwright', [
    ...['test', ...paths, '-g', names, '--reporter=json', '-x'],
  ])
  return (found?.stats.unexpected ?? 0) > 0
}

/** Runs the tests and reads what failed: a runner that ran nothing has found nothing. */
function results<T>(file: string, command: string, args: string[]): T | null {
  rmSync(file, { force: true })
  spawnSync(join(copy, 'node_modules/.bin', command), args, {
    cwd: copy,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, TEST_DATABASE: '' },
    stdio: 'ignore',
  })
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}
