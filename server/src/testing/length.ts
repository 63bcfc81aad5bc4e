/** Whether this is `npm run test:long`: whatever can go on for as long as wanted goes on for longer there. */
export const isLong = process.env.TESTS === 'long'

/** The first in `npm run test:long`, the other in `npm test`, which is to take minutes. */
export const byLength = <T>(long: T, short: T): T => (isLong ? long : short)
