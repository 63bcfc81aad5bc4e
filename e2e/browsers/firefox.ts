import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type Found, startTied, viewport } from './driver.ts'

const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Firefox over WebDriver BiDi, which it speaks by itself on a WebSocket. */
export function findFirefox(): Found {
  const program = places.find((place) => existsSync(place))
  if (!program) return { missing: 'No Firefox on this machine (apt-get install firefox-esr)' }
  return { launch: () => launch(program) }
}

async function launch(program: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'passbook-firefox-'))
  // As the other journeys: nothing slides.
  writeFileSync(join(profile, 'user.js'), 'user_pref("ui.prefersReducedMotion", 1);\n')
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
  const child = startTied(program, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      const [, url] = /BiDi listening on (ws:\S+)/.exec(said) ?? []
      if (url) resolve(url)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Firefox ended: ${said}`)))
  })
  const bidi = await connect(`${address}/session`)
  await bidi.ask('session.new', { capabilities: {} })
  await bidi.ask('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await bidi.ask<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  )
  const context = contexts[0]?.context ?? ''
  await bidi.ask('browsingContext.setViewport', { context, viewport })
  const close = async () => {
    const gone = once(child, 'exit')
    await bidi.ask('browser.close', {})
    await gone
    rmSync(profile, { recursive: true, force: true })
  }
  return { ...driving(bidi, context), complaints: bidi.complaints, close }
}

type Bidi = Awaited<ReturnType<typeof connect>>
type Answer = { id?: number; result?: unknown; error?: string; message?: string } & LogEntry
type LogEntry = { method?: string; params?: { level?: string; text?: string | null } }

async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const complaints: string[] = []
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message, method, params } = JSON.parse(String(data)) as Answer
    if (method === 'log.entryAdded' && params?.level === 'error') complaints.push(`${params.text}`)
    const asked = waiting.get(id ?? 0)
    waiting.delete(id ?? 0)
    if (error) asked?.reject(new Error(`${error}: ${message}`))
    else asked?.resolve(result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`no BiDi at ${address}`)), {
      once: true,
    })
  })
  return {
    complaints: () => complaints,
    ask<T>(method: string, params: object): Promise<T> {
      last += 1
      const asked = Promise.withResolvers<unknown>()
      waiting.set(last, asked)
      socket.send(JSON.stringify({ id: last, method, params }))
      return asked.promise as Promise<T>
    },
  }
}

type Evaluated = {
  result?: { value?: unknown; sharedId?: string }
  exceptionDetails?: { text: string }
}

function driving(bidi: Bidi, context: string) {
  const evaluate = async (expression: string) => {
    const target = { context }
    const asked = { expression, target, awaitPromise: true }
    const { result, exceptionDetails } = await bidi.ask<Evaluated>('script.evaluate', asked)
    if (exceptionDetails) throw new Error(`${exceptionDetails.text}: ${expression}`)
    return result
  }
  const act = (source: object) =>
    bidi.ask('input.performActions', { context, actions: [source] }).then(() => {})
  const press = async (element: string) => {
    const sharedId = (await evaluate(element))?.sharedId
    const origin = { type: 'element', element: { sharedId } }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await act({ type: 'pointer', id: 'mouse', actions })
  }
  return {
    open: async (url: string) => {
      await bidi.ask('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    read: async (expression: string) => {
      const value = (await evaluate(`JSON.stringify(${expression}) ?? 'null'`))?.value
      return JSON.parse(String(value)) as unknown
    },
    press,
    type: async (element: string, text: string) => {
      await evaluate(`${element}.focus()`)
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act({ type: 'key', id: 'keyboard', actions: keys })
    },
  }
}
