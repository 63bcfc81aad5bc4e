import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Declared, declaredBy } from './stand-ins.ts'

// Which tests the server's files have on a machine without PostgreSQL or any other program that some of them
// want. Vitest's own collecting would make the banks that the files ask for before their tests, which takes
// minutes: here stand-ins take the place of Vitest and of the server's modules, and reading all files two seconds.

const source = new URL('../server/src/', import.meta.url)
const standIns = new URL('stand-ins.ts', import.meta.url).href
/** What decides which tests there are, or reads the project's own files for that, is no stand-in. */
const real =
  /\.test\.ts$|\/testing\/(?:length|outside-program|postgres-server)\.ts$|\/read-floors\.ts$/
const exported = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm
const exportedAgain = /^export \{([^}]*)\}/gm

export type Collected = {
  /** File → the lines on which a test or a group begins, and whether anything of it runs there. */
  runs: Map<string, Map<number, boolean>>
  /** Groups without a test, which Vitest fails, and files that cannot be read. */
  problems: string[]
}

/** Reads the test files of the server, with the other programs of this machine hidden. */
export async function collectTests(
  paths: readonly string[] = globSync('**/*.test.ts', { cwd: source }).sort(),
): Promise<Collected> {
  hideOtherPrograms()
  registerHooks({
    resolve: (name, context, next) =>
      name === 'vitest' ? { url: standIns, shortCircuit: true } : next(name, context),
    load: (url, context, next) =>
      url.startsWith(source.href) && url.endsWith('.ts') && !real.test(url)
        ? { format: 'module', source: standInFor(url), shortCircuit: true }
        : next(url, context),
  })
  const collected: Collected = { runs: new Map(), problems: [] }
  for (const name of paths) {
    const url = new URL(name.replaceAll('\\', '/'), source).href
    const path = `server/src/${name.replaceAll('\\', '/')}`
    try {
      const tests = await declaredBy(url, () => import(url))
      collected.runs.set(path, linesOf(tests))
      collected.problems.push(...emptyIn(tests).map((words) => `${path}:${words}`))
    } catch (error) {
      collected.problems.push(`${path}: spec/collect.ts cannot read it: ${error}`)
    }
  }
  return collected
}

function hideOtherPrograms() {
  Object.assign(process.env, { NO_POSTGRES: '1', PATH: '' })
  delete process.env.TEST_DATABASE
  delete process.env.TEST_DATABASE_URL
}

/** A module with the names that this one exports, each of them `anything`. */
function standInFor(url: string): string {
  const text = readFileSync(fileURLToPath(url), 'utf8')
  const own = [...text.matchAll(exported)].map(([, name = '']) => name)
  const again = [...text.matchAll(exportedAgain)].flatMap(([, names = '']) => names.split(','))
  const names = again.map((name) => name.trim()).filter((name) => /^\w+$/.test(name))
  const lines = [...own, ...names].map((name) => `export const ${name} = anything`)
  return [`import { anything } from '${standIns}'`, ...lines].join('\n')
}

const testsIn = (one: Declared): Declared[] =>
  one.kind === 'test' ? [one] : one.children.flatMap(testsIn)

function linesOf(top: Declared): Map<number, boolean> {
  const lines = new Map<number, boolean>()
  const note = (one: Declared) => {
    const runs = testsIn(one).some(({ isSkipped }) => !isSkipped)
    lines.set(one.line, runs || (lines.get(one.line) ?? false))
    for (const child of one.children) note(child)
  }
  note(top)
  return lines
}

/** Vitest fails a group in which no test is, unless the whole group is left out. */
function emptyIn(group: Declared): string[] {
  if (group.kind === 'test' || group.isSkipped) return []
  const inner = group.children.flatMap(emptyIn)
  if (inner.length > 0 || testsIn(group).length > 0) return inner
  return [`${group.line}: a group without a test where PostgreSQL is not installed: ${group.name}`]
}
