import { busy, Failure } from '#kernel/failure.ts'

/** Maps connection errors and timeouts to the refusal of a busy bank; other errors stay. */
export function translated(error: unknown): unknown {
  return isAway(error) || isSlow(error) ? unavailable(error) : error
}

/** The refusal of a busy bank, for what happened at the database, which is counted. */
export function unavailable(cause: unknown): Failure {
  const code = nameOf(cause)
  troubles.set(code, (troubles.get(code) ?? 0) + 1)
  return busy(cause)
}

const troubles = new Map<string, number>()

/** How often this process was refused by its database or could not reach it, by code. */
export const troubleCounts = (): ReadonlyMap<string, number> => troubles

/**
 * What stands behind the refusal of a busy bank: the SQLSTATE or errno, or a word of ours where there is
 * none. Nothing else of the cause goes into a log: its message may quote what a customer typed.
 */
export function causeOf(error: unknown): string | undefined {
  if (!(error instanceof Failure) || error.cause === undefined) return undefined
  return nameOf(error.cause)
}

/**
 * What of any error goes into a log. A database error quotes what a customer typed, in its message as in
 * its detail and parameters: of those only the SQLSTATE and the place are kept.
 */
export function loggable(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const [code, cause] = [codeOf(error), causeOf(error)]
  const told = code && sqlState.test(code) ? { stack: placesOf(error) } : { message: error.message }
  return { ...(code && { code }), ...(cause && { cause }), ...told }
}

// None begins with an E, as errno and the mail library's codes do: EPIPE, EAUTH.
const sqlState = /^[0-9A-DF-Z][0-9A-Z]{4}$/

/** An error's stack without its message. */
export const placesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

function nameOf(cause: unknown): string {
  if (isLate(cause)) return 'pool_timeout'
  const timedOut = cause instanceof Error && /timeout/i.test(cause.message)
  return codeOf(cause) ?? (timedOut ? 'client_timeout' : 'connection_lost')
}

const awayCodes = new Set(
  (
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOENT ' +
    '57P01 57P02 57P03 57P05 25P03 25006'
  ).split(' '),
)
const lateText = 'timeout exceeded when trying to connect'
const awayText =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/

/** The connection is of no more use: the server is away, stopping, or no longer the primary. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === undefined) return awayText.test(error.message)
  return awayCodes.has(code) || /^(08|53)...$/.test(code)
}

/** The pool had no free connection within the time limit. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(lateText)
}

/** We waited no longer for an answer; the statement may still be under way. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** The server cancelled the statement: it ran too long or waited too long for a lock. */
function isSlow(error: unknown): boolean {
  const code = codeOf(error)
  return code === '57014' || code === '55P03'
}

export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}
