import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { requestLimits } from '@passbook/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '#kernel/failure.ts'
import { sendFailure } from './route.ts'
import { longAddress } from './server.ts'

type Asset = { type: string; plain: Buffer; lasting: boolean; gzip?: Packed; brotli?: Packed }
type Packed = () => Buffer

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Serves the built client from memory; every path that is not a file or a call is the client's. */
export function serveClient(
  app: FastifyInstance,
  {
    webDir,
    publicUrl,
    page,
    methodsOf,
  }: {
    webDir: string
    /** Where the bank is found; preview pictures need a whole address. */
    publicUrl: string
    page: Record<string, string>
    /** The methods that a path is served by; none where it is not. */
    methodsOf: (path: string) => string[]
  },
): void {
  const secure = publicUrl.startsWith('https:')
  const assets = existsSync(webDir) ? readAssets(webDir) : new Map<string, Asset>()
  const index = assets.get('/index.html')
  const html = index && withAttributes(index.plain, page)
  if (html) assets.set('/index.html', pack('.html', html, false))
  // Who is sent the address of the bank sees its name; no other page has anything to tell strangers.
  const login = html && pack('.html', withPreview(html, page, publicUrl), false)
  const manifest = assets.get('/manifest.webmanifest')
  if (manifest) {
    assets.set('/manifest.webmanifest', pack('.webmanifest', withName(manifest.plain, page), false))
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (isTooLong(request.url)) return sendFailure(reply, longAddress())
    const isCall = path === '/api' || path.startsWith('/api/')
    const methods = methodsOf(path)
    if (isCall && methods.length === 0) return sendFailure(reply, unknownPath())
    if (methods.length > 0 || !reading.has(request.method)) {
      reply.header('allow', (methods.length > 0 ? methods : [...reading]).join(', '))
      return sendFailure(reply, refusal('method_not_allowed'))
    }
    const asset = assets.get(path)
    if (asset) return sendAsset(request, reply, asset)
    // A missing file is missing; a missing page is for the client to explain.
    if (isFile(path)) return sendFailure(reply, unknownPath())
    const shell = path === '/login' ? login : assets.get('/index.html')
    if (!shell) return reply.code(503).type('text/plain').send('The web client has not been built.')
    return sendAsset(request, withXsrfCookie(request, reply, secure), shell)
  })
}

const unknownPath = () => refusal('unknown_path')

const reading = new Set(['GET', 'HEAD'])

/**
 * A dot in the last part of a path is the mark of a file. No page of the client has one there but the
 * one-time code's: its last part is a heading, in whatever words the bank had for it.
 */
const isFile = (path: string) => /\.[^/]*$/.test(path) && !path.startsWith('/authentication/')

const isTooLong = (url: string) =>
  url.length > 2000 || url.split('/').some((part) => part.length > requestLimits.pathPartChars)

/**
 * The cookie against cross-site requests; clients send its value back as X-XSRF-TOKEN. `secure`
 * where the bank's public address has TLS, which ends at a proxy that need not tell of it.
 */
function withXsrfCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): FastifyReply {
  if (request.headers.cookie?.includes('XSRF-TOKEN=')) return reply
  const further = secure || request.protocol === 'https' ? '; Secure' : ''
  const token = randomBytes(18).toString('base64url')
  return reply.header('set-cookie', `XSRF-TOKEN=${token}; Path=/; SameSite=Strict${further}`)
}

function readAssets(root: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const file = join(root, name)
    // By its name first: what is being packed beside the start is gone a moment later.
    if (unsent.has(extname(file)) || !statSync(file).isFile()) continue
    const path = `/${relative(root, file).replaceAll('\\', '/')}`
    const asset = pack(extname(file), readFileSync(file), path.startsWith('/assets/'))
    assets.set(path, asset.lasting ? withPacked(asset, file + packedEnd) : asset)
  }
  return assets
}

