import { expect, test } from 'vitest'
import { followTime, isOnTime } from './clock.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const day = 24 * hour
const begin = Date.parse('2027-03-14T12:00:00Z')

/** A machine and a database with clocks of their own, which `pass` moves together. */
function world({ tripMs = 0 } = {}) {
  const [machine, database] = [{ wall: begin }, { wall: begin }]
  let [monotonic, asleep] = [5_000, 0]
  const pass = (ms: number) => {
    machine.wall += ms
    database.wall += ms
    monotonic += ms
  }
  const trips: number[] = []
  return {
    machine,
    database,
    pass,
    /** How long the next questions take, on the way there and on the way back. */
    trips,
    /** The monotonic clock stands still meanwhile. */
    sleep(ms: number) {
      pass(ms)
      monotonic -= ms
      asleep += ms
    },
    async ask() {
      const there = trips.shift() ?? tripMs / 2
      pass(there)
      const told = database.wall
      pass(trips.shift() ?? tripMs / 2)
      return told
    },
    clocks: {
      wallMs: () => machine.wall,
      monotonicMs: () => monotonic,
      uptimeMs: () => monotonic + asleep,
    },
  }
}

const follow = (at: ReturnType<typeof world>) =>
  followTime({ ask: at.ask, machine: at.clocks, believeAfterMs: 30 * second })
/** Lets time pass as a process lives it, which measures every five seconds. */
async function live(at: ReturnType<typeof world>, clock: { measure(): Promise<void> }, ms: number) {
  for (let passed = 0; passed < ms; passed += 5 * second) {
    at.pass(5 * second)
    await clock.measure()
  }
}

test.each([10 * minute, -10 * minute, 3 * day])(
  "a machine that is %i ms off goes by the database's time, and knows it",
  async (off) => {
    const at = world({ tripMs: 4 })
    at.machine.wall += off
    const clock = await follow(at)
    expect(clock.now().getTime()).toBe(at.database.wall)
    expect(clock.offMs()).toBe(off)
    expect(isOnTime(clock)).toBe(false)
    await live(at, clock, hour)
    expect(clock.now().getTime()).toBe(at.database.wall)
    at.machine.wall = at.database.wall + 1_900
    expect(isOnTime(clock)).toBe(true)
  },
)

test("a jump of the machine's clock moves nothing, and is known at once", async () => {
  const at = world({ tripMs: 4 })
  const clock = await follow(at)
  for (const jump of [3 * day, -3 * day]) {
    at.machine.wall += jump
    expect(isOnTime(clock)).toBe(false)
    at.pass(2_500)
    expect(clock.now().getTime()).toBe(at.database.wall)
    at.machine.wall -= jump
    expect(isOnTime(clock)).toBe(true)
  }
  expect(clock.now().getTime()).toBe(at.database.wall)
})

test("a jump of the database's clock moves nothing while it may pass, and all once it lasts", async () => {
  const at = world()
  const clock = await follow(at)
  for (const jump of [3 * day, -3 * day]) {
    const before = at.database.wall
    at.database.wall += jump
    await live(at, clock, 20 * second)
    expect(clock.now().getTime()).toBe(before + 20 * second)
    expect(isOnTime(clock)).toBe(false)
    at.database.wall -= jump
    await live(at, clock, 5 * second)
    expect(isOnTime(clock)).toBe(true)
    expect(clock.now().getTime()).toBe(before + 25 * second)
    // One that comes again begins anew, and so does one that goes on to another time.
    at.database.wall += jump
    await live(at, clock, 20 * second)
    at.database.wall += jump
    await live(at, clock, 30 * second)
    expect(clock.now().getTime()).toBe(before + 75 * second)
    await live(at, clock, 10 * second)
    expect(clock.now().getTime()).toBe(at.database.wall)
    // The machine itself was not set with it.
    expect(clock.offMs()).toBe(at.machine.wall - at.database.wall)
    at.machine.wall = at.database.wall
    expect(isOnTime(clock)).toBe(true)
  }
})

test('small corrections are followed, and time never runs backwards', async () => {
  const at = world()
  const clock = await follow(at)
  at.database.wall += 1_500
  await live(at, clock, 5 * second)
  expect(clock.now().getTime()).toBe(at.database.wall)
  const before = clock.now().getTime()
  at.database.wall -= 1_500
  await clock.measure()
  expect(clock.now().getTime()).toBe(before)
  at.pass(1_000)
  expect(clock.now().getTime()).toBe(before)
  at.pass(1_000)
  expect(clock.now().getTime()).toBe(at.database.wall)
})

test('the machine slept: the time is right with the first look at it', async () => {
  const at = world({ tripMs: 4 })
  const clock = await follow(at)
  at.sleep(8 * hour)
  expect(isOnTime(clock)).toBe(false)
  await clock.measure()
  expect(isOnTime(clock)).toBe(true)
  expect(clock.now().getTime()).toBe(at.database.wall)
  // A jump of another length is no sleep.
  at.sleep(8 * hour)
  at.database.wall += day
  await clock.measure()
  expect(isOnTime(clock)).toBe(false)
})

test('the quickest of several answers counts, and a slow one unsettles nothing', async () => {
  const at = world({ tripMs: 200 })
  // All that is known of one question is how long it took: here nearly all of it was the way back.
  at.trips.push(1, 199, 1, 199, 1, 3, 1, 199)
  const clock = await follow(at)
  expect(clock.now().getTime() - at.database.wall).toBe(-1)
  at.trips.push(...Array.from({ length: 3 }, () => [10, 1_990]).flat())
  await clock.measure()
  expect(clock.now().getTime() - at.database.wall).toBe(-1)
})
