import { initUser, logout } from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { setFlag } from '#cli/flags.ts'
import type { Db } from '#db/db.ts'
import { answerOf, refusedWith, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { makeSessionOf } from './sessions.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const minuteMs = 60_000
const ended = refusedWith('session_ended', { message: 'Session ended. Log in again' })
/** Until the use is noted, which happens beside the answer: here the next call is minutes later. */
const look = async (token?: string) => {
  const answer = await bank.ask(initUser, {}, token)
  await bank.bank.background.settled()
  return answer
}

describe('a session', () => {
  // shows D114
  // asvs 7.3.1
  test('ends after fifteen minutes without a call, and each call starts them anew', async () => {
    const { token } = await bank.customer()
    for (let calls = 0; calls < 3; calls += 1) {
      bank.clock.advance(14 * minuteMs)
      expect((await look(token)).http).toBe(200)
    }
    bank.clock.advance(15 * minuteMs + 1_000)
    expect(await look(token)).toEqual(ended)
  })

  // asvs 7.3.2
  test('ends after eight hours, however busy', async () => {
    const { token } = await bank.customer()
    for (let minutes = 0; minutes < 8 * 60 - 10; minutes += 10) {
      bank.clock.advance(10 * minuteMs)
      expect((await look(token)).http).toBe(200)
    }
    bank.clock.advance(10 * minuteMs)
    expect(await look(token)).toEqual(ended)
  })

  // shows D6
  // asvs 7.4.1
  test('ends when its customer logs out, and no other does', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    const reply = await bank.send(logout, {}, { token: ada.token })
    expect(answerOf(reply)).toEqual({ http: 200, status: 'success' })
    // What the browser has kept of the account goes; colours, language and the device's mark stay.
    expect(reply.headers['clear-site-data']).toBe('"cache"')
    expect(await look(ada.token)).toEqual(ended)
    expect(await bank.ask(logout, {}, ada.token)).toEqual(ended)
    expect((await look(bob.token)).http).toBe(200)
  })

  // shows D60
  // asvs 7.4.2
  test('ends when its customer is blocked, and does not come back with the customer', async () => {
    const ada = await bank.customer()
    await db.transaction((sql) =>
      setFlag(sql, { username: ada.username, flag: 'Blocked', value: true }),
    )
    expect(await look(ada.token)).toEqual(ended)
    await db.transaction((sql) =>
      setFlag(sql, { username: ada.username, flag: 'Blocked', value: false }),
    )
    expect(await look(ada.token)).toEqual(ended)
  })

  // shows D114
  // asvs 7.2.2 7.2.3
  test('is stored by the hash of its token only', async () => {
    const { token } = await bank.customer()
    expect(JSON.stringify(await db.sql`select token_hash from sessions`)).not.toContain(token)
  })
})

describe('streams that come back at once', () => {
  const asked: string[] = []
  const atOnce = { now: 0, most: 0 }
  const sql: Db['sql'] = <Row>(...given: Parameters<Db['sql']>) => {
    const [strings] = given
    asked.push(strings.join('?'))
    atOnce.now += 1
    atOnce.most = Math.max(atOnce.most, atOnce.now)
    return db.sql<Row>(...given).finally(() => {
      atOnce.now -= 1
    })
  }
  const sessionOf = makeSessionOf({ ...bank.bank, db: { ...db, sql } })

  test('are looked up together, and each is answered for itself', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => bank.customer()))
    const tokens = Array.from({ length: 300 }, (_, at) =>
      at % 7 === 0 ? `nobody${at}` : (people[at % 5]?.token ?? ''),
    )
    const found = await Promise.allSettled(tokens.map((token) => sessionOf(token)))
    for (const [at, one] of found.entries()) {
      if (at % 7 === 0) expect(one).toMatchObject({ reason: { code: 'session_ended' } })
      else expect(one).toMatchObject({ value: { customerId: people[at % 5]?.id } })
    }
    // Sixteen at a time, and never two look-ups at once: others have the connections.
    expect(asked.length).toBe(Math.ceil(300 / 16))
    expect(atOnce).toEqual({ now: 0, most: 1 })
  })

  test('use no session: one that idled away does not come back by them', async () => {
    const { token } = await bank.customer()
    bank.clock.advance(14 * minuteMs)
    await sessionOf(token)
    bank.clock.advance(2 * minuteMs)
    await expect(sessionOf(token)).rejects.toMatchObject({ code: 'session_ended' })
  })
})

describe('a token that is none', () => {
  // asvs 7.2.1
  test.each([
    ['nothing', undefined],
    ['an empty one', ''],
    ['one of 10 KB', 'x'.repeat(10_240)],
    ['odd bytes', 'a\u00ffb\u0080'],
    ['a quote and a comment', `' or 1=1 --`],
    ['a tab', 'a\tb'],
  ])('%s is answered with 401', async (_, token) => {
    const reply = await bank.send(initUser, {}, token === undefined ? {} : { token })
    expect(answerOf(reply)).toEqual(ended)
  })

  test.each(['Basic', 'bearer bearer', 'Token'])('the scheme %s is none', async (scheme) => {
    const { token } = await bank.customer()
    const headers = { authorization: `${scheme} ${token}` }
    expect((await bank.send(initUser, {}, { headers })).statusCode).toBe(401)
  })

  // shows §7.2 D117 D170
  test('in the address it is not taken, and beside another token it ends the matter', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    expect((await bank.send(initUser, { user_auth: ada.token })).statusCode).toBe(401)
    const both = await bank.send(initUser, { user_auth: bob.token }, { token: ada.token })
    expect(both.statusCode).toBe(401)
    const same = await bank.send(initUser, { user_auth: ada.token }, { token: ada.token })
    expect(same.statusCode).toBe(200)
  })
})
