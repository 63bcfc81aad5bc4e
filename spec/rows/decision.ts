export type Decision = {
  row: number
  point: string
  decision: string
  tag: string
  tests: readonly string[]
  /** What the row asks for and the product does not have. */
  open?: string
}
