import { refusalData } from '@passbook/contract'
import { describe } from '@passbook/contract/calls'
import { inWords } from './call-words.ts'
import { onceWords, otherBodies } from './common-words.ts'
import type { CallReference, Reference, RefusalReference } from './reference.ts'

/** The reference as a page of the repository. */
export function makeMarkdown({ calls, refusals, schemas }: Reference): string {
  return `# The calls of the bank

Made from the contract by \`npm run docs:api\`; do not edit it. A running bank has the same at
\`/api/docs\`, and as OpenAPI 3.1 at \`/api/openapi.json\`.

Paths are relative to \`/api\`. A reply has the form \`{ status, message, data }\`, where \`status\` is
\`success\` or \`failed\`. Requests are multipart forms;
${otherBodies}.
Fields of a GET or DELETE go into the query. A call for customers wants \`Authorization: Bearer <token>\`. Amounts are
decimal text with two digits, days are yyyy-mm-dd in the bank's zone. Of several things that are wrong with
a form, the first is said. Calls marked *additive* are not in the specification's list. What is refused says
why by a [code](#refusals).

## Idempotency-Key

${onceWords}

${calls.map(section).join('\n\n')}

## Refusals

A failed reply is \`${refusalWords}\`.

The message is for people and is shown as it is; programs decide by the code. \`field\` names the
field of the request that it is about, where it is about one. \`data\` holds what helps to go on: the
rate of now, the seconds to wait (also in \`Retry-After\`), the most that a list holds. Another's and
an unknown id get the same answer. Code, field and data are additive: a server that follows the
specification alone sends none of them.

| code | status | message | field |
|---|---|---|---|
${refusals.map(refusalRow).join('\n')}

## Shared shapes

${Object.entries(schemas)
  .map(([name, schema]) => `- **${name}**: ${code(inWords(schema))}`)
  .join('\n')}
`
}

const dataWords = inWords(describe(refusalData).schema)

/** What a failed reply holds, in words. */
export const refusalWords = `{ status: failed; message: text; code: text; field?: text; data?: ${dataWords} }`

function refusalRow({ code: name, http, text = '*says what*', field }: RefusalReference): string {
  return `| ${[code(name), String(http), text, field ? code(field) : ''].map(cell).join(' | ')} |`
}

function section(one: CallReference): string {
  const marks = [
    one.access === 'customer' ? 'for customers' : 'public',
    ...(one.additive ? ['*additive*'] : []),
    ...(one.once ? ['takes an [`Idempotency-Key`](#idempotency-key)'] : []),
  ]
  const tables = one.forms.filter((fields) => fields.length > 0).map(table)
  const between = one.messages.length > 0 ? [`Between fields: ${one.messages.join('; ')}.`] : []
  return [
    `## ${one.method} ${one.path}`,
    `${one.summary}. (${marks.join(', ')})`,
    tables.join('\n\nOr:\n\n'),
    ...between,
    `Reply: ${replyOf(one)}.${one.replyNote && ` ${one.replyNote}.`}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function table(fields: CallReference['forms'][number]): string {
  const rows = fields.map(({ name, place, required, schema, note, messages }) => {
    const what = `${code(inWords(schema))}${note && `: ${note}`}`
    const cells = [`\`${name}\``, place, required ? 'yes' : 'no', what]
    return `| ${[...cells, messages.join('; ')].map(cell).join(' | ')} |`
  })
  return ['| field | in | required | what | refused with |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  )
}

/** What the reply holds, in words. */
export function replyWords({ answers, files, reply }: CallReference): string {
  if (answers === 'file') return files.join(', ')
  return Object.keys(reply).length === 0 ? 'nothing to read' : inWords(reply)
}

const replyOf = (one: CallReference) =>
  !one.answers && Object.keys(one.reply).length === 0 ? 'no data' : code(replyWords(one))

const code = (text: string) => `\`${text}\``
const cell = (text: string) => text.replaceAll('|', '\\|')
