import { randomUUID } from 'node:crypto'
import {
  categoryRules,
  insights,
  limits,
  messages,
  putIntoCategory,
  removeCategoryRule,
  transactionCategory,
} from '@passbook/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import { momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { type Answer, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())
afterEach(async () => {
  expect(await t.findings()).toEqual([])
})

type Line = NonNullable<Parameters<typeof ledger.move>[1]['fromLine']>

async function pay(who: TestCustomer, amountMinor: bigint, line: Partial<Line> = {}) {
  const posted = await ledger.move(db.sql, {
    ...momentOf(t.bank),
    kind: 'test',
    from: who.account.id,
    to: await internalAccount(db.sql, 'cards', 'usd', 0n),
    amountMinor,
    fromLine: { purpose: 'others', method: 'card', name: 'Green Market', ...line },
  })
  return posted.lines[0]?.id ?? ''
}

const put = async (who: TestCustomer, id: string, fields: Record<string, unknown>) => {
  const reply = await t.send(putIntoCategory, { id, ...fields }, { token: who.token })
  return { ...(reply.json() as object), http: reply.statusCode } as Answer
}
const read = async (who: TestCustomer, id: string) =>
  (await t.ask(transactionCategory, { id }, who.token)).data
const rules = async (who: TestCustomer) =>
  ((await t.ask(categoryRules, {}, who.token)).data as { List: { Id: string; Payee: string }[] })
    .List
const amounts = async (who: TestCustomer) => {
  const { data } = await t.ask(insights, {}, who.token)
  const { Categories } = data as { Categories: { Category: string; Amount: string }[] }
  return Object.fromEntries(Categories.map(({ Category, Amount }) => [Category, Amount]))
}
const counts = async (who: TestCustomer) => {
  const { data } = await t.ask(insights, {}, who.token)
  const { Categories, Payees } = data as {
    Categories: { Category: string; Count: number }[]
    Payees: { Name: string; Count: number }[]
  }
  return Object.fromEntries([
    ...Categories.map(({ Category, Count }) => [Category, Count]),
    ...Payees.map(({ Name, Count }) => [Name, Count]),
  ])
}
const ledgerDigest = async () => {
  const [row] = await db.sql<{ sum: string }>`
    select md5(string_agg(t::text, ',' order by account_id, line)) as sum from transactions t`
  return row?.sum
}

const byBank = {
  ...{ Category: 'groceries', Parts: [], Note: '', By: 'bank', Open: true, Payee: true },
}

test('a line goes by the rules until its customer puts it elsewhere, and back; the ledger stays', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await pay(ada, 20_00n)
  await pay(ada, 5_00n)
  const before = await ledgerDigest()
  expect(await read(ada, id)).toEqual(byBank)
  const put1 = await put(ada, id, { category: 'people', note: '  For the party ' })
  const chosen = { ...byBank, Category: 'people', By: 'line', Note: 'For the party' }
  expect(put1).toMatchObject({ http: 200, data: chosen })
  expect(await read(ada, id)).toEqual(chosen)
  expect(await amounts(ada)).toEqual({ people: '20.00', groceries: '5.00' })
  // What is not said stays.
  expect((await put(ada, id, { note: '' })).data).toEqual({ ...chosen, Note: '' })
  expect((await put(ada, id, { category: '' })).data).toEqual(byBank)
  expect(await amounts(ada)).toEqual({ groceries: '25.00' })
  expect(await db.sql`select 1 from line_notes where account_id = ${ada.account.id}`).toEqual([])
  expect(await ledgerDigest()).toBe(before)
})

