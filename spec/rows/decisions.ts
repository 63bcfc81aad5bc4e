import type { Decision } from './decision.ts'
import { early } from './decisions-1-44.ts'
import { middle } from './decisions-45-88.ts'
import { late } from './decisions-89-132.ts'

/** The decision table, row by row. */
export const decisions: readonly Decision[] = [...early, ...middle, ...late]
