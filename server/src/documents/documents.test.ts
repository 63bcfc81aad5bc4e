import {
  createAccount,
  documents,
  downloadDocument,
  renameAccount,
  transferExternal,
  transferOwn,
} from '@passbook/contract'
import { type BankKeys, bankKeysPath, readSeal } from '@passbook/contract/seal'
import { afterAll, expect, test } from 'vitest'
import { incomingCredit } from '#accounts/incoming.ts'
import { makeRetention } from '#jobs/retention.ts'
import { isLong } from '#testing/length.ts'
import { figuresOf, isSigned, readPdf } from '#testing/pdf-file.ts'
import { recording } from '#testing/recording-db.ts'
import { refusedWith, type TestBank, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sandbox } from '#transfers/rails.ts'
import { settleDue } from '#transfers/settle-due.ts'
import { makeDocuments, queueMonth } from './make.ts'
import { readMonth } from './month.ts'
import { makeRenderer, renderer } from './renderer.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(async () => {
  await bank.stop()
  await renderer.stop()
})

const dayMs = 86_400_000

/** Moves the clock to noon of the third day of the next month. */
function toNextMonth(): void {
  const now = bank.clock.now()
  const then = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 3, 12)
  bank.clock.advance(then - now.getTime())
}

const credit = (who: TestCustomer, amountMinor: bigint, from: string) =>
  db.transaction((sql) =>
    incomingCredit(bank.bank, sql, { number: who.account.number, amountMinor, from }),
  )

type Listed = {
  Years: number[]
  Year: number
  List: { Id: string; Month: string; State: string; Sha256?: string; Size?: number }[]
}

async function listOf(who: TestCustomer, at: TestBank = bank): Promise<Listed> {
  const { data } = await at.ask(documents, {}, who.token)
  return data as Listed
}

/** Of all years. */
async function allOf(who: TestCustomer): Promise<Listed['List']> {
  const { Years } = await listOf(who)
  const years = Years.map((year) => bank.ask(documents, { year: String(year) }, who.token))
  return (await Promise.all(years)).flatMap(({ data }) => (data as Listed).List)
}

/** Its months wait for a maker, and none is on its way. */
const queue = (who: TestCustomer) => db.sql`
  insert into documents(customer_id, account_id, month, asked, next_at)
  select ${who.id}, account_id, date_trunc('month', day)::date, true, ${bank.clock.now()}
  from ledger_days where account_id = ${who.account.id}`

const download = (who: TestCustomer, id: string) =>
  bank.send(downloadDocument, { id }, { token: who.token })

async function keysNow(at: TestBank = bank): Promise<BankKeys> {
  const reply = await at.app.inject({ method: 'GET', url: bankKeysPath })
  return reply.json()
}

/** Everything that was asked for is made, and the newest month downloaded. */
async function newestFile(who: TestCustomer): Promise<Buffer> {
  await listOf(who)
  await bank.bank.background.settled()
  const [newest] = (await listOf(who)).List
  const reply = await download(who, newest?.Id ?? '')
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload
}

const again = async (who: TestCustomer) => {
  who.token = await bank.signInAgain(who)
}