test('always: everything that the payee is paid goes there, however it is written, until the rule goes', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const bob = await t.customer({ balance: '100.00' })
  const id = await pay(ada, 20_00n)
  const other = await pay(ada, 5_00n, { name: 'GREEN  market' })
  const own = await pay(ada, 1_00n)
  await put(ada, own, { category: 'travel' })
  await pay(bob, 7_00n)
  const reply = await put(ada, id, { category: 'home', always: 'true' })
  expect(reply.data).toEqual({ ...byBank, Category: 'home', By: 'rule' })
  expect(await read(ada, other)).toMatchObject({ Category: 'home', By: 'rule' })
  // What was said of one line goes before, and nobody else's lines move.
  expect(await amounts(ada)).toEqual({ home: '25.00', travel: '1.00' })
  expect(await amounts(bob)).toEqual({ groceries: '7.00' })
  await put(ada, other, { category: 'health', always: 'true' })
  const list = await rules(ada)
  expect(list).toEqual([{ Id: expect.any(String), Payee: 'GREEN  market', Category: 'health' }])
  // Another's rule and none are answered alike, and nothing happens.
  for (const rule of [list[0]?.Id ?? '', randomUUID(), 'x']) {
    expect(await t.ask(removeCategoryRule, { id: rule }, bob.token)).toEqual(
      refusedWith('not_yours', { message: 'This rule is not available to you' }),
    )
  }
  expect(await amounts(ada)).toEqual({ health: '25.00', travel: '1.00' })
  expect((await t.ask(removeCategoryRule, { id: list[0]?.Id ?? '' }, ada.token)).http).toBe(200)
  expect(await amounts(ada)).toEqual({ groceries: '25.00', travel: '1.00' })
  await put(ada, id, { category: 'home', always: 'true' })
  await put(ada, id, { category: '', always: 'true' })
  expect(await rules(ada)).toEqual([])
})

test('a line is split into parts that add up to it, to the cent', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await pay(ada, 20_00n)
  const parts = 'groceries=12.49;home=7.50;groceries=0.01'
  expect((await put(ada, id, { parts })).data).toEqual({
    ...byBank,
    By: 'line',
    Parts: [
      { Category: 'groceries', Amount: '12.49' },
      { Category: 'home', Amount: '7.50' },
      { Category: 'groceries', Amount: '0.01' },
    ],
  })
  expect(await amounts(ada)).toEqual({ groceries: '12.50', home: '7.50' })
  // It is a payment of each category that has a part of it, and one payment to its payee.
  expect(await counts(ada)).toEqual({ groceries: 1, home: 1, 'Green Market': 1 })
  await put(ada, id, { parts: 'health=19.99;home=0.01' })
  expect(await amounts(ada)).toEqual({ health: '19.99', home: '0.01' })
  // One category for the whole line ends the split.
  await put(ada, id, { category: 'travel' })
  expect(await amounts(ada)).toEqual({ travel: '20.00' })
  await put(ada, id, { parts })
  expect((await put(ada, id, { parts: '' })).data).toEqual(byBank)
  expect(await db.sql`select 1 from line_parts where account_id = ${ada.account.id}`).toEqual([])
})

test('parts that do not add up, are too many or are none are refused, and nothing changes', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await pay(ada, 20_00n)
  await put(ada, id, { parts: 'groceries=12.50;home=7.50' })
  const before = await read(ada, id)
  const many = Array.from({ length: 11 }, () => 'home=1.00').join(';')
  for (const [parts, message] of [
    ['groceries=12.50;home=7.49', 'The parts must add up to the amount'],
    ['groceries=12.50;home=7.51', messages.partsSum],
    ['groceries=19.00;home=1.00;travel=0.00', messages.partsInvalid],
    ['groceries=21.00;home=-1.00', messages.partsInvalid],
    ['groceries=19.999;home=0.001', messages.partsInvalid],
    ['groceries=20.00', 'Split it into 2 to 10 parts, each with a category and an amount'],
    ['groceries=10.00;income=10.00', messages.partsInvalid],
    ['groceries=10.00;nothing=10.00', messages.partsInvalid],
    ['groceries=10.00;home', messages.partsInvalid],
    ['groceries=10.00;home=10.00;', messages.partsInvalid],
    [many, messages.partsInvalid],
  ] as const) {
    expect(await put(ada, id, { parts }), parts).toEqual(
      refusedWith('invalid', { message, field: 'parts' }),
    )
  }
  const huge = Array.from({ length: 500 }, () => 'home=0.01').join(';')
  expect(await put(ada, id, { parts: huge })).toMatchObject({ http: 413 })
  expect(await put(ada, id, { parts: 'home=10.00;travel=10.00', category: 'home' })).toMatchObject({
    http: 422,
  })
  expect(await put(ada, id, { category: 'nothing' })).toEqual(
    refusedWith('invalid', { message: 'Choose a category of the list', field: 'category' }),
  )
  expect(await put(ada, id, { category: 'income' })).toMatchObject({ http: 422 })
  expect(await put(ada, id, { note: 'x'.repeat(limits.lineNoteChars + 1) })).toEqual(
    refusedWith('invalid', { message: messages.tooLong, field: 'note' }),
  )
  expect(await put(ada, id, { note: 'two\nlines' })).toMatchObject({ http: 422 })
  expect(await read(ada, id)).toEqual(before)
})

