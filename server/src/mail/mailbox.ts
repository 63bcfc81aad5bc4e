import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sql } from '#db/db.ts'
import { isLoopbackHost } from '#kernel/addresses.ts'
import type { Config } from '#kernel/config.ts'
import { escapeHtml } from './templates.ts'

type Kept = { to: string; subject: string; text: string; html: string; at: Date }

const shown = 100

type Door = Pick<Config, 'secretKey' | 'publicUrl'>

/**
 * The local mailbox, for a bank without mail settings. Anyone who can open it can read every code, so
 * it answers a browser on this machine that did not come through a proxy, and whoever has its key.
 */
export function serveMailbox(
  app: FastifyInstance,
  { sql, config }: { sql: Sql; config: Door },
): void {
  // Asked for at each request: a test bank learns its address only when it listens.
  const mayRead = (request: FastifyRequest) => hasKey(request, config) || isLocal(request, config)
  app.get('/mailbox.json', async (request, reply) => {
    if (!mayRead(request)) return reply.code(403).send([])
    return reply.header('cache-control', 'no-store').send(await keptMails(sql, addressee(request)))
  })
  app.get('/mailbox', async (request, reply) => {
    if (!mayRead(request)) return reply.code(403).type('text/plain').send(shut)
    const to = addressee(request)
    const page = mailboxPage(await keptMails(sql, to), { to, key: wordOf(request, 'key') })
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  })
  app.get('/mailbox.css', async (_request, reply) => reply.type('text/css').send(style))
}

const shut =
  'Not available here without its key: the bank prints the address with the key when it starts.'

/** What opens the mailbox from anywhere; all processes of a bank have the same, as long as its key is. */
export const mailboxKey = ({ secretKey }: Pick<Config, 'secretKey'>): string =>
  createHmac('sha256', secretKey).update('mailbox').digest('base64url').slice(0, 22)

function hasKey(request: FastifyRequest, config: Door): boolean {
  const [given, right] = [wordOf(request, 'key'), mailboxKey(config)].map((key) => Buffer.from(key))
  return given?.length === right?.length && !!given && !!right && timingSafeEqual(given, right)
}

/**
 * Whether a request comes from this very machine, as far as that can be seen. What a client claims
 * (Host) is not enough, nor where it is (the address of a proxy beside the bank is this machine's),
 * nor that no proxy says so: nginx, left to itself, forwards with the bank's own address as Host and
 * adds no header. It then speaks HTTP/1.0, or writes its own `Host` and `Connection: close` before all
 * that the client sent, which no browser does. In doubt the key is asked for.
 */
function isLocal({ headers, raw, socket }: FastifyRequest, { publicUrl }: Door): boolean {
  const here = /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
  const proxied = Object.keys(headers).some((name) => proxyHeaders.test(name))
  const [first, , second, how] = raw.rawHeaders.map((word) => word.toLowerCase())
  const rewritten = first === 'host' && second === 'connection' && how === 'close'
  const from = [headers.origin, headers.referer].filter((origin) => origin !== undefined)
  return (
    here &&
    !proxied &&
    !rewritten &&
    raw.httpVersion !== '1.0' &&
    from.every(isOfThisMachine) &&
    isOwnHost(headers.host ?? '', [new URL(publicUrl).host, ...hostsOf(socket.localPort)])
  )
}

const proxyHeaders =
  /^(?:(?:x-)?forwarded|via$|x-real-ip$|x-client-ip$|true-client-ip$|cf-|x-envoy-|x-original-)/

const isOfThisMachine = (origin: string) =>
  URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname)

const isOwnHost = (host: string, own: readonly string[]) => own.includes(host.toLowerCase())

/** The names by which a browser on this machine calls the port that the bank listens on. */
const hostsOf = (port: number | undefined) =>
  ['localhost', '127.0.0.1', '[::1]'].map((name) => (port === 80 ? name : `${name}:${port}`))

function wordOf(request: FastifyRequest, name: 'to' | 'key'): string {
  const { [name]: word } = request.query as Record<string, unknown>
  return typeof word === 'string' ? word.trim() : ''
}

const addressee = (request: FastifyRequest) => wordOf(request, 'to').toLowerCase()

async function keptMails(sql: Sql, to: string): Promise<Kept[]> {
  return sql<Kept>`
    select to_address as to, subject, text, html, created_at as at from mails
    where ${to} = '' or to_key = ${to} order by id desc limit ${shown}`
}

function mailboxPage(mails: Kept[], { to, key }: { to: string; key: string }): string {
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
${key && `<input type="hidden" name="key" value="${escapeHtml(key)}">`}<button>Show</button></form>
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
