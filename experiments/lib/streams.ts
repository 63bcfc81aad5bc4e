import { events } from '../../contract/src/index.ts'
import type { Customer } from './bank-client.ts'

/** Event streams that are opened again whenever they end, as a browser does. */
export type Streams = { seen: { opened: number; events: number }; stop(): Promise<void> }

const reopenMs = 1_000

export function openStreams(urls: () => string[], customers: readonly Customer[]): Streams {
  const ending = new AbortController()
  const seen = { opened: 0, events: 0 }
  async function listen({ token }: Customer, index: number) {
    while (!ending.signal.aborted) {
      const all = urls()
      await readOne(all[index % all.length] ?? '', token).catch(() => {})
      await new Promise((done) => setTimeout(done, reopenMs))
    }
  }
  async function readOne(url: string, token: string) {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${url}/api/${events.path}`, { headers, signal: ending.signal })
    if (!reply.ok || !reply.body) return
    seen.opened += 1
    for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
      seen.events += chunk.split('\n').filter((line) => line.startsWith('data:')).length
    }
  }
  const working = Promise.all(customers.map(listen))
  return {
    seen,
    stop: async () => {
      ending.abort()
      await working
    },
  }
}
