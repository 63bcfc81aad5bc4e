import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { layCluster } from '#testing/data-folder.ts'
import { type Program, startProgram } from '#testing/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'passbook-run-'))
await layCluster(join(folder, 'data'))
const programs: Program[] = []
afterAll(() => {
  for (const { child } of programs) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the bank while its client is being built by these words of a program. */
function startBeside(build: string): Program {
  const file = join(folder, `start${programs.length}.ts`)
  const run = new URL('./run.ts', import.meta.url).href
  writeFileSync(file, `import { run } from '${run}'\nrun((async () => { ${build} })())\n`)
  const quiet = { DATABASE_URL: undefined, DEMO: '0', MAILBOX: '1', PORT: '0', LOG_LEVEL: 'error' }
  const program = startProgram(file, [], { ...quiet, DATA_DIR: join(folder, 'data') })
  programs.push(program)
  return program
}

test('nobody is let in before the client is built, however soon the database is there', async () => {
  const bank = startBeside(`
    const { existsSync } = await import('node:fs')
    while (!existsSync('${join(folder, 'data/lock')}')) await new Promise((r) => setTimeout(r, 50))
    await new Promise((done) => setTimeout(done, 3_000))
    console.log('the client is built')`)
  await bank.said('is open at')
  expect(bank.output()).toMatch(/the client is built\s+Passbook is open at/)
  bank.child.kill('SIGTERM')
  expect((await bank.ended).code).toBe(0)
})

test('a client that cannot be built ends the start, in words', async () => {
  const bank = startBeside(`throw new Error('the web client could not be built')`)
  expect(await bank.ended).toEqual({ code: 1, output: 'the web client could not be built' })
})
