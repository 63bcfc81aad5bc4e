import { refusalData } from '@passbook/contract'
import { describe, type JsonSchema, nounNotes } from '@passbook/contract/calls'
import { bodyTypes, onceWords, otherBodies } from './common-words.ts'
import type { CallReference, NotedField, Reference, RefusalReference } from './reference.ts'

const refused = {
  401: 'No session, or one that has ended',
  403: 'Not allowed, or not yours; the same whether or not it exists',
  404: 'Nothing is served at this path',
  405: 'The path does not take this method; Allow names those that it takes',
  408: 'The request came too slowly',
  409: 'In conflict with what was done before',
  413: 'The request is too large',
  414: 'The address is too long',
  415: 'The body is of a type that is not read',
  422: 'The form does not fit, or the bank refuses; `message` says why',
  429: 'Too many attempts; Retry-After says when to try again',
  500: 'A fault of the bank; it is logged',
  503: 'The bank is busy, or its database is away; the same request may succeed in a moment',
} as const

const headers: Partial<Record<Status, JsonSchema>> = {
  405: { Allow: { schema: { type: 'string' }, description: 'The methods, with commas' } },
  429: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait' } },
}

type Status = keyof typeof refused

/** The OpenAPI 3.1 document of the bank. */
export function makeOpenApi({ calls, refusals, schemas }: Reference): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const one of calls) {
    // A path is served with and without the slash at its end; linters want the form without.
    const path = `/${one.path.replace(/\/$/, '')}`
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operation(one) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Passbook',
      version: '1',
      description:
        'Every reply has the form `{ status, message, data }`; `status` is `success` or `failed`. ' +
        'A failed one has a `code` besides, which programs decide by; see the schema Refusal. ' +
        `Requests are multipart forms; ${otherBodies}. ` +
        'Amounts are decimal text with two digits, days are yyyy-mm-dd in the bank’s zone.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The maintainers of Passbook' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(nounNotes).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas, Refusal: refusalSchema(refusals) },
      responses: Object.fromEntries(
        Object.entries(refused).map(([status, description]) => [
          `Refusal${status}`,
          {
            description,
            ...(Object.hasOwn(headers, status) && { headers: headers[Number(status) as Status] }),
            content: json(refusedWith(refusals, Number(status))),
          },
        ]),
      ),
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that login, confirm-2fa or token-login gives',
        },
      },
      parameters: { onceKey },
    },
  }
}

function refusalSchema(refusals: RefusalReference[]): JsonSchema {
  const statuses = [...new Set(refusals.map(({ http }) => http))].sort()
  return {
    type: 'object',
    properties: {
      status: { const: 'failed' },
      message: { type: 'string', description: 'For people: shown as it is, never compared' },
      code: { enum: refusals.map(({ code }) => code), description: 'For programs' },
      field: { type: 'string', description: 'The field of the request that it is about' },
      data: describe(refusalData).schema,
    },
    required: ['status', 'message', 'code'],
    description: `The status of the reply is one of ${statuses.join(', ')}.`,
  }
}

/** A refusal with the codes that its status leaves. */
function refusedWith(refusals: RefusalReference[], status: number): JsonSchema {
  const codes = refusals.filter(({ http }) => http === status).map(({ code }) => code)
  const narrowed = { properties: { code: { enum: codes } } }
  return { allOf: [{ $ref: '#/components/schemas/Refusal' }, narrowed] }
}

const onceKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', pattern: '^(?!order:|code:)[\\x21-\\x7e]{1,200}$' },
  description: onceWords,
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

function operation(one: CallReference): JsonSchema {
  const fields = one.forms.flat()
  const parameters = fields
    .filter(({ place }) => place !== 'form')
    .map(({ name, place, required, schema, note, messages }) => ({
      ...{ name, in: place, required: place === 'path' || required, schema },
      ...(note && { description: note }),
      ...(messages.length > 0 && { 'x-messages': messages }),
    }))
  const body = bodyOf(one)
  return {
    operationId: one.name,
    tags: [one.noun],
    summary: one.summary,
    description: inSentences(one),
    ...(one.additive && { 'x-additive': true }),
    ...(one.messages.length > 0 && { 'x-messages': one.messages }),
    security: one.access === 'customer' ? [{ session: [] }] : [],
    parameters: [...parameters, ...(one.once ? [{ $ref: '#/components/parameters/onceKey' }] : [])],
    ...(body && { requestBody: body }),
    responses: { 200: success(one), ...refusalsOf(one) },
  }
}

function inSentences({ summary, access, additive, once }: CallReference): string {
  return [
    `${summary}.`,
    access === 'customer' ? 'For customers who are signed in.' : 'For everybody.',
    ...(additive
      ? ['Additive: a server that follows the specification alone has no such call.']
      : []),
    ...(once ? ['The same order sent again with its Idempotency-Key has no second effect.'] : []),
  ].join(' ')
}

/**
 * The body of a call, the same in each of the types that are taken. Written out for each: of a schema with a
 * name generators of clients take every field with a preset for one that is always there.
 */
function bodyOf(one: CallReference): JsonSchema | undefined {
  const schema = formOf(one)
  if (!schema) return undefined
  return {
    required: true,
    content: Object.fromEntries(bodyTypes.map((type) => [type, { schema }])),
  }
}

function formOf({ method, forms }: CallReference): JsonSchema | undefined {
  if (method !== 'POST') return undefined
  const schemas = forms
    .map((fields) => fields.filter(({ place }) => place === 'form'))
    .filter((fields) => fields.length > 0)
    .map((fields) => ({
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
      required: fields.filter(({ required }) => required).map(({ name }) => name),
    }))
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0]
}

function propertyOf({ schema, note, messages }: NotedField): JsonSchema {
  const description = [schema.description, note].filter(Boolean).join('; ')
  return {
    ...schema,
    ...(description && { description }),
    ...(messages.length > 0 && { 'x-messages': messages }),
  }
}

function success({ answers, files, reply, replyNote }: CallReference): JsonSchema {
  if (answers) {
    const schema = answers === 'stream' ? reply : { type: 'string' }
    const content = Object.fromEntries(files.map((type) => [type, { schema }]))
    return { description: 'What was asked for', content }
  }
  const schema = {
    type: 'object',
    properties: { status: { const: 'success' }, message: { type: 'string' }, data: reply },
    // What has no schema is left out where there is nothing to say.
    required: ['status', ...(Object.keys(reply).length > 0 ? ['data'] : [])],
  }
  return { description: replyNote || 'Done', content: json(schema) }
}

function refusalsOf(one: CallReference): JsonSchema {
  const customer: Status[] = one.access === 'customer' ? [401] : []
  const changing: Status[] = one.method === 'GET' ? [] : [409]
  const formed: Status[] = one.method === 'POST' ? [415] : []
  const statuses: Status[] = [
    ...[...customer, 403, 404, 405, 408, ...changing, 413, 414, ...formed],
    ...[422, 429, 500, 503],
  ] as Status[]
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
  )
}
