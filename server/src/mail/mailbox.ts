import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sql } from '#db/db.ts'
import { escapeHtml } from './templates.ts'

type Kept = { to: string; subject: string; text: string; html: string; at: Date }

const shown = 100

/**
 * The local mailbox, for a bank without mail settings: anyone who can open it can read every code,
 * so it answers only a browser on this machine that did not come through a proxy.
 */
export function serveMailbox(app: FastifyInstance, { sql }: { sql: Sql }): void {
  app.get('/mailbox.json', async (request, reply) => {
    if (!isLocal(request)) return reply.code(403).send([])
    return reply.header('cache-control', 'no-store').send(await keptMails(sql, addressee(request)))
  })
  app.get('/mailbox', async (request, reply) => {
    if (!isLocal(request)) return reply.code(403).type('text/plain').send('Not available here')
    const to = addressee(request)
    const page = mailboxPage(await keptMails(sql, to), to)
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  })
  app.get('/mailbox.css', async (_request, reply) => reply.type('text/css').send(style))
}

function isLocal({ headers, socket }: FastifyRequest): boolean {
  // The host is what a client claims; the address is where it really is.
  const here = /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
  const proxied = Object.keys(headers).some((name) => /^(?:x-)?forwarded/.test(name))
  return here && !proxied && /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(headers.host ?? '')
}

function addressee(request: FastifyRequest): string {
  const { to } = request.query as { to?: unknown }
  return typeof to === 'string' ? to.trim().toLowerCase() : ''
}

async function keptMails(sql: Sql, to: string): Promise<Kept[]> {
  return sql<Kept>`
    select to_address as to, subject, text, html, created_at as at from mails
    where ${to} = '' or to_key = ${to} order by id desc limit ${shown}`
}

function mailboxPage(mails: Kept[], to: string): string {
  const rows = mails.map(
    (mail) => `<article><header><h2>${escapeHtml(mail.subject)}</h2>
      <p>To ${escapeHtml(mail.to)} · <time>${mail.at.toISOString()}</time></p></header>
      <pre>${linked(mail.text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mailbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/mailbox.css"></head><body><main>
<h1>Mailbox</h1><p>Mail that this bank would have sent. Newest first.</p>
<form><label for="to">Address</label><input id="to" name="to" value="${escapeHtml(to)}">
<button>Show</button></form>
${rows.join('\n') || '<p>No mail yet.</p>'}</main></body></html>`
}

const linked = (text: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const style = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f4f7fb,#0c131b);color:light-dark(#10202f,#dbe5ef)}
main{max-width:44rem;margin:0 auto;padding:2rem 1rem}h1{margin:0}h2{font-size:1rem;margin:0}
header p{margin:.25rem 0 0;font-size:.875rem;color:light-dark(#52606d,#9fb0c2)}
article{background:light-dark(#fff,#141c26);border:1px solid light-dark(#e1e8f0,#243140);border-radius:16px;padding:1rem 1.25rem;margin-block:1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.75rem 0 0}
a{color:light-dark(#1f4f92,#8fb8ff)}form{display:flex;gap:.5rem;align-items:center;flex-wrap:wrap}
input,button{font:inherit;padding:.5rem .75rem;border-radius:10px;border:1px solid light-dark(#8795a5,#52606d);background:transparent;color:inherit}
button{background:#1f4f92;border-color:#1f4f92;color:#fff}:focus-visible{outline:3px solid light-dark(#1d5fd6,#8fb8ff);outline-offset:2px}`
