import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './read-floors.ts'

const moduleAt = (path: string) => JSON.stringify(pathToFileURL(join(root, path)).href)

/** What `npm run spec` finds in a file of tests, in a process of its own as there. */
function collected(text: string): { problems: string[]; lines: [number, boolean][] } {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-collect-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'planted.test.ts')
  writeFileSync(file, text)
  const program = `
    const { collectTests } = await import(${moduleAt('spec/collect.ts')})
    const { runs, problems } = await collectTests([${JSON.stringify(file)}])
    const [lines = []] = runs.values()
    console.log(JSON.stringify({ problems, lines: [...lines] }))`
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...process.env, NO_POSTGRES: '' },
  })
  expect(ended.stderr).toBe('')
  return JSON.parse(ended.stdout)
}

const head = `import { describe, expect, test } from 'vitest'
import { findPostgres } from ${moduleAt('server/src/testing/postgres-server.ts')}
`

test('a group that is empty where PostgreSQL is not installed is found', () => {
  const planted = `${head}
describe.each(['embedded', 'postgres'])('an online migration, %s', (database) => {
  if (database === 'postgres' && !findPostgres()) return

  test('is run again', () => expect(database).toBeTruthy())
})
`
  const { problems } = collected(planted)
  expect(problems).toEqual([
    expect.stringMatching(
      /planted\.test\.ts:4: a group without a test .*: an online migration, %s$/,
    ),
  ])
  const inside = `${head}
describe('outer', () => {
  test('is there', () => {})
  describe('inner', async () => {
    if (await findPostgres()) test('is not there', () => {})
  })
})
`
  expect(collected(inside).problems).toEqual([expect.stringContaining('planted.test.ts:6: ')])
  expect(collected(head).problems).toEqual([expect.stringContaining('planted.test.ts:0: ')])
})

test('a group that is left out as a whole may be empty; what runs is told by its line', () => {
  const planted = `${head}
describe.skipIf(!findPostgres())('on a server', () => {
  if (findPostgres()) test('a', () => {})
})
test.skipIf(!findPostgres())('b', () => {})
test.each([1, 2])('c %s', () => {})
describe('both', () => {
  test.runIf(findPostgres())(
    'd',
    () => {},
  )
  test('e', () => {})
})
`
  const { problems, lines } = collected(planted)
  expect(problems).toEqual([])
  expect(lines.slice(1)).toEqual([
    [4, false],
    [7, false],
    [8, true],
    [9, true],
    [10, false],
    [14, true],
  ])
})

test('a file that cannot be read is told', () => {
  expect(collected(`${head}\nthrow new Error('no bank')`).problems).toEqual([
    expect.stringContaining('spec/collect.ts cannot read it: Error: no bank'),
  ])
})