test('what came in and moves between own accounts take a note, but no category', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const [came] = await db.sql<{ id: string }>`
    select id from transactions where account_id = ${ada.account.id}`
  const moved = await pay(ada, 1_00n, { ownAccount: true, name: 'Savings' })
  for (const [id, Category] of [
    [came?.id ?? '', 'income'],
    [moved, null],
  ] as const) {
    const shown = { ...byBank, Category, Open: false, Payee: false }
    expect(await read(ada, id)).toEqual(shown)
    expect((await put(ada, id, { note: 'Mine' })).data).toEqual({ ...shown, Note: 'Mine' })
    for (const fields of [{ category: 'home' }, { parts: 'home=0.50;travel=0.50' }]) {
      expect(await put(ada, id, fields)).toEqual(
        refusedWith('invalid', {
          message: 'Only what you spent can be put into a category',
          field: 'category',
        }),
      )
    }
  }
  const nameless = await pay(ada, 1_00n, { name: ' ' })
  expect(await put(ada, nameless, { category: 'home', always: 'true' })).toEqual(
    refusedWith('invalid', { message: 'This line names nobody that a rule could be about' }),
  )
})

test('a hundred at once keep the limit of rules, and one line has one split', async () => {
  const ada = await t.customer({ balance: '500.00' })
  await db.sql`
    insert into category_rules(customer_id, payee, payee_key, category)
    select ${ada.id}, 'p' || n, 'p' || n, 'home' from generate_series(1, ${limits.categoryRulesMax - 10}) n`
  const ids: string[] = []
  for (let nth = 0; nth < 20; nth += 1) ids.push(await pay(ada, 2_00n, { name: `Shop ${nth}` }))
  const replies = await Promise.all(
    ids.map((id) => put(ada, id, { category: 'home', always: 'true' })),
  )
  expect(replies.filter(({ http }) => http === 200)).toHaveLength(10)
  const refused = replies.find(({ http }) => http !== 200)
  expect(refused).toEqual(
    refusedWith('list_full', {
      message: 'You have 500 rules. Remove one first',
      data: { max: limits.categoryRulesMax },
    }),
  )
  expect(await rules(ada)).toHaveLength(limits.categoryRulesMax)
  // One that is there already can still be changed.
  const [known] = ids.filter((_, at) => replies[at]?.http === 200)
  expect((await put(ada, known ?? '', { category: 'travel', always: 'true' })).http).toBe(200)
  const splits = ['home=1.00;travel=1.00', 'health=0.50;home=0.50;travel=1.00']
  await Promise.all(
    Array.from({ length: 100 }, (_, at) => put(ada, ids[0] ?? '', { parts: splits[at % 2] })),
  )
  const { Parts } = (await read(ada, ids[0] ?? '')) as { Parts: { Amount: string }[] }
  expect(Parts.reduce((sum, { Amount }) => sum + Number(Amount), 0)).toBe(2)
})
