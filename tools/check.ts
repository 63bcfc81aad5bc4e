import { spawnSync } from 'node:child_process'

// The quick check: types, lint and format, dead code.
const steps: [string, string[]][] = [
  ['types', ['tsc', '--noEmit', '-p', '.']],
  ['lint and format', ['biome', 'check', '--error-on-warnings', '.']],
  ['dead code', ['knip']],
]

let failed = 0
for (const [name, [command = '', ...args]] of steps) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  console.log(`${status === 0 ? 'ok' : 'FAILED'}  ${name}`)
  if (status !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