test('a month becomes one tagged and signed file that adds up', async () => {
  const ada = await bank.customer({ firstName: 'Ayşe', lastName: 'Иванова' })
  await credit(ada, 125_050n, 'Northwind Studio')
  await credit(ada, 7n, 'محمد علي')
  await bank.ask(documents, {}, ada.token)
  expect((await listOf(ada)).List).toEqual([])
  toNextMonth()
  await again(ada)
  await credit(ada, 99_00n, 'of the next month')

  const first = await listOf(ada)
  expect(first.List.map(({ State }) => State)).toEqual(['making'])
  const waits = await download(ada, first.List[0]?.Id ?? '')
  expect(waits.statusCode).toBe(409)
  expect(waits.json()).toMatchObject({
    code: 'document_waits',
    message: 'This document is still being made',
  })

  const file = await newestFile(ada)
  const [ready] = (await listOf(ada)).List
  expect(ready).toMatchObject({ State: 'ready', Size: file.length })
  const reply = await download(ada, ready?.Id ?? '')
  const month = ready?.Month
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-length': String(file.length),
    'content-disposition': `attachment; filename="statement-${ada.account.number}-${month}.pdf"`,
  })

  const pdf = readPdf(file)
  expect(pdf).toMatchObject({ isTagged: true, lang: 'en-GB' })
  expect(pdf.elements).toMatchObject({ Document: 1, H1: 1, H2: 2, Table: 2, Figure: 1 })
  // Its headings, the two balances and the two lines, four cells each.
  expect(pdf.elements.TD).toBe(8 + 4 * 4)
  expect(pdf.embedded).toBe(pdf.fonts.length)
  expect(pdf.texts).toEqual(expect.arrayContaining(['Page 1 of 1', 'Northwind Studio']))
  expect(pdf.texts.join('')).toContain('Иванова')
  expect(pdf.texts).not.toContain('of the next month')
  expect(figuresOf(pdf.texts)).toEqual({ opening: 0n, lines: [125_050n, 7n], closing: 125_057n })

  const keys = await keysNow()
  expect(keys.keys).toHaveLength(1)
  expect(isSigned(file, keys)).toBe(true)
  expect(readSeal(file)?.facts).toMatchObject({
    kind: 'statement',
    holder: 'Ayşe Иванова',
    account: ada.account.number,
    opening: '0.00',
    closing: '1250.57',
    lines: 2,
  })
})

/** A customer of whose 500.00 a transfer of 120.00 is on its way to another bank. */
async function withTransfer(): Promise<TestCustomer> {
  const eve = await bank.customer({ pin: '4821', balance: '500.00', flags: { UseOtp: false } })
  const sent = await bank.ask(
    transferExternal,
    {
      ...{ source_account: eve.account.publicId, amount: '120.00', pin: '4821', otp: '' },
      ...{ acc_number: '8830071154', acc_name: 'Priya Raman', bank: 'Chase', bank_name: 'Chase' },
    },
    eve.token,
  )
  expect(sent.status).toBe('success')
  return eve
}

test('a statement opens with what the one before closed with, also after a late booking', async () => {
  const eve = await withTransfer()
  toNextMonth()
  await settleDue(bank.bank, sandbox)
  await again(eve)
  await allOf(eve)
  await bank.bank.background.settled()
  toNextMonth()
  await again(eve)
  await allOf(eve)
  await bank.bank.background.settled()

  const files = (await allOf(eve)).map(({ Id }) => download(eve, Id))
  const all = (await Promise.all(files)).map(({ rawPayload }) => readPdf(rawPayload))
  const [second, first] = all.map(({ texts }) => figuresOf(texts))
  expect(first).toEqual({ opening: 0n, lines: [500_00n], closing: 500_00n })
  expect(second).toEqual({ opening: 500_00n, lines: [-120_00n], closing: 380_00n })
  expect(all[0]?.texts.join(' ')).toMatch(/Completed on 03 \w{3} 20\d\d/)
  // The export of the first month counts it there: the paper of that month says why.
  const open =
    /Ordered in this month and not completed by .*: money out \u2212120\.00 USD\. A payment stands/
  expect(all[1]?.texts.join(' ')).toMatch(open)
  expect(all[0]?.texts.join(' ')).not.toContain('not completed by')
})

// shows D163
test('a statement calls no account as its holder does, and marks a name that was typed', async () => {
  const eve = await withTransfer()
  const { token } = eve
  const vendor = 'Best Electronics Ltd'
  const named = { accountName: vendor, accountType: 'savings', currency: 'usd' } as const
  const opened = (await bank.ask(createAccount, named, token)).data as {
    Id: string
    Number: string
  }
  const accountId = eve.account.publicId
  expect((await bank.ask(renameAccount, { accountId, accountName: vendor }, token)).http).toBe(200)
  const move = { source_account: accountId, destination_account: opened.Id, amount: '1.00' }
  const order = { ...move, rate: '', pin: '4821' }
  expect((await bank.ask(transferOwn, order, token)).http).toBe(200)
  toNextMonth()
  await settleDue(bank.bank, sandbox)
  await again(eve)
  await allOf(eve)
  await bank.bank.background.settled()
  toNextMonth()
  await again(eve)
  await allOf(eve)
  await bank.bank.background.settled()
  const files = await allOf(eve)
  const texts = await Promise.all(
    files.map(async ({ Id }) => readPdf((await download(eve, Id)).rawPayload).texts.join(' ')),
  )
  const all = texts.join(' ')
  expect(all).toContain(`Own account ${opened.Number}`)
  expect(all).toContain('Priya Raman 8830071154 · Name not verified')
  expect(all).not.toContain(vendor)
})

