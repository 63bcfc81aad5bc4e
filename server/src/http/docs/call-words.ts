import type { JsonSchema } from '@passbook/contract/calls'

const lineBreaks = '^[^\\r\\n]*$'

/** A schema in a few words: `text, 1 to 200 characters`. */
export function inWords(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  if (Array.isArray(schema.enum))
    return [`one of ${schema.enum.join(', ')}`, ...limitWords(schema)].join(', ')
  if ('const' in schema) return schema.const === '' ? 'empty' : String(schema.const)
  if (Array.isArray(schema.anyOf)) {
    return schema.anyOf.map((part) => inWords(part as JsonSchema)).join(' or ')
  }
  if (schema.type === 'array') return `list of ${inWords((schema.items ?? {}) as JsonSchema)}`
  if (schema.type === 'object') return objectWords(schema)
  return [typeWords(schema), ...limitWords(schema)].join(', ')
}

function objectWords({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (!properties) return `by key: ${inWords((additionalProperties ?? {}) as JsonSchema)}`
  const parts = Object.entries(properties as Record<string, JsonSchema>).map(([name, part]) => {
    const mark = (required as string[]).includes(name) ? '' : '?'
    return `${name}${mark}: ${inWords(part)}`
  })
  return `{ ${parts.join('; ')} }`
}

const names: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'nothing',
}

function typeWords({ type, format, description }: JsonSchema): string {
  if (format === 'date') return 'day as yyyy-mm-dd'
  if (format === 'date-time') return 'moment'
  if (format === 'email') return 'mail address'
  if (description) return `text: ${String(description).toLowerCase()}`
  const types = (Array.isArray(type) ? type : [type]) as (string | undefined)[]
  return types.map((one) => (one ? (names[one] ?? one) : 'anything')).join(' or ')
}

function limitWords(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, pattern, description } = schema
  const words: string[] = []
  if (minLength && maxLength) words.push(`${minLength} to ${maxLength} characters`)
  else if (maxLength) words.push(`up to ${maxLength} characters`)
  else if (minLength) words.push(`at least ${minLength} characters`)
  if (minimum !== undefined) words.push(`from ${minimum}`)
  if (schema.default !== undefined && schema.default !== '') words.push(`else ${schema.default}`)
  if (pattern && pattern !== lineBreaks && !description) words.push(`like ${pattern}`)
  return words
}
