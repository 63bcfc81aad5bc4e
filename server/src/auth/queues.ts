import { lineOf } from '#limits/fair-queue.ts'

// A hash takes 46 MiB and a processor for 60 ms.

/** For those who say that they are customers. */
export const strangers = lineOf({ max: 2, waitingMax: 40 })
/**
 * For those whom something vouches for, be it a browser that has signed them in before, a session or
 * a mailed link: no flood of strangers is in front of them.
 */
export const familiar = lineOf({ max: 1, waitingMax: 20 })
/** For those who want to be customers: however many sign up, nobody waits for them to sign in. */
export const newcomers = lineOf({ max: 1, waitingMax: 40 })
/** For links to choose a new password, which take several statements each. */
export const resets = lineOf({ max: 4, waitingMax: 100 })
