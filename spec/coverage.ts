import { readFileSync, writeFileSync } from 'node:fs'
import { coverage } from './rows/coverage.ts'
import { decisions } from './rows/decisions.ts'
import { namesIn, readTestFiles } from './rows/test-files.ts'

// Writes docs/spec-coverage.md: every statement of the specification and every decision with the
// tests that show it. With --check it writes nothing and fails where the file is stale. A test that
// does not exist and a row without a test fail in either case.
const file = new URL('../docs/spec-coverage.md', import.meta.url)
const lastDecision = 132
const known = new Map(readTestFiles().map(({ path, text }) => [path, namesIn(text)]))

const problems = [
  ...coverage.flatMap((row) => faults(`${row.section}: ${row.statement}`, row.tests)),
  ...decisions.flatMap((row) => faults(`Decision ${row.row}`, row.tests)),
  ...Array.from({ length: lastDecision }, (_, at) => at + 1)
    .filter((row) => !decisions.some((one) => one.row === row))
    .map((row) => `Decision ${row} is missing`),
]
const page = makePage()
if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readFile() !== page) problems.push('docs/spec-coverage.md is stale: npm run docs:coverage')

for (const problem of problems) console.log(problem)
console.log(`${headline()} ${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)

function faults(row: string, tests: readonly string[]): string[] {
  if (tests.length === 0) return [`${row} has no test`]
  return tests.filter((test) => !exists(test)).map((test) => `${row}: no such test: ${test}`)
}

function exists(test: string): boolean {
  const [path = '', part = ''] = test.split(' › ')
  return known.get(path)?.some((name) => name.includes(part)) ?? false
}

function headline(): string {
  const open = decisions.filter((row) => row.open)
  const deviating = coverage.filter(({ deviation }) => deviation)
  return [
    `${coverage.length} statements of the specification and ${decisions.length} decisions,`,
    `each with its tests; ${deviating.length} statements where the product deviates as decided;`,
    `${open.length} decisions with something left open.`,
  ].join(' ')
}

function makePage(): string {
  const sections = [...Map.groupBy(coverage, ({ section }) => section)]
  const deviating = coverage.filter(({ deviation }) => deviation)
  const open = decisions.filter((row) => row.open)
  return [
    '# What shows that the specification is met',
    '',
    'Written by `npm run docs:coverage` from `spec/rows/`; the tests fail while it is stale or names',
    'a test that does not exist. A test is given as its file and a part of its name.',
    '',
    headline(),
    ...sections.flatMap(([name, rows]) => [
      '',
      `## ${name}`,
      '',
      '| Statement | Shown by |',
      '|---|---|',
      ...rows.map(({ statement, tests, deviation }) => {
        const note = deviation ? ` *(${deviation})*` : ''
        return `| ${cell(statement)}${note} | ${testCell(tests)} |`
      }),
    ]),
    '',
    '## Deviations',
    '',
    'Statements of which the product keeps the texts and the wire, and decides the effect.',
    '',
    '| Section | Statement | Row |',
    '|---|---|---|',
    ...deviating.map(
      ({ section, statement, deviation }) =>
        `| ${section} | ${cell(statement)} | ${cell(deviation ?? '')} |`,
    ),
    '',
    '## Left open',
    '',
    ...(open.length === 0 ? ['Nothing.'] : open.map((row) => `- Decision ${row.row}: ${row.open}`)),
    '',
    '## The decisions',
    '',
    'K kept as told, I invented, F an evident slip repaired, C one of two readings chosen.',
    '',
    '| # | Open point | Decision | Tag | Shown by |',
    '|---|---|---|---|---|',
    ...decisions.map(
      ({ row, point, decision, tag, tests }) =>
        `| ${row} | ${cell(point)} | ${cell(decision)} | ${tag} | ${testCell(tests)} |`,
    ),
    '',
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function testCell(tests: readonly string[]): string {
  return tests
    .map((test) => {
      const [path = '', part = ''] = test.split(' › ')
      return `\`${path}\` ${cell(part)}`
    })
    .join('<br>')
}

function readFile(): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
