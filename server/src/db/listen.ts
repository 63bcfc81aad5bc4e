import pg from 'pg'
import { translated } from './away.ts'

const relistenMs = 1_000
const listenWithinMs = 5_000

/**
 * LISTEN on a connection of its own, made again when it breaks. What is sent meanwhile is lost:
 * `onBack` says so when it listens again.
 */
export async function listenOn(
  settings: pg.ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
  onBack: () => void,
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
    try {
      await next.connect()
      await next.query({
        text: `listen ${channel}`,
        query_timeout: listenWithinMs,
      } as pg.QueryConfig)
    } catch (error) {
      // A standby accepts the connection and refuses LISTEN: it must not stay open.
      void next.end().catch(() => {})
      throw error
    }
    if (stopped) await next.end()
    else client = next
  }
  function retryLater() {
    client = undefined
    if (stopped) return
    timer = setTimeout(() => connect().then(onBack, retryLater), relistenMs)
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
