import { afterEach, expect, type Mock, test, vi } from 'vitest'
import { hearNews, holdLine, type News, partsOf } from './events.ts'
import { RequestError } from './texts.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const told = (unread: number) =>
  `data: ${JSON.stringify({ transactions: [], unReadNotifications: unread })}\n\n`
const encoder = new TextEncoder()

/** A line that says some things and then breaks. */
function line(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
}

async function heard(...pieces: string[]) {
  const parts = []
  for await (const part of partsOf(line(...pieces))) parts.push(part)
  return parts
}

test('events are read wherever the network cut them, and comments are not events', async () => {
  expect(
    await heard('retry: 3000\n', '\ndata: {"a"', ':1}\n\n: still here\n\nda', 'ta: x\n\n'),
  ).toEqual([
    { retryMs: 3000, data: undefined },
    { retryMs: undefined, data: '{"a":1}' },
    { retryMs: undefined, data: undefined },
    { retryMs: undefined, data: 'x' },
  ])
  const euro = encoder.encode('data: €\n\n')
  const split = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(euro.slice(0, 8))
      controller.enqueue(euro.slice(8))
      controller.close()
    },
  })
  for await (const part of partsOf(split)) expect(part.data).toBe('€')
})

/** Holds a line over prepared openings, and notes what was told and how long was waited. */
async function hold(openings: (() => Promise<ReadableStream<Uint8Array>>)[], first = true) {
  const gone = new AbortController()
  const news: News[] = []
  const waits: number[] = []
  let at = 0
  await holdLine({
    open: () => openings[at++]?.() ?? Promise.reject(new RequestError('network')),
    tell: (one) => news.push(one),
    wait: async (ms) => {
      waits.push(ms)
      if (at >= openings.length) gone.abort()
    },
    first,
    signal: gone.signal,
  })
  return {
    kinds: news.map((one) => (one.kind === 'event' ? one.event.unReadNotifications : one.kind)),
    waits,
  }
}

const works =
  (...pieces: string[]) =>
  () =>
    Promise.resolve(line(...pieces))
const fails = () => Promise.reject(new RequestError('network'))

test('where the bank itself may have missed news, everything is asked for again', async () => {
  const lost = 'data: {"transactions":[],"unReadNotifications":2,"missed":true}\n\n'
  const { kinds } = await hold([works(told(1), lost, told(2))])
  expect(kinds).toEqual([1, 'missed', 2, 2])
})

test('a line that breaks is opened again, and what may have been missed is told', async () => {
  const { kinds } = await hold([works(told(1), told(2)), fails, works(told(5))])
  expect(kinds).toEqual([1, 2, 'missed', 5])
})

test('who takes over from another tab may have missed something', async () => {
  expect((await hold([works(told(1))], false)).kinds).toEqual(['missed', 1])
})

test('waits grow up to a minute, start anew after a line that worked, and obey the server', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const { waits } = await hold([fails, fails, fails, fails, fails, fails, works(told(1)), fails])
  expect(waits).toEqual([3000, 6000, 12_000, 24_000, 48_000, 60_000, 3000, 6000])
  const slowly = await hold([works(told(1), 'retry: 60000\n\n')])
  expect(slowly.waits).toEqual([60_000])
})

test('an event that makes no sense is passed over', async () => {
  expect((await hold([works('data: {"odd":1}\n\n', told(3))])).kinds).toEqual([3])
  expect((await hold([works('data: {broken\n\n'), works(told(3))])).kinds).toEqual(['missed', 3])
})

test('a session that has ended is not asked for again', async () => {
  const over = () => Promise.reject(new RequestError('http', 401))
  const { waits } = await hold([over, works(told(1))])
  expect(waits).toEqual([])
})

/** Locks as a browser has them, for one name. */
function locks() {
  let tail = Promise.resolve()
  let held = false
  return {
    async request(
      _name: string,
      options: { ifAvailable?: boolean; signal?: AbortSignal },
      run: (lock: object | null) => Promise<unknown>,
    ) {
      if (options.ifAvailable && held) return run(null)
      const before = tail
      let free = () => {}
      tail = new Promise((resolve) => {
        free = resolve
      })
      await before
      held = true
      try {
        return await run({})
      } finally {
        held = false
        free()
      }
    },
  }
}

/** A browser with several tabs, and the lines that they open. */
function browser() {
  const opened: ReadableStreamDefaultController<Uint8Array>[] = []
  const fetched = vi.fn<typeof fetch>(async (_url, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        opened.push(controller)
        init?.signal?.addEventListener('abort', () =>
          controller.error(new DOMException('', 'AbortError')),
        )
      },
    })
    return new Response(body)
  })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { locks: locks() })
  return { opened, fetched }
}

test('one tab holds the line and tells the others; the next takes over when it goes', async () => {
  const { opened, fetched } = browser()
  const [one, other] = [new AbortController(), new AbortController()]
  const [first, second] = [vi.fn(), vi.fn()]
  hearNews(first, one.signal)
  await expect.poll(() => opened).toHaveLength(1)
  hearNews(second, other.signal)
  opened[0]?.enqueue(encoder.encode(told(4)))
  const event = { transactions: [], unReadNotifications: 4 }
  await expect.poll(() => second).toHaveBeenCalledWith({ kind: 'event', event })
  expect(first).toHaveBeenCalledWith({ kind: 'event', event })
  expect(fetched).toHaveBeenCalledTimes(1)

  one.abort()
  await expect.poll(() => opened).toHaveLength(2)
  opened[1]?.enqueue(encoder.encode(told(0)))
  await expect.poll(() => second).toHaveBeenCalledWith({ kind: 'missed' })
  expect(first).toHaveBeenCalledTimes(1)
  other.abort()
})

test.each([
  ['a move', 'is told that it missed it', [{ Id: '1', AccountId: '2', State: 'completed' }], 1],
  ['a mere count', 'has missed nothing', [], 0],
])('who shows what it asked for before %s %s', async (_, __, transactions, missed) => {
  const { opened } = browser()
  const gone = new AbortController()
  const [first, early, late] = [vi.fn(), vi.fn(), vi.fn()]
  hearNews(first, gone.signal)
  await expect.poll(() => opened).toHaveLength(1)
  const before = Date.now() - 1
  const event = { transactions, unReadNotifications: 4 }
  opened[0]?.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
  await expect.poll(() => first).toHaveBeenCalledTimes(1)
  const next = async (tab: Mock, unread: number) => {
    opened[0]?.enqueue(encoder.encode(told(unread)))
    const event = { transactions: [], unReadNotifications: unread }
    await expect.poll(() => tab).toHaveBeenCalledWith({ kind: 'event', event })
    // An answer to whoever came would have been heard by then.
    await new Promise((done) => setTimeout(done, 50))
  }
  hearNews(late, gone.signal, Date.now() + 1)
  await next(late, 8)
  expect(late).toHaveBeenCalledTimes(1)
  hearNews(early, gone.signal, before)
  await expect.poll(() => early).toHaveBeenCalledTimes(missed)
  await next(early, 9)
  expect(early).toHaveBeenCalledTimes(missed + 1)
  expect(first).toHaveBeenCalledTimes(3)
  gone.abort()
})
