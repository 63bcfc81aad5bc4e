import { inWords } from './call-words.ts'
import type { CallReference, Reference } from './reference.ts'

/** The reference as a page of the repository. */
export function makeMarkdown({ calls, schemas }: Reference): string {
  return `# The calls of the bank

Made from the contract by \`npm run docs:api\`; do not edit it. A running bank has the same at
\`/api/docs\`, and as OpenAPI 3.1 at \`/api/openapi.json\`.

Paths are relative to \`/api\`. A reply has the form \`{ status, message, data }\`, where \`status\` is
\`success\` or \`failed\`. Requests are multipart forms; fields of a GET or DELETE go into the query. A
call for customers wants \`Authorization: Bearer <token>\`. Amounts are decimal text with two digits,
days are yyyy-mm-dd in the bank's zone. Of several things that are wrong with a form, the first is
said. Calls marked *additive* are not in the specification's list.

${calls.map(section).join('\n\n')}

## Shared shapes

${Object.entries(schemas)
  .map(([name, schema]) => `- **${name}**: ${code(inWords(schema))}`)
  .join('\n')}
`
}

function section(one: CallReference): string {
  const marks = [
    one.access === 'customer' ? 'for customers' : 'public',
    ...(one.additive ? ['*additive*'] : []),
    ...(one.once ? ['takes an `Idempotency-Key`'] : []),
  ]
  const tables = one.forms.filter((fields) => fields.length > 0).map(table)
  const between = one.messages.length > 0 ? [`Between fields: ${one.messages.join('; ')}.`] : []
  return [
    `## ${one.method} ${one.path}`,
    `${one.summary}. (${marks.join(', ')})`,
    tables.join('\n\nOr:\n\n'),
    ...between,
    `Reply: ${replyOf(one)}.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function table(fields: CallReference['forms'][number]): string {
  const rows = fields.map(({ name, place, required, schema, messages }) => {
    const cells = [`\`${name}\``, place, required ? 'yes' : 'no', code(inWords(schema))]
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
