import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'vitest'

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * A test with a program of the machine that is no part of the project. Where it is not installed the
 * test is left out, and its name says so and how it is installed.
 */
export function testWith(
  { program, install }: { program: string; install: string },
  name: string,
  run: () => Promise<void>,
): void {
  const installed = isInstalled(program)
  const reason = installed ? '' : ` (skipped: no ${program}; ${install})`
  test.skipIf(!installed)(`${program} ${name}${reason}`, run)
}

/** Runs such a program to its end. */
export function runOutside(
  program: string,
  words: readonly string[],
  { input, home }: { input?: string; home?: string } = {},
): { code: number | null; out: string; err: string } {
  const ended = spawnSync(program, words, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...(home && { HOME: home }) },
    ...(input !== undefined && { input }),
  })
  return { code: ended.status, out: ended.stdout, err: ended.stderr }
}
