import { readFileSync } from 'node:fs'
import { collectTests } from './collect.ts'
import { readTestFiles, type Tag, tagsIn } from './test-files.ts'

// Which test shows which statement. The statements and decisions are listed in statements.md and
// decisions.md; a test names those it shows in a comment above it: `// shows §2.3.4 D42`. Fails
// where a statement has no test that `npm test` runs, on a machine without PostgreSQL too, where a tag
// names no statement, and where a group of tests is empty on such a machine; `--list` prints all of it.

/** `- §2.3.4 what is stated`, `- D42 (I) what was decided`, `- D133 (I, open) what is not built`. */
const entry = /^- (§[\d.]+|D\d+) (.*)$/

const statements = [...read('statements.md'), ...read('decisions.md')]
const known = new Set(statements.map(({ id }) => id))
const shownBy = new Map<string, string[]>()
const shownEverywhere = new Set<string>()
const { runs, problems } = await collectTests()

for (const { path, text } of readTestFiles()) {
  for (const tag of tagsIn(text)) {
    const { ids, line, name, isOnlyLong } = tag
    if (name === undefined) problems.push(`${path}:${line}: no test follows`)
    for (const id of ids) {
      if (!known.has(id)) problems.push(`${path}:${line}: there is no ${id}`)
      if (isOnlyLong) continue
      shownBy.set(id, [...(shownBy.get(id) ?? []), `${path} › ${name}`])
      if (runsWithoutPostgres(path, tag)) shownEverywhere.add(id)
    }
  }
}

for (const { id, text, isOpen } of statements) {
  if (isOpen && shownBy.has(id)) problems.push(`${id} is marked open, and a test shows it`)
  if (!isOpen && !shownBy.has(id)) problems.push(`${id} ${text}: no test shows it`)
  else if (!isOpen && !shownEverywhere.has(id)) {
    problems.push(`${id} ${text}: no test shows it where PostgreSQL is not installed`)
  }
}
if (known.size !== statements.length) problems.push('a number is used twice')

if (process.argv.includes('--list')) {
  for (const { id, text } of statements) {
    console.log(`${id} ${text}`)
    for (const test of shownBy.get(id) ?? []) console.log(`    ${test}`)
  }
}
for (const problem of problems) console.log(problem)
const stated = statements.filter(({ id }) => id.startsWith('§')).length
const open = statements.filter(({ isOpen }) => isOpen).length
console.log(
  `${stated} statements and ${statements.length - stated - open} decisions with their tests,` +
    ` ${open} decisions not built yet; ${problems.length} problems.`,
)
process.exit(problems.length === 0 ? 0 : 1)

/** Only tests of the server want a PostgreSQL; those were read as they are without one. */
function runsWithoutPostgres(path: string, { place }: Tag): boolean {
  const lines = runs.get(path)
  if (!lines || !place) return true
  return [...lines].some(([line, does]) => does && place.from <= line && line <= place.to)
}

function read(file: string): { id: string; text: string; isOpen: boolean }[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .map((line) => entry.exec(line))
    .filter((found) => found !== null)
    .map(([, id = '', text = '']) => ({ id, text, isOpen: /^\(\w, open\)/.test(text) }))
}
