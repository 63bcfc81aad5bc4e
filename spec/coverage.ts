import { readFileSync } from 'node:fs'
import { readTestFiles, tagsIn } from './test-files.ts'

// Which test shows which statement. The statements and decisions are listed in statements.md and
// decisions.md; a test names those it shows in a comment above it: `// shows §2.3.4 D42`. Fails
// where a statement has no test that `npm test` runs and where a tag names no statement; `--list` prints
// all of it.

/** `- §2.3.4 what is stated`, `- D42 (I) what was decided`, `- D133 (I, open) what is not built`. */
const entry = /^- (§[\d.]+|D\d+) (.*)$/

const statements = [...read('statements.md'), ...read('decisions.md')]
const known = new Set(statements.map(({ id }) => id))
const shownBy = new Map<string, string[]>()
const problems: string[] = []

for (const { path, text } of readTestFiles()) {
  for (const { ids, line, name, isOnlyLong } of tagsIn(text)) {
    if (name === undefined) problems.push(`${path}:${line}: no test follows`)
    for (const id of ids) {
      if (!known.has(id)) problems.push(`${path}:${line}: there is no ${id}`)
      if (!isOnlyLong) shownBy.set(id, [...(shownBy.get(id) ?? []), `${path} › ${name}`])
    }
  }
}

for (const { id, text, isOpen } of statements) {
  if (isOpen && shownBy.has(id)) problems.push(`${id} is marked open, and a test shows it`)
  if (!isOpen && !shownBy.has(id)) problems.push(`${id} ${text}: no test shows it`)
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

function read(file: string): { id: string; text: string; isOpen: boolean }[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .map((line) => entry.exec(line))
    .filter((found) => found !== null)
    .map(([, id = '', text = '']) => ({ id, text, isOpen: /^\(\w, open\)/.test(text) }))
}
