import type { BankEvent } from '@passbook/contract'
import type { News } from './publish.ts'

/** Where the events of one session go. */
export type Listener = {
  customerId: bigint
  session: string
  tell(event: BankEvent): void
  /** A heartbeat. */
  beat(): void
  /** Ends the stream, and says how soon a client that reconnects by itself may be back. */
  end(back?: Back): void
}

export type Back = 'soon' | 'spread' | 'late'

/**
 * An open stream with the count it was last sent; no real count is like the first one. `missed`:
 * news for it may have been lost, and it is to be told so at its next heartbeat.
 */
export type OpenStream = { listener: Listener; unread: number; slice: number; missed: boolean }

export const streamsPerCustomer = 5
// Heartbeats of thousands of streams in one moment would hold up everybody else.
export const beatSlices = 15

/** The streams of each customer, the oldest first: a Map, so that no event walks over all others. */
export function makeOpenStreams() {
  const byCustomer = new Map<bigint, readonly OpenStream[]>()
  let opened = 0
  const of = (customerId: bigint) => byCustomer.get(customerId) ?? []
  const all = () => [...byCustomer.values()].flat()
  const has = (stream: OpenStream) => of(stream.listener.customerId).includes(stream)
  function remove(stream: OpenStream): void {
    const { customerId } = stream.listener
    const others = of(customerId).filter((other) => other !== stream)
    if (others.length > 0) byCustomer.set(customerId, others)
    else byCustomer.delete(customerId)
  }
  return {
    of,
    all,
    inSlices: (due: ReadonlySet<number>) =>
      due.size > 0 ? all().filter(({ slice }) => due.has(slice)) : [],
    /** The oldest of a customer's streams, as many as must end before one more is opened. */
    surplus: (customerId: bigint) => {
      const open = of(customerId)
      return open.slice(0, Math.max(0, open.length + 1 - streamsPerCustomer))
    },
    add(listener: Listener): OpenStream {
      const stream = { listener, unread: -1, slice: opened % beatSlices, missed: false }
      opened += 1
      byCustomer.set(listener.customerId, [...of(listener.customerId), stream])
      return stream
    },
    remove,
    /** Ends a stream. */
    drop(stream: OpenStream, back?: Back): void {
      remove(stream)
      stream.listener.end(back)
    },
    /** A count that differs is sent at a heartbeat too: a NOTIFY may have been lost. */
    tell(stream: OpenStream, { changes, lists }: News, unread: number): void {
      const { missed } = stream
      if (!has(stream)) return
      if (!missed && changes.length + lists.length === 0 && unread === stream.unread) return
      Object.assign(stream, { unread, missed: false })
      const event = {
        transactions: changes,
        unReadNotifications: unread,
        ...(lists.length > 0 && { lists: [...new Set(lists)] }),
      }
      stream.listener.tell(missed ? { ...event, missed } : event)
    },
    /** At their heartbeats and not at once: everybody who is told so asks for several things again. */
    allMissed(): void {
      for (const stream of all()) stream.missed = true
    },
  }
}
