import { quickSteps, runSteps } from './steps.ts'

// The quick check.
process.exit((await runSteps(quickSteps)) === 0 ? 0 : 1)
