import * as z from 'zod/mini'
import { flagOf, habits, type Sent } from './habits.ts'

/** No value that can be read. */
const unreadable = Symbol('unreadable')

/**
 * Reads a reply. What fits the schema is taken as it is. Of anything else as much is taken as can be
 * understood: texts, numbers and flags in each other's clothes, null as missing, a missing field as
 * its default; a field or a row that makes no sense is left out and takes nothing with it.
 */
export function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  sent: unknown,
): { ok: true; value: z.output<Schema> } | { ok: false } {
  const exact = schema.safeParse(sent ?? undefined)
  if (exact.success) return { ok: true, value: exact.data }
  const value = readAs(schema, sent)
  return value === unreadable ? { ok: false } : { ok: true, value: value as z.output<Schema> }
}

type Definition = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: z.core.$ZodType[]
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as Definition

function readAs(schema: z.core.$ZodType, given: unknown): unknown {
  const { before } = habits.get(schema) ?? {}
  const sent = before ? before(given) : given
  const { type, innerType, element, valueType, options = [] } = definitionOf(schema)
  if (innerType && type === 'optional') return readOptional(innerType, sent)
  if (innerType && type === 'nullable') return isMissing(sent) ? null : readAs(innerType, sent)
  if (element) return readRows(element, sent)
  if (valueType) return readRecord(valueType, sent)
  if (type === 'object') return readObject(schema, sent)
  if (options.length > 0) return readUnion(options, sent)
  const exact = z.safeParse(schema, inType(type, sent))
  return exact.success ? exact.data : unreadable
}

/** A text, a number or a flag as its type has it; anything else as it is. */
function inType(type: string, sent: unknown): unknown {
  if (type === 'string' && ['number', 'boolean'].includes(typeof sent)) return String(sent)
  if (type === 'number' && typeof sent === 'string' && sent.trim() !== '') return Number(sent)
  if (type !== 'boolean') return sent
  return flagOf(sent) ?? sent
}

function readOptional(inner: z.core.$ZodType, sent: unknown): unknown {
  if (isMissing(sent) && definitionOf(inner).type !== 'nullable') return undefined
  const value = sent === undefined ? undefined : readAs(inner, sent)
  return value === unreadable ? undefined : value
}

/** Of a list what can be read of it; null is what some servers send for an empty one. */
function readRows(element: z.core.$ZodType, sent: unknown): unknown {
  if (isMissing(sent)) return []
  if (!Array.isArray(sent)) return unreadable
  return sent.map((row) => readAs(element, row)).filter((row) => row !== unreadable)
}

function readRecord(valueType: z.core.$ZodType, sent: unknown): unknown {
  const fields = fieldsOf(sent)
  if (!fields) return unreadable
  const values = Object.entries(fields).map(([key, value]) => [key, readAs(valueType, value)])
  return Object.fromEntries(values.filter(([, value]) => value !== unreadable))
}

/** The first that fits as it is, or else the first that can be read. */
function readUnion(options: z.core.$ZodType[], sent: unknown): unknown {
  const fitting = options.find((option) => z.safeParse(option, sent).success)
  if (fitting) return readAs(fitting, sent)
  const value = options.map((option) => readAs(option, sent)).find((one) => one !== unreadable)
  return value === undefined ? unreadable : value
}

function readObject(schema: z.core.$ZodType, sent: unknown): unknown {
  const fields = fieldsOf(sent)
  if (!fields) return unreadable
  const { missing = {} } = habits.get(schema) ?? {}
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(definitionOf(schema).shape ?? {})) {
    const value = readField(field, { sent: fields[name], fields, missing: missing[name] })
    if (value === unreadable) return unreadable
    if (value !== undefined) values[name] = value
  }
  return values
}

function readField(
  field: z.core.$ZodType,
  { sent, fields, missing }: { sent: unknown; fields: Sent; missing: unknown },
): unknown {
  const value = isMissing(sent) ? unreadable : readAs(field, sent)
  if (value !== unreadable) return value
  const instead = typeof missing === 'function' ? (missing(fields) as unknown) : missing
  if (instead !== undefined) return readAs(field, instead)
  const { type } = definitionOf(field)
  if (type === 'nullable') return null
  if (type === 'optional') return readAs(field, sent)
  if (type === 'array') return []
  // A part whose own fields all have something to stand for them can be made of nothing.
  return type === 'object' ? readAs(field, {}) : unreadable
}

const isMissing = (sent: unknown) => sent === undefined || sent === null

/** The fields of an object; an empty list is how PHP writes one that has none. */
function fieldsOf(sent: unknown): Sent | null {
  if (typeof sent !== 'object' || sent === null) return null
  if (Array.isArray(sent)) return sent.length === 0 ? {} : null
  return sent as Sent
}
