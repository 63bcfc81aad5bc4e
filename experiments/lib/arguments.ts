import { parseArgs } from 'node:util'

export { randomFrom } from '../../server/src/kernel/random.ts'

/** Reads `--name value` pairs, each with a default; numbers stay numbers. */
export function readArguments<T extends Record<string, string | number>>(defaults: T): T {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' as const }]),
  )
  const { values } = parseArgs({ options })
  const read = Object.entries(defaults).map(([name, preset]) => {
    const given = values[name]
    if (given === undefined) return [name, preset]
    if (typeof preset !== 'number') return [name, given]
    const number = Number(given)
    if (!Number.isFinite(number)) throw new Error(`--${name} must be a number`)
    return [name, number]
  })
  return Object.fromEntries(read) as T
}

/** Prints the one line of an experiment and ends with its verdict. */
export function report(result: { ok: boolean } & Record<string, unknown>): never {
  console.log(JSON.stringify(result))
  process.exit(result.ok ? 0 : 1)
}
