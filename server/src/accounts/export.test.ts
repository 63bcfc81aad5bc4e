import {
  accountStatement,
  type CurrencyCode,
  check,
  currencyCodes,
  dayIn,
  exportFormats,
  exportStatement,
  messages,
} from '@passbook/contract'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { at as nodeAt, parseCsv, parseXml, readers } from '#testing/statement-files.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { type OwnAccount, openAccount } from './accounts.ts'
import { textCell } from './export-formats/csv.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())
const { sql } = db

type Format = (typeof exportFormats)[number]
type Dates = { start_date?: string; end_date?: string }

async function fileOf(who: TestCustomer, account: OwnAccount, format: Format, dates: Dates = {}) {
  const input = { accountId: account.publicId, format, ...dates }
  const reply = await bank.send(exportStatement, input, { token: who.token })
  expect(reply.statusCode).toBe(200)
  return reply
}

const at = new Date('2024-03-05T12:00:00Z')
const nasty = [
  '=HYPERLINK("http://evil.example";"x")',
  '+1-555-0100',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '  =1+1',
  '＝1+1',
  'Smith & Sons <b>"quoted"</b>',
  "]]> <![CDATA[ &amp; O'Neil",
  'a,b;c"d',
  'a;=1+1',
  'a,b|"@SUM(A1)"',
  'a;b\t=1+1;  -2+3',
  'line one\nline two\r\nline three',
  '^',
  '!Type:Bank',
  '\u202egnp.exe',
  'emoji 👩‍👩‍👧‍👦 🏦',
  '👩'.repeat(200),
  'x'.repeat(200),
  '\u0001\u0007\u001f\u007f\u0085\u2028\ufffe\uffff',
  ' padded ',
  '',
]
const words = fc.oneof(
  fc.constantFrom(...nasty),
  // A database holds every character but this one.
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\u0000', '')),
)

type Step = {
  kind: 'in' | 'out' | 'announce' | 'order' | 'settle' | 'fail' | 'refuse'
  amountMinor: bigint
  days: number
  text: string
  other: string
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('in', 'in', 'out', 'announce', 'order', 'settle', 'fail', 'refuse'),
  amountMinor: fc.oneof(fc.bigInt(1n, 500n), fc.bigInt(1n, 10n ** 13n)),
  days: fc.nat(2),
  text: words,
  other: words,
})

const firstDay = Date.UTC(2024, 1, 27)
const dayAfter = (days: number) => new Date(firstDay + days * 86_400_000).toISOString().slice(0, 10)

/** Plays a history on an account through the ledger; what cannot be paid is left out. */
async function play({ id, currency }: OwnAccount, steps: Step[]): Promise<void> {
  const counter = await internalAccount(sql, 'clearing', currency, 0n)
  const pending: string[] = []
  let days = 0
  for (const { kind, amountMinor, days: more, text, other } of steps) {
    days += more
    const when = { at, day: dayAfter(days) }
    const line = { name: text, description: other, accountNumber: other, reference: text }
    const details = { ...line, bank: other, swift: text }
    const order = { ...when, accountId: id, amountMinor, line: details }
    const first = pending[0]
    const doing = {
      in: () => ledger.move(sql, { ...when, ...moved(counter, id), toLine: details }),
      out: () => ledger.move(sql, { ...when, ...moved(id, counter), fromLine: details }),
      announce: () => ledger.pend(sql, { ...order, type: 'credit' }),
      order: () => ledger.pend(sql, { ...order, type: 'debit' }),
      refuse: () => ledger.noteFailed(sql, { ...order, type: 'debit', reason: other }),
      settle: () =>
        first && ledger.settle(sql, { ...when, transactionId: first, counter, kind: 'settle' }),
      fail: () => first && ledger.fail(sql, { transactionId: first, reason: text, at }),
    }
    function moved(from: bigint, to: bigint) {
      return { kind: 'test', from, to, amountMinor }
    }
    try {
      const done = await doing[kind]()
      if (kind === 'announce' || kind === 'order') pending.push((done || none).lines[0]?.id ?? '')
      if (kind === 'settle' || kind === 'fail') pending.shift()
    } catch (error) {
      expect(error).toMatchObject({ code: 'insufficient_funds' })
    }
  }
}

