import { buildWeb } from './build-web.ts'

const watchEveryMs = 500

buildWeb()
stopWithParent()
// In this process, so that what stops it stops the bank.
await import('../server/src/main.ts')

/** npm starts us through a shell, which takes a signal to itself and leaves us behind: follow it. */
function stopWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGHUP')
  }, watchEveryMs)
  watch.unref()
}
