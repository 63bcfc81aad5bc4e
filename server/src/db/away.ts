import { busy } from '#kernel/failure.ts'

/** Maps connection errors and timeouts to the refusal of a busy bank; other errors stay. */
export function translated(error: unknown): unknown {
  return isAway(error) || isSlow(error) ? busy(error) : error
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

/** The server cancelled the statement: it ran too long or waited too long for a lock. */
function isSlow(error: unknown): boolean {
  const code = codeOf(error)
  return code === '57014' || code === '55P03'
}

export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}
