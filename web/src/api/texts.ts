import { messages } from '@passbook/contract'
import { told } from '#i18n/t.ts'

/** How a request failed. `http` is 0 where there was no answer at all. */
export type FailureKind = 'network' | 'aborted' | 'http' | 'no-status' | 'refused'

/** The words for a failure, as the error catalogue has them. */
export function failureText(kind: FailureKind, http = 0, message?: string | null): string {
  if (kind === 'network') return messages.connectionError
  if (kind === 'aborted' || http === 408 || http === 504) return messages.timedOut
  if (http === 404) return messages.notFound
  if (kind === 'no-status') return messages.internalError
  return message?.trim() || messages.somethingWrong
}

/** The words for whatever was thrown. */
export function textOf(error: unknown): string {
  return told(error instanceof RequestError ? error.message : messages.somethingWrong)
}

/** A request that did not succeed; its message is what the customer reads. */
export class RequestError extends Error {
  readonly kind: FailureKind
  readonly http: number

  constructor(kind: FailureKind, http = 0, message?: string | null) {
    super(failureText(kind, http, message))
    this.name = 'RequestError'
    this.kind = kind
    this.http = http
  }
}
