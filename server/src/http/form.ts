import { isUtf8 } from 'node:buffer'
import { hasControl, messages, requestLimits, visible } from '@passbook/contract'
import { Failure, refusal } from '#kernel/failure.ts'

export type Fields = Record<string, unknown>

const poisonous = new Set(['__proto__', 'constructor', 'prototype'])
const fieldName = /^[\w-]+$/
// What decoding leaves where bytes were no text.
const undecoded = /\ufffd/
/** Taken as it was typed: whoever once chose an unseen sign for a password must get in with it. */
const secret = /password/i

/** Reads a body as text fields, strictly: whatever is odd is refused and nothing is cut short. */
export async function readForm(
  body: Buffer,
  contentType: string | undefined,
  fieldBytes: number = requestLimits.fieldBytes,
): Promise<Fields> {
  if (body.length > requestLimits.bodyBytes) throw new Failure('too_large', messages.tooLarge)
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (!type && body.length === 0) return Object.create(null) as Fields
  if (!isUtf8(body)) throw new Failure('invalid', messages.formUnreadable)
  if (type === 'multipart/form-data') return readMultipart(body, contentType ?? '', fieldBytes)
  if (type === 'application/x-www-form-urlencoded') {
    return collect(new URLSearchParams(body.toString('utf8')), fieldBytes)
  }
  if (type === 'application/json') return readJson(body, fieldBytes)
  throw refusal('unsupported_type')
}

/** Reads the query of a GET under the same rules. */
export function readQuery(search: string): Fields {
  return collect(new URLSearchParams(search))
}

async function readMultipart(
  body: Buffer,
  contentType: string,
  fieldBytes: number,
): Promise<Fields> {
  // A body without its closing line was cut off on the way.
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (!mark || body.lastIndexOf(`--${mark}--`) < 0) throw incomplete()
  const plain = plainFields(body.toString('utf8'), mark)
  if (plain) return collect(plain, fieldBytes)
  let form: FormData
  try {
    const bytes = new Uint8Array(body)
    form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw incomplete()
  }
  return collect(form, fieldBytes)
}

const textField = /^\r\nContent-Disposition: form-data; name="([\w-]+)"\r\n\r\n([\s\S]*)$/

/**
 * The fields of a form as browsers write it, text only and nothing odd about it; undefined for any
 * other, which the platform's reader decides. That one takes several times as long.
 */
export function plainFields(text: string, mark: string): [string, string][] | undefined {
  // A byte order mark is no text to the platform.
  if (text.includes('\ufeff')) return undefined
  const [before, ...parts] = `\r\n${text}`.split(`\r\n--${mark}`)
  const end = parts.pop()
  if (before !== '' || (end !== '--\r\n' && end !== '--')) return undefined
  const fields: [string, string][] = []
  for (const part of parts) {
    const [, name, value] = textField.exec(part) ?? []
    if (name === undefined || value === undefined) return undefined
    fields.push([name, value])
  }
  return fields
}

const incomplete = () => new Failure('invalid', messages.formIncomplete)

function readJson(body: Buffer, fieldBytes: number): Fields {
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    throw incomplete()
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw incomplete()
  return collect(Object.entries(parsed), fieldBytes)
}

function collect(entries: Iterable<[string, unknown]>, fieldBytes?: number): Fields {
  const fields = Object.create(null) as Fields
  let count = 0
  for (const [name, value] of entries) {
    count += 1
    if (count > requestLimits.fields || name.length > requestLimits.nameChars) {
      throw new Failure('too_large', messages.tooLarge)
    }
    if (!fieldName.test(name) || name in fields || poisonous.has(name)) throw incomplete()
    if (typeof value === 'object' && value !== null) throw incomplete()
    fields[name] = typeof value === 'string' ? readable(name, value, fieldBytes) : value
  }
  return fields
}

/**
 * A text without what nobody sees. One that is too long, or that holds what no person types into a
 * form, is refused.
 */
export function readable(
  name: string,
  value: string,
  fieldBytes: number = requestLimits.fieldBytes,
): string {
  if (Buffer.byteLength(value) > fieldBytes) {
    throw new Failure('too_large', `${name.replace(/[^\w-]/g, '')} is too long`, { field: name })
  }
  if (!value.isWellFormed() || undecoded.test(value) || hasControl(value)) {
    throw new Failure('invalid', messages.formUnreadable, { field: name })
  }
  return secret.test(name) ? value : visible(value)
}
