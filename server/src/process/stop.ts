import type { Logger } from 'pino'

/** Alone, or a worker under a parent: both end well by themselves, but only one of them is told. */
export type Role = 'single' | 'parent' | 'worker'

// However a stop goes, so long after the draining the process has ended; the parent lets its workers be the first.
const withinMs = { single: 25_000, worker: 25_000, parent: 27_000 }
// A terminal, npm and a service manager may all pass on the one wish.
const sameWishMs = 1_000

/**
 * Ends the process well when it is told to: `stop` does what is left to do. Told once more, or too
 * slow, it ends at once and says so by its exit code. Who tells a worker tells its parent as well,
 * so it is for the parent to lose patience.
 */
export function stopOnce(
  { log, role, drainSeconds }: { log: Logger; role: Role; drainSeconds: number },
  stop: () => Promise<void>,
): void {
  let since: number | undefined
  function told() {
    if (since === undefined) {
      since = performance.now()
      void end()
    } else if (role !== 'worker' && performance.now() - since > sameWishMs) {
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
      withinMs[role] + drainSeconds * 1000,
    )
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      log.error({ message: String(error) }, 'stopping failed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', told)
  process.on('SIGINT', told)
  // Whoever started us is gone; that is no reason to hurry.
  process.on('SIGHUP', () => since ?? told())
}
