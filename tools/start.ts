import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { run } from '../server/src/process/run.ts'
import { buildWeb } from './build-web.ts'
import { unpacked } from './pack-web.ts'

const watchEveryMs = 500

stopWithParent()
// In this process, so that a signal to it reaches the bank; the database is opened meanwhile.
const built = buildWeb()
run(built)
void built.then(packBeside, () => undefined)

/** The bank sends its own packing until this is done. */
function packBeside(): void {
  if (unpacked().length === 0) return
  const words = [join(import.meta.dirname, 'pack-web.ts')]
  // What cannot be written, in an installation that is only read, is packed by the bank each time.
  spawn(process.execPath, words, { stdio: 'ignore' })
    .on('error', () => undefined)
    .unref()
}

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
