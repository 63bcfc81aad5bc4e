import { type Call, type Refusal, refusals, slotsOf } from '@passbook/contract'
import {
  callNotes,
  callNouns,
  calls,
  describe,
  describeRequest,
  type FieldNote,
  type JsonSchema,
} from '@passbook/contract/calls'

/** Where a field of a request goes. */
type Place = 'path' | 'query' | 'form'

/** A field with where it goes, and what it holds where its type does not tell. */
export type NotedField = FieldNote & { place: Place; note: string }

/** All that can be said about a call, for people and for programs. */
export type CallReference = {
  name: string
  method: Call['method']
  path: string
  access: Call['access']
  answers: Call['answers']
  /** The kind of thing that it is about. */
  noun: string
  summary: string
  additive: boolean
  once: boolean
  /** The fields of each form that the call takes; nearly always one. */
  forms: NotedField[][]
  /** What must hold between fields. */
  messages: string[]
  /** Of the reply's `data`, or of what is sent instead of the usual form. */
  reply: JsonSchema
  /** What has to be known of it. */
  replyNote: string
  /** Types of what is sent instead of the usual form. */
  files: readonly string[]
}

/** What a failed reply can be, by its code. */
export type RefusalReference = Refusal & { code: string }

export type Reference = {
  calls: CallReference[]
  refusals: RefusalReference[]
  schemas: Record<string, JsonSchema>
}

/** The bank's calls as the contract has them. */
export function makeReference(): Reference {
  const schemas: Record<string, JsonSchema> = {}
  const refer = (name: string, one: Call): CallReference => {
    const {
      summary = '',
      additive = false,
      once = false,
      files = [],
      fields,
      reply = '',
    } = callNotes[name] ?? {}
    const { schema, parts } = describe(one.response)
    Object.assign(schemas, parts)
    const { forms, messages } = describeRequest(one.request)
    const slots = slotsOf(one.path)
    const place = ({ name }: FieldNote): Place => {
      if (slots.includes(name)) return 'path'
      return one.method === 'POST' ? 'form' : 'query'
    }
    return {
      ...{ name, method: one.method, path: one.path, access: one.access, answers: one.answers },
      ...{ noun: callNouns[name] ?? '', summary, additive, once },
      forms: forms.map((form) =>
        form.map((field) => ({ ...field, place: place(field), note: fields?.[field.name] ?? '' })),
      ),
      ...{ messages, reply: schema, replyNote: reply },
      files: one.answers === 'stream' ? ['text/event-stream'] : files,
    }
  }
  // In the order of the notes, which keep together what belongs together.
  const names = new Set([...Object.keys(callNotes), ...Object.keys(calls)])
  const known = [...names].flatMap((name) => {
    const one = calls[name]
    return one ? [refer(name, one)] : []
  })
  const refused = Object.entries(refusals).map(([code, refusal]) => ({ code, ...refusal }))
  return { calls: known, refusals: refused, schemas }
}
