import { writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'

/** Lines of JSON on standard error; standard output is for the person who started the bank. */
export function makeLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write: writeLine })
}

const standardError = 2
const clock = new Int32Array(new SharedArrayBuffer(4))

/** JSON leaves C1 control characters as they are, which a terminal that shows the log would obey. */
export const escaped = (line: string): string =>
  line.replaceAll(obeyed, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
const obeyed = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * Writes a line at once, as pino's own destination does, but gives up where nobody can take it: the
 * terminal is closed, the disk full. That one ends the process then, and in doing so tries for ever.
 */
function writeLine(line: string): void {
  let rest = Buffer.from(escaped(line))
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