test('a late booking is found among the late ones, however many lines there were before', async () => {
  const eve = await withTransfer()
  const id = eve.account.id
  toNextMonth()
  await settleDue(bank.bank, sandbox)
  await db.sql`update ledger_days set lines = lines + 10000 where account_id = ${id}`
  // Ordered and completed in the month itself, a second later; the month's days do not count them.
  await db.sql`
    insert into transactions
    select c.* from transactions t cross join generate_series(1, 2500) g
    cross join lateral jsonb_populate_record(t, jsonb_build_object('line', 20000 + g,
      'id', gen_random_uuid(), 'day', (t.decided_at - interval '1 day')::date,
      'created_at', t.decided_at - interval '1 day 1 second',
      'decided_at', t.decided_at - interval '1 day')) c
    where t.account_id = ${id} and t.type = 'debit'`
  const said: string[] = []
  const heard = { ...bank.bank, db: recording(db, said) }
  const from = `${bank.clock.now().toISOString().slice(0, 8)}01`
  const month = await readMonth(heard, id, from)
  expect(month).toMatchObject({ openingMinor: 500_00n, closingMinor: 380_00n })
  expect(month?.lines.map(({ amountMinor }) => amountMinor)).toEqual([-120_00n])
  expect(said.filter((text) => text.includes('from transactions'))).toHaveLength(2)
  await db.sql`update ledger_days set lines = lines - 10000 where account_id = ${id}`
})

test('a hundred at once, and makers beside each other, make one document', async () => {
  const who = await bank.customer({ balance: '10.00' })
  toNextMonth()
  await again(who)
  await Promise.all(Array.from({ length: 100 }, () => listOf(who)))
  await Promise.all(Array.from({ length: 4 }, () => makeDocuments(bank.bank)))
  await bank.bank.background.settled()
  const rows = await db.sql<{ makings: number; made: boolean }>`
    select made_at is not null as made,
      (select count(distinct making)::int4 from document_parts p where p.document_id = d.id)
        as makings
    from documents d where customer_id = ${who.id}`
  expect(rows).toEqual([{ made: true, makings: 1 }])
  expect((await listOf(who)).List).toHaveLength(1)
})

test('however many customers ask at once, one month after the other is read and drawn', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, () => bank.customer({ balance: '1.00' })),
  )
  toNextMonth()
  await Promise.all(people.map(again))
  const said: string[] = []
  const heard = await testBank(recording(db, said), { clock: bank.clock })
  await Promise.all(people.map((who) => listOf(who, heard)))
  await heard.bank.background.settled()
  const steps = said.flatMap((text) => {
    if (text.includes('and line between')) return ['read']
    return text.startsWith('update documents set made_at') ? ['made'] : []
  })
  expect(steps).toEqual(people.flatMap(() => ['read', 'made']))
  await heard.stop()
})

test('a maker that dies is replaced when its lease is over, and what it left is cleared', async () => {
  const who = await bank.customer({ balance: '10.00' })
  toNextMonth()
  await again(who)
  await queue(who)
  const never = new Promise<never>(() => {})
  const begun = Promise.withResolvers<void>()
  void makeDocuments(bank.bank, {
    max: 1,
    draw: () => {
      begun.resolve()
      return never
    },
  })
  await begun.promise
  await db.sql`
    insert into document_parts select id, gen_random_uuid(), 0, '\\x00'
    from documents where customer_id = ${who.id}`
  expect(await makeDocuments(bank.bank)).toBe(0)
  bank.clock.advance(3 * 60_000)
  expect(await makeDocuments(bank.bank)).toBe(1)
  const [left] = await db.sql<{ makings: number }>`
    select count(distinct making)::int4 as makings from document_parts
    where document_id = (select id from documents where customer_id = ${who.id})`
  expect(left).toEqual({ makings: 1 })
})

