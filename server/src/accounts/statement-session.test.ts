import { messages, transactions } from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { endSessions } from '#auth/sessions.ts'
import type { Db } from '#db/db.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const asked: string[] = []
/** The same database, which keeps what it was asked. */
const overheard: Db = {
  ...db,
  sql: (strings, ...values) => {
    asked.push(strings.join('?'))
    return db.sql(strings, ...values)
  },
}
const bank = await testBank(overheard)
afterAll(() => bank.stop())

const minuteMs = 60_000
const ended = refusedWith('session_ended')
const look = ({ account }: TestCustomer, token: string, page = '1') =>
  bank
    .send(transactions, { accountId: account.publicId, page }, { token })
    .then((reply) => answerOf(reply))

describe('a statement, which looks its session up in its own query', () => {
  test('asks the database once', async () => {
    const ada = await bank.customer({ balance: '5.00' })
    asked.length = 0
    expect(await look(ada, ada.token)).toMatchObject({ http: 200, data: { Meta: { Total: 1 } } })
    expect(asked).toHaveLength(1)
  })

  test('ends after fifteen minutes without a call, and each look starts them anew', async () => {
    const ada = await bank.customer()
    for (let calls = 0; calls < 3; calls += 1) {
      bank.clock.advance(14 * minuteMs)
      expect((await look(ada, ada.token)).http).toBe(200)
      await bank.bank.background.settled()
    }
    bank.clock.advance(15 * minuteMs + 1_000)
    expect(await look(ada, ada.token)).toEqual(ended)
  })

  test('notes a refused look as a use, and a session that ended not at all', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    bank.clock.advance(minuteMs)
    expect((await look(bob, ada.token)).http).toBe(403)
    await endSessions(db.sql, bob.id)
    expect(await look(bob, bob.token)).toEqual(ended)
    await bank.bank.background.settled()
    const used = await db.sql<{ at: Date }>`
      select last_used_at as at from sessions where customer_id = any(${[ada.id, bob.id]}::int8[])`
    expect(used).toHaveLength(1)
    expect(bank.clock.now().getTime() - (used[0]?.at.getTime() ?? 0)).toBeLessThan(minuteMs)
  })

  test('ends with its eight hours, with the session, and with a customer who is blocked', async () => {
    const [ada, bob, eve] = [await bank.customer(), await bank.customer(), await bank.customer()]
    await endSessions(db.sql, ada.id)
    expect(await look(ada, ada.token)).toEqual(ended)
    await db.sql`update customers set blocked = true where id = ${bob.id}`
    expect(await look(bob, bob.token)).toEqual(ended)
    await db.sql`update sessions set expires_at = ${bank.clock.now()} where customer_id = ${eve.id}`
    expect(await look(eve, eve.token)).toEqual(ended)
  })

  test('tells a stranger nothing, neither of accounts nor of what is wrong with the input', async () => {
    const ada = await bank.customer()
    for (const page of ['1', '0', 'x', '-1']) {
      expect(await look(ada, 'x'.repeat(43), page)).toEqual(ended)
    }
    expect((await look(ada, ada.token, 'x')).http).toBe(422)
    const nobody = await bank.send(transactions, { accountId: ada.account.publicId, page: 'x' })
    expect(answerOf(nobody)).toEqual(ended)
  })

  test("answers another's account, an unknown, a closed one and no id at all the same", async () => {
    const [ada, bob, eve] = [await bank.customer(), await bank.customer(), await bank.customer()]
    await db.sql`
      update ledger_accounts set closed_at = ${bank.clock.now()} where id = ${eve.account.id}`
    const refused = refusedWith('not_yours', { message: messages.accountNotYours })
    const answers = [
      await look(bob, ada.token),
      await look(eve, eve.token),
      ...(await Promise.all(
        [crypto.randomUUID(), 'none', ada.account.publicId.toUpperCase(), "' or 1=1"].map((id) =>
          bank.send(transactions, { accountId: id }, { token: ada.token }).then(answerOf),
        ),
      )),
    ]
    expect(answers).toEqual(answers.map(() => refused))
  })
})
