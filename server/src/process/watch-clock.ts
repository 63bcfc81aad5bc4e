import type { Logger } from 'pino'
import { type FollowingClock, isOnTime } from '#kernel/clock.ts'

const lookEveryMs = 1_000
const measureEveryMs = 5_000

/** Keeps the bank's clock by the database's, and logs when this machine's own is off and when it is over. */
export function watchClock(clock: FollowingClock, log: Logger): { stop(): void } {
  let onTime = true
  function tell() {
    if (isOnTime(clock) === onTime) return
    onTime = !onTime
    const offSeconds = Math.round(clock.offMs() / 100) / 10
    if (onTime)
      log.warn({ offSeconds }, 'the clocks agree again: jobs run, and this process is ready')
    else {
      log.error(
        { offSeconds },
        "this machine's clock and the database's differ, or one has jumped: this process runs no jobs and is not ready until they agree",
      )
    }
  }
  tell()
  const look = setInterval(tell, lookEveryMs)
  let measuring = false
  const measure = setInterval(async () => {
    if (measuring) return
    measuring = true
    // While the database is away the monotonic clock goes on.
    await clock.measure().catch(() => {})
    measuring = false
    tell()
  }, measureEveryMs)
  for (const timer of [look, measure]) timer.unref()
  return {
    stop() {
      for (const timer of [look, measure]) clearInterval(timer)
    },
  }
}
