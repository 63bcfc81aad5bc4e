import {
  type Refusal,
  type RefusalCode,
  type RefusalData,
  refusals,
  type SpokenCode,
} from '@passbook/contract'

type Details = {
  /** The field of the request that it is about, where the code does not say it already. */
  field?: string | undefined
  /** What helps a client to go on. */
  data?: RefusalData | undefined
  cause?: unknown
}

/** A refusal with a text for the person who asked; anything else that is thrown is a bug and answers 500. */
export class Failure extends Error {
  readonly code: RefusalCode
  readonly field: string | undefined
  readonly data: RefusalData | undefined

  constructor(code: RefusalCode, message: string, { field, data, cause }: Details = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'Failure'
    this.code = code
    const { field: always }: Refusal = refusals[code]
    this.field = field ?? always
    this.data = data
  }
}

/** A refusal in the words that belong to its code. */
export function refusal(code: SpokenCode, details?: Details): Failure {
  return new Failure(code, refusals[code].text, details)
}

/** What is wrong with one field of a form. */
export const invalid = (field: string, message: string): Failure =>
  new Failure('invalid', message, { field })

/** What the customer is told while the bank has too much to do, or its database is away. */
export function busy(cause?: unknown): Failure {
  return refusal('unavailable', { data: { retryAfterSeconds: 2 }, cause })
}
