import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type BankEvent,
  check,
  events as eventsCall,
  logout,
  readNotifications,
} from '@passbook/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { endSession } from '#auth/sessions.ts'
import { setFlag } from '#cli/flags.ts'
import { openPostgres } from '#db/db.ts'
import { momentOf } from '#kernel/context.ts'
import * as ledger from '#ledger/ledger.ts'
import { makeDb } from '#testing/make-db.ts'
import {
  answerOf,
  refusedWith,
  type TestBank,
  type TestCustomer,
  testBank,
} from '#testing/test-bank.ts'
import { makeEvents } from './live-events.ts'
import { addNotices, notify } from './notifications.ts'
import { streamsPerCustomer } from './open-streams.ts'
import { deliverOutbox, wakeOutbox } from './outbox.ts'
import { publish, publishList } from './publish.ts'

const made = await makeDb()
const bank = await testBank(made.db)
// A second server process: on PostgreSQL with connections of its own.
const secondDb = made.url ? await openPostgres({ url: made.url }) : made.db
const second = await testBank(secondDb)
await bank.app.listen({ host: '127.0.0.1', port: 0 })
await second.app.listen({ host: '127.0.0.1', port: 0 })

const open = new Set<Reader>()
afterEach(() => {
  for (const reader of open) reader.leave()
  open.clear()
})
afterAll(async () => {
  await second.stop()
  await bank.stop()
  if (secondDb !== made.db) await secondDb.close()
  await made.drop()
})

type Reader = {
  status: number
  headers: http.IncomingHttpHeaders
  text(): string
  /** The next event that has not been read yet. */
  next(): Promise<BankEvent>
  until(found: () => boolean, withinMs?: number): Promise<void>
  ended: Promise<void>
  leave(): void
}

