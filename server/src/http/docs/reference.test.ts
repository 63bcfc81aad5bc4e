import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { banks, figureNames, payeeOf, refusals, slotsOf } from '@passbook/contract'
import { callNotes, callNouns, calls, nounNotes } from '@passbook/contract/calls'
import { afterAll, expect, test } from 'vitest'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { makeMarkdown } from './markdown.ts'
import { makeReference } from './reference.ts'

const bank = await testBank(await testDb())
afterAll(() => bank.stop())

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: unknown[]
  'x-additive'?: true
  parameters: { $ref?: string; name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>
}
type Document = {
  openapi: string
  info: { license: unknown }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

// As a browser asks that opens the address in a window.
const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
const ask = (url: string) => bank.app.inject({ url, headers: opened })

const taken = ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json']
const document = (await ask('/api/openapi.json')).json<Document>()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...{ path: path.slice(1), method: method.toUpperCase(), operation },
  })),
)

// asvs 2.1.1
test('covers exactly the calls of the contract', () => {
  const documented = operations.map(({ method, path }) => `${method} ${path}`)
  const known = Object.values(calls).map(
    ({ method, path }) => `${method} ${path.replace(/\/$/, '')}`,
  )
  expect(documented.sort()).toEqual(known.sort())
})

test('every call that takes an idempotency key is documented so, and no other', () => {
  const source = join(import.meta.dirname, '../..')
  const routes = globSync('*/routes.ts', { cwd: source }).flatMap((file) => [
    ...readFileSync(join(source, file), 'utf8').matchAll(/route\((\w+), [^)]*\bonceKey\b/g),
  ])
  const documented = Object.keys(callNotes).filter((name) => callNotes[name]?.once)
  expect(routes.map(([, name]) => name).sort()).toEqual(documented.sort())
})

// asvs 6.3.4
test('every operation that is documented is there', () => {
  for (const { method, path } of operations) {
    const url = `/api/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    const found = bank.app.hasRoute({ method: method as 'GET', url })
    expect(found, `${method} ${path}`).toBe(true)
  }
})

test('is OpenAPI 3.1 whose every reference leads somewhere', () => {
  expect(document.openapi).toBe('3.1.0')
  const refs = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? []
  expect(refs.length).toBeGreaterThan(50)
  for (const ref of refs) {
    const path = ref.slice('"$ref":"#/'.length, -1).split('/')
    const found = path.reduce<unknown>(
      (node, part) => (node as Record<string, unknown> | undefined)?.[part],
      document,
    )
    expect(found, ref).toBeDefined()
  }
})

// asvs 8.1.1
test('every operation has its own id, a summary, its parameters, its access and its replies', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { method, path, operation } of operations) {
    const { operationId: id, parameters, responses, requestBody } = operation
    const named = (place: string) =>
      parameters.filter((one) => one.in === place).map(({ name }) => name)
    expect(named('path').sort(), id).toEqual(slotsOf(path).sort())
    expect(
      parameters.every((one) => one.in !== 'path' || one.required),
      id,
    ).toBe(true)
    expect(operation.summary, id).toMatch(/\S/)
    expect(operation['x-additive'] ?? false, id).toBe(callNotes[id]?.additive ?? false)
    const isPublic = calls[id]?.access === 'public'
    expect(operation.security, id).toEqual(isPublic ? [] : [{ session: [] }])
    expect(Object.keys(responses), id).toEqual([
      ...['200', ...(isPublic ? [] : ['401']), '403', '404', '405', '408'],
      ...(method === 'GET' ? [] : ['409']),
      ...['413', '414', ...(method === 'POST' ? ['415'] : []), '422', '429', '500', '503'],
    ])
    expect(operation.tags, id).toEqual([callNouns[id]])
    expect(operation.description, id).toContain(operation.summary)
    if (method === 'POST') expect(named('query'), id).toEqual([])
    else expect(requestBody, id).toBeUndefined()
    if (requestBody) expect(Object.keys(requestBody.content)).toEqual(taken)
  }
})

test('every type that a body is told to have is taken, and no other', async () => {
  const fields = { username: 'nobody-here', password: 'Kingfisher-71' }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const bodies = {
    'multipart/form-data': form,
    'application/x-www-form-urlencoded': new URLSearchParams(fields),
    'application/json': new Blob([JSON.stringify(fields)], { type: 'application/json' }),
    'text/xml': new Blob(['<x/>'], { type: 'text/xml' }),
  }
  for (const [type, body] of Object.entries(bodies)) {
    const request = new Request('http://x', { method: 'POST', body })
    const reply = await bank.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    const code = taken.includes(type) ? 'credentials_wrong' : 'unsupported_type'
    expect(reply.json(), type).toMatchObject({ code })
  }
})

test('data is told as required in every reply that holds some, and in no other', () => {
  for (const { operation } of operations) {
    const { operationId: id, responses } = operation
    const schema = responses[200]?.content?.['application/json']?.schema as
      | { required: string[]; properties: { data: object } }
      | undefined
    if (!schema) continue
    const isThere = Object.keys(schema.properties.data).length > 0
    expect(schema.required, id).toEqual(isThere ? ['status', 'data'] : ['status'])
  }
})

test('what a field holds is told in words, of fields that there are', async () => {
  const file = makeMarkdown(makeReference())
  const page = (await ask('/api/docs')).body
  for (const { name, forms } of makeReference().calls) {
    const known = forms.flat().map((field) => field.name)
    for (const field of Object.keys(callNotes[name]?.fields ?? {})) {
      expect(known, name).toContain(field)
    }
  }
  const schemaOf = (id: string) => {
    const found = operations.find(({ operation }) => operation.operationId === id)?.operation
    const schemas = taken.map((type) => found?.requestBody?.content[type]?.schema)
    expect(new Set(schemas.map((schema) => JSON.stringify(schema))).size, id).toBe(1)
    return schemas[0] as { properties: Record<string, { description: string }> }
  }
  const { bank: bankField } = schemaOf('transferExternal').properties
  expect(banks).toHaveLength(40)
  for (const name of banks) expect(bankField?.description).toContain(name)
  expect(schemaOf('putIntoCategory').properties.parts?.description).toContain(
    'groceries=12.50;home=7.50',
  )
  const figure = document.paths['/explain']?.get?.parameters.find(({ name }) => name === 'figure')
  for (const name of figureNames) expect(JSON.stringify(figure)).toContain(name)
  const local = payeeOf({ acc_number: '<acc_number>', acc_name: '' })
  for (const name of ['passkeyOptions', 'requestOtpByForm']) {
    expect(schemaOf(name).properties.to?.description).toContain(`\`${local}\``)
  }
  expect(schemaOf('autoRepayLoan').properties.amount?.description).toContain('`NextDue`')
  for (const words of [banks[0], 'groceries=12.50;home=7.50', 'is the number of pages']) {
    expect(file).toContain(words)
    expect(page).toContain(words)
  }
  for (const words of ['1 to 200 visible ASCII characters', '400 days', 'key_expired']) {
    expect(file).toContain(words)
    expect(page).toContain(words)
    expect(JSON.stringify(document.components.parameters?.onceKey)).toContain(words)
  }
})

