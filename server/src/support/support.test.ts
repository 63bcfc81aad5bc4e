import { messages, support, tickets } from '@passbook/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db, { config: { supportAddress: 'desk@bank.example' } })
afterAll(() => bank.stop())

let ada: TestCustomer
beforeEach(async () => {
  ada = await bank.customer()
})

const good = { email: 'ada@example.com', subject: 'My card', content: 'It is lost.' }
const write = (changes: Partial<Record<keyof typeof good, string>> = {}) =>
  bank.ask(support, { ...good, ...changes }, ada.token)
const kept = () => db.sql`select 1 from support_messages`

describe('a message to support', () => {
  // shows §3.20 §7.37 D94
  test('is kept under a number and mailed to the bank', async () => {
    const content = 'It is lost.\r\n\r\n<b>Please</b> block it.'
    const answer = await write({ content })
    expect(answer).toMatchObject({ http: 200, status: 'success' })
    const { ticket } = answer.data as { ticket: string }
    expect(ticket).toMatch(/^PB-\d{6}$/)
    const [row] = await db.sql`
      select email, subject, content from support_messages
      where customer_id = ${ada.id}`
    expect(row).toEqual({ ...good, content })
    const [mail] = await bank.mailTo('desk@bank.example')
    expect(mail?.subject).toBe(`[${ticket}] My card`)
    expect(mail?.text).toContain(`${ada.name} (${ada.username}) wrote. Answer to ada@example.com.`)
    expect(mail?.text).toContain('<b>Please</b> block it.')
    const [{ html } = { html: '' }] = await db.sql<{ html: string }>`
      select html from mails where to_key = 'desk@bank.example' order by id desc limit 1`
    expect(html).toContain('&lt;b&gt;Please&lt;/b&gt; block it.')
  })

  test('gets a number of its own', async () => {
    const tickets = await Promise.all([write(), write(), write()])
    const numbers = tickets.map(({ data }) => (data as { ticket: string }).ticket)
    expect(new Set(numbers).size).toBe(3)
  })

  // shows §5.70
  test('100: is refused with the text of the first thing that is wrong, and not kept', async () => {
    const before = (await kept()).length
    const cases = [
      [{ email: 'nobody', subject: '', content: '' }, messages.supportEmailInvalid],
      [{ email: 'a@b.co\r\nBcc: x@y.zz' }, messages.supportEmailInvalid],
      [{ subject: '', content: '' }, messages.supportSubjectMissing],
      [{ subject: '   ' }, messages.supportSubjectMissing],
      [{ subject: 'Hello\r\nBcc: x@example.com' }, messages.supportSubjectMissing],
      [{ subject: 'Hello\nthere' }, messages.supportSubjectMissing],
      [{ content: '1234' }, messages.supportContentMissing],
      [{ content: '   1234   ' }, messages.supportContentMissing],
    ] as const
    for (const [changes, message] of cases) {
      const field = Object.keys(changes)[0] as string
      expect(await write(changes)).toEqual(refusedWith('invalid', { message, field }))
    }
    expect(await write({ subject: 'x'.repeat(201) })).toMatchObject({ message: messages.tooLong })
    expect((await kept()).length).toBe(before)
    expect((await write({ content: '12345' })).http).toBe(200)
  })

  test('100: one that is too long is refused, not cut', async () => {
    const before = (await kept()).length
    expect((await write({ content: 'x'.repeat(4097) })).http).toBe(413)
    expect((await write({ content: 'x'.repeat(1_000_000) })).http).toBe(413)
    expect((await kept()).length).toBe(before)
    expect((await write({ content: 'x'.repeat(4096) })).http).toBe(200)
  })

  // asvs 2.4.1
  test('100: five an hour for each customer, then the time to wait', async () => {
    for (let count = 0; count < 5; count += 1) expect((await write()).http).toBe(200)
    const before = (await kept()).length
    const reply = await bank.send(support, good, { token: ada.token })
    const waitSeconds = Number(reply.headers['retry-after'])
    expect(answerOf(reply)).toEqual(
      refusedWith('too_many', {
        message: 'Too many attempts. Try again in 60 minutes',
        data: { retryAfterSeconds: waitSeconds },
      }),
    )
    expect(waitSeconds).toBeGreaterThan(3500)
    expect((await kept()).length).toBe(before)
    const bob = await bank.customer()
    expect((await bank.ask(support, good, bob.token)).http).toBe(200)
  })

  test('is not for anonymous callers', async () => {
    expect((await bank.ask(support, good)).http).toBe(401)
  })
})

describe('what was written', () => {
  const listOf = async (token: string) =>
    ((await bank.ask(tickets, {}, token)).data as { List: Record<string, string>[] }).List

  // shows D94
  test('is listed to its writer under its number, the newest first', async () => {
    expect(await listOf(ada.token)).toEqual([])
    const first = (await write({ subject: 'First' })).data as { ticket: string }
    const second = (await write({ subject: 'Second', content: 'Line one\r\nline two' })).data as {
      ticket: string
    }
    expect(await listOf(ada.token)).toEqual([
      {
        Ticket: second.ticket,
        Subject: 'Second',
        Content: 'Line one\r\nline two',
        Email: good.email,
        Created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
      expect.objectContaining({ Ticket: first.ticket, Subject: 'First' }),
    ])
  })

  test('100: is nobody else’s to read', async () => {
    await write()
    const bob = await bank.customer()
    expect(await listOf(bob.token)).toEqual([])
    expect((await bank.ask(tickets, {})).http).toBe(401)
  })

  test('ends with the newest twenty', async () => {
    await db.sql`
      insert into support_messages(customer_id, email, subject, content, created_at)
      select ${ada.id}, 'a@b.co', 'No ' || n, 'Content', ${bank.clock.now()}
      from generate_series(1, 25) n`
    const list = await listOf(ada.token)
    expect(list.map(({ Subject }) => Subject)).toEqual(
      Array.from({ length: 20 }, (_, at) => `No ${25 - at}`),
    )
  })
})
