import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { support } from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { startProgram } from '#testing/program.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { smtpCarrier, troubleWith } from './smtp.ts'
import type { Mail } from './templates.ts'

const db = await testDb()
const servers: MailServer[] = []
const start = async (...manners: Parameters<typeof startMailServer>) => {
  const server = await startMailServer(...manners)
  servers.push(server)
  return server
}
afterAll(() => Promise.all(servers.map((server) => server.stop())))

const from = '"Oak" <no-reply@bank.example>'
const ca = readFileSync(join(import.meta.dirname, '../testing/certificates/ca.pem'), 'utf8')
const note: Mail = {
  to: 'ada@example.com',
  subject: 'A note',
  text: 'Hello\n',
  html: '<p>Hello</p>',
}
const password = 'p@ss:w0rd/%'
const named = (url: string, word = password) =>
  url.replace('//', `//post:${encodeURIComponent(word)}@`)

describe('STARTTLS', () => {
  test('with one’s own CA: the mail arrives through TLS, after a login', async () => {
    const server = await start({ starttls: 'signed', login: { user: 'post', password } })
    const smtp = { url: named(server.url), from, ca }
    expect(await troubleWith(smtp)).toBeUndefined()
    expect(await smtpCarrier(smtp)(note)).toBe('250 Taken')
    expect(server.delivered).toMatchObject([{ secure: true, user: 'post' }])
  })

  // asvs 12.3.2
  test('with a certificate that nobody vouches for is refused, with the setting', async () => {
    const server = await start({ starttls: 'self-signed' })
    const { host } = new URL(server.url)
    const words = `The mail server at ${host} has a certificate that is not trusted: self-signed certificate. Set SMTP_CA to the file of its CA; for a server on this same machine SMTP_URL may end in ?ignoreTLS=true.`
    expect(await troubleWith({ url: server.url, from })).toBe(words)
    expect(await troubleWith({ url: server.url, from, ca })).toBe(words)
    await expect(smtpCarrier({ url: server.url, from })(note)).rejects.toThrow(words)
    expect(server.delivered).toEqual([])
    expect(await smtpCarrier({ url: `${server.url}?ignoreTLS=true`, from })(note)).toBe('250 Taken')
    const own = readFileSync(
      join(import.meta.dirname, '../testing/certificates/self-signed.pem'),
      'utf8',
    )
    expect(await troubleWith({ url: server.url, from, ca: own })).toBeUndefined()
  })

  test('that is asked for and not offered is refused', async () => {
    const server = await start()
    const trouble = await troubleWith({ url: `${server.url}?requireTLS=true`, from })
    expect(trouble).toContain('offers no TLS, which SMTP_URL asks for')
    const wanted = { url: server.url, from, requireTls: true } as const
    expect(await troubleWith(wanted)).toContain('offers no TLS')
    await expect(smtpCarrier(wanted)(note)).rejects.toThrow('SMTP_INSECURE=1')
    expect(server.delivered).toEqual([])
    const smtps = server.url.replace('smtp:', 'smtps:')
    expect(await troubleWith({ url: smtps, from })).toContain('Write smtp:// in SMTP_URL')
  })
})