const none = { lines: [] as { id: string }[] }

type Row = { id: string; day: string; minor: bigint; state: string }

/** The statement by the shortest of queries. */
const rowsOf = ({ id }: OwnAccount) => sql<Row>`
  select id, day, case type when 'credit' then amount_minor else -amount_minor end as minor, state
  from transactions where account_id = ${id} order by line`

const sum = (rows: { minor: bigint }[]) => rows.reduce((total, { minor }) => total + minor, 0n)

async function accountIn(who: TestCustomer, currency: CurrencyCode, name = 'Money & more') {
  const fresh = { type: 'savings', currency, name, now: at }
  return db.transaction((tx) => openAccount(tx, who.id, fresh))
}

async function assertFile(
  who: TestCustomer,
  account: OwnAccount,
  format: Format,
  range?: [string, string],
) {
  const dates = range ? { start_date: range[0], end_date: range[1] } : {}
  const reply = await fileOf(who, account, format, dates)
  const rows = await rowsOf(account)
  const within = ({ day }: Row) => !range || (day >= range[0] && day <= range[1])
  const completed = rows.filter(({ state }) => state === 'completed')
  const shown = completed.filter(within)
  const before = completed.filter(({ day }) => range && day < range[0])
  const read = readers[format]?.(reply.body)
  expect(read?.openingMinor).toBe(sum(before))
  expect(read?.entries.map(({ day, minor }) => [day, minor])).toEqual(
    shown.map(({ day, minor }) => [day, minor]),
  )
  expect(sum(before) + sum(read?.entries ?? [])).toBe(read?.closingMinor)
  if (format === 'ofx' || format === 'camt053') {
    expect(read?.entries.map(({ ref }) => ref)).toEqual(shown.map(({ id }) => id))
  }
  if (format === 'csv') {
    expect(read?.others.map(({ minor }) => minor)).toEqual(
      rows.filter((row) => row.state !== 'completed' && within(row)).map(({ minor }) => minor),
    )
  }
  if (!range) {
    const [own] = await sql<{ total: bigint }>`
      select coalesce(sum(amount_minor), 0)::int8 as total from ledger_postings
      where account_id = ${account.id}`
    expect(read?.closingMinor).toBe(own?.total)
  }
  return reply
}

/** The statement to print has the same lines, and after each of them what they add up to. */
async function assertPrinted(who: TestCustomer, account: OwnAccount, range?: [string, string]) {
  const dates = range ? { start_date: range[0], end_date: range[1] } : {}
  const { data } = await bank.ask(
    accountStatement,
    { accountId: account.publicId, ...dates },
    who.token,
  )
  const read = check(accountStatement.response, data)
  if (!read.ok) throw new Error(`${read.field}: ${read.message}`)
  const { Opening, Income, Expenses, Closing, List } = read.value
  const rows = await rowsOf(account)
  let balance = 0n
  const wanted = rows.map(({ id, day, minor, state }) => {
    if (state === 'completed') balance += minor
    return { id, day, minor, state, balance }
  })
  const shown = wanted.filter(({ day }) => !range || (day >= range[0] && day <= range[1]))
  expect(
    List.map(({ Id, Day, Type, Amount, State, Balance }) => ({
      ...{ id: Id, day: Day, minor: Type === 'credit' ? Amount : -Amount },
      ...{ state: State, balance: Balance },
    })),
  ).toEqual(shown)
  const made = shown.filter(({ state }) => state === 'completed')
  expect(Opening + sum(made)).toBe(Closing)
  expect(Opening + Income - Expenses).toBe(Closing)
  const last = wanted.filter(({ day }) => !range || day <= range[1]).at(-1)
  expect(Closing).toBe(last?.balance ?? 0n)
}

