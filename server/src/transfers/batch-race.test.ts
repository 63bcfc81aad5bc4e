import { initUser, transactions, transferLocal } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { accountsOf } from '#accounts/accounts.ts'
import { openPostgres, type Sql } from '#db/db.ts'
import { makeDb } from '#testing/make-db.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'

// Two servers over one database, each with its own poster; on the embedded database there is only one.
const made = await makeDb()
const { db } = made
const other = made.url ? await openPostgres({ url: made.url }) : db
const [here, there] = [await testBank(db), await testBank(other)]
afterAll(async () => {
  await here.stop()
  await there.stop()
  if (other !== db) await other.close()
  await made.drop()
})

const people = await Promise.all(
  Array.from({ length: 6 }, () =>
    here.customer({ pin: '4821', balance: '1000.00', flags: { UseOtp: false } }),
  ),
)

const send = (bank: typeof here, from: TestCustomer, to: TestCustomer, key?: string) =>
  bank.send(
    transferLocal,
    {
      source_account: from.account.publicId,
      amount: '1.00',
      acc_number: to.account.number,
      acc_name: to.name,
      pin: '4821',
    },
    { token: from.token, ...(key && { headers: { 'idempotency-key': key } }) },
  )

const at = (index: number) => people[index % people.length] as TestCustomer

async function total(): Promise<bigint> {
  let sum = 0n
  for (const { id } of people) sum += (await accountsOf(db.sql, id))[0]?.balanceMinor ?? 0n
  return sum
}

test('crossing batches of two servers: all go through, none waits for the other for ever', async () => {
  for (let round = 0; round < 5; round += 1) {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        send(index % 2 ? here : there, at(index), at(index * 5 + 1 + 2 * round)),
      ),
    )
    expect(replies.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
  }
  expect(await total()).toBe(6000_00n)
  expect(await here.findings()).toEqual([])
})

test('one key at two servers at once: one effect, one answer', async () => {
  const [from, to] = [at(0), at(1)]
  const before = (await accountsOf(db.sql, from.id))[0]?.balanceMinor ?? 0n
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      // Others in between, so that there are batches at all.
      index % 3
        ? send(index % 2 ? here : there, from, to, 'the-same-for-all')
        : send(index % 2 ? here : there, at(2), at(3)),
    ),
  )
  const same = replies.filter((_, index) => index % 3)
  expect(new Set(same.map(({ body }) => body)).size).toBe(1)
  expect(same[0]?.statusCode).toBe(200)
  expect((await accountsOf(db.sql, from.id))[0]?.balanceMinor).toBe(before - 1_00n)
})

/** Works while another connection holds the rows of a statement locked. */
async function whileLocked(lock: (sql: Sql) => Promise<unknown>, work: () => Promise<void>) {
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = other.transaction(async (sql) => {
    await lock(sql)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  try {
    await work()
  } finally {
    held.resolve()
    await holding
  }
}

test.skipIf(!made.url)('an account that somebody holds locked stops nobody else', async () => {
  const { account } = at(0)
  await whileLocked(
    (sql) => sql`select 1 from ledger_accounts where id = ${account.id} for update`,
    async () => {
      const stuck = send(here, at(0), at(1))
      const others = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          send(here, at(2 + (index % 2)), at(4 + (index % 2))),
        ),
      )
      expect(others.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
      expect((await stuck).statusCode).toBe(503)
    },
  )
  expect((await send(here, at(0), at(1))).statusCode).toBe(200)
  expect(await here.findings()).toEqual([])
})

test.skipIf(!made.url)('a session that somebody holds locked keeps nobody out', async () => {
  const { id } = at(0)
  await db.sql`
    update sessions set last_used_at = now() - interval '2 minutes' where customer_id = ${id}`
  await whileLocked(
    (sql) => sql`select 1 from sessions where customer_id = ${id} for update`,
    async () => {
      const replies = await Promise.all(
        people.flatMap(({ token, account }) => [
          here.send(initUser, {}, { token }),
          here.send(transactions, { accountId: account.publicId }, { token }),
        ]),
      )
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
    },
  )
})
