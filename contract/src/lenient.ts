import * as z from 'zod/mini'
import { fieldsOf, flagOf, habitOf, plainAmount, rowsOf, unwrapped } from './first-habits.ts'

/** No value that can be read. */
const unreadable = Symbol('unreadable')

/**
 * Reads a reply. What fits the schema is taken as it is. Of anything else as much is taken as can be
 * understood: names in another letter case or with underscores, texts, numbers and flags in each other's
 * clothes, null as missing, a missing field as its default. A text that makes no sense is left out. An
 * amount, a date or a list that makes none, or has a row that makes none, is not: what would be read in
 * its place, nothing or zero, would be false.
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
  in?: z.core.$ZodType
  out?: z.core.$ZodType
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as Definition

function readAs(schema: z.core.$ZodType, given: unknown): unknown {
  const { before } = habitOf(schema)
  const bare = unwrapped(given)
  const sent = before ? before(bare) : bare
  const { innerType, element, valueType, options = [], ...definition } = definitionOf(schema)
  const { type } = definition
  if (innerType && type === 'optional') return readOptional(innerType, sent)
  if (innerType && type === 'default') return readAs(innerType, sent)
  if (innerType && type === 'nullable') return isMissing(sent) ? null : readAs(innerType, sent)
  if (element) return readRows(element, sent)
  if (valueType) return readRecord(valueType, sent)
  if (type === 'object') return readObject(schema, sent)
  if (options.length > 0) return readUnion(options, sent)
  const exact = z.safeParse(schema, inType(definition, sent))
  return exact.success ? exact.data : unreadable
}

/** A text, a number, a flag or an amount as its type has it; anything else as it is. */
function inType({ type, in: wire, out }: Omit<Definition, 'options'>, sent: unknown): unknown {
  const isText = typeof sent === 'string'
  if (wire && out) {
    if (definitionOf(out).type !== 'bigint') return inType(definitionOf(wire), sent)
    return plainAmount(sent)
  }
  if (type === 'string' && ['number', 'boolean'].includes(typeof sent)) return String(sent)
  if (type === 'number' && isText && sent.trim() !== '') return Number(sent)
  if (type !== 'boolean') return sent
  return flagOf(sent) ?? sent
}

function readOptional(inner: z.core.$ZodType, sent: unknown): unknown {
  if (isMissing(sent) && definitionOf(inner).type !== 'nullable') return undefined
  const value = sent === undefined ? undefined : readAs(inner, sent)
  return value === unreadable ? undefined : value
}

/** Null is what some servers send for an empty list, and among rows it is none. */
function readRows(element: z.core.$ZodType, sent: unknown): unknown {
  const rows = rowsOf(sent)?.filter((row) => !isMissing(row))
  const read = rows?.map((row) => readAs(element, row)) ?? [unreadable]
  return read.includes(unreadable) ? unreadable : read
}

function readRecord(valueType: z.core.$ZodType, sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return unreadable
  const values = Object.entries(sent).map(([key, value]) => [key, readAs(valueType, value)])
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
  const names = Object.entries(definitionOf(schema).shape ?? {})
  // An object that has none of these fields is something else.
  const isOther = fields && Object.keys(fields).length > 0 && names.length > 0
  if (!fields || (isOther && names.every(([name]) => fields[name] === undefined))) return unreadable
  const { missing } = habitOf(schema)
  const values: Record<string, unknown> = {}
  for (const [name, field] of names) {
    const value = readField(field, {
      sent: fields[name],
      missing: insteadOf(missing?.[name], fields),
    })
    if (value === unreadable) return unreadable
    if (value !== undefined) values[name] = value
  }
  return values
}

const insteadOf = (instead: unknown, fields: unknown): unknown =>
  typeof instead === 'function' ? (instead(fields) as unknown) : instead

function readField(
  field: z.core.$ZodType,
  { sent, missing }: { sent: unknown; missing: unknown },
): unknown {
  const { type } = definitionOf(field)
  const value = isMissing(sent) ? unreadable : readAs(field, sent)
  if (value !== unreadable) return value
  // Something was sent, and nothing that could stand for it is true.
  if (!isMissing(sent) && isWeighty(field)) return unreadable
  if (!isMissing(missing)) return readAs(field, missing)
  if (type === 'nullable') return null
  if (type === 'optional') return readAs(field, sent)
  return type === 'array' ? [] : unreadable
}

/** Lists, amounts and dates, and what holds them. */
function isWeighty(field: z.core.$ZodType): boolean {
  const { type, out } = definitionOf(field)
  return (
    ['array', 'object'].includes(type) || (out !== undefined && definitionOf(out).type !== 'string')
  )
}

const isMissing = (sent: unknown) => sent === undefined || sent === null
