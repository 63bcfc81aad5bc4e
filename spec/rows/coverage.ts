import { callsErrorsLimits } from './calls.ts'
import type { Row } from './row.ts'
import { rulesAndRoles } from './rules.ts'
import { areaScreens } from './screens-area.ts'
import { entryScreens } from './screens-entry.ts'
import { entitiesAndStates } from './states.ts'

/** Sections 1 to 9 of the specification, statement by statement. */
export const coverage: readonly Row[] = [
  ...entryScreens,
  ...areaScreens,
  ...entitiesAndStates,
  ...rulesAndRoles,
  ...callsErrorsLimits,
]
