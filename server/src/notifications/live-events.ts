import type { Db } from '#db/db.ts'
import { unreadCounts } from './notifications.ts'
import { beatSlices, type Listener, makeOpenStreams } from './open-streams.ts'
import { channel, type News, readMessage } from './publish.ts'

export type Events = {
  /** Adds a listener, sends it the current count, and returns what removes it. */
  add(listener: Listener): Promise<() => void>
  stop(): Promise<void>
}

const beatMs = 15_000
/**
 * Throttle: lines that move within this time of others of the same customer are told together, after it.
 * A page asks for several things again whenever it is told; more often than once a second helps nobody.
 */
const restMs = 1_000
const none: News = { changes: [], lists: [] }

/**
 * The events of all customers whose streams this process holds, whichever process caused them.
 * `live` says which sessions still are: it is asked before anything is sent and at every heartbeat.
 */
export function makeEvents(
  { db }: { db: Db },
  {
    live,
    onError,
    everyMs = beatMs,
  }: {
    live: (sessions: readonly string[]) => Promise<{ has(session: string): boolean }>
    onError: (error: unknown) => void
    everyMs?: number
  },
): Events {
  const streams = makeOpenStreams()
  const noteInTime = spaced(note)
  let pending = new Map<bigint, News>()
  /** The slices whose heartbeat is due. */
  const due = new Set<number>()
  let running: Promise<void> | undefined
  let subscription: Promise<() => Promise<void>> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function heard(payload: string) {
    try {
      for (const { customerId, ...news } of readMessage(payload)) {
        if (streams.of(customerId).length > 0) noteInTime(customerId, news)
      }
    } catch (error) {
      onError(error)
    }
  }

  function note(customerId: bigint, news: News) {
    join(pending, customerId, news)
    soon()
  }

  /**
   * One round at a time, so that counts arrive in order; what comes meanwhile goes together, and so
   * does what was heard in one go.
   */
  function soon() {
    if (stopped) return
    running ??= Promise.resolve()
      .then(round)
      .catch(onError)
      .finally(() => {
        running = undefined
        if (pending.size > 0 || due.size > 0) soon()
      })
  }

  async function round() {
    const news = pending
    pending = new Map()
    const beating = streams.inSlices(due)
    due.clear()
    for (const { listener } of beating) listener.beat()
    const concerned = [...news.keys()].flatMap((customerId) => streams.of(customerId))
    const to = [...new Set([...beating, ...concerned])]
    if (to.length === 0) return
    const customers = new Set(to.map(({ listener }) => listener.customerId))
    const [alive, counts] = await askFor(
      to.map(({ listener }) => listener.session),
      [...customers],
    ).catch((error) => {
      // Whoever had news is told at the next heartbeat that something was lost.
      for (const stream of concerned) stream.missed = true
      throw error
    })
    for (const stream of to) {
      const { customerId, session } = stream.listener
      if (!alive.has(session)) streams.drop(stream)
      else streams.tell(stream, news.get(customerId) ?? none, counts.get(customerId) ?? 0)
    }
  }

  const askFor = async (sessions: string[], customers: bigint[]) =>
    [await live(sessions), await unreadCounts(db.sql, customers)] as const

  async function listen() {
    subscription ??= db.listen(channel, heard, streams.allMissed)
    timer ??= everySlice(everyMs, (slice) => {
      due.add(slice)
      soon()
    })
    try {
      await subscription
    } catch (error) {
      subscription = undefined
      throw error
    }
  }

  return {
    async add(listener) {
      await listen()
      if (stopped) {
        listener.end()
        return () => {}
      }
      // At most so many streams a customer: a new one ends the oldest, whose client may be gone.
      for (const oldest of streams.surplus(listener.customerId)) streams.drop(oldest, 'late')
      const stream = streams.add(listener)
      // The first round sends the current count.
      note(listener.customerId, none)
      return () => streams.remove(stream)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      for (const stream of streams.all()) streams.drop(stream, 'spread')
      const unlisten = await subscription?.catch(() => undefined)
      await unlisten?.()
      await running
    },
  }
}

type Note = (customerId: bigint, news: News) => void

/** Notes the first line of a customer that moves at once, and what follows within `restMs` after it. */
function spaced(note: Note): Note {
  /** Who was told of a line a moment ago, with what has moved since. */
  const resting = new Map<bigint, News>()
  function wake(customerId: bigint) {
    const since = resting.get(customerId) ?? none
    resting.delete(customerId)
    if (since.changes.length > 0) hear(customerId, since)
  }
  function hear(customerId: bigint, news: News) {
    // Only lines wait: a message without one may be of a session's end.
    if (news.changes.length === 0) return note(customerId, news)
    if (resting.has(customerId)) return join(resting, customerId, news)
    resting.set(customerId, { changes: [], lists: [] })
    setTimeout(() => wake(customerId), restMs).unref()
    note(customerId, news)
  }
  return hear
}

function join(all: Map<bigint, News>, customerId: bigint, { changes, lists }: News): void {
  const noted = all.get(customerId) ?? { changes: [], lists: [] }
  noted.changes.push(...changes)
  noted.lists.push(...lists)
  all.set(customerId, noted)
}

/** Names one slice after the other, each of them once in `everyMs`. */
function everySlice(everyMs: number, onSlice: (slice: number) => void): NodeJS.Timeout {
  let next = 0
  return setInterval(() => {
    onSlice(next)
    next = (next + 1) % beatSlices
  }, everyMs / beatSlices).unref()
}
