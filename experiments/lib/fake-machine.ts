import { type FollowingClock, followTime } from '../../server/src/kernel/clock.ts'

/** A machine whose clock can be set, in this process, while time passes only as it is told. */
export type FakeMachine = {
  /** What a clock shows that nobody has set. */
  trueMs(): number
  /** Time passes, and the machine's clock is right again. */
  passUntil(ms: number): void
  /** Somebody sets the machine's clock; no time passes. */
  setTo(ms: number): void
  /** The clock of an embedded bank that starts now. */
  clockOfBank(): Promise<FollowingClock>
  restore(): void
}

export function fakeMachine(startMs: number): FakeMachine {
  const realNow = Date.now
  let [trueMs, wallMs] = [startMs, startMs]
  Date.now = () => wallMs
  const clocks = {
    wallMs: () => wallMs,
    monotonicMs: () => trueMs - startMs,
    uptimeMs: () => trueMs - startMs,
  }
  return {
    trueMs: () => trueMs,
    passUntil(ms) {
      trueMs = ms
      wallMs = ms
    },
    setTo(ms) {
      wallMs = ms
    },
    clockOfBank: () =>
      followTime({ ask: () => wallMs, believeAfterMs: 10 * 60_000, machine: clocks }),
    restore() {
      Date.now = realNow
    },
  }
}
