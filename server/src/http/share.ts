import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { messages } from '@passbook/contract'
import { networkOf } from '#kernel/addresses.ts'
import { Failure } from '#kernel/failure.ts'
import {
  isUnused,
  type Leave,
  type Line,
  lineOf,
  placeInTime,
  placeNow,
  type Turn,
} from '#limits/fair-queue.ts'

/** How many requests are under way at once, for one session and for one network; 0 for any number. */
export type ShareSizes = { session: number; network: number }

/** Of each network, and of each customer where that is about costly calls. */
export const waitingMax = 40
const costlyAtOnce = 2
const retrySeconds = 2
/** Tarpit: who is refused and asks again at once, on hundreds of connections, would keep the process busy. */
const refuseAfterMs = 1_000

/** A request's part in the share of its network, held while the bank works on it. */
export type Place = {
  leave: Leave
  /** Whether it has been given back, as when the client has gone away. */
  hasLeft(): boolean
  /** Waits until few enough costly calls of the customer are under way; counts until the reply is over. */
  takeCostly(customerId: bigint): Promise<void>
  /** Each piece of a long reply in a turn of its own: who reads slowly holds nobody up. */
  paced<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece, void, void>
}

export type Share = {
  /**
   * A place for a request, at once or in its turn; refused where too many wait. The session is the token
   * that came with it, good or not, empty for calls that need none. Who goes away leaves the queue.
   */
  enter(from: { address: string; session: string; reply: ServerResponse }): Promise<Place>
}

/**
 * Fair shares of this process. Requests of a network wait for each other, and of those that wait the
 * session with the fewest under way is next. Who has no session gets three quarters of the network's
 * share at most: bodies that never come keep nobody out who is signed in.
 */
export function makeShare(sizes: ShareSizes): Share {
  const networks = new Map<string, Line>()
  const customers = new Map<string, Line>()
  const ofSession = sizes.session || Number.POSITIVE_INFINITY
  const ofStrangers = Math.ceil(sizes.network * 0.75)
  const eachMax = ({ session }: Turn) => (session === '' ? ofStrangers : ofSession)

  /** The line of a network; where networks have no bound, of a session alone. */
  function lineFor(address: string, session: string): [string, number] | undefined {
    if (sizes.network > 0) return [networkOf(address), sizes.network]
    return session && sizes.session > 0 ? [`session ${session}`, sizes.session] : undefined
  }

  return {
    async enter({ address, session, reply }) {
      const wanted = lineFor(address, session)
      const inLine = wanted && {
        ...{ lines: networks, key: wanted[0], turn: { session } },
        make: () => lineOf({ max: wanted[1], waitingMax, eachMax, full: tooManyAtOnce }),
      }
      const enter = async (hasBegun: boolean) =>
        inLine ? await take(inLine, reply, hasBegun) : () => {}
      let leave = await enter(false)
      let leaveCostly: Leave = () => {}
      let hasLeft = false
      return {
        leave() {
          if (hasLeft) return
          hasLeft = true
          leave()
          if (reply.destroyed) leaveCostly()
          else reply.once('close', leaveCostly)
        },
        hasLeft: () => hasLeft,
        async takeCostly(customerId) {
          const costly = {
            ...{ lines: customers, key: String(customerId), turn: { session: '' } },
            make: () => lineOf({ max: costlyAtOnce, waitingMax, full: tooManyAtOnce }),
          }
          // Meanwhile its place is for others.
          leave()
          leaveCostly = await take(costly, reply, false)
          leave = await enter(true)
        },
        async *paced(pieces) {
          const from = pieces[Symbol.asyncIterator]()
          try {
            for (;;) {
              const leaveTurn = await enter(true)
              const next = await from.next().finally(leaveTurn)
              if (next.done) return
              yield next.value
            }
          } finally {
            await from.return?.()
          }
        },
      }
    },
  }
}

type Wanted = {
  lines: Map<string, Line>
  key: string
  make: () => Line
  turn: Omit<Turn, 'line'>
}

/** A place in one of several lines, each of which is there for as long as somebody is in it. */
async function take(
  { lines, key, make, turn }: Wanted,
  reply: ServerResponse,
  hasBegun: boolean,
): Promise<Leave> {
  if (reply.destroyed) throw gone()
  let line = lines.get(key)
  if (!line) {
    line = make()
    lines.set(key, line)
  }
  const inTurn = { ...turn, line }
  const leave = placeNow(inTurn) ?? (await inQueue(inTurn, reply, hasBegun).catch(refuseLate))
  return () => {
    leave()
    if (isUnused(line) && lines.get(key) === line) lines.delete(key)
  }
}

function inQueue(turn: Turn, reply: ServerResponse, hasBegun: boolean): Promise<Leave> {
  let stop: (() => void) | undefined
  const watch = (giveUp: () => void) => {
    stop = giveUp
    reply.once('close', giveUp)
  }
  return placeInTime(turn, { hasBegun, watch }).finally(() => {
    if (stop) reply.off('close', stop)
  })
}

async function refuseLate(refusal: unknown): Promise<never> {
  await sleep(refuseAfterMs)
  throw refusal
}

const tooManyAtOnce = () =>
  new Failure('too_many', messages.tooManyAtOnce, { data: { retryAfterSeconds: retrySeconds } })

/** The client went away while it waited; nobody reads this answer. */
export const gone = () => new Failure('invalid', messages.formIncomplete)