describe('a mail server in trouble is named, never with the password', () => {
  const secret = 'p4ssw0rd'

  test.each([
    [
      'smtp://post:p4ssw0rd@127.0.0.1:1',
      /^The mail server at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED.*SMTP_URL names it\.$/,
    ],
    [
      'smtps://post:p4ssw0rd@mail.passbook.invalid',
      /^The mail server at mail\.passbook\.invalid:465 cannot be reached: /,
    ],
  ])('%s', async (url, words) => {
    const trouble = await troubleWith({ url, from })
    expect(trouble).toMatch(words)
    expect(trouble).not.toContain(secret)
  })

  test('that refuses the login', async () => {
    const server = await start({ login: { user: 'post', password } })
    const trouble = await troubleWith({ url: named(server.url, secret), from })
    expect(trouble).toContain('refuses the login: Invalid login: 535 5.7.8 Who are you?')
    expect(trouble).toContain('Correct the user and the password in SMTP_URL.')
    expect(trouble).not.toContain(secret)
  })

  test('does not keep the bank shut: it opens, and says so in one line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'passbook-smtp-'))
    const { url } = await start({ login: { user: 'post', password } })
    const bank = startProgram('server/src/main.ts', [], {
      ...{ DATABASE_URL: undefined, DATA_DIR: folder, DEMO: '1', PORT: '0', LOG_LEVEL: 'warn' },
      SMTP_URL: named(url, secret),
    })
    await bank.said('Mails wait until it is well.')
    const output = bank.output()
    expect(output).toContain('Passbook is open at')
    expect(output).toContain('(codes are mailed to secure@passbook.example)')
    expect(output).not.toMatch(/mailbox/i)
    const warning = output.split('\n').find((line) => line.startsWith('{')) ?? ''
    expect(JSON.parse(warning)).toMatchObject({
      level: 40,
      msg: expect.stringContaining(`The mail server at ${new URL(url).host} refuses the login: `),
    })
    expect(output).not.toContain(secret)
    bank.child.kill('SIGTERM')
    expect((await bank.ended).code).toBe(0)
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('every mail', () => {
  test('names the bank, is marked as automatic and is a whole document', async () => {
    const server = await start()
    const config = { systemName: 'Oak & "Sons"', supportAddress: 'desk@bank.example' }
    const carrier = smtpCarrier({ url: server.url, from })
    const bank = await testBank(db, { config, carrier })
    const ada = await bank.customer({ email: 'ada@example.com' })
    const asked = { email: 'ada@home.example', subject: 'My card', content: 'It is lost.' }
    expect(await bank.ask(support, asked, ada.token)).toMatchObject({ http: 200 })
    await bank.bank.mailer.sendDue()
    expect(server.delivered.map(({ to }) => to)).toEqual([
      ['ada@example.com'],
      ['desk@bank.example'],
    ])
    for (const { head, body } of server.delivered) {
      expect(head).toMatch(/^From: Oak <no-reply@bank\.example>$/m)
      expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
      const [text = '', html = ''] = body.split('Content-Type: text/html')
      expect(text).toContain('Sent by Oak & "Sons"')
      expect(html).toContain('<!doctype html>\r\n<html lang=')
      expect(html).toContain('<p>Sent by Oak &amp; &quot;Sons&quot;</p>')
      expect(html).toMatch(/<title>[^<]+<\/title>/)
    }
    const replyTo = server.delivered.map(({ head }) => /^Reply-To: (.*)$/m.exec(head)?.[1])
    expect(replyTo).toEqual([undefined, 'ada@home.example'])
    await bank.stop()
  })
})

describe('test-mail', () => {
  const log = () => db.sql<{ outcome: string }>`
    select outcome from operator_log where command like 'test-mail %' order by id desc limit 1`

  test('sends one and tells what the server said', async () => {
    const server = await start()
    const smtp = { url: server.url, from }
    const bank = await testBank(db, { config: { smtp }, carrier: smtpCarrier(smtp) })
    const { host } = new URL(server.url)
    const said = `The mail server at ${host} took the mail for ada@example.com: 250 Taken`
    expect(await runCommand(bank.bank, ['test-mail', 'ada@example.com'])).toBe(said)
    expect(server.delivered).toMatchObject([{ to: ['ada@example.com'] }])
    expect(server.delivered[0]?.head).toMatch(/^Subject: A test mail$/m)
    expect(await log()).toEqual([{ outcome: said }])

    server.manner = 'never'
    const refused = `The mail server at ${host} refuses the mail: `
    await expect(runCommand(bank.bank, ['test-mail', 'no@example.com'])).rejects.toThrow(refused)
    expect((await log())[0]?.outcome).toContain(refused)
    server.manner = 'later'
    const passing = `The mail server at ${host} does not take the mail now: `
    await expect(runCommand(bank.bank, ['test-mail', 'no@example.com'])).rejects.toThrow(
      new RegExp(`^${passing}.*451 Try again later.*Such an answer passes(?!.*MAIL_FROM)`),
    )
    await expect(runCommand(bank.bank, ['test-mail', 'nobody'])).rejects.toThrow(
      'nobody is no mail address',
    )
    await bank.stop()
  })

  test('says that nothing is sent where mail is kept', async () => {
    const bank = await testBank(db)
    const said = await runCommand(bank.bank, ['test-mail', 'op@example.com'])
    expect(said).toBe(
      'No mail is sent, since SMTP_URL is not set. The mail is kept at http://localhost:3000/mailbox',
    )
    expect(await bank.mailTo('op@example.com')).toMatchObject([{ subject: 'A test mail' }])
    await bank.stop()
  })
})