describe('every file adds up to the ledger', () => {
  const dayOf = fc.nat(24).map(dayAfter)
  const range = fc.tuple(dayOf, dayOf).map((days) => days.sort() as [string, string])

  // shows §7.39 D35
  test.each(currencyCodes)('for random histories in %s', async (currency) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20, size: 'max' }), range, async (steps, on) => {
        const owner = await bank.customer()
        const account = await accountIn(owner, currency)
        await play(account, steps)
        for (const format of exportFormats) {
          await assertFile(owner, account, format)
          await assertFile(owner, account, format, on)
        }
        await assertPrinted(owner, account)
        await assertPrinted(owner, account, on)
      }),
      { numRuns: 5 },
    )
  })

  test('for an account without any line', async () => {
    const ada = await bank.customer()
    for (const format of exportFormats) {
      const { body } = await assertFile(ada, ada.account, format)
      expect(readers[format]?.(body)).toMatchObject({ openingMinor: 0n, closingMinor: 0n })
      await assertFile(ada, ada.account, format, ['2020-01-01', '2020-12-31'])
    }
  })

  test('and the ledger is sound after all that', async () => {
    expect(await bank.findings()).toEqual([])
  })
})

test.each(exportFormats)('%s survives every nasty text', async (format) => {
  const ada = await bank.customer()
  const account = await accountIn(ada, 'eur', '<&> "account" \u0007 👩‍👩‍👧‍👦')
  const steps = nasty.map(
    (text): Step => ({ kind: 'in', amountMinor: 1n, days: 0, text, other: text }),
  )
  await play(account, steps)
  const { body } = await assertFile(ada, account, format)
  // The mark of a character that was cut in two.
  expect(body).not.toContain('\ufffd')
})

// shows D35
// asvs 1.3.3
test('a spreadsheet finds no formula in a file, and numbers stay numbers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 8 }), async (texts) => {
      const owner = await bank.customer()
      const account = await accountIn(owner, 'usd')
      const steps = texts.map(
        (text): Step => ({ kind: 'in', amountMinor: 250n, days: 0, text, other: text }),
      )
      await play(account, [...steps, { ...(steps[0] as Step), kind: 'out', amountMinor: 120n }])
      const { body } = await fileOf(owner, account, 'csv')
      // Split as a spreadsheet of another language does, which knows nothing of commas.
      for (const separator of [';', '\t', '|']) {
        for (const piece of body.split('\r\n').flatMap((row) => row.split(separator).slice(1))) {
          expect(piece).not.toMatch(/^[\s"']*(?<!')[=+\-@＝＋－＠]/)
        }
      }
      const rows = parseCsv(body).slice(2, -1)
      for (const [index, row] of rows.entries()) {
        const raw = texts[index] ?? texts[0] ?? ''
        expect(row[2]).toMatch(/^-?\d+\.\d\d$/)
        for (const cell of [row[4], row[5], row[6], row[7]]) {
          expect(cell).not.toMatch(/^[\s=+\-@\t\r＝＋－＠]/)
          if (/^[=+\-@\t\r]/.test(raw)) expect(cell).toMatch(/^'/)
        }
      }
      expect(rows.at(-1)?.[2]).toBe('-1.20')
    }),
    { numRuns: 25 },
  )
})

