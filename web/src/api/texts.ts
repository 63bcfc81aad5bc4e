import { type Envelope, messages, type RefusalData, refusalData } from '@passbook/contract'
import { msg, t, told } from '#i18n/t.ts'

/**
 * How a request failed. `http` is 0 where there was no answer at all. An `unreadable` one has been
 * granted all the same: only what it says about it makes no sense. An `unproven` one was refused
 * until the customer proves who they are, and they chose not to.
 */
export type FailureKind =
  | 'network'
  | 'aborted'
  | 'http'
  | 'no-status'
  | 'unreadable'
  | 'refused'
  | 'unproven'

/** The words for a failure, as the error catalogue has them. */
export function failureText(kind: FailureKind, http = 0, message?: string | null): string {
  if (kind === 'network') return messages.connectionError
  if (kind === 'aborted' || http === 408 || http === 504) return messages.timedOut
  if (http === 404) return messages.notFound
  if (kind === 'unproven') return msg('Nothing was done. It needs your password.')
  if (kind === 'no-status' || kind === 'unreadable') return messages.internalError
  return message?.trim() || messages.somethingWrong
}

/** Whether the server's own words are shown: they are, but for the three that the catalogue has. */
const speaks = (kind: FailureKind, http: number) =>
  (kind === 'http' || kind === 'refused') && ![404, 408, 504].includes(http)

/** The words for whatever was thrown. */
export function textOf(error: unknown): string {
  return told(error instanceof RequestError ? error.message : messages.somethingWrong)
}

/** Whether somebody answered. What nobody answered, or only with a bare fault, may have been done. */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false
  const { kind, http, said } = error
  if (kind === 'refused' || kind === 'unreadable' || kind === 'unproven' || said) return true
  return kind === 'http' && http >= 400 && http < 500 && http !== 408
}

/**
 * The words for an order that failed. Where nobody answered and a repeat would be another order, the
 * customer is told to look first.
 */
export function orderText(error: unknown, key: string | undefined): string {
  if (key !== undefined || isAnswer(error)) return textOf(error)
  return `${textOf(error)}\n${t('It may have been done all the same. Look whether it is there before you try again.')}`
}

/** The same with the field that it is about and its code, where the server says so. */
export function problemOf(error: unknown) {
  const { field, code } = error instanceof RequestError ? error : {}
  return { message: textOf(error), field, code }
}

/**
 * A request that did not succeed. Its message is what the customer reads and nothing else; what to do
 * next is decided by `code`, or by `http` where a server sends no codes.
 */
export class RequestError extends Error {
  readonly kind: FailureKind
  readonly http: number
  /** One of the contract's refusals, or a word of a server that knows others; never an empty one. */
  readonly code: string | undefined
  readonly field: string | undefined
  readonly data: RefusalData
  /** Whether its message is what the server said. */
  readonly said: boolean

  constructor(kind: FailureKind, http = 0, message?: string | null, details: Details = {}) {
    super(failureText(kind, http, message))
    this.name = 'RequestError'
    this.kind = kind
    this.http = http
    this.said = speaks(kind, http) && !!message?.trim()
    this.code = word(details.code)
    this.field = word(details.field)
    this.data = refusalData.safeParse(details.data ?? undefined).data ?? {}
  }
}

type Details = Pick<Envelope, 'code' | 'field' | 'data'>

const word = (value: unknown) => (typeof value === 'string' && value ? value : undefined)
