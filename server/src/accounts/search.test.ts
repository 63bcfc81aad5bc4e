import { check, messages, payeeTotal, type Sent, searchTransactions } from '@passbook/contract'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Sql, SqlPart } from '#db/db.ts'
import { internalAccount } from '#ledger/chart.ts'
import { fold } from '#ledger/fold.ts'
import * as ledger from '#ledger/ledger.ts'
import { planSearch } from '#ledger/search-lines.ts'
import { answerOf, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { openAccount } from './accounts.ts'
import { wordOf, wordsOf } from './search.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())
const { sql } = db

type Wanted = Sent<typeof searchTransactions>

async function ask(who: TestCustomer, wanted: Wanted) {
  return answerOf(await bank.send(searchTransactions, wanted, { token: who.token }))
}

async function search(who: TestCustomer, wanted: Wanted) {
  const reply = await ask(who, wanted)
  const read = check(searchTransactions.response, reply.data)
  if (!read.ok) throw new Error(`${reply.message} ${read.field}: ${read.message}`)
  return read.value
}

const names = async (who: TestCustomer, wanted: Wanted) =>
  (await search(who, wanted)).List.map(({ Name }) => Name)

type Line = { name: string; description?: string; reference?: string; accountNumber?: string }

let hour = 0

/** Moves money in (above zero) or out, an hour after what was moved before. */
async function move(accountId: bigint, amountMinor: bigint, line: Line, day = '2024-03-01') {
  hour += 1
  const at = new Date(Date.parse('2024-03-01T00:00:00Z') + hour * 3_600_000)
  const cash = await internalAccount(sql, 'cash', 'usd', 0n)
  const inward = amountMinor > 0n
  await ledger.move(sql, {
    ...{ at, day, kind: 'test', amountMinor: inward ? amountMinor : -amountMinor },
    ...(inward
      ? { from: cash, to: accountId, toLine: line }
      : { from: accountId, to: cash, fromLine: line }),
  })
}

async function holder(): Promise<TestCustomer> {
  const ada = await bank.customer()
  await move(ada.account.id, 1_200_00n, { name: 'Wages', description: 'March pay' })
  await move(ada.account.id, -12_50n, { name: 'City Transit', description: 'Monthly ticket' })
  await move(ada.account.id, -12_99n, { name: 'Book shop', reference: 'INV-2024/77' }, '2024-03-02')
  await move(ada.account.id, -40_00n, { name: 'Émile Ünal', description: '100% _cotton_ "shirt"' })
  return ada
}

test('words are found in name, note, reference and amount, in any case', async () => {
  const ada = await holder()
  expect(await names(ada, { text: 'city' })).toEqual(['City Transit'])
  expect(await names(ada, { text: 'TICKET transit' })).toEqual(['City Transit'])
  expect(await names(ada, { text: 'ticket shop' })).toEqual([])
  expect(await names(ada, { text: 'inv-2024/77' })).toEqual(['Book shop'])
  expect(await names(ada, { text: '12.50' })).toEqual(['City Transit'])
  expect(await names(ada, { text: '−$12.50' })).toEqual(['City Transit'])
  expect(await names(ada, { text: '12' })).toEqual(['Book shop', 'City Transit'])
  expect(await names(ada, { text: '1,200.00' })).toEqual(['Wages'])
  expect(await names(ada, { text: '1200' })).toEqual(['Wages'])
  expect(await names(ada, { text: 'émile' })).toEqual(['Émile Ünal'])
  expect(await names(ada, { text: 'ÜNAL' })).toEqual(['Émile Ünal'])
  expect(await names(ada, {})).toHaveLength(4)
})

test('a small number beside other words is a whole word too, alone an amount', async () => {
  const ada = await bank.customer()
  await move(ada.account.id, 900_00n, { name: 'Wages' })
  await move(ada.account.id, -80_00n, { name: 'Motel 6' })
  await move(ada.account.id, -1_00n, { name: '66 Route', description: 'Lunch' })
  await move(ada.account.id, -2_00n, { name: 'Route 66' })
  await move(ada.account.id, -66_50n, { name: 'Route 9', accountNumber: '1000000008' })
  await move(ada.account.id, -3_00n, { name: 'Route 9', accountNumber: '6600000661' })
  expect(await names(ada, { text: 'motel 6' })).toEqual(['Motel 6'])
  expect(await names(ada, { text: 'Route 66' })).toEqual(['Route 9', 'Route 66', '66 Route'])
  expect(await names(ada, { text: '66 lunch' })).toEqual(['66 Route'])
  expect(await names(ada, { text: '66 6' })).toEqual([])
  expect(await names(ada, { text: '66' })).toEqual(['Route 9'])
})

test('the parts of a double name may each begin with a capital of any alphabet', async () => {
  const ada = await bank.customer()
  for (const name of ['Иванов-Петров', 'Özgür-Öztürk', 'ÅsÅ']) {
    await move(ada.account.id, 1_00n, { name })
    expect(await names(ada, { text: name }), name).toEqual([name])
  }
  expect(await names(ada, { text: 'иванов-петров' })).toEqual(['Иванов-Петров'])
  expect(await names(ada, { text: 'ÖZGÜR-ÖZTÜRK' })).toEqual(['Özgür-Öztürk'])
})

test('a name is found however its accents are stored, and however they are typed', async () => {
  const ada = await bank.customer()
  for (const name of ['Zoë Ångström', 'Йосип Її', 'Nguyễn Hải']) {
    const [apart, whole] = [name.normalize('NFD'), name.normalize('NFC')]
    await move(ada.account.id, 1_00n, { name: apart })
    await move(ada.account.id, 1_00n, { name: whole })
    for (const text of [apart, whole, whole.toUpperCase(), whole.toLowerCase()]) {
      expect(await names(ada, { text }), text).toEqual([whole, apart])
    }
  }
})

// shows D156
test('a name is found with and without its accents, and by what people type for letters without parts', async () => {
  const ada = await bank.customer()
  const pairs = [
    ...[
      ['Blue Door Café', 'cafe'],
      ['Condomínio', 'condominio'],
      ['Yapı Kredi', 'yapi'],
    ],
    ...[
      ['Straße 5', 'strasse'],
      ['Łódź', 'lodz'],
      ['Ørsted', 'orsted'],
      ['Đorđe', 'dorde'],
    ],
    ...[
      ['Þór Æsir', 'thor aesir'],
      ['İstanbul', 'istanbul'],
      ['Sigurður', 'sigurdur'],
    ],
    ...[
      ['Ёлка', 'елка'],
      ['Ωμέγας', 'ωμεγασ'],
      ['Œuvre', 'oeuvre'],
      ['Nguyễn', 'nguyen'],
    ],
  ] as const
  for (const [name = '', typed = ''] of pairs) {
    await move(ada.account.id, 1_00n, { name })
    const [large, small] = [name.toUpperCase(), name.toLowerCase()]
    const apart = name.normalize('NFD')
    for (const text of [typed, typed.toUpperCase(), name, large, small, apart]) {
      expect(await names(ada, { text }), text).toEqual([name])
    }
  }
  // The other way round: what was written without is found with.
  for (const [name = '', text = ''] of [
    ['Cafe Central', 'café central'],
    ['Strasse der Freiheit', 'straße der'],
    ['Yapi Yeri', 'yapı yeri'],
  ]) {
    await move(ada.account.id, 1_00n, { name })
    expect(await names(ada, { text }), text).toEqual([name])
  }
  expect(await names(ada, { text: '\u0301' })).toEqual([])
})

// shows D156
test('a month is a word of its lines, with its year where one stands beside it', async () => {
  const ada = await bank.customer()
  const { id } = ada.account
  await move(id, 900_00n, { name: 'Wages' }, '2022-12-31')
  await move(id, -1_00n, { name: 'Amazon', description: 'one' }, '2023-03-31')
  await move(id, -1_00n, { name: 'Amazon', description: 'two' }, '2024-02-29')
  await move(id, -1_00n, { name: 'Amazon', description: 'three' }, '2024-03-01')
  await move(id, -1_00n, { name: 'Market', description: 'four' }, '2024-03-31')
  await move(id, -1_00n, { name: 'Rent', description: 'for March 2023' }, '2024-04-01')
  const notes = async (text: string) =>
    (await search(ada, { text })).List.map(({ Description }) => Description)
  expect(await notes('amazon march')).toEqual(['three', 'one'])
  expect(await notes('MAR amazon')).toEqual(['three', 'one'])
  expect(await notes('march 2024')).toEqual(['four', 'three'])
  expect(await notes('2024 Mar.')).toEqual(['four', 'three'])
  // The word itself is found as well.
  expect(await notes('march 2023')).toEqual(['for March 2023', 'one'])
  expect(await notes('mar')).toEqual(['for March 2023', 'four', 'three', 'one'])
  expect(await notes('feb')).toEqual(['two'])
  expect(await notes('december')).toEqual([''])
  // Two letters begin no month, and a year without one is none.
  expect(await notes('am')).toEqual(['three', 'two', 'one'])
  expect(await notes('2024')).toEqual([])
})

test('the database folds every letter as the words of a search are folded', async () => {
  const letters: string[] = []
  for (let code = 1; code <= 0x1fbff; code += 1) {
    const letter = String.fromCodePoint(code)
    // Todhri: a script that a PostgreSQL before 18 does not know, with two letters that have parts.
    if (code >= 0x105c0 && code <= 0x105ff) continue
    if (/[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]/u.test(letter)) letters.push(letter)
  }
  expect(letters.length).toBeGreaterThan(50_000)
  const folded = await sql<{ letter: string; folded: string }>`
    select letter, search_fold(letter) as folded from unnest(${letters}::text[]) letter`
  const differ = folded.filter(({ letter, folded }) => folded !== fold(letter))
  expect(differ.slice(0, 20)).toEqual([])
  // And several together, where accents follow other letters than their own.
  const text = fc.string({ unit: fc.constantFrom(...letters.slice(0, 6_000)), maxLength: 30 })
  const texts = fc.sample(text, { numRuns: 2_000, seed: 35 })
  const both = await sql<{ text: string; folded: string }>`
    select text, search_fold(text) as folded from unnest(${texts}::text[]) text`
  expect(both.filter(({ text, folded }) => folded !== fold(text))).toEqual([])
  expect(both).toHaveLength(2_000)
})

test('a reference code is found by its last eight characters, its beginning and all of it', async () => {
  const ada = await holder()
  const [line] = (await search(ada, { text: 'transit' })).List
  const id = line?.Id ?? ''
  expect(await names(ada, { text: id.slice(-8) })).toEqual(['City Transit'])
  expect(await names(ada, { text: id.toUpperCase() })).toEqual(['City Transit'])
  expect(await names(ada, { text: id.slice(0, -8) })).toEqual(['City Transit'])
})

test('filters narrow it down, to the minor unit and the day', async () => {
  const ada = await holder()
  expect(await names(ada, { direction: 'in' })).toEqual(['Wages'])
  expect(await names(ada, { direction: 'out', min: '12.51', max: '39.99' })).toEqual(['Book shop'])
  expect(await names(ada, { min: '12.50', max: '12.50' })).toEqual(['City Transit'])
  expect(await names(ada, { start_date: '2024-03-02', end_date: '2024-03-02' })).toEqual([
    'Émile Ünal',
    'Book shop',
  ])
  expect(await names(ada, { state: 'pending' })).toEqual([])
  expect(await names(ada, { type: 'loan' })).toEqual([])
  expect(await names(ada, { account: ada.account.publicId, text: 'wages' })).toEqual(['Wages'])
})

test('nothing in a text is special, and nothing breaks on it', async () => {
  const ada = await holder()
  expect(await names(ada, { text: '100%' })).toEqual(['Émile Ünal'])
  expect(await names(ada, { text: '_cotton_' })).toEqual(['Émile Ünal'])
  expect(await names(ada, { text: '"shirt"' })).toEqual(['Émile Ünal'])
  const odd = ['%%%', '___', "'; drop table transactions; --", '.*', '(a+)+$', '\\', '{x,y}']
  for (const text of [...odd, '🦆🦆🦆🦆', 'שלום עולם', '1.2.3', '9'.repeat(99)]) {
    expect(await names(ada, { text }), text).toEqual([])
  }
  await move(ada.account.id, 5_00n, { name: 'שלום עולם', description: 'thanks 🦆🎂' })
  expect(await names(ada, { text: 'שלום' })).toEqual(['שלום עולם'])
  expect(await names(ada, { text: '🦆' })).toEqual(['שלום עולם'])
})

test('what is too long or makes no sense is refused with its field', async () => {
  const ada = await bank.customer()
  const tooLong = {
    status: 'failed',
    message: 'Search for at most 8 words of 100 letters together',
    field: 'text',
  }
  expect(await ask(ada, { text: 'x'.repeat(101) })).toMatchObject(tooLong)
  expect(await ask(ada, { text: 'a b c d e f g h i' })).toMatchObject(tooLong)
  expect(await ask(ada, { min: '2.00', max: '1.00' })).toMatchObject({
    message: messages.amountsReversed,
  })
  expect(await ask(ada, { min: '1e3' })).toMatchObject({ message: messages.amountInvalid })
  expect(await ask(ada, { state: 'gone' as 'failed' })).toMatchObject({
    message: 'Choose a filter of the list',
  })
  expect(await ask(ada, { text: 'a\0b' })).toMatchObject({ message: messages.formUnreadable })
  for (const cursor of ['', '-1', '1..2', 'x', '9'.repeat(40)]) {
    expect(await ask(ada, { cursor }), cursor).toMatchObject({ message: messages.pageInvalid })
  }
})

test('nobody finds a line of somebody else, whatever is in the cursor', async () => {
  const ada = await holder()
  const eve = await bank.customer()
  expect(await names(eve, { text: 'wages' })).toEqual([])
  for (let nth = 0; nth < 21; nth += 1) await move(eve.account.id, 1_00n, { name: 'Own' })
  const { Next: own } = await search(eve, {})
  const far = `${own?.split('.')[0]}.999999.999999`
  expect(await names(eve, { cursor: far })).toEqual(Array(20).fill('Own'))
  expect(await ask(ada, { cursor: far })).toMatchObject({ message: messages.pageInvalid })
  const foreign = await ask(eve, { account: ada.account.publicId })
  expect(foreign).toMatchObject({ message: messages.accountNotYours, field: 'account' })
  const [line] = (await search(ada, { text: 'wages' })).List
  expect(await names(eve, { text: line?.Id ?? '' })).toEqual([])
})

test('pages over several accounts have every line once, newest first', async () => {
  const ada = await bank.customer()
  const fresh = { type: 'savings', currency: 'usd', name: 'Rainy days', now: bank.clock.now() }
  const other = await db.transaction((tx) => openAccount(tx, ada.id, fresh))
  const wanted: string[] = []
  for (let nth = 0; nth < 45; nth += 1) {
    const name = `Payer ${nth}`
    await move(nth % 3 === 0 ? other.id : ada.account.id, 1_00n, { name })
    wanted.unshift(name)
  }
  const found: (string | null | undefined)[] = []
  let cursor: string | undefined
  do {
    const page = await search(ada, { text: 'payer', ...(cursor && { cursor }) })
    expect(page.List.length).toBeLessThanOrEqual(20)
    found.push(...page.List.map(({ Name }) => Name))
    cursor = page.Next ?? undefined
  } while (cursor)
  expect(found).toEqual(wanted)
  const [newest] = (await search(ada, { text: 'payer', account: other.publicId })).List
  expect(newest).toMatchObject({ Name: 'Payer 42', AccountId: other.publicId })
})

test('a page of accounts that are no longer the same is refused', async () => {
  const ada = await bank.customer()
  for (let nth = 0; nth < 21; nth += 1) await move(ada.account.id, 1_00n, { name: 'Payer' })
  const cursor = (await search(ada, {})).Next ?? ''
  expect(await names(ada, { cursor })).toEqual(['Payer'])
  const invalid = { status: 'failed', message: messages.pageInvalid, field: 'cursor' }
  const fresh = { type: 'savings', currency: 'usd', name: 'Rainy days', now: bank.clock.now() }
  const other = await db.transaction((tx) => openAccount(tx, ada.id, fresh))
  expect(await ask(ada, { cursor })).toMatchObject(invalid)
  // A closed one stays among those that are looked at.
  const both = (await search(ada, {})).Next ?? ''
  await ledger.closeAccount(sql, { accountId: other.id, at: bank.clock.now() })
  expect(await names(ada, { cursor: both })).toEqual(['Payer'])
  await db.transaction((tx) => openAccount(tx, ada.id, fresh))
  expect(await ask(ada, { cursor: both })).toMatchObject(invalid)
})

test('what was paid from an account that is closed now is found and counted', async () => {
  const ada = await bank.customer()
  const year = bank.clock.now().getUTCFullYear()
  const fresh = { type: 'savings', currency: 'usd', name: 'Rainy days', now: bank.clock.now() }
  const closed = await db.transaction((tx) => openAccount(tx, ada.id, fresh))
  for (const { id } of [ada.account, closed]) {
    await move(id, 8_20n, { name: 'Wages' }, `${year}-01-01`)
    await move(id, -8_20n, { name: 'City Transit' }, `${year}-01-02`)
  }
  await ledger.closeAccount(sql, { accountId: closed.id, at: bank.clock.now() })
  const [line, other] = (await search(ada, { text: 'transit' })).List
  expect(line).toMatchObject({ AccountId: closed.publicId, Account: { Name: 'Rainy days' } })
  expect(other).toMatchObject({ AccountId: ada.account.publicId })
  for (const id of [line?.Id, other?.Id]) {
    const answer = await bank.ask(payeeTotal, { transactionId: id ?? '' }, ada.token)
    expect(answer.data).toEqual({ Year: String(year), Count: 2, Total: '16.40' })
  }
  const eve = await bank.customer()
  expect(await names(eve, { text: 'transit' })).toEqual([])
  const chosen = await ask(ada, { account: closed.publicId })
  expect(chosen).toMatchObject({ message: messages.accountNotYours, field: 'account' })
})

test('the same name in one year is counted and summed', async () => {
  const ada = await bank.customer()
  const year = bank.clock.now().getUTCFullYear()
  const days = [`${year - 1}-12-31`, `${year}-01-01`, `${year}-01-02`]
  await move(ada.account.id, 900_00n, { name: 'Wages' }, days[0])
  for (const day of days) await move(ada.account.id, -8_20n, { name: 'City Transit' }, day)
  await move(ada.account.id, -1_00n, { name: 'City Transit Lost Property' }, days[2])
  const [line] = (await search(ada, { text: 'transit 8.20' })).List
  const answer = await bank.ask(payeeTotal, { transactionId: line?.Id ?? '' }, ada.token)
  expect(answer.data).toEqual({ Year: String(year), Count: 2, Total: '16.40' })
})

test('a name is counted whatever it would stand for in a search', async () => {
  const ada = await bank.customer()
  const year = bank.clock.now().getUTCFullYear()
  await move(ada.account.id, 900_00n, { name: 'Wages' }, `${year}-01-01`)
  for (const name of ['Route 66', 'Özgür-Öztürk', 'Jose\u0301 Peña', 'Jose\u0301']) {
    for (const amountMinor of [-1_00n, -66_50n]) {
      await move(ada.account.id, amountMinor, { name }, `${year}-01-02`)
    }
    const [line] = (await search(ada, {})).List
    const answer = await bank.ask(payeeTotal, { transactionId: line?.Id ?? '' }, ada.token)
    expect(answer.data, name).toEqual({ Year: String(year), Count: 2, Total: '67.50' })
  }
})

test('a word has one form, five where its letters are not folded, and small numbers are amounts', () => {
  expect(wordOf('Kahve').forms).toEqual(['kahve'])
  expect(wordOf('Émile').forms).toEqual(['emile'])
  expect(wordOf('Иванов-ПетРов').forms).toEqual(['иванов-петров'])
  // Adlam, which is written from right to left and has capitals.
  const [capital, small] = ['\u{1e900}', '\u{1e922}']
  expect(wordOf(`${small}${capital}-${small}${small}`).forms).toEqual([
    `${small}${small}-${small}${small}`,
    `${capital}${capital}-${capital}${capital}`,
    `${capital}${small}-${small}${small}`,
    `${capital}${small}-${capital}${small}`,
    `${small}${capital}-${small}${small}`,
  ])
  expect(wordOf('12')).toMatchObject({ forms: [], amount: [1200n, 1299n], id: null, idEnd: null })
  expect(wordOf('1,250.5').amount).toEqual([125050n, 125050n])
  expect(wordOf('DEADBEEF')).toMatchObject({ id: null, idEnd: 'deadbeef' })
  expect(wordOf('0193a2b4-5c6d-7').id).toEqual([
    '0193a2b4-5c6d-7000-0000-000000000000',
    '0193a2b4-5c6d-7fff-ffff-ffffffffffff',
  ])
})

function textOf({ strings, values }: SqlPart): string {
  return strings.reduce((sofar, after, index) => {
    const place = values[index - 1]
    const isPart = typeof place === 'object' && place !== null && 'strings' in place
    return sofar + (isPart ? textOf(place) : '?') + after
  })
}

test('the order of words and filters makes no new statement, of which each is kept for ever', async () => {
  const texts = new Set<string>()
  const reading: Sql = async (strings, ...values) => {
    texts.add(textOf({ strings, values }))
    return []
  }
  const filters = [{}, { type: 'debit' }, { min: 90_00n, max: 95_00n }] as const
  let sequences: string[][] = [[]]
  for (let length = 0; length <= 4; length += 1) {
    for (const words of sequences) {
      for (const filter of filters) {
        const wanted = { ...filter, words: wordsOf(words.join(' ')) }
        await planSearch(reading, { ownerId: 1n, accountId: null, filter: wanted })
      }
    }
    sequences = sequences.flatMap((words) =>
      ['12', 'march', 'ab', 'Йосип-ЙоВич'].map((word) => [...words, word]),
    )
  }
  // With or without an array of keys and a range of amounts, from none to four words.
  expect(texts.size).toBeLessThanOrEqual(2 * 2 * 5)
})

/** Writes lines past the ledger's functions, which would take minutes; only reading looks at them. */
async function longHistory(who: TestCustomer, lines: number) {
  const own = who.account.id
  await db.transaction(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into transactions (account_id, line, id, day, type, amount_minor, state, purpose, method,
        gateway, name, account_number, bank, swift, bank_address, routing_number, description,
        objective, reference, same, own_account, entry_id, failure_reason, created_at, decided_at)
      select ${own}, n, gen_random_uuid(), '2020-01-01'::date + n / 50, 'debit',
        case when n = 77 then 98765432 else n * 7 % 9000 + 100 end,
        case when n = 300 then 'failed' else 'completed' end, 'transfer', 'local', 'passbook',
        case n when 5 then 'Zephyrine Ltd' when 6 then 'Motel 6' when 4000 then 'Иван'
          when 4001 then 'Özgür-Öztürk' when 4002 then ${'Ōtsuka'.normalize('NFD')} else 'Shop ' || n % 40 end,
        '1234567897', '', '', '', '', case when n % 2 = 0 then 'tea' else 'rent' end, '', '', true,
        false, case when n = 300 then null else n end, case when n = 300 then 'No' end,
        '2020-01-01'::timestamptz + n * interval '1 minute', '2020-01-01'::timestamptz
      from generate_series(1, ${lines}::int4) n`
    await tx`
      insert into ledger_days (account_id, day, first_line, lines, income_minor, expense_minor, spend_minor)
      select account_id, day, min(line), count(*), 0, 0, 0 from transactions
      where account_id = ${own} group by account_id, day`
    await tx`update ledger_accounts set line_count = ${lines} where id = ${own}`
  })
}

test('a long history is indexed by the first search, and then found at once', async () => {
  const ada = await bank.customer()
  await longHistory(ada, 6000)
  const cold = await search(ada, { text: 'zephyrine' })
  // One answer reads so many lines only, and says how far it came.
  expect(cold).toMatchObject({ List: [], LookedTo: '2020-03-20' })
  expect(cold.Next).toMatch(/^\d+\.3952$/)
  await bank.bank.background.settled()
  const [index] = await sql<{ blocks: bigint }>`
    select count(*) as blocks from search_blocks where account_id = ${ada.account.id}`
  expect(index?.blocks).toBe(23n)

  const found = async (wanted: Wanted) => {
    const page = await search(ada, wanted)
    return { names: page.List.map(({ Name }) => Name), next: page.Next, to: page.LookedTo }
  }
  const only = (name: string) => ({ names: [name], next: null, to: null })
  expect(await found({ text: 'ZEPHYR' })).toEqual(only('Zephyrine Ltd'))
  expect(await found({ text: 'ИВАН' })).toEqual(only('Иван'))
  expect(await found({ text: 'özgür-öztürk' })).toEqual(only('Özgür-Öztürk'))
  expect(await found({ text: 'Ōtsuka' })).toEqual(only('Ōtsuka'.normalize('NFD')))
  expect(await found({ text: 'otsuka' })).toEqual(only('Ōtsuka'.normalize('NFD')))
  expect(await found({ text: 'ozgur' })).toEqual(only('Özgür-Öztürk'))
  expect(await found({ text: 'zephyrine jan' })).toEqual(only('Zephyrine Ltd'))
  expect(await found({ text: 'zephyrine january 2020' })).toEqual(only('Zephyrine Ltd'))
  expect(await found({ text: 'zephyrine feb' })).toMatchObject({ names: [], next: null })
  expect(await found({ text: 'motel 6' })).toEqual(only('Motel 6'))
  expect(await found({ text: '987,654.32' })).toEqual(only('Shop 37'))
  expect(await found({ min: '900000' })).toEqual(only('Shop 37'))
  expect(await found({ state: 'failed' })).toEqual(only('Shop 20'))
  expect(await found({ text: 'zephyr tea' })).toMatchObject({ names: [] })
  const days = { start_date: '2020-01-02', end_date: '2020-12-31' }
  expect(await found({ text: 'zephyrine', ...days })).toMatchObject({ names: [], next: null })
  const [line] = await sql<{ id: string }>`
    select id from transactions where account_id = ${ada.account.id} and line = 900`
  expect(await found({ text: (line?.id ?? '').slice(-8) })).toEqual(only('Shop 20'))
  expect(await found({ text: line?.id ?? '' })).toEqual(only('Shop 20'))
  expect((await found({ text: 'shop' })).names).toHaveLength(20)
  // Lines that came since are in no block yet, and found all the same.
  await move(ada.account.id, 1_00n, { name: 'Zephyrine Ltd' }, '2024-03-01')
  expect((await found({ text: 'zephyrine' })).names).toHaveLength(2)
})

// shows D156
test('blocks that were written by the rule of before are as if they were not there, and written anew', async () => {
  const ada = await bank.customer()
  await longHistory(ada, 6000)
  const own = ada.account.id
  // What a server of the version before wrote, which folded ASCII alone.
  await sql`
    insert into search_blocks (account_id, block, keys)
    select ${own}, block, search_keys(${own}, array['tcaf', 'dtransfer']) from generate_series(0, 22) block`
  const find = async (text: string) => (await search(ada, { text })).List.map(({ Name }) => Name)
  expect(await find('otsuka')).toEqual(['Ōtsuka'.normalize('NFD')])
  await bank.bank.background.settled()
  const rules = await sql<{ rule: number; blocks: bigint }>`
    select rule, count(*) as blocks from search_blocks where account_id = ${own} group by rule`
  expect(rules).toEqual([{ rule: 2, blocks: 23n }])
  for (const text of ['otsuka', 'ŌTSUKA', 'ozgur', 'zephyrine']) {
    expect(await find(text), text).toHaveLength(1)
  }
})

test('one search writes so much of an index only, and the next goes on', async () => {
  const ada = await bank.customer()
  await longHistory(ada, 10_000)
  const blocksAfterSearch = async () => {
    await search(ada, { text: 'zephyrine' })
    await bank.bank.background.settled()
    const [index] = await sql<{ blocks: bigint }>`
      select count(*) as blocks from search_blocks where account_id = ${ada.account.id}`
    return index?.blocks
  }
  expect(await blocksAfterSearch()).toBe(32n)
  expect(await blocksAfterSearch()).toBe(39n)
})

test('words that are everywhere and never together end an answer early, and it can go on', async () => {
  const ada = await bank.customer()
  await longHistory(ada, 6000)
  await search(ada, { text: 'tea' })
  await bank.bank.background.settled()
  const looked: (string | null)[] = []
  let cursor: string | undefined
  do {
    const page = await search(ada, { text: 'tea rent', ...(cursor && { cursor }) })
    expect(page.List).toEqual([])
    looked.push(page.LookedTo)
    cursor = page.Next ?? undefined
  } while (cursor)
  expect(looked).toHaveLength(6)
  expect(looked.at(-1)).toBeNull()
})

test('a hundred searches at once are all answered, and the index is written once', async () => {
  const ada = await bank.customer()
  await longHistory(ada, 3000)
  const texts = Array.from({ length: 100 }, (_, nth) => `shop ${nth % 2 === 0 ? 'tea' : 'rent'}`)
  const pages = await Promise.all(texts.map((text) => search(ada, { text })))
  expect(pages.filter(({ List }) => List.length === 0)).toEqual([])
  await bank.bank.background.settled()
  const [index] = await sql<{ blocks: bigint }>`
    select count(*) as blocks from search_blocks where account_id = ${ada.account.id}`
  expect(index?.blocks).toBe(11n)
})
