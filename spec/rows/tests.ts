import * as journeys from './journeys.ts'
import * as server from './server-tests.ts'
import * as client from './web-tests.ts'

/** Every test that the coverage names. */
export const t = { ...journeys, ...server, ...client }
