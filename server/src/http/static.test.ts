import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { calls } from '@passbook/contract/calls'
import { afterAll, describe, expect, test } from 'vitest'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const webDir = mkdtempSync(join(tmpdir(), 'passbook-web-'))
mkdirSync(join(webDir, 'assets'))
const script = `console.log('${'a client '.repeat(50)}')`
writeFileSync(
  join(webDir, 'index.html'),
  '<!doctype html><html lang="en" data-api-root="/x"><head></head><body>app</body></html>',
)
writeFileSync(join(webDir, 'manifest.webmanifest'), '{"name":"x","short_name":"x","scope":"/"}')
writeFileSync(join(webDir, 'assets/app-1234.js'), script)
writeFileSync(join(webDir, 'assets/app-1234.js.map'), '{}')
// Seen in the folder and gone when it is looked at, as what is being packed may be.
symlinkSync('gone', join(webDir, 'assets/app-1234.js.br.new'))
// Longer than what the server would make of it, so that one can be told from the other.
const packedScript = brotliCompressSync(`${script}// packed by the build`)
writeFileSync(join(webDir, 'assets/app-5678.js'), script)
writeFileSync(join(webDir, 'assets/app-5678.js.br'), packedScript)
writeFileSync(join(webDir, 'favicon.svg'), '<svg/>')

