import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/src/testing/free-port.ts'
import { type Browser, type Found, startTied, viewport } from './driver.ts'

const driver = '/usr/bin/WebKitWebDriver'
const screen = '/usr/bin/Xvfb'

/** WebKitGTK over WebDriver's HTTP protocol, on a screen that nobody sees. */
export function findWebkit(): Found {
  if (!existsSync(driver)) {
    return { missing: 'No WebKitGTK on this machine (apt-get install webkit2gtk-driver)' }
  }
  const binary = findMiniBrowser()
  if (!binary) return { missing: 'WebKitGTK has no MiniBrowser on this machine' }
  if (!existsSync(screen)) return { missing: 'No screen for WebKitGTK (apt-get install xvfb)' }
  return { launch: () => launch(binary) }
}

/** In a folder of the machine's kind and the library's version: /usr/lib/<kind>/webkit2gtk-<version>. */
function findMiniBrowser(): string | undefined {
  for (const kind of readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu'))) {
    const libraries = readdirSync(`/usr/lib/${kind}`).filter((name) => name.startsWith('webkit'))
    const places = libraries.map((name) => `/usr/lib/${kind}/${name}/MiniBrowser`)
    const found = places.find((place) => existsSync(place))
    if (found) return found
  }
  return undefined
}

async function launch(binary: string): Promise<Browser> {
  const { display, hide } = await showScreen()
  const port = await freePort()
  const child = startTied(driver, [`--port=${port}`], {
    stdio: 'ignore',
    // Its sandbox and its graphics card are more than a container or a plain server has.
    env: {
      ...process.env,
      ...{ DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
      ...{ LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    },
  })
  const root = `http://127.0.0.1:${port}`
  await answering(root)
  const options = { binary, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await ask(`${root}/session`, { capabilities })) as { sessionId: string }
  const session = `${root}/session/${sessionId}`
  await ask(`${session}/window/rect`, viewport)
  const close = async () => {
    await ask(session, undefined, 'DELETE')
    child.kill()
    hide()
  }
  return { ...driving(session), complaints: () => [], close }
}

/** Xvfb takes a free number by itself and writes it to the descriptor that it is given. */
async function showScreen(): Promise<{ display: string; hide: () => void }> {
  const words = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const child = startTied(screen, words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  return { display: `:${number}`, hide: () => child.kill() }
}

async function answering(root: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const reply = await fetch(`${root}/status`).catch(() => undefined)
    if (reply?.ok) return
    await wait(50)
  }
  throw new Error('WebKitWebDriver does not answer')
}

async function ask(url: string, body?: object, method = 'POST'): Promise<unknown> {
  const reply = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await reply.json()) as { value: { error?: string; message?: string } | null }
  if (!reply.ok) throw new Error(`${value?.error}: ${value?.message}`)
  return value
}

function driving(session: string) {
  const evaluate = (expression: string) =>
    ask(`${session}/execute/sync`, { script: `return ${expression}`, args: [] })
  const idOf = async (element: string) => {
    const found = (await evaluate(element)) as Record<string, string> | null
    return Object.values(found ?? {})[0] ?? ''
  }
  return {
    open: async (url: string) => {
      await ask(`${session}/url`, { url })
    },
    read: evaluate,
    press: async (element: string) => {
      await ask(`${session}/element/${await idOf(element)}/click`, {})
    },
    type: async (element: string, text: string) => {
      await ask(`${session}/element/${await idOf(element)}/value`, { text })
    },
  }
}
