export type Row = {
  section: string
  statement: string
  /** `file › part of the test name` */
  tests: readonly string[]
  /** Where the product does otherwise, the row that says so. */
  deviation?: string
}

type Line = readonly [statement: string, tests: readonly string[], decision?: number]

/** The rows of one section: statement, tests, and the row of a decision that deviates. */
export function section(name: string, lines: readonly Line[]): Row[] {
  return lines.map(([statement, tests, decision]) => ({
    section: name,
    statement,
    tests,
    ...(decision === undefined ? {} : { deviation: `decision ${decision}` }),
  }))
}