test('has a licence, its tags, and a reply for every status that a refusal can have', () => {
  expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
  expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(nounNotes))
  const statuses = [...new Set(Object.values(refusals).map(({ http }) => http))].sort()
  expect(Object.keys(document.components.responses ?? {})).toEqual(
    statuses.map((status) => `Refusal${status}`),
  )
})

test('tells of the envelope, money as text and keys of orders', () => {
  const local = document.paths['/transfer/local']?.post
  expect(local?.responses[200]?.content?.['application/json']?.schema).toMatchObject({
    properties: { status: { const: 'success' }, data: { properties: { account: {} } } },
  })
  expect(local?.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
    // A passkey's approval may stand in the PIN's place.
    properties: { amount: { type: 'string' }, pin: { pattern: '^(?:[0-9]{4})?$' }, approval: {} },
    required: expect.arrayContaining(['amount', 'acc_number']),
  })
  expect(local?.parameters).toContainEqual({ $ref: '#/components/parameters/onceKey' })
  expect(document.paths['/events']?.get?.responses[200]?.content).toHaveProperty([
    'text/event-stream',
  ])
})

// asvs 2.1.2
test('tells of every refusal with its code, field and data, on each page', async () => {
  const codes = Object.keys(refusals)
  expect(document.components.schemas?.Refusal).toMatchObject({
    properties: {
      status: { const: 'failed' },
      code: { enum: codes },
      field: { type: 'string' },
      data: { properties: { rate: { type: 'string' }, retryAfterSeconds: { type: 'number' } } },
    },
    required: ['status', 'message', 'code'],
  })
  const late = document.components.responses?.Refusal429 as Operation['responses'][string]
  expect(late.content?.['application/json']?.schema).toMatchObject({
    allOf: [{}, { properties: { code: { enum: ['too_many', 'pin_locked'] } } }],
  })
  const page = (await ask('/api/docs')).body
  const file = makeMarkdown(makeReference())
  for (const code of codes) {
    expect(page).toContain(`<code>${code}</code>`)
    expect(file).toContain(`| \`${code}\` |`)
  }
})

test('the page names every call and needs no script and no style of its own', async () => {
  const page = await ask('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['cache-control']).toBe('public, max-age=300')
  expect(page.body).not.toMatch(/<script|<style|\sstyle=|\son\w+=|undefined|\[object/)
  for (const { operation } of operations) {
    expect(page.body).toContain(`<section id="${operation.operationId}">`)
  }
  expect(page.body).toContain('Enter your legal first name')
  const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page.body) ?? []
  const style = await ask(sheet)
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(style.body).toContain('color-scheme:light dark')
})

// asvs 2.1.1 8.1.2
test('docs/api.md is what `npm run docs:api` writes', () => {
  const file = new URL('../../../../docs/api.md', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(makeMarkdown(makeReference()))
})
