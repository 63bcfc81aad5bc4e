import * as z from 'zod/mini'

type Access = 'public' | 'customer'
/** What is sent in place of the usual form: a file, or events for as long as somebody listens. */
type Answers = 'file' | 'stream'

/**
 * One call of the bank. `path` is relative to the API root and names its slots in braces; the
 * request holds slots and fields together: slots go into the path, the rest into the query of a
 * GET or DELETE and into the form of a POST.
 */
export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  access: Access
  request: z.ZodMiniType
  /** The `data` of the usual form; of a stream one of its events. */
  response: z.ZodMiniType
  answers?: Answers
  /** Changes a secret, an address or a limit: only for a session that has just proven itself. */
  fresh?: true
  /** Open to everybody; whoever is signed in says so, and need not prove more. */
  knowsSession?: true
  /** Reads much of a history: a customer has two of such calls answered at a time, the next ones wait. */
  costly?: true
  /** How long one field may be, where the usual limit is too little. */
  fieldBytes?: number
}
/** A call that answers in the usual form, with a file, or with a stream of events. */
export type FormCall = Call & { answers?: never }
export type FileCall = Call & { answers: 'file' }
export type StreamCall = Call & { answers: 'stream' }

export function call<const Definition extends Call>(definition: Definition): Definition {
  return definition
}

/** What a client sends: the texts of a form. */
export type Sent<C extends Call> = z.input<C['request']>
/** What a handler receives: checked and converted. */
export type Input<C extends Call> = z.output<C['request']>
/** What a handler returns and what `send` resolves to. */
export type Output<C extends Call> = z.output<C['response']>

/**
 * The form of every reply; a reply without a status is an internal error. A failed one may also say
 * its code (see refusals.ts), the field that it is about and, as data, what helps to go on.
 */
export const envelope = z
  .object({
    status: z.optional(z.nullable(z.string())),
    message: z.optional(z.nullable(z.string())),
    data: z.optional(z.unknown()),
    // Of another server these may be anything, which must not cost its message.
    code: z.optional(z.unknown()),
    field: z.optional(z.unknown()),
  })
  // Without one it may be there under another spelling, which only the lenient reader looks for.
  .check(z.refine(({ status }) => !!status))
export type Envelope = z.infer<typeof envelope>

/** Calls that take or give nothing. */
export const nothing = z.object({})
export const anything = z.optional(z.unknown())

/** The slots of a path, in order: `reset-password/{buffer}` has one, `buffer`. */
export function slotsOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}
