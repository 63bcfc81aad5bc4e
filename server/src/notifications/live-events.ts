import type { BankEvent } from '@passbook/contract'
import type { Db } from '#db/db.ts'
import { unreadCounts } from './notifications.ts'
import { type Change, channel, readMessage } from './publish.ts'

/** Where the events of one session go. */
type Listener = {
  customerId: bigint
  session: string
  tell(event: BankEvent): void
  /** A heartbeat. */
  beat(): void
  /** Ends the stream; with `slowly` a client that reconnects by itself is asked to wait. */
  end(slowly?: boolean): void
}

export type Events = {
  /** Adds a listener, sends it the current count, and returns what removes it. */
  add(listener: Listener): Promise<() => void>
  stop(): Promise<void>
}

export const streamsPerCustomer = 5
const beatMs = 15_000

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
  const listeners = new Map<Listener, { unread: number }>()
  let pending = new Map<bigint, Change[]>()
  let beatDue = false
  let running: Promise<void> | undefined
  let subscription: Promise<() => Promise<void>> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function heard(payload: string) {
    const wanted = new Set([...listeners.keys()].map(({ customerId }) => customerId))
    try {
      for (const { customerId, changes } of readMessage(payload)) {
        if (wanted.has(customerId)) note(customerId, changes)
      }
    } catch (error) {
      onError(error)
    }
  }

  function note(customerId: bigint, changes: Change[]) {
    pending.set(customerId, [...(pending.get(customerId) ?? []), ...changes])
    soon()
  }

  /** One round at a time, so that counts arrive in order; what comes meanwhile goes together. */
  function soon() {
    if (stopped) return
    running ??= round()
      .catch(onError)
      .finally(() => {
        running = undefined
        if (pending.size > 0 || beatDue) soon()
      })
  }

  async function round() {
    const [news, all] = [pending, beatDue]
    pending = new Map()
    beatDue = false
    const to = [...listeners.keys()].filter((one) => all || news.has(one.customerId))
    if (to.length === 0) return
    if (all) for (const listener of to) listener.beat()
    const alive = await live(to.map(({ session }) => session))
    const counts = await unreadCounts(db.sql, [...new Set(to.map((one) => one.customerId))])
    for (const listener of to) {
      if (!alive.has(listener.session)) drop(listener)
      else tell(listener, news.get(listener.customerId) ?? [], counts.get(listener.customerId) ?? 0)
    }
  }

  /** A count that differs is sent at a heartbeat too: a NOTIFY may have been lost. */
  function tell(listener: Listener, transactions: Change[], unread: number) {
    const state = listeners.get(listener)
    if (!state || (transactions.length === 0 && unread === state.unread)) return
    state.unread = unread
    listener.tell({ transactions, unReadNotifications: unread })
  }

  function drop(listener: Listener, slowly = false) {
    listeners.delete(listener)
    listener.end(slowly)
  }

  async function listen() {
    subscription ??= db.listen(channel, heard)
    timer ??= setInterval(() => {
      beatDue = true
      soon()
    }, everyMs).unref()
    try {
      await subscription
    } catch (error) {
      subscription = undefined
      throw error
    }
  }

  /** At most so many streams a customer: a new one ends the oldest, whose client may be gone. */
  function makeRoom(customerId: bigint) {
    const open = [...listeners.keys()].filter((one) => one.customerId === customerId)
    const tooMany = Math.max(0, open.length + 1 - streamsPerCustomer)
    for (const oldest of open.slice(0, tooMany)) drop(oldest, true)
  }

  return {
    async add(listener) {
      await listen()
      if (stopped) {
        listener.end()
        return () => {}
      }
      makeRoom(listener.customerId)
      // -1 differs from every count, so the first round sends the current one.
      listeners.set(listener, { unread: -1 })
      note(listener.customerId, [])
      return () => void listeners.delete(listener)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      for (const listener of listeners.keys()) drop(listener)
      const unlisten = await subscription?.catch(() => undefined)
      await unlisten?.()
      await running
    },
  }
}
