import {
  messages,
  type Notification,
  notifications,
  readNotifications,
  toggleAlert,
} from '@passbook/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openAccount } from '#accounts/accounts.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import type { LineDetails } from '#ledger/ledger.ts'
import * as ledger from '#ledger/ledger.ts'
import { expectPlaced } from '#testing/references.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { wordsOf } from './notice-words.ts'
import { notify } from './notifications.ts'
import { deliverOutbox, wakeOutbox } from './outbox.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

let ada: TestCustomer
let bob: TestCustomer
beforeEach(async () => {
  ada = await bank.customer({ balance: '1000.00' })
  bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  await drain()
})

async function drain() {
  while ((await deliverOutbox(bank.bank)) > 0);
}

type Page = { List: Notification[]; Meta: { PageSize: number; Total: number }; Unread: number }
async function pageOf({ token }: TestCustomer, page = 1): Promise<Page> {
  return (await bank.ask(notifications, { page }, token)).data as Page
}
const newsOf = async (who: TestCustomer) =>
  (await pageOf(who)).List.map(({ Title, Body }) => [Title, Body])
const subjectsTo = async ({ email }: TestCustomer) =>
  (await bank.mailTo(email)).map(({ subject }) => subject)

const local = { purpose: 'transfer', method: 'local', same: true } as const

function pay(amountMinor: bigint) {
  return db.transaction((sql) =>
    ledger.move(sql, {
      ...momentOf(bank.bank),
      kind: 'transfer.local',
      from: ada.account.id,
      to: bob.account.id,
      amountMinor,
      ownerId: ada.id,
      fromLine: { ...local, name: bob.name },
      toLine: { ...local, name: ada.name },
    }),
  )
}

async function pend(type: 'credit' | 'debit', amountMinor: bigint, line: LineDetails) {
  const accountId = ada.account.id
  const order = { ...momentOf(bank.bank), accountId, type, amountMinor, line }
  const { lines } = await db.transaction((sql) => ledger.pend(sql, order))
  return lines[0]?.id ?? ''
}

async function settle(transactionId: string) {
  await db.transaction(async (sql) => {
    const counter = await internalAccount(sql, 'clearing', 'usd', 0n)
    const order = { ...momentOf(bank.bank), transactionId, counter, kind: 'test.settled' }
    await ledger.settle(sql, order)
  })
}

function fail(transactionId: string, reason: string) {
  const order = { transactionId, reason, at: bank.clock.now() }
  return db.transaction((sql) => ledger.fail(sql, order))
}