test.each(['\ufffe=1+1', '\u202a@sum', '\uffff \t-1'])(
  'nor one behind what is not printed: %j',
  (text) => {
    expect(textCell(text)).toMatch(/^'/)
  },
)

test('pending and failed lines are in the CSV with their state, and in no other format', async () => {
  const ada = await bank.customer({ balance: '100.00' })
  const order = { ...{ at, day: '2024-03-05' }, accountId: ada.account.id, amountMinor: 10_00n }
  await ledger.pend(sql, { ...order, type: 'debit', line: { name: 'Waiting' } })
  await ledger.noteFailed(sql, { ...order, type: 'debit', line: {}, reason: 'no' })
  const { body } = await fileOf(ada, ada.account, 'csv')
  const states = parseCsv(body)
    .slice(2, -1)
    .map((row) => [row[2], row[3], row[8]])
  expect(states).toEqual([
    ['100.00', '100.00', 'completed'],
    ['-10.00', '100.00', 'pending'],
    ['-10.00', '100.00', 'failed'],
  ])
  for (const format of ['ofx', 'qif', 'camt053'] as const) {
    const read = readers[format]?.((await fileOf(ada, ada.account, format)).body)
    expect(read?.entries).toHaveLength(1)
  }
  const ofx = parseXml((await fileOf(ada, ada.account, 'ofx')).body)
  const statement = nodeAt(ofx, 'BANKMSGSRSV1/STMTTRNRS/STMTRS')
  expect(nodeAt(statement, 'LEDGERBAL/BALAMT').text).toBe('100.00')
  expect(nodeAt(statement, 'AVAILBAL/BALAMT').text).toBe('90.00')
})

test.each([
  ['csv', 'csv', 'text/csv; charset=utf-8'],
  ['ofx', 'ofx', 'application/x-ofx; charset=utf-8'],
  ['qif', 'qif', 'application/qif; charset=utf-8'],
  ['camt053', 'xml', 'application/xml; charset=utf-8'],
] as const)('%s comes as a file with a fixed name', async (format, extension, type) => {
  const ada = await bank.customer()
  const dates = { start_date: '2024-01-01', end_date: '2024-12-31' }
  const { headers } = await fileOf(ada, ada.account, format, dates)
  const { number } = ada.account
  expect(headers).toMatchObject({
    'content-type': type,
    'content-disposition': `attachment; filename="statement-${number}-2024-01-01-2024-12-31.${extension}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const whole = await fileOf(ada, ada.account, format)
  const today = dayIn(new Date())
  expect(whole.headers['content-disposition']).toContain(`-${today}-${today}.${extension}`)
})

test('a file that is asked for up to a day to come ends today', async () => {
  const ada = await bank.customer({ balance: '5.00' })
  const today = dayIn(new Date())
  const dates = { start_date: today, end_date: '2090-12-31' }
  const csv = parseCsv((await fileOf(ada, ada.account, 'csv', dates)).body)
  expect([csv.at(1)?.[0], csv.at(-1)?.[0]]).toEqual([today, today])
  const later = { start_date: '2090-01-01', end_date: '2090-12-31' }
  const empty = parseCsv((await fileOf(ada, ada.account, 'csv', later)).body).slice(1)
  expect(empty.map((row) => [row[0], row[1], row[3]])).toEqual([
    [today, 'opening', '5.00'],
    [today, 'closing', '5.00'],
  ])
  const ofx = parseXml((await fileOf(ada, ada.account, 'ofx', later)).body)
  const list = nodeAt(ofx, 'BANKMSGSRSV1/STMTTRNRS/STMTRS/BANKTRANLIST')
  expect(nodeAt(list, 'DTEND').text).toBe(today.replaceAll('-', ''))
})

test('a CSV says which account and which money, in every row', async () => {
  const ada = await bank.customer()
  for (const currency of ['eur', 'gbp'] as const) {
    const account = await accountIn(ada, currency)
    await play(account, [
      { kind: 'in', amountMinor: 100n, days: 0, text: 'Jo', other: '' },
      { kind: 'order', amountMinor: 40n, days: 0, text: 'Jo', other: '' },
    ])
    const rows = parseCsv((await fileOf(ada, account, 'csv')).body).slice(1)
    const own = [currency.toUpperCase(), account.number]
    expect(rows.map((row) => row.slice(9))).toEqual([own, own, own, own])
  }
})

test('a camt.053 statement keeps its id until its lines change', async () => {
  const ada = await bank.customer({ balance: '5.00' })
  const dates = { start_date: '2024-01-01', end_date: '2090-12-31' }
  const idOf = async (asked: Dates = dates) => {
    const { body } = await fileOf(ada, ada.account, 'camt053', asked)
    const document = parseXml(body)
    const id = nodeAt(document, 'BkToCstmrStmt/Stmt/Id').text
    expect(nodeAt(document, 'BkToCstmrStmt/GrpHdr/MsgId').text).toBe(id)
    expect(nodeAt(document, 'BkToCstmrStmt/Stmt/Acct/Svcr/FinInstnId/Othr/Id').text).toBe(
      'PASSBOOK',
    )
    return id
  }
  const first = await idOf()
  await bank.customer({ balance: '7.00' })
  expect(await idOf()).toBe(first)
  expect(await idOf({ ...dates, end_date: '2090-12-30' })).not.toBe(first)
  const order = { at, day: dayIn(new Date()), accountId: ada.account.id, amountMinor: 1_00n }
  const pending = await ledger.pend(sql, { ...order, type: 'debit', line: {} })
  expect(await idOf()).toBe(first)
  const counter = await internalAccount(sql, 'clearing', ada.account.currency, 0n)
  const transactionId = pending.lines[0]?.id ?? ''
  await ledger.settle(sql, { ...order, transactionId, counter, kind: 'settle' })
  expect(await idOf()).not.toBe(first)
})

test('a QIF has a short reference as its number, a long one in the memo, and never an id', async () => {
  const ada = await bank.customer()
  const long = 'RF18 5390 0754 7034 2026'
  for (const reference of ['', 'INV-2024-17', long]) {
    const line = { name: 'Jo', description: 'Rent', reference }
    const counter = await internalAccount(sql, 'clearing', ada.account.currency, 0n)
    const move = { from: counter, to: ada.account.id, amountMinor: 1n, kind: 'test' }
    await ledger.move(sql, { at, day: '2024-03-05', ...move, toLine: line })
  }
  const { body } = await fileOf(ada, ada.account, 'qif')
  expect(body.match(/^[NM].*$/gm)).toEqual(['MRent', 'NINV-2024-17', 'MRent', `MRent / ${long}`])
})

test("days are the bank's, not the server's", async () => {
  // Twenty-five hours apart, so that their days always differ.
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const eastern = await testBank(db, { config: { bankZone: east } })
  const ada = await eastern.customer({ balance: '12.34' })
  const now = new Date()
  for (const [zone, count] of [
    [east, 1],
    [west, 0],
  ] as const) {
    const day = dayIn(now, zone)
    const dates = { start_date: day, end_date: day }
    const input = { accountId: ada.account.publicId, format: 'ofx', ...dates }
    const { body } = await eastern.send(exportStatement, input, { token: ada.token })
    const read = readers.ofx?.(body)
    expect(read).toMatchObject({ openingMinor: 0n, closingMinor: count === 1 ? 12_34n : 0n })
    expect(read?.entries.map((entry) => entry.day)).toEqual(count === 1 ? [day] : [])
  }
  await eastern.stop()
})

describe('who may have a file', () => {
  // shows D35
  test('nobody without a session, from another site or by opening its address', async () => {
    const ada = await bank.customer()
    const input = { accountId: ada.account.publicId, format: 'csv' }
    const anonymous = answerOf(await bank.send(exportStatement, input))
    expect(anonymous).toEqual(refusedWith('session_ended'))
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-dest': 'document' }]) {
      const reply = await bank.send(exportStatement, input, { token: ada.token, headers })
      expect(answerOf(reply)).toEqual(refusedWith('cross_site'))
    }
  })

  test("another's account, an unknown and a malformed one get the same bytes", async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    const replies = await Promise.all(
      [bob.account.publicId, crypto.randomUUID(), '1', "'; drop table x"].map((accountId) =>
        bank.send(exportStatement, { accountId, format: 'csv' }, { token: ada.token }),
      ),
    )
    for (const reply of replies) {
      expect(reply.statusCode).toBe(403)
      expect(reply.body).toBe(replies[0]?.body)
      expect(reply.headers['content-disposition']).toBeUndefined()
    }
  })

  test.each([
    [{}, messages.exportFormatInvalid, { field: 'format' }],
    [{ format: 'pdf' }, messages.exportFormatInvalid, { field: 'format' }],
    [{ format: 'csv', start_date: '2024-01-01' }, messages.datesIncomplete, {}],
    [
      { format: 'csv', start_date: '2024-02-30', end_date: '2024-03-01' },
      messages.dateInvalid,
      { field: 'start_date' },
    ],
    [
      { format: 'csv', start_date: '2024-03-02', end_date: '2024-03-01' },
      messages.datesReversed,
      {},
    ],
  ])('%j: %s', async (fields, message, at) => {
    const ada = await bank.customer()
    const input = { accountId: ada.account.publicId, ...fields }
    const answer = answerOf(await bank.send(exportStatement, input, { token: ada.token }))
    expect(answer).toEqual(refusedWith('invalid', { message, ...at }))
  })
})
