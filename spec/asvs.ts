import { readFileSync, writeFileSync } from 'node:fs'
import { readTestFiles, tagsIn } from './test-files.ts'

// How the bank stands to OWASP ASVS 5.0, levels 1 and 2. The requirements are in asvs.md, each in a
// few words of our own with its state; a test names those it shows in a comment above it:
// `// asvs 6.2.4`. Makes docs/asvs.md with `--write`; otherwise fails where that file is not what it
// would write, where a requirement has neither a test nor a reason, and where a tag names none.

/** `- 6.2.1 (1, open) what it asks for; why it is so` */
const entry = /^- ([\d.]+) \(([12]), (met|n\/a|open)\) ([^;]+)(?:; (.+))?$/
/** How many the standard has at each level. */
const counts = { 1: 70, 2: 183 } as const
const shownAtLeast = 150

const source = new URL('asvs.md', import.meta.url)
const target = new URL('../docs/asvs.md', import.meta.url)

const requirements = readFileSync(source, 'utf8')
  .split('\n')
  .map((line) => entry.exec(line))
  .filter((found) => found !== null)
  .map(([, id = '', level = '', state = '', words = '', reason = '']) => ({
    id,
    level,
    state,
    words,
    reason,
  }))
const shownBy = new Map<string, Set<string>>()
const problems: string[] = []

for (const { path, text } of readTestFiles()) {
  for (const { ids, line, name } of tagsIn(text, 'asvs')) {
    if (name === undefined) problems.push(`${path}:${line}: no test follows`)
    for (const id of ids) {
      const tests = shownBy.get(id) ?? new Set()
      shownBy.set(id, tests.add(`${path} › ${name}`))
    }
  }
}

const known = new Set(requirements.map(({ id }) => id))
if (known.size !== requirements.length) problems.push('a number is used twice')
for (const level of [1, 2] as const) {
  const listed = requirements.filter((one) => one.level === String(level)).length
  if (listed !== counts[level]) {
    problems.push(`level ${level} has ${counts[level]} requirements, ${listed} are listed`)
  }
}
for (const [id, [first]] of shownBy) {
  if (!known.has(id)) problems.push(`${first}: there is no ${id} at levels 1 and 2`)
}
for (const { id, state, reason } of requirements) {
  const isShown = shownBy.has(id)
  if (state === 'open' && isShown) problems.push(`${id} is open, and a test shows it`)
  if (state !== 'met' && !reason) problems.push(`${id} is ${state} without a reason`)
  if (state === 'met' && !reason && !isShown) problems.push(`${id}: no test shows it`)
}
const shown = requirements.filter(({ id }) => shownBy.has(id)).length
if (shown < shownAtLeast) problems.push(`tests show ${shown}, not ${shownAtLeast}`)

const page = pageOf()
if (process.argv.includes('--write')) writeFileSync(target, page)
else if (readOr(target) !== page) problems.push('docs/asvs.md is old: npm run asvs -- --write')

for (const problem of problems) console.log(problem)
console.log(
  `${requirements.length} requirements, ${shown} shown by tests; ${problems.length} problems.`,
)
process.exit(problems.length === 0 ? 0 : 1)

function readOr(file: URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function pageOf(): string {
  const count = (state: string) => requirements.filter((one) => one.state === state).length
  const rows = requirements.map(({ id, level, state, words, reason }) => {
    const tests = [...(shownBy.get(id) ?? [])].sort().map((test) => `\`${test}\``)
    const why = [reason, ...tests].filter(Boolean).join('<br>')
    return `| ${id} | ${level} | ${words} | ${state} | ${why.replaceAll('|', '\\|')} |`
  })
  return `# OWASP ASVS 5.0, levels 1 and 2

Made by \`npm run asvs -- --write\` from [spec/asvs.md](../spec/asvs.md) and the tags of the tests; do not
edit it. The words are ours, the numbers those of the
[standard](https://github.com/OWASP/ASVS/tree/v5.0.0), which says what each requirement asks for.
Of ${requirements.length} requirements ${count('met')} are met, ${count('n/a')} do not apply and ${count('open')} are open; ${shown} are shown by automated tests.

| Number | Level | What | State | Why, and what shows it |
| ------ | ----- | ---- | ----- | ---------------------- |
${rows.join('\n')}
`
}
