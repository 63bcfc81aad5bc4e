import { run } from '../server/src/process/run.ts'
import { buildWeb } from './build-web.ts'

const watchEveryMs = 500

stopWithParent()
// In this process, so that a signal to it reaches the bank; the database is opened meanwhile.
run(buildWeb())

/**
 * SIGHUP, a graceful stop, once our parent is gone: npm starts us through a shell that keeps signals
 * to itself.
 */
function stopWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGHUP')
  }, watchEveryMs)
  watch.unref()
}
