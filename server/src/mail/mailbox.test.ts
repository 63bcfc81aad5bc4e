import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { exchange, listening } from '#testing/raw-http.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { mailboxKey } from './mailbox.ts'
import { securityMail } from './notices.ts'
import { loginCodeMail, resetMail, transferCodeMail } from './templates.ts'

// Where it is installed; it is no part of the project.
const nginx = 'nginx'
const db = await testDb()
const bank = await testBank(db)
const port = await listening(bank.app)
afterAll(() => bank.stop())

const read = (path: string, headers: Record<string, string> = {}) =>
  bank.app.inject({ url: path, headers: { host: 'localhost:3000', ...headers } })

beforeAll(async () => {
  const ada = { email: 'Ada@example.com', firstName: '<b>Ada<b> & "Co"', isProven: true } as const
  const later = new Date(Date.now() + 60_000)
  for (const mail of [
    loginCodeMail(ada, '01234', later),
    resetMail(ada, 'https://bank.example/reset-password/abc', later),
    securityMail({ ...ada, email: 'eve@example.com' }, 'Your password was changed', 'It was.'),
  ]) {
    await bank.bank.mailer.queue(db.sql, mail)
  }
})

describe('the mailbox', () => {
  test('lists the mails of an address, newest first', async () => {
    const mails = (await read('/mailbox.json?to=ada@EXAMPLE.com')).json()
    expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual([
      'Reset your password',
      'Your sign-in code',
    ])
    expect(mails[1]).toEqual({
      to: 'Ada@example.com',
      subject: 'Your sign-in code',
      text: expect.stringMatching(/^01234$/m),
      html: expect.stringContaining('&lt;b&gt;Ada&lt;b&gt; &amp; &quot;Co&quot;'),
      at: expect.any(String),
    })
    expect((await read('/mailbox.json')).json()).toHaveLength(3)
    expect((await read('/mailbox.json?to=nobody@example.com')).json()).toEqual([])
  })

  // asvs 1.1.2 1.2.1
  test('is a page that shows what was written and runs none of it', async () => {
    const page = await read(`/mailbox?to=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).not.toContain('<script>')
    const all = await read('/mailbox')
    expect(all.body).toContain('Hello &lt;b&gt;Ada&lt;b&gt; &amp; &quot;Co&quot;,')
    expect(all.body).toContain('<a href="https://bank.example/reset-password/abc">')
    expect(all.headers['cache-control']).toBe('no-store')
  })

  const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n\r\n`
  const own = ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']
  test.each(own)('opens for the host %s with the port it listens on', async (name) => {
    for (const path of ['/mailbox', '/mailbox.json']) {
      const asked = lines(`GET ${path} HTTP/1.1`, `Host: ${name}:${port}`, 'User-Agent: x')
      expect((await exchange(port, asked)).status).toBe(200)
    }
    const closing = ['Accept-Encoding: identity', `Host: ${name}:${port}`, 'Connection: close']
    expect((await exchange(port, lines('GET /mailbox.json HTTP/1.1', ...closing))).status).toBe(200)
  })

  // What nginx sends for `proxy_pass http://127.0.0.1:<port>;`, and what tells it from a browser.
  test.each([
    ['the HTTP/1.0 of a proxy', 'HTTP/1.0', (host: string) => [`Host: ${host}`, 'User-Agent: x']],
    [
      'a Connection of its own',
      'HTTP/1.1',
      (host: string) => [`Host: ${host}`, 'Connection: close'],
    ],
    ['a proxy’s Via', 'HTTP/1.1', (host: string) => [`Host: ${host}`, 'Via: 1.1 front']],
    ['X-Real-IP', 'HTTP/1.1', (host: string) => [`Host: ${host}`, 'X-Real-IP: 127.0.0.1']],
    [
      'another page',
      'HTTP/1.1',
      (host: string) => [`Host: ${host}`, 'Referer: https://a.example/'],
    ],
    ['another origin', 'HTTP/1.1', (host: string) => [`Host: ${host}`, 'Origin: http://a.example']],
    ['a host without the port', 'HTTP/1.1', () => ['Host: localhost']],
    ['a host with another port', 'HTTP/1.1', () => ['Host: localhost:1']],
  ])('stays shut for %s, but for who has the key', async (_, version, headersOf) => {
    const headers = headersOf(`127.0.0.1:${port}`)
    const key = mailboxKey(bank.bank.config)
    for (const path of ['/mailbox', '/mailbox.json']) {
      const shut = await exchange(port, lines(`GET ${path} ${version}`, ...headers))
      expect(shut.status).toBe(403)
      expect(shut.body).not.toContain('01234')
      const wrong = await exchange(
        port,
        lines(`GET ${path}?key=${'x'.repeat(22)} ${version}`, ...headers),
      )
      expect(wrong.status).toBe(403)
      const opened = await exchange(port, lines(`GET ${path}?key=${key} ${version}`, ...headers))
      expect(opened).toMatchObject({ status: 200, body: expect.stringContaining('01234') })
    }
  })

  test('keeps the key in its form, for the next address', async () => {
    const key = mailboxKey(bank.bank.config)
    const { body } = await read(`/mailbox?key=${key}`, { host: 'bank.example' })
    expect(body).toContain(`<input type="hidden" name="key" value="${key}">`)
    expect((await read('/mailbox')).body).not.toContain('name="key"')
  })

  test.skipIf(spawnSync(nginx, ['-v']).error)(
    'stays shut behind an nginx left to itself',
    async () => {
      const proxies = ['', 'proxy_http_version 1.1;', 'proxy_set_header Host $host;']
      for (const extra of proxies) {
        const front = await startNginx(`proxy_pass http://127.0.0.1:${port}; ${extra}`)
        const through = (path: string, host: string) =>
          exchange(front.port, lines(`GET ${path} HTTP/1.1`, `Host: ${host}`, 'User-Agent: x'))
        expect((await through('/healthz', 'bank.example')).status).toBe(200)
        for (const host of ['bank.example', 'localhost', `localhost:${port}`]) {
          const reply = await through('/mailbox.json', host)
          expect({ extra, host, status: reply.status }).toEqual({ extra, host, status: 403 })
          expect(reply.body).not.toContain('01234')
        }
        const key = mailboxKey(bank.bank.config)
        expect((await through(`/mailbox.json?key=${key}`, 'bank.example')).status).toBe(200)
        await front.stop()
      }
    },
  )

  test.each([
    { host: 'bank.example' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.evil.example' },
    { host: 'evil.example:3000' },
    { forwarded: 'for=1.2.3.4' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'https' },
    { 'X-Forwarded-Anything': '' },
  ])('stays shut for %j', async (headers) => {
    for (const path of ['/mailbox', '/mailbox.json']) {
      const reply = await read(path, headers as Record<string, string>)
      expect(reply.statusCode).toBe(403)
      expect(reply.body).not.toContain('01234')
    }
  })

  test('is not there at all where mail is sent', async () => {
    const sending = await testBank(db, { config: { mailbox: false } })
    const page = await sending.app.inject({ url: '/mailbox.json', headers: { host: 'localhost' } })
    expect(page.body).not.toContain('01234')
    expect(page.statusCode).toBe(404)
    await sending.stop()
  })
})

/** An nginx of its own, as a user without rights may start one, with these words for its one place. */
async function startNginx(words: string): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-nginx-'))
  const port = await freePort()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr crit; events {}
    http { access_log off; ${paths.map((path) => `${path}_temp_path ${folder}/${path};`).join(' ')}
    server { listen 127.0.0.1:${port}; location / { ${words} } } }`,
  )
  const child = spawn(nginx, ['-p', folder, '-c', file], { stdio: 'ignore' })
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('a code stands alone on its line, and its subject says code without a digit', () => {
  const ada = { email: 'ada@example.com', firstName: 'Ada', isProven: true }
  for (const mail of [
    loginCodeMail(ada, '01234', new Date()),
    transferCodeMail(ada, '0123', new Date(), '$10.00 to Bob'),
  ]) {
    expect(mail.subject).toMatch(/\bcode\b/i)
    expect(mail.subject).not.toMatch(/\d/)
    expect(mail.text.split('\n').filter((line) => /^\d{4,5}$/.test(line))).toHaveLength(1)
  }
})
