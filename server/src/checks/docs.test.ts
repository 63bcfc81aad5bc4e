import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { experiments } from '../../../experiments/run.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

// asvs 6.1.1
test('every test that security.md names exists', () => {
  const named = [...read('docs/security.md').matchAll(/`([\w/-]+\.test\.ts)`/g)].map(
    ([, file]) => file,
  )
  expect(named.length).toBeGreaterThan(40)
  const missing = named.filter((file) => !existsSync(join(root, 'server/src', file ?? '')))
  expect(missing).toEqual([])
})

// asvs 2.1.3 7.1.1 13.1.1
test('operating.md has every setting, and no other', () => {
  const source = read('server/src/kernel/config.ts')
  const settings = [...source.matchAll(/env\.([A-Z_]+)|\(env, '([A-Z_]+)'/g)].map(
    ([, plain, whole]) => plain ?? whole,
  )
  const rows = read('docs/operating.md').matchAll(/^\| `([A-Z_]+)` +\|/gm)
  const listed = [...rows].map(([, name]) => name)
  expect([...listed].sort()).toEqual([...new Set(settings)].sort())
})

test('every decision has its number, a date and a status that is true', () => {
  const names = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d/.test(name))
  const wrong = names.filter((name) => {
    const [title = '', , dated = ''] = read(`docs/decisions/${name}`).split('\n')
    const followed = /superseded by \[\d+\]\(([\w-]+\.md)\)/.exec(dated)?.[1]
    return !(
      title.startsWith(`# ${Number(name.slice(0, 4))}. `) &&
      /^Date: \d{4}-\d\d-\d\d\. Status: (?:accepted|superseded by .+)\.$/.test(dated) &&
      (followed === undefined || names.includes(followed))
    )
  })
  expect(wrong).toEqual([])
})

test('every file that a document links to exists', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdownIn('docs')]
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)]
      .map(([, link = '']) => join(dirname(page), link))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  )
  expect(broken).toEqual([])
})

test('the experiments in operating.md are those that there are', () => {
  const table = read('docs/operating.md').matchAll(/^\| `npm run experiment -- ([\w-]+)/gm)
  const listed = new Set([...table].map(([, name]) => name))
  const files = readdirSync(join(root, 'experiments')).filter((name) => name.endsWith('.ts'))
  const there = files.map((name) => name.slice(0, -3)).filter((name) => name !== 'run')
  expect([...listed].sort()).toEqual(there.sort())
  expect(Object.keys(experiments).sort()).toEqual(there.sort())
})

function markdownIn(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`)
}
