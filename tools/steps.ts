import { spawn } from 'node:child_process'

export type Step = { name: string; command: string[] }

/** What needs no build and takes seconds: types, lint and format, dead code. */
export const quickSteps: Step[] = [
  { name: 'types', command: ['tsc', '--noEmit', '-p', '.'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'dead code', command: ['knip'] },
]

/** Runs steps side by side and shows what each has said once it ends; answers how many failed. */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const passed = await Promise.all(steps.map(runStep))
  return passed.filter((one) => !one).length
}

function runStep({ name, command: [program = '', ...args] }: Step): Promise<boolean> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
  }
  return new Promise((done) => {
    const end = (passed: boolean) => {
      if (said.trim()) console.log(said.trimEnd())
      console.log(`${passed ? 'ok' : 'FAILED'}  ${name}`)
      done(passed)
    }
    child.once('error', (error) => {
      said += String(error)
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}