test('where two makers finish, the first counts and the second clears up', async () => {
  const who = await bank.customer({ balance: '10.00' })
  toNextMonth()
  await again(who)
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  await queue(who)
  const slow = makeDocuments(bank.bank, {
    max: 1,
    async draw(paper) {
      begun.resolve()
      await gate.promise
      return renderer.draw(paper)
    },
  })
  await begun.promise
  bank.clock.advance(3 * 60_000)
  expect(await makeDocuments(bank.bank)).toBe(1)
  const parts = () => db.sql`
    select making, part from document_parts
    where document_id = (select id from documents where customer_id = ${who.id})`
  const kept = await parts()
  gate.resolve()
  expect(await slow).toBe(0)
  expect(await parts()).toEqual(kept)
})

test('one that breaks is set aside and made later; the others are made at once', async () => {
  const [one, other] = [
    await bank.customer({ balance: '1.00' }),
    await bank.customer({ balance: '2.00' }),
  ]
  toNextMonth()
  await again(one)
  await again(other)
  await queue(one)
  await queue(other)
  const troubles: unknown[] = []
  const making = makeDocuments(bank.bank, {
    onTrouble: ({ error }) => troubles.push(error),
    draw: (paper) =>
      paper.facts.account === one.account.number
        ? Promise.reject(new Error('no ink'))
        : renderer.draw(paper),
  })
  await expect(making).rejects.toThrow('no ink')
  expect(troubles).toEqual([new Error('no ink')])
  expect((await listOf(one)).List.map(({ State }) => State)).toEqual(['making'])
  expect((await listOf(other)).List.map(({ State }) => State)).toEqual(['ready'])
  bank.clock.advance(3_600_000)
  expect(await makeDocuments(bank.bank)).toBe(1)
})

test('a thread that dies fails the paper it drew, and the next one gets a new thread', async () => {
  const who = await bank.customer({ balance: '1.00' })
  toNextMonth()
  await again(who)
  const own = makeRenderer()
  let drawn: Promise<unknown> | undefined
  await queue(who)
  await makeDocuments(bank.bank, {
    draw: (paper) => {
      drawn = own.draw(paper).catch((error: unknown) => error)
      // Once it has begun.
      setImmediate(() => void own.stop())
      return own.draw(paper)
    },
  })
  await bank.bank.background.settled()
  expect(await drawn).toEqual(new Error('the thread that draws has ended'))
  await own.stop()
  expect((await listOf(who)).List[0]?.State).toBe('ready')
})

// asvs 8.2.2
test('a year without statements has an empty list, and what is no year is refused', async () => {
  const ada = await bank.customer({ balance: '10.00' })
  toNextMonth()
  const token = await bank.signInAgain(ada)
  const { Years } = await listOf({ ...ada, token })
  expect(Years).not.toEqual([])
  for (const year of ['1999', '2101', '0000']) {
    const { data } = await bank.ask(documents, { year }, token)
    expect(data).toEqual({ Years, Year: Number(year), List: [] })
  }
  for (const year of ['abc', '99', '1e3', '-999', '20 7']) {
    const refused = refusedWith('invalid', { message: 'Choose a year', field: 'year' })
    expect(await bank.ask(documents, { year }, token), year).toEqual(refused)
  }
})

test("another's document is answered as if it did not exist", async () => {
  const ada = await bank.customer({ balance: '1.00' })
  toNextMonth()
  const eve = await bank.customer({ balance: '1.00' })
  await again(ada)
  await newestFile(ada)
  const [own] = (await listOf(ada)).List
  const foreign = await download(eve, own?.Id ?? '')
  const unknown = await download(eve, 'ffffffff-ffff-4fff-8fff-ffffffffffff')
  expect(foreign.statusCode).toBe(403)
  expect(foreign.body).toBe(unknown.body)
  expect(foreign.json()).toMatchObject({ message: 'This document does not exist' })
  const stranger = await bank.send(downloadDocument, { id: own?.Id ?? '' })
  expect(stranger.statusCode).toBe(401)
  expect((await listOf(eve)).List).toEqual([])
})

