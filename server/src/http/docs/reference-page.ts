import { inWords } from './call-words.ts'
import { onceWords, otherBodies } from './common-words.ts'
import { refusalWords, replyWords } from './markdown.ts'
import type { CallReference, Reference, RefusalReference } from './reference.ts'

/** The reference as a page without script. */
export function makePage({ calls, refusals, schemas }: Reference): string {
  const list = calls.map(
    (one) =>
      `<li><a href="#${one.name}"><code>${one.method} ${escapeHtml(one.path)}</code></a></li>`,
  )
  const shapes = Object.entries(schemas).map(
    ([name, schema]) => `<dt>${name}</dt><dd><code>${escapeHtml(inWords(schema))}</code></dd>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The calls of the bank</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>The calls of the bank</h1>
<p>Paths are relative to <code>/api</code>. A reply has the form <code>{ status, message, data }</code>,
where <code>status</code> is <code>success</code> or <code>failed</code>. Requests are multipart forms;
${inHtml(otherBodies)}. Fields of a GET or DELETE go into the query. A call for customers wants
<code>Authorization: Bearer &lt;token&gt;</code>. Amounts are decimal text with two digits, days are
yyyy-mm-dd in the bank’s zone. What is refused says why by a <a href="#refusals">code</a>. For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Calls"><ul>${list.join('\n')}</ul></nav>
<section id="idempotency-key"><h2>Idempotency-Key</h2><p>${inHtml(onceWords)}</p></section>
${calls.map(section).join('\n')}
<section id="refusals"><h2>Refusals</h2>
<p>A failed reply is <code>${escapeHtml(refusalWords)}</code>. The message is for people and is shown as it is;
programs decide by the code. A server that follows the specification alone sends only status and message.</p>
${refusalTable(refusals)}</section>
<section><h2>Shared shapes</h2><dl>${shapes.join('\n')}</dl></section>
</main></body></html>
`
}

function section(one: CallReference): string {
  const marks = [
    one.access === 'customer' ? 'for customers' : 'public',
    ...(one.additive ? ['additive'] : []),
    ...(one.once ? ['takes an <a href="#idempotency-key">Idempotency-Key</a>'] : []),
  ]
  const between = one.messages.map((message) => `<li>${escapeHtml(message)}</li>`).join('')
  return `<section id="${one.name}"><h2><code>${one.method} ${escapeHtml(one.path)}</code></h2>
<p>${escapeHtml(one.summary)}.</p><p class="marks">${marks.join(' · ')}</p>
${one.forms
  .filter((fields) => fields.length > 0)
  .map((fields, index) => table(one, fields, index))
  .join('<p>Or:</p>')}
${between && `<p>Between fields:</p><ul>${between}</ul>`}
<p>Reply: <code>${escapeHtml(replyWords(one))}</code>${one.replyNote && `. ${inHtml(one.replyNote)}.`}</p></section>`
}

function refusalTable(refusals: RefusalReference[]): string {
  const rows = refusals.map(
    ({ code, http, text = '', field }) => `<tr><th scope="row"><code>${code}</code></th>
<td>${http}</td><td>${escapeHtml(text)}</td><td>${field ? `<code>${field}</code>` : ''}</td></tr>`,
  )
  return `<div class="wide" role="region" aria-label="Codes of refusals" tabindex="0"><table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th>
<th scope="col">Field</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

function table(one: CallReference, fields: CallReference['forms'][number], index: number): string {
  const rows = fields.map(
    ({
      name,
      place,
      required,
      schema,
      note,
      messages,
    }) => `<tr><th scope="row"><code>${name}</code></th>
<td>${place}</td><td>${required ? 'yes' : 'no'}</td><td>${escapeHtml(inWords(schema))}${note && `: ${inHtml(note)}`}</td>
<td>${messages.map(escapeHtml).join('<br>')}</td></tr>`,
  )
  const label = `Fields of ${one.method} ${one.path}${index > 0 ? ', another form' : ''}`
  // A wide table scrolls by itself, and by keyboard too.
  return `<div class="wide" role="region" aria-label="${escapeHtml(label)}" tabindex="0"><table>
<thead><tr><th scope="col">Field</th><th scope="col">In</th><th scope="col">Required</th>
<th scope="col">What</th><th scope="col">Refused with</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (found) => entities[found] ?? '')

/** What stands in backticks as code. */
const inHtml = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

export const style = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f4f7fb,#0c131b);color:light-dark(#10202f,#dbe5ef)}
main{max-width:64rem;margin:0 auto;padding:2rem 1rem}h1{margin:0}h2{font-size:1.125rem;margin:0}
code{font:0.9em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
nav ul{columns:20rem;padding:0;list-style:none}nav li{padding-block:.25rem}
a{color:light-dark(#1f4f92,#8fb8ff)}
section{background:light-dark(#fff,#141c26);border:1px solid light-dark(#e1e8f0,#243140);border-radius:16px;padding:1rem 1.25rem;margin-block:1rem;scroll-margin-block:1rem}
section p{margin-block:.5rem}.marks{font-size:.875rem;color:light-dark(#52606d,#9fb0c2)}
.wide{overflow-x:auto}table{border-collapse:collapse;inline-size:100%;font-size:.875rem}
th,td{text-align:start;vertical-align:top;padding:.375rem .75rem .375rem 0;border-block-end:1px solid light-dark(#e1e8f0,#243140)}
td{overflow-wrap:anywhere;min-inline-size:4rem}dd{margin:0 0 1rem}dt{font-weight:600}
:focus-visible{outline:3px solid light-dark(#1d5fd6,#8fb8ff);outline-offset:2px}`
