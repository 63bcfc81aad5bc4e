import * as z from 'zod/mini'
import { presentable } from './visible.ts'

/**
 * A reply's data as JSON in its wire form; what the schema does not name is left out, and so is what
 * cannot be seen in a text: some was kept before there was a rule for it. What a signature is over
 * stands in a record, whose texts stay as they are.
 */
export function encodeJson<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: z.output<Schema>,
): string {
  try {
    const text = writerOf(schema)(data)
    if (text !== undefined) return text
  } catch {
    // Once more as a whole, for the words of what is wrong and where.
  }
  return JSON.stringify(z.encode(schema, data))
}

/** Undefined for what JSON does not have. */
type Write = (value: unknown) => string | undefined

type Definition = {
  type: string
  checks?: unknown[]
  check?: unknown
  catchall?: unknown
  shape: Record<string, z.core.$ZodType>
  innerType: z.core.$ZodType
  element: z.core.$ZodType
  options: z.core.$ZodType[]
  in: z.core.$ZodType
  out: z.core.$ZodType
  reverseTransform?: (value: unknown, payload: { value: unknown; issues: unknown[] }) => unknown
}

const writers = new WeakMap<z.core.$ZodType, Write>()

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition

/**
 * A compiled serializer: the JSON of what `z.encode` gives, with the walk over the schema done once,
 * since that took a tenth of the time of a statement's page. Whatever is not as plain as expected is
 * left to `z.encode`.
 */
function writerOf(schema: z.core.$ZodType): Write {
  const known = writers.get(schema)
  if (known) return known
  const otherwise: Write = (value) => JSON.stringify(z.encode(schema, value))
  // Where a schema names itself, the inner one is left to zod as well.
  writers.set(schema, otherwise)
  const fresh = isChecked(schema) ? otherwise : compile(definitionOf(schema), otherwise)
  writers.set(schema, fresh)
  return fresh
}

/** Whether it asks for more than its type. */
function isChecked(schema: z.core.$ZodType): boolean {
  const { checks = [], check, catchall } = definitionOf(schema)
  return checks.length > 0 || check !== undefined || catchall !== undefined
}

function compile(definition: Definition, otherwise: Write): Write {
  switch (definition.type) {
    case 'string':
      return (value) => (typeof value === 'string' ? quoted(value) : otherwise(value))
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : otherwise(value))
    case 'number':
      return (value) => (Number.isFinite(value) ? String(value) : otherwise(value))
    case 'optional': {
      const write = writerOf(definition.innerType)
      return (value) => (value === undefined ? undefined : write(value))
    }
    case 'nullable': {
      const write = writerOf(definition.innerType)
      return (value) => (value === null ? 'null' : write(value))
    }
    case 'default':
      return writerOf(definition.innerType)
    case 'array':
      return arrayWriter(definition.element, otherwise)
    case 'object':
      return objectWriter(definition.shape, otherwise)
    case 'pipe':
      return codecWriter(definition, otherwise)
    default:
      return otherwise
  }
}

// Printable ASCII without a quote and a backslash.
const plain = /^[ !#-[\]-~]*$/

/** Most texts of a bank have nothing to escape, which is quicker seen than written. */
const quoted = (text: string) =>
  plain.test(text) ? `"${text}"` : JSON.stringify(presentable(text))

function arrayWriter(element: z.core.$ZodType, otherwise: Write): Write {
  const write = writerOf(element)
  return (value) => {
    if (!Array.isArray(value)) return otherwise(value)
    let inside = ''
    for (const one of value) inside += (inside && ',') + (write(one) ?? 'null')
    return `[${inside}]`
  }
}

function objectWriter(shape: Definition['shape'], otherwise: Write): Write {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const isOptional = definitionOf(schema).type === 'optional'
    return { name, key: `${JSON.stringify(name)}:`, isOptional, write: writerOf(schema) }
  })
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return otherwise(value)
    const given = value as Record<string, unknown>
    let inside = ''
    for (const { name, key, isOptional, write } of fields) {
      if (!isOptional && !(name in given)) return otherwise(value)
      const text = write(given[name])
      if (text !== undefined) inside += (inside && ',') + key + text
    }
    return `{${inside}}`
  }
}

/** A codec of ours: an amount, a moment or a type, which are texts on the wire. */
function codecWriter({ in: wire, out, reverseTransform }: Definition, otherwise: Write): Write {
  const { type } = definitionOf(out)
  const isOurs = reverseTransform && takesText(wire) && ['bigint', 'date', 'string'].includes(type)
  if (!isOurs || isChecked(out)) return otherwise
  const isPlain = (value: unknown) =>
    type === 'date'
      ? value instanceof Date && !Number.isNaN(value.getTime())
      : typeof value === type
  return (value) => {
    if (!isPlain(value)) return otherwise(value)
    const sent = reverseTransform(value, { value, issues: [] })
    return typeof sent === 'string' ? quoted(sent) : otherwise(value)
  }
}

/** Whether any text is good. */
function takesText(schema: z.core.$ZodType): boolean {
  if (isChecked(schema)) return false
  const { type, options } = definitionOf(schema)
  return type === 'union' ? options.some(takesText) : type === 'string'
}
