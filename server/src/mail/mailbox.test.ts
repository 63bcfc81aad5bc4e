import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { loginCodeMail, passwordChangedMail, resetMail, transferCodeMail } from './templates.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const read = (path: string, headers: Record<string, string> = {}) =>
  bank.app.inject({ url: path, headers: { host: 'localhost:3000', ...headers } })

beforeAll(async () => {
  const ada = { email: 'Ada@example.com', firstName: '<b>Ada</b> & "Co"' }
  const later = new Date(Date.now() + 60_000)
  for (const mail of [
    loginCodeMail(ada, '01234', later),
    resetMail(ada, 'https://bank.example/reset-password/abc', later),
    passwordChangedMail({ ...ada, email: 'eve@example.com' }),
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
      html: expect.stringContaining('&lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Co&quot;'),
      at: expect.any(String),
    })
    expect((await read('/mailbox.json')).json()).toHaveLength(3)
    expect((await read('/mailbox.json?to=nobody@example.com')).json()).toEqual([])
  })

  test('is a page that shows what was written and runs none of it', async () => {
    const page = await read(`/mailbox?to=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).not.toContain('<script>')
    const all = await read('/mailbox')
    expect(all.body).toContain('Hello &lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Co&quot;,')
    expect(all.body).toContain('<a href="https://bank.example/reset-password/abc">')
    expect(all.headers['cache-control']).toBe('no-store')
  })

  test.each(['localhost', 'localhost:3000', '127.0.0.1', '127.0.0.1:8080'])(
    'opens for the host %s',
    async (host) => {
      expect((await read('/mailbox', { host })).statusCode).toBe(200)
      expect((await read('/mailbox.json', { host })).statusCode).toBe(200)
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

test('a code stands alone on its line, and its subject says code without a digit', () => {
  const ada = { email: 'ada@example.com', firstName: 'Ada' }
  for (const mail of [
    loginCodeMail(ada, '01234', new Date()),
    transferCodeMail(ada, '0123', new Date(), '$10.00 to Bob'),
  ]) {
    expect(mail.subject).toMatch(/\bcode\b/i)
    expect(mail.subject).not.toMatch(/\d/)
    expect(mail.text.split('\n').filter((line) => /^\d{4,5}$/.test(line))).toHaveLength(1)
  }
})
