import { destination, type Logger, pino } from 'pino'

/** Lines of JSON on standard error; standard output is for the person who started the bank. */
export function makeLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination(2))
}
