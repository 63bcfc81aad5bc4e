import { type BankEvent, events } from '@passbook/contract'
import { stream } from './client.ts'
import { RequestError } from './texts.ts'

/** What the bank told, or that some of what it told may have been missed. */
export type News = { kind: 'event'; event: BankEvent } | { kind: 'missed' }

const firstWaitMs = 3_000
const longestWaitMs = 60_000
// The server says something every fifteen seconds; a line that is silent for longer is dead.
const silenceMs = 40_000
const name = 'passbook-events'

/** What tabs say to each other: the news, and that one has come whose pages are as old as that. */
type Said = News | { kind: 'joined'; since: number }

/**
 * Hears the bank's news until the signal ends it. Of all tabs of a browser one holds the line and
 * tells the others, since a browser has few connections to give. A tab listens some time after it has
 * asked for what it shows (`since`, a time in ms): if money moved meanwhile, it is told that it missed that.
 */
export function hearNews(
  onNews: (news: News) => void,
  signal: AbortSignal,
  since = performance.timeOrigin,
): void {
  const others = new BroadcastChannel(name)
  const say = (said: Said) => others.postMessage(said)
  let movedAt = 0
  others.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.kind !== 'joined') onNews(data)
    else if (movedAt > data.since) say({ kind: 'missed' })
  }
  signal.addEventListener('abort', () => others.close())
  const tell = (news: News) => {
    if (signal.aborted) return
    if (isMove(news)) movedAt = Date.now()
    say(news)
    onNews(news)
  }
  say({ kind: 'joined', since })
  void lead(signal, (first) => holdLine({ open, tell, wait, first, signal }))
}

/** Whether it changes more than the number of unread notices. */
const isMove = (news: News) =>
  news.kind === 'missed' || news.event.transactions.length + (news.event.lists?.length ?? 0) > 0

/** Waits for its turn to lead. Whoever takes over from another tab may have missed something. */
async function lead(signal: AbortSignal, run: (first: boolean) => Promise<void>): Promise<void> {
  // A browser shows no locks to a page that came over a plain connection: every tab then listens.
  if (!navigator.locks) return run(true)
  const alone = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run(true)
    return lock !== null
  })
  if (alone || signal.aborted) return
  await navigator.locks.request(name, { signal }, () => run(false)).catch(() => undefined)
}

type Line = {
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  tell: (news: News) => void
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Nobody listened before, so nothing can have been missed. */
  first: boolean
  signal: AbortSignal
}

/** Opens the line again whenever it breaks, after waits that grow, until the login is over. */
export async function holdLine({ open, tell, wait, first, signal }: Line): Promise<void> {
  let missed = !first
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    let askedMs = 0
    const watch = watchdog(signal)
    try {
      const body = await open(watch.signal)
      for await (const part of partsOf(body, watch.fed)) {
        if (part.retryMs !== undefined) askedMs = part.retryMs
        const event = eventIn(part.data)
        if (!event) continue
        if (missed || event.missed) tell({ kind: 'missed' })
        missed = false
        waitMs = firstWaitMs
        tell({ kind: 'event', event })
      }
    } catch (error) {
      if (error instanceof RequestError && error.http === 401) return
    } finally {
      watch.stop()
    }
    missed = true
    // Not all tabs of all customers at once, when a server comes back.
    if (!signal.aborted) await wait(Math.max(waitMs, askedMs) * (0.5 + Math.random() / 2), signal)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}

/** A signal that also ends a line on which nothing is heard. */
function watchdog(outer: AbortSignal) {
  const own = new AbortController()
  const stop = () => clearTimeout(timer)
  const fed = () => {
    stop()
    timer = setTimeout(() => own.abort(), silenceMs)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  fed()
  return { signal: AbortSignal.any([outer, own.signal]), fed, stop }
}

function eventIn(data: string | undefined): BankEvent | null {
  if (data === undefined) return null
  return events.response.safeParse(JSON.parse(data)).data ?? null
}

async function open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { body } = await stream(events, {}, { signal })
  return body
}

/** Waits, but no longer than until the network is back. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}

type Part = { data?: string | undefined; retryMs?: number | undefined }

/** The parts of a stream of server-sent events, wherever the network cut it. */
export async function* partsOf(
  body: ReadableStream<Uint8Array>,
  onHeard: () => void = () => {},
): AsyncGenerator<Part, void, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let held = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onHeard()
      held += decoder.decode(value, { stream: true }).replaceAll('\r', '')
      const blocks = held.split('\n\n')
      held = blocks.pop() ?? ''
      for (const block of blocks) yield partIn(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function partIn(block: string): Part {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line) ?? [])
  const values = (wanted: string) => fields.filter(([, key]) => key === wanted).map(([, , v]) => v)
  const data = values('data')
  const [retry] = values('retry')
  return {
    data: data.length > 0 ? data.join('\n') : undefined,
    retryMs: retry && /^\d+$/.test(retry) ? Number(retry) : undefined,
  }
}
