import type { Logger } from 'pino'
import { loggable } from '#db/away.ts'

/** The only process, or with WORKERS the parent or one of its workers. */
export type Role = 'single' | 'parent' | 'worker'

// Deadline of a stop, counted after draining; the parent's is later, so that its workers end first.
const deadlineMs = { single: 25_000, worker: 25_000, parent: 27_000 }
// Signals within this time count as one: a terminal, npm and a service manager may each pass it on.
const sameSignalMs = 1_000

/**
 * Graceful stop on SIGTERM, SIGINT or SIGHUP: `stop` does what is left to do. At a second signal, or
 * past the deadline, the process ends at once with exit code 1. A worker ignores a second signal: it
 * reaches the parent as well, which then kills its workers.
 */
export function stopOnce(
  { log, role, drainSeconds }: { log: Logger; role: Role; drainSeconds: number },
  stop: () => Promise<void>,
): void {
  let since: number | undefined
  function onSignal() {
    if (since === undefined) {
      since = performance.now()
      void end()
    } else if (role !== 'worker' && performance.now() - since > sameSignalMs) {
      log.error('stopped before everything was finished: told twice')
      process.exit(1)
    }
  }
  async function end() {
    setTimeout(
      () => {
        log.error('stopped before everything was finished: it took too long')
        process.exit(1)
      },
      deadlineMs[role] + drainSeconds * 1000,
    )
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      log.error(loggable(error), 'stopping failed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // SIGHUP, the terminal or parent is gone: a graceful stop too, and never the second signal.
  process.on('SIGHUP', () => since ?? onSignal())
}
