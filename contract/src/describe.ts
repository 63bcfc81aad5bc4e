import * as z from 'zod/mini'
import {
  account,
  accountCurrency,
  currency,
  overview,
  pageNumber,
  transaction,
} from './accounts.ts'
import { loginCode } from './auth.ts'
import { card } from './cards.ts'
import { currencyCodes } from './catalog.ts'
import { dateParts, isRealDate, moment } from './dates.ts'
import { flag } from './fields.ts'
import { isAmount, money, moved } from './money.ts'
import { user } from './profile.ts'

export type JsonSchema = { [key: string]: unknown }

/** A schema in JSON Schema's words; it refers to `parts` by `#/components/schemas/<name>`. */
export type Described = { schema: JsonSchema; parts: Record<string, JsonSchema> }

/** A field of a request, with what is said when it does not fit. */
export type FieldNote = {
  name: string
  required: boolean
  schema: JsonSchema
  messages: string[]
}

/** The shapes that several replies share get a name. */
const named = z.registry<{ id: string }>()
named.add(account, { id: 'Account' })
named.add(card, { id: 'Card' })
named.add(currency, { id: 'Currency' })
named.add(dateParts, { id: 'DateParts' })
named.add(overview, { id: 'Overview' })
named.add(transaction, { id: 'Transaction' })
named.add(user, { id: 'User' })

/** What goes over the wire for a schema: what a client sends, or what it gets. */
export function describe(schema: z.ZodMiniType): Described {
  const made = z.toJSONSchema(schema, { io: 'input', metadata: named, override: inWireWords })
  const { $schema: _, $defs: parts = {}, ...rest } = made as JsonSchema & Partial<Parts>
  const moved = JSON.stringify({ rest, parts }).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { rest: own, parts: others } = JSON.parse(moved) as { rest: JsonSchema } & Moved
  for (const part of Object.values(others)) delete part.id
  return { schema: own, parts: others }
}

type Parts = { $defs: Record<string, JsonSchema> }
type Moved = { parts: Record<string, JsonSchema> }

type Visited = { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }

/** Codecs and conversions say on the wire less than they mean; these are their own words. */
function inWireWords({ zodSchema, jsonSchema }: Visited): void {
  // A pattern there is case-sensitive, and cannot be told not to be.
  if (checksOf(zodSchema).some(({ pattern }) => pattern?.ignoreCase)) {
    delete jsonSchema.pattern
    jsonSchema.format = 'email'
  }
  const words = wireWords(zodSchema)
  if (!words) return
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  Object.assign(jsonSchema, words)
}

function wireWords(schema: z.core.$ZodTypes): JsonSchema | undefined {
  const is = (other: unknown) => (schema as unknown) === other
  if (is(money) || is(moved)) {
    return { type: 'string', pattern: '^-?\\d+\\.\\d{2}$', description: 'Decimal text' }
  }
  if (is(moment)) return { type: 'string', format: 'date-time' }
  if (is(accountCurrency)) return { type: 'string', enum: [...currencyCodes] }
  if (is(loginCode)) return { type: 'string', pattern: '^(?:[0-9]{5,6}|[a-z2-9]{10})$' }
  if (is(pageNumber)) return { type: 'integer', minimum: 1 }
  if (is(flag)) return { type: 'string', enum: ['true', 'false', '1', '0', 'on', 'off'] }
  if (isAmount(schema)) {
    const pattern = '^(?:\\d{1,12}|\\d{1,3}(?:,\\d{3}){1,3})(?:\\.\\d{1,2})?$'
    return { type: 'string', pattern, description: 'Above zero, with at most two decimals' }
  }
  if (checksOf(schema).some(({ fn }) => fn === isRealDate)) {
    return { type: 'string', format: 'date' }
  }
  return undefined
}

type Check = { fn?: unknown; pattern?: RegExp; error?: unknown; path?: PropertyKey[] }
type Definition = {
  type: string
  error?: unknown
  checks?: { _zod: { def: Check } }[]
  shape?: Record<string, z.core.$ZodType>
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  options?: z.core.$ZodType[]
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as Definition

const checksOf = (schema: z.core.$ZodType): Check[] =>
  (definitionOf(schema).checks ?? []).map((check) => check._zod.def)

/**
 * The fields of a request. Where it takes one of several forms, each form has its own list; what
 * must hold between fields is said at the field that it is about, or else in `messages`.
 */
export function describeRequest(request: z.ZodMiniType): {
  forms: FieldNote[][]
  messages: string[]
} {
  const { options = [request] } = definitionOf(request)
  return {
    forms: options.map(fieldsOf),
    messages: options.flatMap((form) =>
      checksOf(form)
        .filter(({ path }) => !path?.length)
        .flatMap(({ error }) => said(error)),
    ),
  }
}

function fieldsOf(form: z.core.$ZodType): FieldNote[] {
  const { schema } = describe(form as z.ZodMiniType)
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const required = (schema.required ?? []) as string[]
  const shape = definitionOf(form).shape ?? {}
  return Object.entries(shape)
    .filter(([name]) => !properties[name]?.not)
    .map(([name, field]) => {
      const between = checksOf(form).filter(({ path }) => path?.[0] === name)
      const messages = [...messagesOf(field), ...between.flatMap(({ error }) => said(error))]
      return {
        name,
        required: required.includes(name),
        schema: properties[name] ?? {},
        messages: [...new Set(messages)],
      }
    })
}

/** Every text that a field can be refused with, in the order of its checks. */
function messagesOf(schema: z.core.$ZodType): string[] {
  const { error, innerType, in: input, options = [] } = definitionOf(schema)
  const inside = [innerType, input, ...options].filter((part) => part !== undefined)
  return [
    ...said(error),
    ...checksOf(schema).flatMap((check) => said(check.error)),
    ...inside.flatMap(messagesOf),
  ]
}

function said(error: unknown): string[] {
  const text = typeof error === 'function' ? (error({}) as unknown) : error
  return typeof text === 'string' ? [text] : []
}
