import { uptime } from 'node:os'

/** The only source of "now", so that tests and simulations can move it. */
export type Clock = { now(): Date }

/**
 * A bank's two clocks. Sessions, codes, limits on guessing, leases and all else of security go by
 * `now`. What has a booking day, falls due or is dated on a page goes by `businessNow`: the same time,
 * unless a demonstration has moved it ahead.
 */
export type BankClock = Clock & {
  businessNow(): Date
  /** Follows what the database says of business time. What was read too long ago is passed over. */
  follow(time: BusinessTime): void
  /** Whether days are being passed just now: business time then stands at a moment of one of them. */
  stands(): boolean
}

/** How far business time is ahead, and where it stands while days are being passed. */
export type BusinessTime = { aheadMs: number; standsAt: Date | null }

/** Both clocks of a bank whose real time is told by `real`. */
export function bankClock(real: Clock): BankClock {
  let time: BusinessTime = { aheadMs: 0, standsAt: null }
  return {
    now: () => real.now(),
    businessNow: () => time.standsAt ?? new Date(real.now().getTime() + time.aheadMs),
    follow(told) {
      if (!isOlder(told, time)) time = told
    },
    stands: () => time.standsAt !== null,
  }
}

/** Business time only moves ahead, so of two readings it is plain which is of before the other. */
function isOlder(one: BusinessTime, other: BusinessTime): boolean {
  if (one.aheadMs !== other.aheadMs) return one.aheadMs < other.aheadMs
  return other.standsAt !== null && (one.standsAt === null || one.standsAt < other.standsAt)
}

/** A bank's clocks that both stand at a moment, for what is told as of then. */
export const clockAt = (moment: Date): BankClock => bankClock({ now: () => moment })

/** A clock that follows the database's, and knows how far its own machine is from that. */
export type FollowingClock = Clock & {
  /** By how much this machine's clock is ahead, or a jump that is not believed yet, whichever is more. */
  offMs(): number
  /** Asks for the time again; this is to be done every few seconds. */
  measure(): Promise<void>
}

/** The clocks of a machine: one that is set, one that only ever runs, and that one with its sleep. */
type Machine = { wallMs(): number; monotonicMs(): number; uptimeMs(): number }

const thisMachine: Machine = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * 1000,
}

// More than any two machines with NTP differ, less than anything in the bank is measured by.
const allowedMs = 2_000

/** Whether the time of this process can be trusted with work that nobody asked for. */
export const isOnTime = ({ offMs }: Pick<FollowingClock, 'offMs'>): boolean =>
  Math.abs(offMs()) <= allowedMs

type Options = {
  /** Tells the time that all processes of the bank go by, in milliseconds since 1970. */
  ask: () => number | Promise<number>
  /** A jump of that time is followed once it has lasted so long. */
  believeAfterMs: number
  machine?: Machine
}

/**
 * Makes a clock that runs on the machine's monotonic clock and is corrected by what `ask` tells: the
 * machine's own may be set to anything, and this one does not move. Nor does it with a jump of the time
 * that is asked for: one that lasts is believed in the end, and one that does not has done no harm.
 */
export async function followTime({
  ask,
  believeAfterMs,
  machine = thisMachine,
}: Options): Promise<FollowingClock> {
  let { aheadMs } = await quickest(5, ask, machine)
  let sleptMs = machine.uptimeMs() - machine.monotonicMs()
  let jump: { aheadMs: number; sinceMs: number } | undefined
  let latestMs = Number.NEGATIVE_INFINITY

  function nowMs(): number {
    const ms = machine.monotonicMs() + aheadMs
    // A correction back is waited out, so that time never runs backwards; a believed jump back is not.
    if (ms > latestMs || latestMs - ms > allowedMs) latestMs = ms
    return latestMs
  }

  /** The monotonic clock stands still while a laptop sleeps; then a jump as long as the sleep is none. */
  function sleepMs(): number {
    return machine.uptimeMs() - machine.monotonicMs() - sleptMs
  }

  function take({ aheadMs: told, doubtMs }: Measured): void {
    const [change, sleep] = [told - aheadMs, sleepMs()]
    const near = allowedMs + doubtMs
    if (sleep > allowedMs && Math.abs(change - sleep) <= near) {
      aheadMs = told
      jump = undefined
    } else if (Math.abs(change) <= near) {
      // No more than is certain: what took long to be told is told less exactly than is known already.
      aheadMs = Math.min(Math.max(aheadMs, told - doubtMs), told + doubtMs)
      jump = undefined
    } else {
      const lasts = jump && Math.abs(told - jump.aheadMs) <= near
      jump = { aheadMs: told, sinceMs: lasts && jump ? jump.sinceMs : machine.monotonicMs() }
      if (machine.monotonicMs() - jump.sinceMs >= believeAfterMs) {
        aheadMs = told
        jump = undefined
      }
    }
    sleptMs += sleep
  }

  return {
    now: () => new Date(nowMs()),
    offMs() {
      const offMs = machine.wallMs() - nowMs()
      const jumpedMs = jump ? jump.aheadMs - aheadMs : 0
      return Math.abs(jumpedMs) > Math.abs(offMs) ? jumpedMs : offMs
    },
    measure: async () => take(await quickest(3, ask, machine)),
  }
}

/** How far the time that was asked for is ahead of the monotonic clock, give or take half a round trip. */
type Measured = { aheadMs: number; doubtMs: number }

async function quickest(times: number, ask: Options['ask'], machine: Machine): Promise<Measured> {
  let best: Measured = { aheadMs: 0, doubtMs: Number.POSITIVE_INFINITY }
  for (let count = 0; count < times; count += 1) {
    const asked = machine.monotonicMs()
    const told = await ask()
    const doubtMs = (machine.monotonicMs() - asked) / 2
    if (doubtMs < best.doubtMs) best = { aheadMs: told - asked - doubtMs, doubtMs }
  }
  return best
}
