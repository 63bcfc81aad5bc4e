import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test, vi } from 'vitest'
import { forgetToken, storeToken } from '#api/token.ts'

// The page and its service worker at once, over one storage and one lock.

const names = new Map<string, Map<string, Response>>()
const moment = () => Promise.resolve()
/** What happens right after the worker has looked whether files are kept. */
let afterLook: () => void = () => undefined
const caches = {
  async has(name: string) {
    await moment()
    const is = names.has(name)
    afterLook()
    return is
  },
  async open(name: string) {
    await moment()
    const files = names.get(name) ?? new Map<string, Response>()
    names.set(name, files)
    return {
      async put({ url }: Request, reply: Response) {
        await reply.clone().text()
        files.set(url, reply)
      },
    }
  },
  async match({ url }: Request) {
    await moment()
    return names.get('files')?.get(url)
  },
  keys: async () => [...names.keys()],
  delete: async (name: string) => names.delete(name),
}
let held: Promise<unknown> = Promise.resolve()
const locks = {
  request(_: string, run: () => Promise<unknown>) {
    const turn = held.then(run)
    held = turn.catch(() => undefined)
    return turn
  },
}

/** The worker itself: what it answers for a file that comes so, and when it has done with it. */
function worker(come: () => Response) {
  const handlers = new Map<string, (event: unknown) => void>()
  const context = {
    ...{ caches, Response, URL, location: { origin: 'https://bank' }, navigator: { locks } },
    fetch: async () => come(),
    addEventListener: (kind: string, handler: () => void) => handlers.set(kind, handler),
  }
  const source = join(import.meta.dirname, '../../public/sw.js')
  runInNewContext(readFileSync(source, 'utf8'), context)
  return async (path: string) => {
    const waiting: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    handlers.get('fetch')?.({
      request: { url: `https://bank${path}`, method: 'GET', mode: 'no-cors' },
      respondWith: (promise: Promise<Response>) => {
        answer = promise
      },
      waitUntil: (promise: Promise<unknown>) => waiting.push(promise),
    })
    const reply = await answer
    return { reply, done: () => Promise.allSettled(waiting) }
  }
}

vi.stubGlobal('caches', caches)
const register = vi.fn(async () => undefined)
Object.assign(navigator, { locks, serviceWorker: { register } })
afterAll(() => {
  vi.unstubAllGlobals()
  for (const name of ['locks', 'serviceWorker']) Reflect.deleteProperty(navigator, name)
})

test('a file that comes while somebody signs out leaves nothing behind', async () => {
  storeToken('x')
  vi.useFakeTimers()
  await import('./kept-files.ts')
  vi.advanceTimersByTime(3000)
  vi.useRealTimers()
  expect(register).toHaveBeenCalledWith('/sw.js')
  await expect.poll(() => [...names.keys()]).toEqual(['files'])
  const file = '/assets/base-abcdefg.js'
  const ask = worker(() => new Response('code'))
  await (await ask(file)).done()
  expect([...(names.get('files')?.keys() ?? [])]).toEqual([`https://bank${file}`])

  afterLook = forgetToken
  await (await ask('/assets/other-abcdefg.js')).done()
  await expect.poll(() => [...names.keys()]).toEqual([])
  await held
  expect([...names.keys()]).toEqual([])
})