async function listen(app: FastifyInstance, token?: string): Promise<Reader> {
  const { port } = app.server.address() as AddressInfo
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const request = http.get({ port, host: '127.0.0.1', path: '/api/events', headers, agent: false })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  let text = ''
  let read = 0
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
  })
  response.on('error', () => {})
  request.on('error', () => {})
  const ended = new Promise<void>((resolve) => response.once('close', resolve))
  async function until(found: () => boolean, withinMs = 10_000) {
    const deadline = Date.now() + withinMs
    while (!found()) {
      if (Date.now() > deadline) throw new Error(`nothing came; so far: ${text}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const events = () => [...text.matchAll(/^data: (.*)\n\n/gm)].map((match) => match[1] as string)
  const reader: Reader = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    until,
    ended,
    leave: () => request.destroy(),
    async next() {
      await until(() => events().length > read)
      const event = check(eventsCall.response, JSON.parse(events()[read] ?? ''))
      read += 1
      if (!event.ok) throw new Error(event.message)
      return event.value
    },
  }
  open.add(reader)
  return reader
}

/** The first event only says where things stand. */
async function listenPastFirst(app: FastifyInstance, token: string): Promise<Reader> {
  const reader = await listen(app, token)
  await reader.next()
  return reader
}

/** The event that names this line: a NOTIFY of what was before may still be on its way. */
async function nextAbout(reader: Reader, id: string | undefined): Promise<BankEvent> {
  for (;;) {
    const event = await reader.next()
    if (event.transactions.some(({ Id }) => Id === id)) return event
  }
}

async function pay(from: TestCustomer, to: TestCustomer, amountMinor: bigint, by = bank) {
  const shared = { purpose: 'transfer', method: 'local', same: true } as const
  return by.bank.db.transaction((sql) =>
    ledger.move(sql, {
      ...momentOf(by.bank),
      kind: 'transfer.local',
      from: from.account.id,
      to: to.account.id,
      amountMinor,
      ownerId: from.id,
      fromLine: { ...shared, name: to.name },
      toLine: { ...shared, name: from.name },
    }),
  )
}

async function drain(by: TestBank = bank) {
  while ((await deliverOutbox(by.bank)) > 0);
  // A delivery under way beside this one holds its rows until it commits.
  await by.bank.background.settled()
}

describe('a stream of events', () => {
  test('is for a live session only', async () => {
    for (const token of [undefined, 'x'.repeat(43), '\u00ff']) {
      const refused = await listen(bank.app, token)
      await refused.ended
      const answer = { statusCode: refused.status, json: () => JSON.parse(refused.text()) }
      expect(answerOf(answer)).toEqual(refusedWith('session_ended'))
    }
  })

  // shows D10
  test('begins at once, unbuffered and uncached, with the count of what is unread', async () => {
    const ada = await bank.customer()
    const reader = await listen(bank.app, ada.token)
    expect(reader.status).toBe(200)
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(await reader.next()).toEqual({ transactions: [], unReadNotifications: 1 })
    expect(reader.text()).toMatch(/^retry: [2-5]\d{3}\n\n/)
  })

  test('tells payer and payee of a transfer, each of their own line', async () => {
    const ada = await bank.customer({ balance: '100.00' })
    const bob = await bank.customer()
    await drain()
    const [hers, his] = [
      await listenPastFirst(bank.app, ada.token),
      await listenPastFirst(bank.app, bob.token),
    ]
    const { lines } = await pay(ada, bob, 12_50n)
    wakeOutbox(bank.bank)
    expect(await nextAbout(hers, lines[0]?.id)).toEqual({
      transactions: [{ Id: lines[0]?.id, AccountId: ada.account.publicId, State: 'completed' }],
      unReadNotifications: 3,
    })
    expect(await nextAbout(his, lines[1]?.id)).toEqual({
      transactions: [{ Id: lines[1]?.id, AccountId: bob.account.publicId, State: 'completed' }],
      unReadNotifications: 2,
    })
  })

  test('arrives within a blink in the process that made it', async () => {
    const ada = await bank.customer({ balance: '100.00' })
    const bob = await bank.customer()
    await drain()
    const reader = await listenPastFirst(bank.app, bob.token)
    const took: number[] = []
    for (let round = 0; round < 5; round += 1) {
      await pay(ada, bob, 1_00n)
      const start = performance.now()
      wakeOutbox(bank.bank)
      await reader.next()
      took.push(performance.now() - start)
    }
    expect(Math.min(...took)).toBeLessThan(500)
  })

  test('tells the first line that moves at once, and what follows within a second together', async () => {
    const ada = await bank.customer({ balance: '100.00' })
    const bob = await bank.customer()
    await drain()
    const reader = await listenPastFirst(bank.app, bob.token)
    const moved: (string | undefined)[] = []
    const heard: string[][] = []
    for (let round = 0; round < 5; round += 1) {
      const { lines } = await pay(ada, bob, 1_00n)
      moved.push(lines[1]?.id)
      await drain()
    }
    while (heard.flat().length < moved.length) {
      heard.push((await reader.next()).transactions.map(({ Id }) => Id))
    }
    expect(heard.flat()).toEqual(moved)
    expect(heard[0]).toEqual([moved[0]])
    expect(heard.length).toBeLessThan(moved.length)
  })

  test('caused in one process reaches a stream of the other', async () => {
    const ada = await bank.customer({ balance: '100.00' })
    const bob = await bank.customer()
    await drain()
    const there = await listenPastFirst(second.app, bob.token)
    const here = await listenPastFirst(bank.app, bob.token)
    await pay(ada, bob, 5_00n)
    await deliverOutbox(bank.bank)
    const event = await there.next()
    expect(event.transactions).toHaveLength(1)
    expect(await here.next()).toEqual(event)
    await pay(ada, bob, 5_00n, second)
    await deliverOutbox(second.bank)
    expect((await there.next()).unReadNotifications).toBe(event.unReadNotifications + 1)
    expect((await here.next()).unReadNotifications).toBe(event.unReadNotifications + 1)
  })

  test('moves the count when something else is told or all is read', async () => {
    const ada = await bank.customer()
    const reader = await listenPastFirst(second.app, ada.token)
    const now = bank.clock.now()
    await made.db.transaction((sql) => notify(sql, ada.id, { title: 'Note', body: 'Well', now }))
    expect(await reader.next()).toEqual({ transactions: [], unReadNotifications: 2 })
    await bank.ask(readNotifications, {}, ada.token)
    expect(await reader.next()).toEqual({ transactions: [], unReadNotifications: 0 })
  })

  test('names a list that has changed without a line, also from another process', async () => {
    const ada = await bank.customer()
    const reader = await listenPastFirst(second.app, ada.token)
    await made.db.transaction((sql) => publishList(sql, ada.id, 'requests'))
    expect(await reader.next()).toEqual({
      transactions: [],
      unReadNotifications: 1,
      lists: ['requests'],
    })
  })

  test('names every line of a long list, whatever a message of the database can hold', async () => {
    const ada = await bank.customer()
    const reader = await listenPastFirst(bank.app, ada.token)
    const changes = Array.from({ length: 333 }, () => ({
      Id: crypto.randomUUID(),
      AccountId: ada.account.publicId,
      State: 'completed',
    }))
    await made.db.transaction((sql) => publish(sql, new Map([[ada.id, changes]])))
    const heard = new Set<string>()
    while (heard.size < 333) {
      for (const { Id } of (await reader.next()).transactions) heard.add(Id)
    }
    expect(heard).toEqual(new Set(changes.map(({ Id }) => Id)))
  })

  test('never tells an ended session, another customer, or what was rolled back', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    const [gone, other] = [
      await listenPastFirst(bank.app, bob.token),
      await listenPastFirst(bank.app, ada.token),
    ]
    await made.db
      .transaction(async (sql) => {
        await notify(sql, ada.id, { title: 'Never', body: 'was', now: bank.clock.now() })
        throw new Error('rolled back')
      })
      .catch(() => {})
    const mark = gone.text()
    // Without a word of its end: the news itself must find out.
    await made.db.sql`delete from sessions where customer_id = ${bob.id}`
    const now = bank.clock.now()
    await made.db.transaction((sql) => notify(sql, bob.id, { title: 'For', body: 'Bob', now }))
    await gone.ended
    expect(gone.text()).toBe(mark)
    expect(other.text().match(/^data/gm)).toHaveLength(1)
  })

  test('ends with its session in every process at once, and the customer’s others stay', async () => {
    const ada = await bank.customer()
    const token = await bank.signInAgain(ada)
    const ending = [
      await listenPastFirst(bank.app, token),
      await listenPastFirst(second.app, token),
    ]
    const stays = await listenPastFirst(second.app, ada.token)
    const started = performance.now()
    await bank.ask(logout, {}, token)
    await Promise.all(ending.map(({ ended }) => ended))
    // The heartbeat, which would find out as well, is fifteen seconds apart.
    expect(performance.now() - started).toBeLessThan(5_000)
    const now = bank.clock.now()
    await made.db.transaction((sql) => notify(sql, ada.id, { title: 'Still', body: 'here', now }))
    expect((await stays.next()).unReadNotifications).toBe(2)
  })

  test('a customer holds five; the sixth ends the oldest, which is asked to wait', async () => {
    const ada = await bank.customer()
    const readers: Reader[] = []
    for (let count = 0; count <= streamsPerCustomer; count += 1) {
      readers.push(await listenPastFirst(bank.app, ada.token))
    }
    const [oldest, ...others] = readers
    await oldest?.ended
    expect(oldest?.text()).toMatch(/retry: 60000\n\n$/)
    const now = bank.clock.now()
    await made.db.transaction((sql) => notify(sql, ada.id, { title: 'All', body: 'five', now }))
    for (const reader of others) expect((await reader.next()).unReadNotifications).toBe(2)
  })
})

describe('at every beat', () => {
  type Told = { events: BankEvent[]; beats: number; ended: boolean }

  async function withBeats(work: (add: (who: TestCustomer) => Promise<Told>) => Promise<void>) {
    const errors: unknown[] = []
    const { liveSessions, makeSessionOf } = await import('#auth/sessions.ts')
    const sessionOf = makeSessionOf(bank.bank)
    const events = makeEvents(bank.bank, {
      live: (sessions) => liveSessions(bank.bank, sessions),
      onError: (error) => errors.push(error),
      everyMs: 20,
    })
    try {
      await work(async ({ token }) => {
        const told: Told = { events: [], beats: 0, ended: false }
        await events.add({
          ...(await sessionOf(token)),
          tell: (event) => told.events.push(event),
          beat: () => {
            told.beats += 1
          },
          end: () => {
            told.ended = true
          },
        })
        return told
      })
    } finally {
      await events.stop()
    }
    expect(errors).toEqual([])
  }

  const become = (state: () => boolean) => expect.poll(state).toBe(true)

  test('a stream shows that it stands, and ends with its session', async () => {
    await withBeats(async (add) => {
      const ada = await bank.customer()
      const told = await add(ada)
      await become(() => told.beats > 2)
      expect(told.events).toHaveLength(1)
      const [row] = await made.db.sql<{ tokenHash: string }>`
        select token_hash as "tokenHash" from sessions where customer_id = ${ada.id}`
      await endSession(made.db.sql, row?.tokenHash ?? '')
      await become(() => told.ended)
    })
  })

  test('a stream ends when its customer is blocked', async () => {
    await withBeats(async (add) => {
      const ada = await bank.customer()
      const told = await add(ada)
      await become(() => told.beats > 0)
      await bank.bank.db.transaction((sql) =>
        setFlag(sql, { username: ada.username, flag: 'Blocked', value: true }),
      )
      await become(() => told.ended)
    })
  })

  test('an open stream does not keep an idle session alive', async () => {
    await withBeats(async (add) => {
      const ada = await bank.customer()
      const told = await add(ada)
      bank.clock.advance(10 * 60_000)
      const reader = await listenPastFirst(bank.app, ada.token)
      await become(() => told.beats > 3)
      expect(told.ended).toBe(false)
      bank.clock.advance(6 * 60_000)
      await become(() => told.ended)
      reader.leave()
      expect((await listen(bank.app, ada.token)).status).toBe(401)
    })
  })

  test('a count is told that was missed while the line to the database was down', async () => {
    await withBeats(async (add) => {
      const ada = await bank.customer()
      const told = await add(ada)
      await become(() => told.events.length === 1)
      const silent = [{ customerId: ada.id, title: 'Silent', body: 'nobody heard' }]
      await addNotices(made.db.sql, silent, bank.clock.now())
      await become(() => told.events.at(-1)?.unReadNotifications === 2)
    })
  })
})

test('news that a busy moment of the database lost is told as missed at the next heartbeat', async () => {
  const ada = await bank.customer()
  const errors: unknown[] = []
  const told: BankEvent[] = []
  let isBusy = false
  const live = async (sessions: readonly string[]) => {
    if (isBusy) throw new Error('busy')
    return new Set(sessions)
  }
  const onError = (error: unknown) => errors.push(error)
  const events = makeEvents(bank.bank, { live, onError, everyMs: 200 })
  const { makeSessionOf } = await import('#auth/sessions.ts')
  const session = await makeSessionOf(bank.bank)(ada.token)
  const quiet = { beat: () => {}, end: () => {} }
  await events.add({ ...session, ...quiet, tell: (event) => told.push(event) })
  await expect.poll(() => told).toHaveLength(1)
  isBusy = true
  await publishList(made.db.sql, ada.id, 'requests')
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  isBusy = false
  await expect.poll(() => told).toHaveLength(2)
  expect(told[1]).toMatchObject({ missed: true })
  await events.stop()
})

test('streams are let go when clients leave, and end when the server stops', async () => {
  const stopping = await testBank(secondDb)
  await stopping.app.listen({ host: '127.0.0.1', port: 0 })
  const ada = await bank.customer()
  const left = await listenPastFirst(stopping.app, ada.token)
  left.leave()
  await left.ended
  const readers = [
    await listenPastFirst(stopping.app, ada.token),
    await listenPastFirst(stopping.app, ada.token),
  ]
  const started = Date.now()
  await stopping.stop()
  await Promise.all(readers.map(({ ended }) => ended))
  expect(Date.now() - started).toBeLessThan(10_000)
  expect(stopping.logged.join('')).not.toMatch(/"level":50/)
})
