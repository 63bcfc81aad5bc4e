import { initUser, login } from '@passbook/contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeMetrics } from '#metrics/metrics.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { makeMailer } from './mailer.ts'
import { smtpCarrier } from './smtp.ts'
import type { Mail } from './templates.ts'

const db = await testDb()
const post = await startMailServer()
const bank = await testBank(db, {
  carrier: smtpCarrier({ url: post.url, from: 'Bank <b@b.example>' }),
})
const { mailer } = bank.bank
const log = pino({ level: 'silent' })
afterAll(async () => {
  await bank.stop()
  await post.stop()
})

const note = (changes: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.com',
  subject: 'A note',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  ...changes,
})
const queue = (mail: Mail) => db.transaction((sql) => mailer.queue(sql, mail))
const rows = () => db.sql<Row>`select * from mails order by id`
type Row = {
  text: string
  html: string
  tries: number
  next_try_at: Date
  sent_at: Date | null
  failed_at: Date | null
}
const reset = (server: MailServer) => {
  server.manner = 'well'
  server.delivered.length = 0
  server.visits = 0
}

beforeEach(async () => {
  await db.sql`delete from mails`
  reset(post)
})
afterEach(() => mailer.stop())

describe('a mail', () => {
  test('is sent once its reason is committed, and then forgotten', async () => {
    await queue(note({ text: 'Your code:\n\n12345\n' }))
    expect(await mailer.sendDue()).toBe(1)
    expect(await mailer.sendDue()).toBe(0)
    expect(post.delivered).toHaveLength(1)
    expect(post.delivered[0]).toMatchObject({ to: ['ada@example.com'] })
    expect(post.delivered[0]?.head).toMatch(/^From: Bank <b@b\.example>$/m)
    expect(post.delivered[0]?.head).toMatch(/^Subject: A note$/m)
    expect(post.delivered[0]?.body).toContain('12345')
    expect((await rows())[0]).toMatchObject({ text: '', html: '', sent_at: expect.any(Date) })
  })

  test('whose reason was rolled back is never sent', async () => {
    const failing = db.transaction(async (sql) => {
      await mailer.queue(sql, note())
      throw new Error('no reason')
    })
    await expect(failing).rejects.toThrow('no reason')
    expect(await mailer.sendDue()).toBe(0)
    expect(post.delivered).toEqual([])
  })

  test('is tried again after waits that grow to a minute, and is sent once', async () => {
    post.manner = 'later'
    await queue(note())
    const waits: number[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      expect(await mailer.sendDue()).toBe(0)
      const [row] = await rows()
      const now = bank.clock.now().getTime()
      const waitMs = (row?.next_try_at.getTime() ?? 0) - now
      waits.push(Math.round(waitMs / 1000))
      expect(row?.tries).toBe(tries)
      expect(await mailer.sendDue()).toBe(0)
      expect((await rows())[0]?.tries).toBe(tries)
      bank.clock.advance(waitMs + 10)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
    post.manner = 'well'
    expect(await mailer.sendDue()).toBe(1)
    expect(post.delivered).toHaveLength(1)
  })

  test('is given up after two days, and its text with it', async () => {
    post.manner = 'later'
    await queue(note())
    bank.clock.advance(49 * 3_600_000)
    await mailer.sendDue()
    expect((await rows())[0]).toMatchObject({
      text: '',
      failed_at: expect.any(Date),
      sent_at: null,
    })
  })

  test('to a mailbox that does not exist is given up at once', async () => {
    post.manner = 'never'
    await queue(note())
    await mailer.sendDue()
    expect((await rows())[0]).toMatchObject({
      text: '',
      failed_at: expect.any(Date),
      sent_at: null,
    })
    const told = bank.logged.filter((line) => line.includes('"msg":"mail '))
    expect(JSON.parse(told.at(-1) ?? '')).toMatchObject({ msg: 'mail given up', tries: 1 })
  })

  test('that the database keeps from being sent is logged without what that quotes', async () => {
    const lines: Record<string, unknown>[] = []
    const refusing = { ...db, sql: () => db.sql`select ${'Rent for Ada'}::text::int8` }
    const broken = makeMailer({
      db: refusing as typeof db,
      clock: bank.clock,
      log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
      systemName: 'Oak',
      metrics: makeMetrics(),
      carrier: async () => '250 Taken',
    })
    broken.start()
    await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1)
    await broken.stop()
    expect(lines[0]).toMatchObject({ msg: 'mail could not be sent', code: '22P02' })
    expect(JSON.stringify(lines)).not.toContain('Rent')
  })

  test('whose sender is refused waits, and is sent once the sender is right', async () => {
    post.manner = 'not-from-you'
    await queue(note())
    expect(await mailer.sendDue()).toBe(0)
    expect((await rows())[0]).toMatchObject({ failed_at: null, sent_at: null })
    post.manner = 'well'
    bank.clock.advance(60_000)
    expect(await mailer.sendDue()).toBe(1)
    expect(post.delivered).toHaveLength(1)
  })

  test('that is of no more use is not sent late', async () => {
    await queue(note({ expiresAt: new Date(bank.clock.now().getTime() + 60_000) }))
    bank.clock.advance(60_001)
    expect(await mailer.sendDue()).toBe(0)
    expect((await rows())[0]).toMatchObject({
      text: '',
      failed_at: expect.any(Date),
      sent_at: null,
    })
  })

  test('with a code goes before every notice that waits, and soon', async () => {
    const expiresAt = new Date(bank.clock.now().getTime() + 300_000)
    for (let nth = 0; nth < 40; nth += 1) await queue(note({ subject: `Notice ${nth}` }))
    const order: string[] = []
    let queued = false
    const slow = makeMailer({
      db,
      clock: bank.clock,
      log,
      systemName: 'Oak',
      metrics: makeMetrics(),
      carrier: async ({ subject }) => {
        order.push(subject)
        // In the midst of the first group somebody asks for a code.
        if (order.length === 3 && !queued) {
          queued = true
          await queue(note({ subject: 'Your code', expiresAt }))
        }
        return '250 Taken'
      },
    })
    expect(await slow.sendDue()).toBe(41)
    expect(order.indexOf('Your code')).toBe(16)
    expect(new Set(order).size).toBe(41)
  })

  test('that the server refuses holds up none of its group', async () => {
    for (const subject of ['One', 'Bad', 'Two']) await queue(note({ subject }))
    const delivered: string[] = []
    const choosy = makeMailer({
      db,
      clock: bank.clock,
      log,
      systemName: 'Oak',
      metrics: makeMetrics(),
      carrier: async ({ subject }) => {
        if (subject === 'Bad') throw new Error('busy')
        delivered.push(subject)
        return '250 Taken'
      },
    })
    expect(await choosy.sendDue()).toBe(2)
    expect(delivered.sort()).toEqual(['One', 'Two'])
    expect((await rows()).map(({ sent_at }) => sent_at !== null)).toEqual([true, false, true])
  })

  test('is sent once, though two processes send', async () => {
    for (let count = 0; count < 20; count += 1) await queue(note({ subject: `Note ${count}` }))
    const { clock } = bank
    const carrier = smtpCarrier({ url: post.url, from: 'b@b.example' })
    const other = makeMailer({ db, clock, log, carrier, systemName: 'Oak', metrics: makeMetrics() })
    const sent = await Promise.all([mailer.sendDue(), other.sendDue(), mailer.sendDue()])
    expect((sent[0] ?? 0) + (sent[1] ?? 0)).toBe(20)
    const subjects = post.delivered.map(({ head }) => /^Subject: (.*)$/m.exec(head)?.[1])
    expect(new Set(subjects).size).toBe(20)
    expect(subjects).toHaveLength(20)
  })

  test('of a process that died while sending is sent by another when its time is up', async () => {
    const { clock } = bank
    let left: ((answer: string) => void) | undefined
    const dying = makeMailer({
      metrics: makeMetrics(),
      systemName: 'Oak',
      db,
      clock,
      log,
      carrier: () =>
        new Promise<string>((resolve) => {
          left = resolve
        }),
    })
    await queue(note())
    const never = dying.sendDue()
    await expect.poll(() => left).toBeDefined()
    expect(await mailer.sendDue()).toBe(0)
    clock.advance(121_000)
    expect(await mailer.sendDue()).toBe(1)
    left?.('250 Taken')
    await never
  })
})

