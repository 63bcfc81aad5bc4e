import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { makeLog } from '#http/json-log.ts'
import type { Config } from '#kernel/config.ts'
import { gather } from '#metrics/gather.ts'
import { openMetrics } from './open-port.ts'
import { stopOnce } from './stop.ts'

// Restart back-off of a worker that crashed.
const firstWaitMs = 250
const longestWaitMs = 15_000
// A worker that lived this long did not crash because of its start: the back-off begins anew.
const steadyMs = 60_000
// After so many short lives in a row, while no other worker serves, the bank gives up and ends.
const shortLivesMax = 5

/**
 * Keeps so many server processes on one port (node:cluster). The first is alone until it listens:
 * the schema is migrated once, and settings that cannot work end the bank as they would a single
 * process. A worker that crashes later is restarted with back-off. `env` is for the workers only.
 */
export async function superviseWorkers(config: Config, env: Record<string, string>): Promise<void> {
  const log = makeLog(config.logLevel)
  const crew = makeCrew(log, env)
  stopOnce({ log, role: 'parent', drainSeconds: config.drainSeconds }, crew.stop)
  if (config.metrics) await openMetrics(config.metrics, () => gather(crew.serving()))
  const first = crew.start()
  if (!(await first.listening)) return crew.endAs(await first.ended)
  crew.keep(first)
  for (let count = 1; count < config.workers; count += 1) crew.keep(crew.start())
}

type End = { code: number | null; livedMs: number }
type Life = { listening: Promise<boolean>; ended: Promise<End> }

function makeCrew(log: Logger, env: Record<string, string>) {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('../main.ts', import.meta.url)) })
  const lives = new Map<Worker, Life>()
  const serving = new Set<Worker>()
  let stopping = false
  // SIGKILL for what is left: however this process ends, no worker outlives it.
  process.on('exit', () => {
    for (const { process } of lives.keys()) process.kill('SIGKILL')
  })

  function start(): Life {
    const worker = cluster.fork(env)
    const since = performance.now()
    const listening = Promise.withResolvers<boolean>()
    const ended = Promise.withResolvers<End>()
    worker.on('error', (error) => log.error({ message: error.message }, 'a worker cannot be told'))
    worker.once('listening', () => {
      serving.add(worker)
      listening.resolve(true)
    })
    worker.once('exit', (code: number | null, signal: string | null) => {
      lives.delete(worker)
      serving.delete(worker)
      if (!stopping) log.error({ pid: worker.process.pid, code, signal }, 'a worker ended')
      listening.resolve(false)
      ended.resolve({ code, livedMs: performance.now() - since })
    })
    const life = { listening: listening.promise, ended: ended.promise }
    lives.set(worker, life)
    return life
  }

  async function keep(life: Life): Promise<void> {
    for (let [current, short] = [life, 0]; ; current = start()) {
      const end = await current.ended
      short = end.livedMs < steadyMs ? short + 1 : 0
      if (short >= shortLivesMax && serving.size === 0) return endAs(end)
      await wait(Math.min(longestWaitMs, firstWaitMs * 2 ** short))
      if (stopping) return
    }
  }

  function endAs({ code }: End): void {
    if (!stopping) process.exit(code || 1)
  }

  async function stop(): Promise<void> {
    stopping = true
    const ending = [...lives].map(([worker, { ended }]) => {
      worker.process.kill('SIGTERM')
      return ended
    })
    const ends = await Promise.all(ending)
    if (ends.some(({ code }) => code)) throw new Error('a worker did not stop well')
  }

  return {
    start,
    endAs,
    stop,
    serving: () => [...serving].filter((worker) => worker.isConnected()),
    keep: (life: Life) => void keep(life),
  }
}
