import pg from 'pg'
import { translated } from './away.ts'

const relistenMs = 1_000

/** A connection of its own, made again when it breaks; messages sent meanwhile are lost. */
export async function listenOn(
  settings: pg.ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  async function connect() {
    const next = new pg.Client(settings)
    next.on('error', () => {})
    next.on('end', () => {
      if (client === next) retryLater()
    })
    next.on('notification', (message) => onMessage(message.payload ?? ''))
    await next.connect()
    await next.query(`listen ${channel}`)
    if (stopped) await next.end()
    else client = next
  }
  function retryLater() {
    client = undefined
    if (stopped) return
    timer = setTimeout(() => connect().catch(retryLater), relistenMs)
    timer.unref()
  }
  try {
    await connect()
  } catch (error) {
    throw translated(error)
  }
  return async () => {
    stopped = true
    clearTimeout(timer)
    const last = client
    client = undefined
    await last?.end()
  }
}
