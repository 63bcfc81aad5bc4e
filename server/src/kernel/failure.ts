import { messages, type RefusalCode } from '@passbook/contract'

/** A refusal with a text for the person who asked; anything else that is thrown is a bug and answers 500. */
export class Failure extends Error {
  readonly code: RefusalCode
  /** Seconds after which the same request may succeed, where that is known. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: RefusalCode,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** What the customer is told while the bank has too much to do, or its database is away. */
export function busy(cause?: unknown): Failure {
  return new Failure('unavailable', messages.busy, { retryAfterSeconds: 2, cause })
}
