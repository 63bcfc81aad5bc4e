import { writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'

/** Lines of JSON on standard error; standard output is for the person who started the bank. */
export function makeLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write: writeLine })
}

const standardError = 2
const clock = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes a line at once, as pino's own destination does, but gives up where nobody can take it: the
 * terminal is closed, the disk full. That one ends the process then, and in doing so tries for ever.
 */
function writeLine(line: string): void {
  let rest = Buffer.from(line)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(standardError, rest))
    } catch (error) {
      // A pipe that is full for the moment.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(clock, 0, 0, 10)
    }
  }
}
