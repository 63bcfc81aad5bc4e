import { type Call, exportStatement, initUser, payeeTotal } from '@passbook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db, Sql } from '#db/db.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// One customer asks for everything at once, while another opens a page.
const whole = await testDb()
const work = { now: 0, most: 0 }
const counted = <Done>(done: Promise<Done>): Promise<Done> => {
  work.now += 1
  work.most = Math.max(work.most, work.now)
  return done.finally(() => {
    work.now -= 1
  })
}
const sql: Sql = (strings, ...values) => counted(whole.sql(strings, ...values))
const watched: Db = { ...whole, sql, transaction: (inside) => counted(whole.transaction(inside)) }
// Each look-up of a session by itself, so that it is counted.
const t = await testBank(watched, {
  config: { requestsAtOnce: { session: 4, network: 16 }, batchMax: 1 },
})
afterAll(() => t.stop())

let greedy: TestCustomer
let honest: TestCustomer
let line: string
beforeAll(async () => {
  ;[greedy, honest] = [await t.customer({ balance: '5.00' }), await t.customer()]
  for (let nth = 0; nth < 20; nth += 1) await t.fund(greedy, '1.00')
  await t.told()
  const [newest] = await sql<{ id: string }>`
    select id from transactions where account_id = ${greedy.account.id} order by line desc limit 1`
  line = newest?.id ?? ''
})

type Asked = [Call, Record<string, string>]
const account = () => greedy.account.publicId
const crowds: [name: string, asked: () => Asked, answered: number][] = [
  ['exports', () => [exportStatement, { accountId: account(), format: 'csv' }], 42],
  ['totals of a payee', () => [payeeTotal, { transactionId: line }], 42],
  ['first pages', () => [initUser, {}], 44],
]

// shows D168
test.each(crowds)(
  'sixty %s of one session are no crowd before the page of another',
  async (_, asked, answered) => {
    work.most = 0
    const heard: Record<number, number> = {}
    const crowd = Array.from({ length: 60 }, async () => {
      const [call, input] = asked()
      const options = { token: greedy.token, address: '10.7.0.1' }
      const { statusCode } = await t.send(call, input, options)
      heard[statusCode] = (heard[statusCode] ?? 0) + 1
    })
    // From the same network, and from another.
    for (const address of ['10.7.0.1', '10.7.0.2']) {
      expect((await t.send(initUser, {}, { token: honest.token, address })).statusCode).toBe(200)
    }
    // What a page waits for: four of the crowd, and what is done beside replies.
    expect(work.most).toBeLessThan(20)
    await Promise.all(crowd)
    expect(heard[200]).toBeGreaterThanOrEqual(answered)
    expect((heard[200] ?? 0) + (heard[429] ?? 0)).toBe(60)
  },
)
