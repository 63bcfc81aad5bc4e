/** The only source of "now", so that tests and simulations can move it. */
export type Clock = { now(): Date }

/** Never runs backwards: a code that has expired stays expired when the machine's clock is set back. */
export function systemClock(): Clock {
  let latestMs = 0
  return {
    now() {
      latestMs = Math.max(latestMs, Date.now())
      return new Date(latestMs)
    },
  }
}
