import { buildWeb } from './build-web.ts'

const watchEveryMs = 500

buildWeb()
stopWithParent()
// In this process, so that a signal to it reaches the bank.
await import('../server/src/main.ts')

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
