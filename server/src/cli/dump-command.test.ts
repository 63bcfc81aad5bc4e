import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { askOperator } from './ask.ts'
import { runCommand } from './commands.ts'
import { exportFromHere } from './dump-command.ts'
import { serveOperator } from './socket.ts'

const folder = mkdtempSync(join(tmpdir(), 'passbook-export-'))
const db = await testDb()
const bank = await testBank(db, { config: { dataDir: folder } })
afterAll(async () => {
  await bank.stop()
  rmSync(folder, { recursive: true, force: true })
})
const run = (...words: string[]) => runCommand(bank.bank, words)

// asvs 13.3.2
test('an export is for its owner only, holds everything but the key, and says so', async () => {
  const ada = await bank.customer({ firstName: 'Ada "the first"' })
  const file = join(folder, 'bank.sql')
  expect(await run('export', file)).toMatch(/^\d+ rows of \d+ tables are in .*SECRET_KEY is not/s)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(`\t${ada.email}\t`)
  expect(text).toContain('\tAda "the first"\t')
  expect(text).not.toContain(bank.bank.config.secretKey)
  expect(text).toMatch(/commit;\nanalyze \w[\w, ]*;\n$/)
})

test('an export overwrites nothing', async () => {
  const file = join(folder, 'mine')
  writeFileSync(file, 'mine')
  await expect(run('export', file)).rejects.toThrow(`${file} is already there`)
  expect(readFileSync(file, 'utf8')).toBe('mine')
  const nowhere = join(folder, 'no', 'folder')
  await expect(run('export', nowhere)).rejects.toThrow('cannot be written: ENOENT')
  await expect(run('export')).rejects.toThrow(/^Say: export <file>/)
})

test('an export that breaks off leaves no half of a bank', async () => {
  const file = join(folder, 'broken.sql')
  const broken = {
    ...db,
    transaction: (work: Parameters<typeof db.transaction>[0]) =>
      db.transaction(async (sql) => {
        await work(sql)
        throw new Error('gone')
      }),
  }
  const words = ['export', file]
  await expect(runCommand({ ...bank.bank, db: broken as never }, words)).rejects.toThrow('gone')
  expect(existsSync(file)).toBe(false)
})

test('beside a running bank the file is where the operator stands', async () => {
  const server = await serveOperator(bank.bank)
  const file = join(folder, 'beside.sql')
  const asked: string[][] = []
  const output = await exportFromHere(['export', file], async (words) => {
    asked.push(words)
    return (await askOperator(folder, words))?.output ?? ''
  })
  expect(output).toContain(file)
  expect(existsSync(file)).toBe(true)
  await exportFromHere(['export', 'relative.sql'], async (words) => String(asked.push(words)))
  expect(asked[1]).toEqual(['export', join(process.cwd(), 'relative.sql')])
  server.close()
})