/** What tools/pack-web.ts has packed, and better, stands beside the file under this ending. */
const packedEnd = '.br'
const unsent = new Set(['.map', packedEnd, '.new'])

/**
 * Read at once, as the file itself is, or when it comes: a first start does not wait for the packing. A
 * build that is replaced meanwhile has other files, since their names tell what is in them.
 */
function withPacked(asset: Asset, file: string): Asset {
  const { brotli } = asset
  if (!brotli) return asset
  let packed: Buffer | undefined
  const read = () => {
    if (!packed && existsSync(file)) packed = readFileSync(file)
    return packed
  }
  read()
  return { ...asset, brotli: () => read() ?? brotli() }
}

function pack(extension: string, plain: Buffer, lasting: boolean): Asset {
  const type = types[extension] ?? 'application/octet-stream'
  if (!/text|json|svg/.test(type)) return { type, plain, lasting }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  return {
    type,
    plain,
    lasting,
    gzip: once(() => gzipSync(plain)),
    brotli: once(() => brotliCompressSync(plain, { params })),
  }
}

/** Compressed when it is first asked for: compressing everything took half of a start. */
function once(packed: Packed): Packed {
  let kept: Buffer | undefined
  return () => {
    kept ??= packed()
    return kept
  }
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const accepts = request.headers['accept-encoding'] ?? ''
  reply.type(asset.type).header('vary', 'accept-encoding')
  reply.header('cache-control', asset.lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (asset.lasting) forFiles(reply)
  if (asset.brotli && /\bbr\b/.test(accepts)) {
    return reply.header('content-encoding', 'br').send(asset.brotli())
  }
  if (asset.gzip && /\bgzip\b/.test(accepts)) {
    return reply.header('content-encoding', 'gzip').send(asset.gzip())
  }
  return reply.send(asset.plain)
}

/**
 * A page loads thirty of them, and on a slow line the headers of a page took as long as the small ones
 * among them: theirs allow nothing at all, and what only documents heed is left out.
 */
function forFiles(reply: FastifyReply): void {
  for (const name of ofDocuments) reply.removeHeader(name)
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
}

const ofDocuments = ['cross-origin-opener-policy', 'permissions-policy', 'x-request-id']

const quoted = (value: string) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** Open Graph: what other programs show of an address that somebody has sent. */
function withPreview(html: Buffer, page: Record<string, string>, publicUrl: string): Buffer {
  const facts = {
    type: 'website',
    title: page[nameAttribute] ?? '',
    description: 'Online Banking',
    url: `${publicUrl}/login`,
    image: `${publicUrl}/icon-512.png`,
  }
  const tags = Object.entries(facts).map(
    ([name, value]) => `<meta property="og:${name}" content="${quoted(value)}">`,
  )
  return Buffer.from(html.toString('utf8').replace('</head>', () => `${tags.join('')}</head>`))
}

/** An installed bank is called as its pages call it. */
function withName(manifest: Buffer, page: Record<string, string>): Buffer {
  const name = page[nameAttribute]
  const facts: Record<string, unknown> = JSON.parse(manifest.toString('utf8'))
  return Buffer.from(JSON.stringify({ ...facts, ...(name && { name, short_name: name }) }))
}

const nameAttribute = 'data-system-name'

/** The page's own attributes: what the client must know before its first call. */
function withAttributes(html: Buffer, page: Record<string, string>): Buffer {
  const tag = Object.entries(page).reduce(
    (tag, [name, value]) => {
      const attribute = `${name}="${quoted(value)}"`
      const present = new RegExp(`${name}="[^"]*"`)
      return present.test(tag) ? tag.replace(present, () => attribute) : `${tag} ${attribute}`
    },
    /<html([^>]*)>/.exec(html.toString('utf8'))?.[1] ?? '',
  )
  return Buffer.from(html.toString('utf8').replace(/<html[^>]*>/, () => `<html${tag}>`))
}
