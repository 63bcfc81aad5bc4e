import { visible } from '@passbook/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '#kernel/failure.ts'
import { multipart } from '#testing/test-bank.ts'
import { plainFields, readForm, readQuery } from './form.ts'

const runs = { numRuns: 500 }

/** What the reader makes of a body: its fields, or the refusal; anything else fails the property. */
async function outcome(read: () => unknown): Promise<unknown> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

const mark = 'b'
const type = `multipart/form-data; boundary=${mark}`
/** Pieces of which real and broken multipart bodies are made. */
const piece = fc.oneof(
  fc.constantFrom(
    ...['--b', '--b--', '\r\n', '\n', '\r\n\r\n', '"', ';', ':', '\0', ' ', 'b', '--'],
    ...['Content-Disposition: form-data', '; name="a"', '; name="', '; filename="x"', 'name=a'],
    ...[
      '; name*=utf-8',
      'Content-Type: text/plain',
      '\u202e',
      '\ud800',
      '\ufeff',
      '__proto__',
      '%0d%0a',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

test('whatever the bytes, the reader gives fields or a refusal', async () => {
  const types = fc.constantFrom(
    type,
    'multipart/form-data',
    'multipart/form-data; boundary="b"',
    'multipart/form-data; boundary=b; charset=x',
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    undefined,
  )
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join(''))),
    fc.json().map((text) => Buffer.from(text)),
  )
  const property = fc.asyncProperty(types, bodies, async (contentType, body) => {
    const result = await outcome(() => readForm(body, contentType))
    if (result instanceof Failure) return
    expect(Object.getPrototypeOf(result)).toBeNull()
    for (const value of Object.values(result as object)) expect(typeof value).not.toBe('function')
  })
  await fc.assert(property, runs)
})

test('what is read without the platform is read as the platform reads it', async () => {
  const part = fc
    .array(piece, { maxLength: 4 })
    .map((value) => `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value.join('')}\r\n`)
  const bodies = fc
    .tuple(fc.array(fc.oneof({ weight: 4, arbitrary: part }, piece), { maxLength: 5 }), piece)
    .map(([parts, tail]) => `${parts.join('')}--b--${tail === '\r\n' ? tail : ''}`)
    // What arrives is bytes.
    .map((text) => Buffer.from(text).toString('utf8'))
  let read = 0
  const property = fc.asyncProperty(bodies, async (body) => {
    const plain = plainFields(body, 'b')
    if (!plain) return
    const form = await new Response(body, { headers: { 'content-type': type } })
      .formData()
      // It stumbles where a value holds the mark's letters; browsers choose a mark that none holds.
      .catch(() => undefined)
    if (!form) return
    read += 1
    expect(plain).toEqual([...form])
  })
  await fc.assert(property, { numRuns: 2000 })
  expect(read).toBeGreaterThan(100)
})

// asvs 1.1.1
test('every form that a browser can send is read as it was written', async () => {
  const poisonous = ['__proto__', 'constructor', 'prototype']
  const name = fc.stringMatching(/^[a-z_]{1,20}$/).filter((text) => !poisonous.includes(text))
  const readable = fc.string({ unit: 'grapheme', maxLength: 60 }).filter(
    // Browsers write line breaks as CR LF; the rest is what is refused or cannot be seen.
    (text) => text.isWellFormed() && !/[\p{Cc}\ufffd]/u.test(text) && visible(text) === text,
  )
  const fields = fc.dictionary(name, readable, { maxKeys: 40, noNullPrototype: true })
  const property = fc.asyncProperty(fields, async (fields) => {
    const { payload, contentType } = await multipart(Object.entries(fields))
    const read = await readForm(payload, contentType)
    expect({ ...read }).toEqual(fields)
  })
  await fc.assert(property, { numRuns: 200 })
})

test('a form that lost its end is refused, wherever it was cut', async () => {
  const { payload, contentType } = await multipart([
    ['username', 'demo'],
    ['password', 'demo1234'],
  ])
  for (let length = 1; length < payload.length - 4; length += 1) {
    const result = await outcome(() => readForm(payload.subarray(0, length), contentType))
    expect(result).toBeInstanceOf(Failure)
  }
})

test('whatever the query, it gives fields or a refusal', async () => {
  const property = fc.asyncProperty(fc.string({ unit: 'binary' }), async (search) => {
    await outcome(() => readQuery(search))
  })
  await fc.assert(property, runs)
})

test('what nobody sees is taken out of every text but a password', async () => {
  const pasted = '\ufeffRent\u00ad for\u200b May\u202e \u{e0041}👩‍👩‍👧\u2028می‌خواهم'
  const { payload, contentType } = await multipart([
    ['note', pasted],
    ['newPassword', pasted],
  ])
  expect({ ...(await readForm(payload, contentType)) }).toEqual({
    note: 'Rent for May 👩‍👩‍👧 می‌خواهم',
    newPassword: pasted,
  })
  const search = new URLSearchParams({ search: 'Re\u200bnt' }).toString()
  expect({ ...readQuery(search) }).toEqual({ search: 'Rent' })
})
