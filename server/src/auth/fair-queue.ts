import { busy } from '#kernel/failure.ts'

/** A queue for costly work, such as a hash of 46 MiB: the rest of the bank must go on. */
export type Line = { max: number; running: number; waitingMax: number; waiting: Waiter[] }
type Waiter = { turn: Turn; begin: () => void; giveUp: () => void }

/** A place in a queue, for somebody from a network, and for a customer where that is known. */
export type Turn = { line: Line; network: string; customerId?: bigint }

const lineOf = (max: number, waitingMax: number): Line => ({
  max,
  running: 0,
  waitingMax,
  waiting: [],
})
/** For those who say that they are customers. */
export const strangers = lineOf(2, 40)
/**
 * For those whom something vouches for, be it a browser that has signed them in before, a session or
 * a mailed link: no flood of strangers is in front of them.
 */
export const familiar = lineOf(1, 20)
/** For those who want to be customers: however many sign up, nobody waits for them to sign in. */
export const newcomers = lineOf(1, 40)
/** For links to choose a new password, which take several statements each. */
export const resets = lineOf(4, 100)

/** Refuses at once where there is no room, such as for a password to look at, before anything is written for it. */
export function assertHashRoom(turn: Turn): void {
  if (isFull(turn.line) && displacedBy(turn) === undefined) throw busy()
}

export const isFull = ({ max, running, waitingMax, waiting }: Line): boolean =>
  running >= max && waiting.length >= waitingMax

/** Does work in its turn. */
export async function inTurn<Done>(turn: Turn, work: () => Promise<Done>): Promise<Done> {
  const { line } = turn
  assertHashRoom(turn)
  if (line.running < line.max) line.running += 1
  else await waitFor(turn)
  try {
    return await work()
  } finally {
    const next = line.waiting.shift()
    if (next) next.begin()
    else line.running -= 1
  }
}

function waitFor(turn: Turn): Promise<void> {
  const { line } = turn
  const displaced = isFull(line) ? displacedBy(turn) : undefined
  if (displaced) {
    line.waiting.splice(line.waiting.indexOf(displaced), 1)
    displaced.giveUp()
  }
  return new Promise<void>((begin, reject) => {
    line.waiting.push({ turn, begin, giveUp: () => reject(busy()) })
  })
}

/**
 * Fair queueing: whose place somebody gets in a queue that is full. It is the last one of the largest
 * crowd, as long as that is larger than the asker's own. One network, or one customer from many, can
 * fill a queue that is empty, but keeps nobody else out of it.
 */
function displacedBy(turn: Turn): Waiter | undefined {
  let most = crowdOf(turn) + 1
  let last: Waiter | undefined
  for (const waiter of turn.line.waiting) {
    const crowd = crowdOf(waiter.turn)
    if (crowd < most || (crowd === most && !last)) continue
    most = crowd
    last = waiter
  }
  return last
}

/** How many wait who come from the same network, or for the same customer. */
const crowdOf = ({ line, network, customerId }: Turn): number =>
  line.waiting.filter(
    ({ turn }) =>
      turn.network === network || (customerId !== undefined && turn.customerId === customerId),
  ).length
