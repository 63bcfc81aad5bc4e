import { globSync, readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const patterns = [
  'contract/src/**/*.test.ts',
  'server/src/**/*.test.ts',
  'web/src/**/*.test.{ts,tsx}',
  'e2e/*.ts',
]

export type TestFile = { path: string; text: string }

/** Every file with tests or with their steps, by its path in the project. */
export function readTestFiles(): TestFile[] {
  return globSync(patterns, { cwd: root.pathname })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))
}

/** Where the call of a test begins and where its name stands, from the first line, which is 1. */
type Place = { from: number; to: number }

/**
 * What a test says of itself; `name` is missing where no test follows. What `npm run test:long` alone runs
 * shows nothing to whoever runs `npm test`.
 */
export type Tag = {
  ids: string[]
  line: number
  name?: string
  place?: Place
  isOnlyLong?: boolean
}

/** A comment above a test, or above a group of tests: `// shows §2.3.4 D42`, `// asvs 6.2.4`. */
const tagLines = { shows: /^ *\/\/ shows (.*)$/, asvs: /^ *\/\/ asvs (.*)$/ }

/** What the tests of a file show, by their own word: statements and decisions, or requirements. */
export function tagsIn(text: string, word: keyof typeof tagLines = 'shows'): Tag[] {
  const lines = text.split('\n')
  const starts = new Map(titles(text).map((title) => [lineAt(text, title.opensAt), title]))
  const tags: Tag[] = []
  for (const [line, content] of lines.entries()) {
    const ids = tagLines[word].exec(content)?.[1]
    if (ids === undefined) continue
    let next = line + 1
    while (/^ *\/\//.test(lines[next] ?? '')) next += 1
    const title = starts.get(next)
    const place = title && { from: next + 1, to: lineAt(text, title.start) + 1 }
    const own = title && place && { name: title.name, place, isOnlyLong: isOnlyLong(text, title) }
    tags.push({ ids: ids.split(' '), line: line + 1, ...own })
  }
  return tags
}

/**
 * What a file says apart from comments, imports and the names of its tests: a text in here is
 * typed, expected or answered by a test.
 */
export function wordsIn(text: string): string {
  let rest = text
  for (const { start, end } of titles(text).reverse()) {
    rest = `${rest.slice(0, start)}${rest.slice(end)}`
  }
  return rest
    .replace(/^\s*(?:\/\/|\/\*|\*).*$/gm, '')
    .replace(/^import [\s\S]*?from '.*'$/gm, '')
    .replace(/\\(['"`])/g, '$1')
}

type Title = { name: string; opensAt: number; start: number; end: number }

/** `test.runIf(isLong)('…'` in a unit test, `test('…', onlyLong, …` in a journey. */
function isOnlyLong(text: string, { opensAt, start, end }: Title): boolean {
  return text.slice(opensAt, start).includes('(isLong)') || /^,\s*onlyLong,/.test(text.slice(end))
}

/** The opening of a test or of a group of tests: its kind, then the quote and the name. */
const opening = /\b(?:test|it|describe)(?:\.\w+)*(?=[(`])/g

function titles(text: string): Title[] {
  const found: Title[] = []
  for (const { index, 0: head } of text.matchAll(opening)) {
    const title = titleAt(text, index + head.length)
    if (title) found.push({ ...title, opensAt: index })
  }
  return found
}

/** The first quoted text of the call that begins here, or of the call of what it gives. */
function titleAt(text: string, at: number): Omit<Title, 'opensAt'> | undefined {
  let start = skipSpace(text, at + 1)
  if (!isQuote(text[start])) {
    // A table of cases comes first: its name is in the call that follows.
    const after = closing(text, at) + 1
    if (text[after] !== '(') return undefined
    start = skipSpace(text, after + 1)
    if (!isQuote(text[start])) return undefined
  }
  const end = endOfQuote(text, start)
  return { name: text.slice(start + 1, end).replace(/\\(['"`])/g, '$1'), start, end: end + 1 }
}

const isQuote = (char: string | undefined) => char === "'" || char === '"' || char === '`'
const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length - 1

function skipSpace(text: string, from: number): number {
  let at = from
  while (/\s/.test(text[at] ?? '')) at += 1
  return at
}

function endOfQuote(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1
  return at
}

/** Where the bracket that opens here is closed again. */
function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    const char = text[at]
    if (isQuote(char)) at = endOfQuote(text, at)
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}