test('a file that was kept long enough goes, and comes again byte for byte', async () => {
  const who = await bank.customer({ balance: '1.00' })
  toNextMonth()
  await again(who)
  const before = await newestFile(who)
  const sweep = makeRetention(bank.bank, 100)
  const later = new Date(bank.clock.now().getTime() + 401 * dayMs)
  for (let turn = 0; turn < 20; turn += 1) await db.transaction((sql) => sweep(later)(sql))
  const [left] = await db.sql`
    select from document_parts p join documents d on d.id = p.document_id
    where d.customer_id = ${who.id}`
  expect(left).toBeUndefined()
  expect(await makeDocuments(bank.bank)).toBe(0)
  expect(await newestFile(who)).toEqual(before)
})

type Part = Listed['List'][number] & { Part?: number; Parts?: number }

/** What the files of a month say of themselves, in their order. */
async function partsOf(who: TestCustomer) {
  const { List } = await listOf(who)
  const keys = await keysNow()
  const parts = []
  for (const { Id, Part, Parts } of List as Part[]) {
    const reply = await download(who, Id)
    expect(reply.statusCode).toBe(200)
    expect(isSigned(reply.rawPayload, keys)).toBe(true)
    const facts = readSeal(reply.rawPayload)?.facts as Record<string, unknown>
    const name = /filename="(.*)"/.exec(String(reply.headers['content-disposition']))?.[1]
    parts.push({ Part, Parts, facts, name, texts: readPdf(reply.rawPayload).texts })
  }
  return parts
}

// shows D169
test('a month of more lines than a file holds is several, each signed, which add up one after the other', async () => {
  const who = await bank.customer()
  const month = bank.clock.now().toISOString().slice(0, 7)
  for (let nth = 1; nth <= 9; nth += 1) await credit(who, BigInt(nth), `Payer ${nth}`)
  toNextMonth()
  await again(who)
  await queue(who)
  const died = new Error('the maker died')
  let drawings = 0
  const dying: typeof renderer.draw = (paper) => {
    drawings += 1
    return drawings === 3 ? Promise.reject(died) : renderer.draw(paper)
  }
  const options = { linesMax: 4, draw: dying }
  await expect(makeDocuments(bank.bank, options)).rejects.toBe(died)
  const states = async () => (await listOf(who)).List.map(({ State }) => State)
  expect(await states()).toEqual(['making'])
  bank.clock.advance(30 * 60_000)
  await again(who)
  expect(await makeDocuments(bank.bank, options)).toBe(1)
  // The two that were drawn before the maker died are not drawn again.
  expect(drawings).toBe(4)
  expect(await states()).toEqual(['ready', 'ready', 'ready'])

  const parts = await partsOf(who)
  const name = `statement-${who.account.number}-${month}`
  expect(parts.map(({ name }) => name)).toEqual([
    `${name}-part-1-of-3.pdf`,
    `${name}-part-2-of-3.pdf`,
    `${name}-part-3-of-3.pdf`,
  ])
  const said = parts.map(({ Part, Parts, facts }) => ({ Part, Parts, ...facts }))
  expect(said).toMatchObject([
    { Part: 1, Parts: 3, part: 1, parts: 3, lines: 4, opening: '0.00', closing: '0.10' },
    { Part: 2, Parts: 3, part: 2, parts: 3, lines: 4, opening: '0.10', closing: '0.36' },
    { Part: 3, Parts: 3, part: 3, parts: 3, lines: 1, opening: '0.36', closing: '0.45' },
  ])
  const payers = parts.map(({ texts }) => texts.filter((text) => /^Payer \d$/.test(text)))
  expect(payers.map((list) => list.length)).toEqual([4, 4, 1])
  expect(payers.flat()).toEqual(Array.from({ length: 9 }, (_, nth) => `Payer ${nth + 1}`))
  expect(parts[1]?.texts.some((text) => text.endsWith(', part 2 of 3'))).toBe(true)
  const unused = await db.sql`
    select from document_parts p where p.document_id in
        (select id from documents where customer_id = ${who.id})
      and making not in (select making from documents where customer_id = ${who.id})
      and making not in (select making from document_volumes v where v.document_id = p.document_id)`
  expect(unused).toEqual([])
  const eve = await bank.customer()
  const ids = (await listOf(who)).List.map(({ Id }) => Id)
  for (const id of ids) expect((await download(eve, id)).statusCode).toBe(403)
})

