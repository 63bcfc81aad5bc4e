import {
  anything,
  bankEvent,
  type Call,
  call,
  eventsPath,
  exportPath,
  exportRequest,
  nothing,
  slotsOf,
} from '@passbook/contract'
import {
  callNotes,
  calls,
  describe,
  describeRequest,
  type FieldNote,
  type JsonSchema,
} from '@passbook/contract/calls'

/** Where a field of a request goes. */
type Place = 'path' | 'query' | 'form'

/** All that can be said about a call, for people and for programs. */
export type CallReference = {
  name: string
  method: Call['method']
  path: string
  access: Call['access']
  summary: string
  additive: boolean
  once: boolean
  /** The fields of each form that the call takes; nearly always one. */
  forms: (FieldNote & { place: Place })[][]
  /** What must hold between fields. */
  messages: string[]
  /** Of the reply's `data`, or of what is sent instead of the usual form. */
  reply: JsonSchema
  /** Types of what is sent instead of the usual form. */
  files: string[]
}

export type Reference = { calls: CallReference[]; schemas: Record<string, JsonSchema> }

const usual = { additive: false, once: false, files: [] as string[] }

/** The bank's calls as the contract has them, and the two that answer in a form of their own. */
export function makeReference(): Reference {
  const schemas: Record<string, JsonSchema> = {}
  const refer = (name: string, one: Call, note: Partial<CallReference>): CallReference => {
    const { schema, parts } = describe(one.response)
    Object.assign(schemas, parts)
    const { forms, messages } = describeRequest(one.request)
    const slots = slotsOf(one.path)
    const place = ({ name }: FieldNote): Place => {
      if (slots.includes(name)) return 'path'
      return one.method === 'POST' ? 'form' : 'query'
    }
    return {
      ...{ name, method: one.method, path: one.path, access: one.access, summary: '' },
      forms: forms.map((fields) => fields.map((field) => ({ ...field, place: place(field) }))),
      ...{ messages, reply: schema, ...usual, ...note },
    }
  }
  // In the order of the notes, which keep together what belongs together.
  const names = new Set([...Object.keys(callNotes), ...Object.keys(calls)])
  const known = [...names].flatMap((name) => {
    const one = calls[name]
    return one ? [refer(name, one, callNotes[name] ?? {})] : []
  })
  const others = [
    refer('exportStatement', exportCall, {
      summary: 'A statement as a file: CSV, OFX 2.2, QIF or camt.053.001.08, streamed',
      additive: true,
      files: ['text/csv', 'application/x-ofx', 'application/qif', 'application/xml'],
    }),
    refer('events', eventsCall, {
      summary: 'A stream of server-sent events; each names what a client should fetch again',
      additive: true,
      files: ['text/event-stream'],
    }),
  ]
  return { calls: [...known, ...others], schemas }
}

const exportCall = call({
  ...{ method: 'GET', path: exportPath, access: 'customer' },
  ...{ request: exportRequest, response: anything },
})

const eventsCall = call({
  ...{ method: 'GET', path: eventsPath, access: 'customer' },
  ...{ request: nothing, response: bankEvent },
})
