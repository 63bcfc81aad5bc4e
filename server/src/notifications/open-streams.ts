import type { BankEvent } from '@passbook/contract'

/** Where the events of one session go. */
export type Listener = {
  customerId: bigint
  session: string
  tell(event: BankEvent): void
  /** A heartbeat. */
  beat(): void
  /** Ends the stream; with `slowly` a client that reconnects by itself is asked to wait. */
  end(slowly?: boolean): void
}

/** An open stream with the count it was last sent; no real count is like the first one. */
export type OpenStream = { listener: Listener; unread: number; slice: number }

export const streamsPerCustomer = 5
// Heartbeats of thousands of streams in one moment would hold up everybody else.
export const beatSlices = 15

/** The streams of each customer, the oldest first: a Map, so that no event walks over all others. */
export function makeOpenStreams() {
  const byCustomer = new Map<bigint, readonly OpenStream[]>()
  let opened = 0
  const of = (customerId: bigint) => byCustomer.get(customerId) ?? []
  return {
    of,
    all: () => [...byCustomer.values()].flat(),
    has: (stream: OpenStream) => of(stream.listener.customerId).includes(stream),
    inSlices: (due: ReadonlySet<number>) =>
      due.size > 0 ? [...byCustomer.values()].flat().filter(({ slice }) => due.has(slice)) : [],
    /** The oldest of a customer's streams, as many as must end before one more is opened. */
    surplus: (customerId: bigint) => {
      const open = of(customerId)
      return open.slice(0, Math.max(0, open.length + 1 - streamsPerCustomer))
    },
    add(listener: Listener): OpenStream {
      const stream = { listener, unread: -1, slice: opened % beatSlices }
      opened += 1
      byCustomer.set(listener.customerId, [...of(listener.customerId), stream])
      return stream
    },
    remove(stream: OpenStream): void {
      const { customerId } = stream.listener
      const others = of(customerId).filter((other) => other !== stream)
      if (others.length > 0) byCustomer.set(customerId, others)
      else byCustomer.delete(customerId)
    },
  }
}
