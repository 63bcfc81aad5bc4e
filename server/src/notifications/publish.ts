import type { BankEvent } from '@passbook/contract'
import type { Sql } from '#db/db.ts'

export const channel = 'bank_events'

/** A statement line that is new or has changed, as an event names it. */
export type Change = BankEvent['transactions'][number]

// A NOTIFY payload holds 8,000 bytes, and the envelope around a change is short.
const changesPerMessage = 50

/**
 * NOTIFY: tells every server process, once the caller's transaction commits, that these customers
 * have something new. Only ids travel; a customer without a change has a new count of notifications.
 */
export async function publish(sql: Sql, news: ReadonlyMap<bigint, readonly Change[]>) {
  const payloads = pack(news).map((part) => JSON.stringify(part))
  if (payloads.length === 0) return
  await sql`
    select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`
}

/** Tells that a list of a customer has changed without a line that moved; see `lists` of an event. */
export async function publishList(sql: Sql, customerId: bigint, list: string): Promise<void> {
  const message: Message = [[String(customerId), [], [list]]]
  await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`
}

type Message = [customer: string, changes: Change[], lists?: string[]][]

/** What is new for a customer. */
export type News = { changes: Change[]; lists: string[] }

/** Reads what `publish` wrote. */
export function readMessage(payload: string): (News & { customerId: bigint })[] {
  const message = JSON.parse(payload) as Message
  return message.map(([customer, changes, lists = []]) => ({
    customerId: BigInt(customer),
    changes,
    lists,
  }))
}

function pack(news: ReadonlyMap<bigint, readonly Change[]>): Message[] {
  const messages: Message[] = []
  let room = 0
  for (const [customerId, changes] of news) {
    for (let from = 0; from === 0 || from < changes.length; from += changesPerMessage) {
      const part = changes.slice(from, from + changesPerMessage)
      // A customer without changes takes room as well.
      const size = Math.max(1, part.length)
      if (room < size) {
        messages.push([])
        room = changesPerMessage
      }
      messages.at(-1)?.push([String(customerId), part])
      room -= size
    }
  }
  return messages
}