// asvs 16.5.2
test('no request waits for a mail server that says nothing', async () => {
  const ada = await bank.customer({ flags: { UseLoginVerification: true } })
  post.manner = 'silent'
  let done = false
  const sending = mailer.sendDue().finally(() => {
    done = true
  })
  await expect.poll(() => post.visits).toBeGreaterThan(0)
  const { username, password } = ada
  expect((await bank.send(login, { username, password })).statusCode).toBe(200)
  expect((await bank.ask(initUser, {}, ada.token)).http).toBe(200)
  expect(done).toBe(false)
  // The greeting is overdue only after ten seconds; hanging up ends the wait.
  await post.stop()
  expect(await sending).toBe(0)
})

// asvs 1.2.1 1.3.11
describe('what a customer wrote', () => {
  const sly = [
    'x\r\nBcc: evil@example.com',
    'x\nBcc: evil@example.com\n\nbody',
    'x\r\n\r\n<script>',
    'x\0y',
  ]

  test.each(sly)('adds neither a header nor an addressee: %j', async (words) => {
    const server = await startMailServer()
    const carrier = smtpCarrier({ url: server.url, from: 'b@b.example' })
    await carrier(note({ subject: words }))
    await carrier(note({ to: `ada@example.com${words.slice(1)}` })).catch(() => undefined)
    await server.stop()
    for (const { head, to } of server.delivered) {
      expect(to).toHaveLength(1)
      expect(head).not.toMatch(/^bcc:/im)
      expect(head).not.toMatch(/^<script>/m)
    }
    expect(server.delivered[0]?.to).toEqual(['ada@example.com'])
  })
})
