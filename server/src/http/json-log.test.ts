import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'

const program = `
  import { makeLog } from '${new URL('./json-log.ts', import.meta.url).href}'
  const log = makeLog('info')
  for (let line = 0; line < 3; line += 1) log.info('told')
  setTimeout(() => console.log('still here'), 50)`

const run = (standardError: 'pipe' | number) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', standardError],
    encoding: 'utf8',
    timeout: 60_000,
  })

test('every line is on standard error', () => {
  const { stderr, stdout } = run('pipe')
  const lines = stderr.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['told', 'told', 'told'])
  expect(stdout).toBe('still here\n')
})

test.skipIf(!existsSync('/dev/full'))('a disk without room neither ends nor holds it', () => {
  const { status, stdout } = run(openSync('/dev/full', 'w'))
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'still here\n' })
})
