import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('every test that security.md names exists', () => {
  const named = [...read('docs/security.md').matchAll(/`([\w/-]+\.test\.ts)`/g)].map(
    ([, file]) => file,
  )
  expect(named.length).toBeGreaterThan(40)
  const missing = named.filter((file) => !existsSync(join(root, 'server/src', file ?? '')))
  expect(missing).toEqual([])
})

test('operating.md has every setting, and no other', () => {
  const source = read('server/src/kernel/config.ts')
  const settings = [...source.matchAll(/env\.([A-Z_]+)|\(env, '([A-Z_]+)'/g)].map(
    ([, plain, whole]) => plain ?? whole,
  )
  const rows = read('docs/operating.md').matchAll(/^\| `([A-Z_]+)` +\|/gm)
  const listed = [...rows].map(([, name]) => name)
  expect([...listed].sort()).toEqual([...new Set(settings)].sort())
})