test('a month that a former version gave up is made once somebody looks', async () => {
  const who = await bank.customer({ balance: '1.00' })
  toNextMonth()
  await again(who)
  await queue(who)
  await db.sql`update documents set too_long = true where customer_id = ${who.id}`
  expect(await makeDocuments(bank.bank)).toBe(0)
  expect(await newestFile(who)).toBeInstanceOf(Buffer)
})

// shows D169
test.runIf(isLong)(
  'a month of 25,000 lines is three files of the usual size',
  { timeout: 600_000 },
  async () => {
    const who = await bank.customer()
    const [day, lines] = [bank.clock.now(), 25_000]
    await db.sql`
    insert into transactions (account_id, line, id, day, type, amount_minor, state, purpose,
      method, gateway, name, account_number, bank, swift, bank_address, routing_number,
      description, objective, reference, same, own_account, entry_id, created_at, decided_at)
    select ${who.account.id}, n, gen_random_uuid(), ${day}::timestamptz::date, 'credit', 1,
      'completed', 'others', '', '', 'Payer ' || n, '', '', '', '', '', '', '', '', false, false, 0,
      ${day}, ${day}
    from generate_series(1, ${lines}::int) n`
    await db.sql`
    insert into ledger_days(account_id, day, first_line, lines, income_minor, expense_minor, spend_minor)
    values (${who.account.id}, ${day}::timestamptz::date, 1, ${lines}, ${lines}, 0, 0)`
    await db.sql`
    update ledger_accounts set balance_minor = ${lines}, line_count = ${lines},
      last_day = ${day}::timestamptz::date where id = ${who.account.id}`
    toNextMonth()
    await again(who)
    await listOf(who)
    await bank.bank.background.settled()
    const said = (await partsOf(who)).map(({ facts }) => facts)
    expect(said).toMatchObject([
      { lines: 10_000, opening: '0.00', closing: '100.00' },
      { lines: 10_000, opening: '100.00', closing: '200.00' },
      { lines: 5_000, opening: '200.00', closing: '250.00' },
    ])
  },
)

test('lines that do not add up to the balances become no paper', async () => {
  const who = await bank.customer({ balance: '5.00' })
  const month = `${bank.clock.now().toISOString().slice(0, 8)}01`
  await db.sql`
    update ledger_days set income_minor = income_minor + 1 where account_id = ${who.account.id}`
  await db.sql`
    update ledger_accounts set balance_minor = balance_minor + 1 where id = ${who.account.id}`
  await expect(readMonth(bank.bank, who.account.id, month)).rejects.toThrow('must add up')
  await db.sql`
    update ledger_days set income_minor = income_minor - 1 where account_id = ${who.account.id}`
  await db.sql`
    update ledger_accounts set balance_minor = balance_minor - 1 where id = ${who.account.id}`
})

test('when a month is over, every account that it moved gets its statement by itself', async () => {
  const [moved, quiet] = [await bank.customer({ balance: '3.00' }), await bank.customer()]
  const now = bank.clock.now()
  const over = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  const rowsOf = () => db.sql`
    select customer_id from documents where customer_id in (${moved.id}, ${quiet.id})`
  // Half an hour into the next month something of the last one may still be on its way.
  bank.clock.advance(over - now.getTime() + 1_800_000)
  await queueMonth(bank.bank)
  expect(await rowsOf()).toEqual([])
  bank.clock.advance(1_900_000)
  await Promise.all([queueMonth(bank.bank), queueMonth(bank.bank)])
  await queueMonth(bank.bank)
  expect(await rowsOf()).toEqual([{ customer_id: moved.id }])
  const [late] = [await bank.customer({ balance: '3.00' })]
  await queueMonth(bank.bank)
  expect(await db.sql`select from documents where customer_id = ${late.id}`).toEqual([])
})

test('documents of before another secret key are known by their old key', async () => {
  const who = await bank.customer({ balance: '1.00' })
  toNextMonth()
  await again(who)
  const file = await newestFile(who)
  const moved = await testBank(db, {
    config: { secretKey: 'another key, as good as the first one' },
  })
  const keys = await keysNow(moved)
  expect(keys.keys).toHaveLength(2)
  expect(isSigned(file, keys)).toBe(true)
  expect(isSigned(file, { ...keys, keys: keys.keys.slice(0, 1) })).toBe(false)
  await moved.stop()
})
