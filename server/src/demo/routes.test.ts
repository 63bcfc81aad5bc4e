import { demoClock, demoForward } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { passAll } from '#testing/pass-days.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const forward = ({ token }: TestCustomer) => t.send(demoForward, { by: 'day' }, { token })

test('a customer asks for days 120 times an hour, by the real clock, and keeps nobody else from it', async () => {
  const [ada, bob] = [await t.customer(), await t.customer()]
  await t.bank.db.sql`
    update customers set demo_state = 'open' where id in (${ada.id}, ${bob.id})`
  const codes: (number | string)[] = []
  for (let count = 0; count < 121; count += 1) {
    const reply = await forward(ada)
    codes.push(reply.statusCode === 200 ? 200 : reply.json().code)
  }
  expect(codes).toEqual([200, ...Array(119).fill('days_passing'), 'too_many'])
  expect(await passAll(t.bank)).toBe(true)
  const refused = await forward(ada)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().message).toMatch(/^Too many attempts\. Try again in \d+ minutes$/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  // How things stand may be asked for at any time.
  expect((await t.ask(demoClock, {}, ada.token)).http).toBe(200)
  expect((await forward(bob)).statusCode).toBe(200)
  expect(await passAll(t.bank)).toBe(true)
  t.clock.advance(3_600_000)
  ada.token = await t.signInAgain(ada)
  expect((await forward(ada)).statusCode).toBe(200)
})
