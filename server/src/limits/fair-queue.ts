import { busy, type Failure } from '#kernel/failure.ts'

/** A queue for work of which only so much goes on at once: the rest of the bank must go on. */
export type Line = {
  readonly max: number
  readonly waitingMax: number
  /** How much of it may be for one crowd, where that is less. */
  readonly eachMax: (turn: Turn) => number
  /** What those hear who find no place. */
  readonly full: () => Failure
  atWork: Turn[]
  waiting: Waiter[]
}

/** A place in a queue, for a network, a customer or a session: whoever shares one of them is one crowd. */
export type Turn = {
  line: Line
  network?: string
  customerId?: bigint | undefined
  session?: string
}

type Waiter = {
  turn: Turn
  /** Whether it is for work that has begun, which nobody else's place is taken from. */
  hasBegun: boolean
  begin: () => void
  giveUp: () => void
}

/** Gives a place back; more than once is as good as once. */
export type Leave = () => void

export function lineOf({
  max,
  waitingMax,
  eachMax = () => max,
  full = busy,
}: Pick<Line, 'max' | 'waitingMax'> & Partial<Pick<Line, 'eachMax' | 'full'>>): Line {
  return { max, waitingMax, eachMax, full, atWork: [], waiting: [] }
}

/** Refuses at once where there is no room, such as for a password to look at, before anything is written for it. */
export function assertRoom(turn: Turn): void {
  const { line } = turn
  if (mayBegin(turn) || newcomersOf(line).length < line.waitingMax) return
  if (displacedBy(turn) === undefined) throw line.full()
}

/** Whether nobody can begin, nor wait in a place that is nobody's yet. */
export const isFull = (line: Line): boolean =>
  line.atWork.length >= line.max && newcomersOf(line).length >= line.waitingMax

export const isUnused = ({ atWork, waiting }: Line): boolean =>
  atWork.length === 0 && waiting.length === 0

/** Does work in its turn. */
export async function inTurn<Done>(turn: Turn, work: () => Promise<Done>): Promise<Done> {
  const leave = placeNow(turn) ?? (await placeInTime(turn))
  try {
    return await work()
  } finally {
    leave()
  }
}

/** A place at work where one is free; undefined for those who have to wait. */
export function placeNow(turn: Turn): Leave | undefined {
  return mayBegin(turn) ? begin(turn) : undefined
}

type Waiting = {
  /** Is given what ends the waiting, for those who may go away meanwhile. */
  watch?: (giveUp: () => void) => void
  /** For work that has begun already: it waits in any case. */
  hasBegun?: boolean
}

/** A place at work when its turn comes; refused at once where too many wait. */
export async function placeInTime(
  turn: Turn,
  { watch, hasBegun = false }: Waiting = {},
): Promise<Leave> {
  const { line } = turn
  if (!hasBegun) makeRoom(turn)
  return new Promise<Leave>((resolve, reject) => {
    const giveUp = () => reject(line.full())
    const waiter = { turn, hasBegun, begin: () => resolve(begin(turn)), giveUp }
    line.waiting.push(waiter)
    watch?.(() => {
      if (remove(waiter)) giveUp()
    })
  })
}

function begin(turn: Turn): Leave {
  const { line } = turn
  line.atWork.push(turn)
  let hasLeft = false
  return () => {
    if (hasLeft) return
    hasLeft = true
    line.atWork.splice(line.atWork.indexOf(turn), 1)
    nextOf(line)
  }
}

/** Lets begin who may: of those whose crowd is least at work the one who came first. */
function nextOf(line: Line): void {
  let next: Waiter | undefined
  let least = Number.POSITIVE_INFINITY
  for (const waiter of line.waiting) {
    const atWork = atWorkFor(waiter.turn)
    if (atWork >= least || !mayBegin(waiter.turn)) continue
    next = waiter
    least = atWork
  }
  if (next && remove(next)) next.begin()
}

function mayBegin(turn: Turn): boolean {
  const { line } = turn
  if (line.atWork.length >= line.max) return false
  const each = line.eachMax(turn)
  return each >= line.max || atWorkFor(turn) < each
}

const atWorkFor = (turn: Turn): number => {
  let count = 0
  for (const other of turn.line.atWork) if (isOneCrowd(turn, other)) count += 1
  return count
}

function remove(waiter: Waiter): boolean {
  const { waiting } = waiter.turn.line
  const at = waiting.indexOf(waiter)
  if (at >= 0) waiting.splice(at, 1)
  return at >= 0
}

const newcomersOf = ({ waiting }: Line) => waiting.filter(({ hasBegun }) => !hasBegun)

function makeRoom(turn: Turn): void {
  if (newcomersOf(turn.line).length < turn.line.waitingMax) return
  const displaced = displacedBy(turn)
  if (!displaced) throw turn.line.full()
  remove(displaced)
  displaced.giveUp()
}

/**
 * Fair queueing: whose place somebody gets in a queue that is full. It is the last one of the largest
 * crowd, as long as that is larger than the asker's own. One network, or one customer from many, can
 * fill a queue that is empty, but keeps nobody else out of it.
 */
function displacedBy(turn: Turn): Waiter | undefined {
  const newcomers = newcomersOf(turn.line)
  const crowdOf = (one: Turn) => newcomers.filter((other) => isOneCrowd(one, other.turn)).length
  const own = crowdOf(turn)
  if (own === newcomers.length) return undefined
  let most = own + 1
  let last: Waiter | undefined
  for (const waiter of newcomers) {
    const crowd = crowdOf(waiter.turn)
    if (crowd < most || (crowd === most && !last)) continue
    most = crowd
    last = waiter
  }
  return last
}

/** Whether two come from the same network, for the same customer or from the same session. */
const isOneCrowd = (one: Turn, other: Turn): boolean =>
  (one.network !== undefined && one.network === other.network) ||
  (one.customerId !== undefined && one.customerId === other.customerId) ||
  (one.session !== undefined && one.session === other.session)