describe('a movement is told', () => {
  // shows D93
  test('to both sides, with amount, other party, account and transaction', async () => {
    const { lines } = await pay(1_234_56n / 2n)
    await drain()
    const [hers] = (await pageOf(ada)).List
    expect(hers).toMatchObject({
      Title: 'Money sent',
      Body: `$617.28 to Bob Stone, from Ada Okafor (${ada.account.number}).`,
      Transaction: lines[0]?.id,
      Party: 'Bob Stone',
      Read: false,
    })
    expect(new Date(String(hers?.Created)).getTime()).toBeGreaterThan(Date.now() - 60_000)
    const [his] = (await pageOf(bob)).List
    expect(his).toMatchObject({
      Title: 'Money received',
      Body: `$617.28 from Ada Okafor, to Bob Stone (${bob.account.number}).`,
      Transaction: lines[1]?.id,
      Party: 'Ada Okafor',
    })
    expect((await subjectsTo(ada))[0]).toBe('Money sent')
    expect((await bank.mailTo(bob.email))[0]).toMatchObject({
      subject: 'Money received',
      text: expect.stringContaining('$617.28 from Ada Okafor'),
    })
  })

  test('once it is decided; while it is pending nothing is told', async () => {
    const line = { purpose: 'transfer', method: 'wire', name: 'Zoe Ltd' } as const
    const [good, bad] = [await pend('debit', 10_00n, line), await pend('debit', 20_00n, line)]
    await drain()
    expect((await pageOf(ada)).List[0]?.Title).toBe('Money received')
    await settle(good)
    await fail(bad, 'The beneficiary bank returned the payment.')
    await drain()
    const account = `Ada Okafor (${ada.account.number})`
    const why = 'The beneficiary bank returned the payment'
    expect((await newsOf(ada)).slice(0, 2)).toEqual([
      ['Transfer failed', `$20.00 to Zoe Ltd, from ${account}, did not go through: ${why}.`],
      ['Money sent', `$10.00 to Zoe Ltd, from ${account}.`],
    ])
    expect((await subjectsTo(ada)).slice(0, 2)).toEqual(['Transfer failed', 'Money sent'])
  })

  test('once, even where it was pended and decided before anybody looked', async () => {
    const before = (await pageOf(ada)).Meta.Total
    const id = await pend('credit', 500_00n, { purpose: 'loan', method: 'loan' })
    await settle(id)
    await drain()
    const { List, Meta } = await pageOf(ada)
    expect(Meta.Total).toBe(before + 1)
    expect(List[0]).toMatchObject({
      Title: 'Loan paid out',
      Body: `$500.00, to Ada Okafor (${ada.account.number}).`,
      Transaction: id,
    })
  })

  test("in the account's own currency", async () => {
    const { clock } = bank
    await db.transaction(async (sql) => {
      const euros = { type: 'savings', currency: 'eur', name: 'Euros', now: clock.now() }
      const account = await openAccount(sql, ada.id, euros)
      await ledger.move(sql, {
        ...momentOf(bank.bank),
        kind: 'deposit.bank',
        from: await internalAccount(sql, 'clearing', 'eur', 0n),
        to: account.id,
        amountMinor: 1_234_567_89n,
        toLine: { purpose: 'transfer', method: 'bank', name: 'Acme' },
      })
    })
    await drain()
    expect((await newsOf(ada))[0]?.[1]).toMatch(/^€1,234,567\.89 from Acme, to Euros/)
  })

  // shows D93
  test('in the app only, where alerts are off', async () => {
    await bank.ask(toggleAlert, { notification: 'off' }, ada.token)
    const before = await subjectsTo(ada)
    await pay(1_00n)
    await drain()
    expect((await newsOf(ada))[0]?.[0]).toBe('Money sent')
    expect(await subjectsTo(ada)).toEqual(before)
    expect((await subjectsTo(bob))[0]).toBe('Money received')
  })

  test('in words that fit', () => {
    const movement = {
      type: 'debit',
      state: 'completed',
      amountMinor: 5_00n,
      currency: 'gbp',
      purpose: 'others',
      method: 'bill',
      name: 'Netflix Inc',
      ownAccount: false,
      failureReason: null,
      accountName: 'Daily',
      accountNumber: '1',
    } as const
    const titleOf = (changes: object) => wordsOf({ ...movement, ...changes }).title
    const failed = { state: 'failed', failureReason: messages.insufficientFunds }
    expect(wordsOf(movement)).toEqual({
      title: 'Bill paid',
      body: '£5.00 to Netflix Inc, from Daily (1).',
    })
    expect(titleOf(failed)).toBe('Bill payment failed')
    expect(titleOf({ purpose: 'loan', type: 'credit', ...failed })).toBe('Loan declined')
    expect(titleOf({ purpose: 'loan' })).toBe('Loan repaid')
    expect(titleOf({ method: 'own-account', ownAccount: true })).toBe('Moved between your accounts')
    expect(titleOf({ method: 'crypto', type: 'credit', ...failed })).toBe('Deposit failed')
  })
})

describe('exactly once', () => {
  const countOf = async () => {
    const [row] = await db.sql<{ told: number; lines: number; mails: number; left: number }>`
      select (select count(*) from notifications where transaction_id is not null)::int4 as told,
        (select count(distinct transaction_id) from notifications)::int4 as lines,
        -- Past the first ones of an hour they wait for one mail.
        (select count(*) from mails where subject in ('Money sent', 'Money received'))::int4
          + (select coalesce(sum(times), 0) from movement_digests)::int4 as mails,
        (select count(*) from outbox)::int4 as left`
    return row ?? { told: 0, lines: 0, mails: 0, left: 0 }
  }

  test('with workers side by side while money moves', async () => {
    const before = await countOf()
    const second = await testBank(db)
    let moving = true
    const work = async (by: Bank) => {
      while (moving || (await deliverOutbox(by)) > 0) await deliverOutbox(by)
    }
    const workers = [work(bank.bank), work(second.bank), work(bank.bank)]
    for (let count = 0; count < 40; count += 1) await pay(1_00n)
    moving = false
    await Promise.all(workers)
    await drain()
    const after = await countOf()
    expect(after).toEqual({
      told: before.told + 80,
      lines: before.lines + 80,
      mails: before.mails + 80,
      left: 0,
    })
    await second.stop()
  })

  test('when a worker dies half way: nothing, then everything', async () => {
    const before = await countOf()
    await pay(2_00n)
    const dying: Bank = {
      ...bank.bank,
      mailer: {
        ...bank.bank.mailer,
        async queueAll(sql, mails) {
          await bank.bank.mailer.queueAll(sql, mails)
          // On a server its connection really ends here, as when the process is killed.
          if (db.kind === 'postgres') await sql`select pg_terminate_backend(pg_backend_pid())`
          throw new Error('killed')
        },
      },
    }
    await expect(deliverOutbox(dying)).rejects.toThrow()
    expect(await countOf()).toEqual({ ...before, left: 2 })
    await drain()
    expect(await countOf()).toMatchObject({
      told: before.told + 2,
      mails: before.mails + 2,
      left: 0,
    })
  })

  test('in batches, without a word for accounts that are nobody’s', async () => {
    const before = await countOf()
    for (let count = 0; count < 110; count += 1) await pay(10n)
    const orphan = await db.transaction((sql) =>
      ledger.openAccount(sql, { ownerId: 999_999n, currency: 'usd', at: bank.clock.now() }),
    )
    await db.transaction(async (sql) =>
      ledger.move(sql, {
        ...momentOf(bank.bank),
        kind: 'test',
        from: await internalAccount(sql, 'clearing', 'usd', 0n),
        to: orphan.id,
        amountMinor: 1n,
        toLine: {},
      }),
    )
    expect(await deliverOutbox(bank.bank)).toBe(200)
    expect(await deliverOutbox(bank.bank)).toBe(21)
    expect(await deliverOutbox(bank.bank)).toBe(0)
    expect((await countOf()).told).toBe(before.told + 220)
  })

  test('however often the worker is woken', async () => {
    const before = await countOf()
    for (let count = 0; count < 10; count += 1) {
      await pay(1_00n)
      for (let again = 0; again < 5; again += 1) wakeOutbox(bank.bank)
    }
    await bank.bank.background.settled()
    expect(await countOf()).toMatchObject({ told: before.told + 20, left: 0 })
  })
})

