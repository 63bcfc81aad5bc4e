import { startProgram } from './program.ts'

/** Runs an experiment: its exit code with its line of JSON, or with all that it said where it has none. */
export async function experiment(
  name: string,
  ...words: string[]
): Promise<Record<string, unknown>> {
  const program = startProgram(`experiments/${name}.ts`, words, { DATABASE_URL: undefined })
  const { code, output } = await program.ended
  const line = output.split('\n').findLast((one) => one.startsWith('{'))
  return { code, ...(line ? (JSON.parse(line) as object) : { output }) }
}
