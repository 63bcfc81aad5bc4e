import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

export type Ended = { code: number | null; output: string }

/** A running program: what it says on both outputs, and how it ends. */
export type Program = {
  child: ChildProcess
  output(): string
  /** Waits for its words; rejects with what it said where it ends without them. */
  said(words: string): Promise<void>
  ended: Promise<Ended>
}

/** Starts one of the project's programs as a process of its own, from the project's folder. */
export function startProgram(
  file: string,
  words: readonly string[],
  env: Record<string, string | undefined>,
): Program {
  const child = spawn(process.execPath, ['--liftoff-only', file, ...words], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const waiting: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      for (const look of waiting) look()
    })
  }
  return {
    child,
    output: () => output,
    said: (words) =>
      new Promise<void>((resolve, reject) => {
        const look = () => output.includes(words) && resolve()
        waiting.push(look)
        child.once('exit', () => reject(new Error(output)))
        look()
      }),
    ended: new Promise<Ended>((resolve) => {
      child.once('close', (code) => resolve({ code, output: output.trim() }))
    }),
  }
}