describe('the list behind the bell', () => {
  // shows D10
  test('has twenty to a page, newest first, and says how many are unread', async () => {
    const now = bank.clock.now()
    const { Meta } = await pageOf(bob)
    for (let count = Meta.Total; count < 41; count += 1) {
      await notify(db.sql, bob.id, { title: `Note ${count}`, body: 'x', now })
    }
    const first = await pageOf(bob)
    expect(first.List).toHaveLength(20)
    expect(first.List[0]).toMatchObject({ Title: 'Note 40', Read: false, Transaction: null })
    expect(first.List[0]).not.toHaveProperty('Party')
    expect(first).toMatchObject({ Meta: { PageSize: 3, Total: 41 }, Unread: 41 })
    expect((await pageOf(bob, 3)).List).toHaveLength(1)
    expect(await pageOf(bob, 4)).toMatchObject({ List: [], Meta: { Total: 41 } })
    expect((await bank.ask(notifications, {}, bob.token)).data).toEqual(
      JSON.parse(JSON.stringify(first)),
    )
  })

  // shows D10
  test('is marked as read all at once, for its customer only', async () => {
    expect((await pageOf(ada)).Unread).toBeGreaterThan(0)
    expect((await bank.ask(readNotifications, {}, ada.token)).http).toBe(200)
    const { List, Unread } = await pageOf(ada)
    expect(Unread).toBe(0)
    expect(List.every(({ Read }) => Read)).toBe(true)
    expect((await pageOf(bob)).Unread).toBeGreaterThan(0)
    expect((await bank.ask(readNotifications, {}, ada.token)).http).toBe(200)
  })

  test('that comes while all is being marked is never lost from the count', async () => {
    const eve = await bank.customer()
    const told = Array.from({ length: 30 }, (_, nth) =>
      notify(db.sql, eve.id, { title: `News ${nth}`, body: 'x', now: bank.clock.now() }),
    )
    const marks = Array.from({ length: 10 }, () => bank.ask(readNotifications, {}, eve.token))
    await Promise.all([...told, ...marks])
    const { List, Unread, Meta } = await pageOf(eve)
    const further = (await pageOf(eve, 2)).List
    const unread = [...List, ...further].filter(({ Read }) => !Read)
    expect(unread).toHaveLength(Unread)
    expect(Meta.Total).toBe([...List, ...further].length)
  })

  test('refuses a page that is none, and anonymous callers', async () => {
    for (const page of ['0', '-1', '1.5', 'abc', '1e9', '9223372036854775808', '']) {
      expect(await bank.ask(notifications, { page }, ada.token)).toEqual(
        refusedWith('invalid', { message: messages.pageInvalid, field: 'page' }),
      )
    }
    expect(await pageOf(ada, 999_999_999)).toMatchObject({ List: [] })
    expect((await bank.ask(notifications, {})).http).toBe(401)
    expect((await bank.ask(readNotifications, {})).http).toBe(401)
  })
})

test('every notice says where the line lies that it tells of', async () => {
  await expectPlaced(db.sql, 'notifications')
})