const db = await testDb()
const bank = await testBank(db, {
  config: {
    ...{ webDir, systemName: '"Bank" & <Co>', coverMs: 0, demo: true },
    lastNameMin: 2,
  },
})
const bare = await testBank(db, { config: { webDir: join(webDir, 'missing') } })
afterAll(async () => {
  await bank.stop()
  await bare.stop()
  rmSync(webDir, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => bank.app.inject({ url, headers })

describe('the client', () => {
  // shows §7.1 §7.40 D29 D119
  // asvs 4.1.1
  test.each(['/', '/login', '/c/transactions', '/transaction-receipt/abc', '/no/such/page'])(
    'is served at %s with what it must know before its first call',
    async (url) => {
      const page = await get(url)
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['cache-control']).toBe('no-cache')
      const tag = /<html[^>]*>/.exec(page.body)?.[0]
      expect(tag).toContain('lang="en"')
      expect(tag).toContain('data-api-root="/api"')
      expect(tag).toContain('data-system-name="&quot;Bank&quot; &amp; &lt;Co&gt;"')
      expect(tag).toContain('data-cover-ms="0"')
      expect(tag).toContain('data-demo="1"')
      expect(tag).toContain('data-last-name-min="2"')
    },
  )

  test('tells strangers its name at the login only', async () => {
    const { body } = await get('/login')
    expect(body).toContain('property="og:title" content="&quot;Bank&quot; &amp; &lt;Co&gt;"')
    const { publicUrl } = bank.bank.config
    expect(body).toContain(`property="og:image" content="${publicUrl}/icon-512.png"`)
    expect(body.indexOf('og:title')).toBeLessThan(body.indexOf('</head>'))
    for (const url of ['/', '/c', '/signup', '/login/x']) {
      expect((await get(url)).body, url).not.toContain('og:')
    }
  })

  test('can be installed under the name of the bank', async () => {
    const reply = await get('/manifest.webmanifest')
    expect(reply.headers['content-type']).toBe('application/manifest+json')
    expect(reply.headers['cache-control']).toBe('no-cache')
    const name = '"Bank" & <Co>'
    expect(reply.json()).toEqual({ name, short_name: name, scope: '/' })
  })

  // shows §9.28 D123
  // asvs 3.3.2
  test('gets a cookie for its forms once, which its scripts can read', async () => {
    const { headers } = await get('/login')
    expect(headers['set-cookie']).toMatch(/^XSRF-TOKEN=[\w-]{24}; Path=\/; SameSite=Strict$/)
    const again = await get('/login', { cookie: 'XSRF-TOKEN=abc' })
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  test('gets it for TLS only where the public address has it, whatever the proxy tells', async () => {
    const config = { webDir, publicUrl: 'https://bank.example' }
    const behind = await testBank(db, { config })
    const { headers } = await behind.app.inject({ url: '/login' })
    expect(headers['set-cookie']).toMatch(
      /^XSRF-TOKEN=[\w-]{24}; Path=\/; SameSite=Strict; Secure$/,
    )
    await behind.stop()
  })

  // asvs 4.1.1
  test('has files that last, packed as the browser likes', async () => {
    const url = '/assets/app-1234.js'
    const plain = await get(url)
    expect(plain.body).toBe(script)
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    const brotli = await get(url, { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    const gzip = await get(url, { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
  })

  test('sends what the build has packed, and that alone is no file', async () => {
    const url = '/assets/app-5678.js'
    // A build that is replaced under a running server changes nothing for who has its page.
    rmSync(join(webDir, 'assets/app-5678.js.br'))
    const packed = await get(url, { 'accept-encoding': 'br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.rawPayload.toString('hex')).toBe(packedScript.toString('hex'))
    expect((await get(url)).body).toBe(script)
    expect((await get(`${url}.br`)).statusCode).toBe(404)
  })

  test('sends what is packed after the start too, from then on', async () => {
    const url = '/assets/app-1234.js'
    const ask = async () => (await get(url, { 'accept-encoding': 'br' })).rawPayload.toString('hex')
    const own = await ask()
    const file = join(webDir, `${url}.br`)
    writeFileSync(file, packedScript)
    expect(await ask()).toBe(packedScript.toString('hex'))
    expect(await ask()).not.toBe(own)
    rmSync(file)
    expect(await ask()).toBe(packedScript.toString('hex'))
  })

  // asvs 5.3.2
  test.each([
    ...[
      '/assets/gone.js',
      '/assets/app-1234.js.map',
      '/assets/app-1234.js.br.new',
      '/assets/../../secret.key.js',
    ],
    ...['/favicon.ico', '/.env', '/c/app.js', '/wp-login.php', '/authentication.php'],
    ...['/.git/HEAD.txt', '/.git/index.js', '/site.webmanifest', '/apple-touch-icon-120x120.png'],
  ])('has no file %s', async (url) => {
    const reply = await get(url)
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ status: 'failed', code: 'unknown_path' })
  })

  // asvs 13.4.1 13.4.3
  test('shows no folder: there is its page and nothing else', async () => {
    const page = (await get('/')).body
    for (const url of ['/assets/', '/assets', '/.git/', '/.git/config', '/server/src']) {
      expect((await get(url)).body, url).toBe(page)
    }
  })

  test('has a page for a code whose heading has a dot', async () => {
    expect((await get('/authentication/abc/Acme%20Inc.%20v2.0')).body).toContain('<html')
  })

  test('that was not built says so', async () => {
    const reply = await bare.app.inject('/')
    expect(reply.statusCode).toBe(503)
    expect(reply.body).toBe('The web client has not been built.')
  })
})

describe('a method that a path does not take', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  const takenAt = new Map<string, Set<string>>()
  for (const { method, path } of Object.values(calls)) {
    const url = `/api/${path.replaceAll(/\{\w+\}/g, 'x')}`
    for (const form of new Set([url, url.replace(/\/$/, '')])) {
      takenAt.set(form, (takenAt.get(form) ?? new Set()).add(method))
    }
  }

  // shows D121
  test.each([...takenAt])('is told which ones %s takes', async (url, taken) => {
    for (const method of methods.filter((one) => !taken.has(one))) {
      const reply = await bank.app.inject({ method, url })
      expect(reply.statusCode, method).toBe(405)
      expect(reply.headers.allow, method).toBe([...taken].sort().join(', '))
    }
  })

  test('is told so at a page, a file, the health and the documentation too', async () => {
    for (const [url, allow] of [
      ['/login', 'GET, HEAD'],
      ['/favicon.svg', 'GET, HEAD'],
      ['/healthz', 'GET, HEAD'],
      ['/api/docs', 'GET'],
    ] as const) {
      const reply = await bank.app.inject({ method: 'POST', url })
      expect([reply.statusCode, reply.headers.allow], url).toEqual([405, allow])
    }
  })

  test.each(['/api', '/api/', '/api/nothing', '/api/login/extra', '/api/request-otp/1/2'])(
    'is not what is wrong with %s, which nobody serves',
    async (url) => {
      for (const method of methods) {
        const reply = await bank.app.inject({ method, url })
        expect(reply.statusCode, method).toBe(404)
        expect(reply.headers.allow, method).toBeUndefined()
      }
    },
  )
})

describe('every reply', () => {
  const kinds: [string, string, 'GET' | 'POST' | 'PUT', Record<string, string>][] = [
    ['the page', '/', 'GET', {}],
    ['a missing file', '/assets/gone.js', 'GET', {}],
    ['a call', '/api/request-password-reset?user=nobody', 'GET', {}],
    ['no session', '/api/init-user', 'GET', {}],
    ['a refusal', '/api/login', 'POST', {}],
    ['another site', '/api/login', 'POST', { 'sec-fetch-site': 'cross-site' }],
    ['no such call', '/api/nothing', 'GET', {}],
    ['no such method', '/api/login', 'PUT', {}],
    ['a method of another path', '/api/login', 'GET', {}],
    ['an unreadable address', '/api/%zz', 'GET', {}],
    ['a long address', `/api/confirm-reset/${'x'.repeat(600)}`, 'GET', {}],
    ['the mailbox', '/mailbox', 'GET', { host: 'localhost' }],
    ['a shut mailbox', '/mailbox.json', 'GET', { host: 'bank.example' }],
    ['its style', '/mailbox.css', 'GET', {}],
  ]
  // shows D114
  // asvs 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 14.2.2 14.2.3 14.3.2
  test.each(kinds)('%s carries the headers that protect it', async (_, url, method, headers) => {
    const reply = await bank.app.inject({ url, method, headers })
    expect(reply.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.any(String),
    })
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types service-worker',
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    expect(reply.headers['x-powered-by'] ?? reply.headers.server).toBeUndefined()
    if (url.startsWith('/api')) expect(reply.headers['cache-control']).toBe('no-store')
  })

  // shows D114
  // asvs 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6
  test('that is a lasting file may load nothing, and has no header that only pages heed', async () => {
    const { headers } = await get('/assets/app-1234.js')
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    for (const name of ['cross-origin-opener-policy', 'permissions-policy', 'x-request-id']) {
      expect(headers[name], name).toBeUndefined()
    }
  })
})
