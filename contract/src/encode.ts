import * as z from 'zod/mini'

/** Puts a reply's data into its wire form; what the schema does not name is left out. */
export function encode<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: z.output<Schema>,
): z.input<Schema> {
  try {
    return encoderOf(schema)(data) as z.input<Schema>
  } catch {
    // Once more as a whole, for the words of what is wrong and where.
    return z.encode(schema, data)
  }
}

type Encode = (value: unknown) => unknown

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

const encoders = new WeakMap<z.core.$ZodType, Encode>()

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition

/**
 * A compiled encoder: what `z.encode` does, with the walk over the schema done once, since that took a
 * tenth of the time of a statement's page. Whatever is not as plain as expected is left to `z.encode`.
 */
function encoderOf(schema: z.core.$ZodType): Encode {
  const known = encoders.get(schema)
  if (known) return known
  const otherwise: Encode = (value) => z.encode(schema, value)
  // Where a schema names itself, the inner one is left to zod as well.
  encoders.set(schema, otherwise)
  const fresh = isChecked(schema) ? otherwise : compile(definitionOf(schema), otherwise)
  encoders.set(schema, fresh)
  return fresh
}

/** Whether it asks for more than its type. */
function isChecked(schema: z.core.$ZodType): boolean {
  const { checks = [], check, catchall } = definitionOf(schema)
  return checks.length > 0 || check !== undefined || catchall !== undefined
}

function compile(definition: Definition, otherwise: Encode): Encode {
  const { type } = definition
  switch (type) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return (value) => (typeof value === type ? value : otherwise(value))
    case 'number':
      return (value) => (Number.isFinite(value) ? value : otherwise(value))
    case 'optional': {
      const inner = encoderOf(definition.innerType)
      return (value) => (value === undefined ? undefined : inner(value))
    }
    case 'nullable': {
      const inner = encoderOf(definition.innerType)
      return (value) => (value === null ? null : inner(value))
    }
    case 'array': {
      const element = encoderOf(definition.element)
      return (value) => (Array.isArray(value) ? value.map((one) => element(one)) : otherwise(value))
    }
    case 'object':
      return objectEncoder(definition.shape, otherwise)
    case 'pipe':
      return codecEncoder(definition, otherwise)
    default:
      return otherwise
  }
}

function objectEncoder(shape: Definition['shape'], otherwise: Encode): Encode {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const isOptional = definitionOf(schema).type === 'optional'
    return { name, isOptional, encodeField: encoderOf(schema) }
  })
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return otherwise(value)
    const given = value as Record<string, unknown>
    const encoded: Record<string, unknown> = {}
    for (const { name, isOptional, encodeField } of fields) {
      if (!isOptional && !(name in given)) return otherwise(value)
      const sent = encodeField(given[name])
      if (sent !== undefined) encoded[name] = sent
    }
    return encoded
  }
}

/** A codec of ours: an amount or a moment, which are texts on the wire. */
function codecEncoder({ in: wire, out, reverseTransform }: Definition, otherwise: Encode): Encode {
  const { type } = definitionOf(out)
  const isOurs = reverseTransform && takesText(wire) && ['bigint', 'date'].includes(type)
  if (!isOurs || isChecked(out)) return otherwise
  const isPlain = (value: unknown) =>
    type === 'bigint'
      ? typeof value === 'bigint'
      : value instanceof Date && !Number.isNaN(value.getTime())
  return (value) => {
    if (!isPlain(value)) return otherwise(value)
    const sent = reverseTransform(value, { value, issues: [] })
    return typeof sent === 'string' ? sent : otherwise(value)
  }
}

/** Whether any text is good. */
function takesText(schema: z.core.$ZodType): boolean {
  if (isChecked(schema)) return false
  const { type, options } = definitionOf(schema)
  return type === 'union' ? options.some(takesText) : type === 'string'
}
