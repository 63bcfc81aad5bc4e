import {
  createAccount,
  explain,
  explainFile,
  figureNames,
  figureSubjects,
  makePot,
  messages,
  movePot,
  potColours,
  potPictures,
  transferExternal,
  transferOwn,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { approveLoan, repayLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { explainDeep, explainWhole } from '#testing/explaining.ts'
import { potOwner } from '#testing/pot-owner.ts'
import { recording } from '#testing/recording-db.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { explanationFile } from './file.ts'

const db = await testDb()
// Far from UTC, so that a day taken in the wrong zone shows.
const bank = await testBank(db, { config: { bankZone: 'Pacific/Kiritimati' } })
afterAll(() => bank.stop())

const dayMs = 86_400_000

const pay = async (who: TestCustomer, amountMinor: bigint, name = 'Shop') =>
  ledger.move(db.sql, {
    ...momentOf(bank.bank),
    kind: 'test',
    from: who.account.id,
    to: await internalAccount(db.sql, 'cards', who.account.currency, 0n),
    amountMinor,
    fromLine: { purpose: 'others', name },
  })

const askFor = async (who: TestCustomer, fields: Record<string, string>) =>
  answerOf(await bank.send(explain, fields, { token: await bank.signInAgain(who) }))

const today = () => momentOf(bank.bank).day

test('a few lines are listed as they are; many by days, then by months', async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const account = ada.account.publicId
  const kinds = async (figure: string) => {
    const { List } = await explainWhole(bank, await bank.signInAgain(ada), { figure, account })
    return [...new Set(List.map(({ Kind }) => Kind))]
  }
  await pay(ada, 1_00n)
  expect(await kinds('balance')).toEqual(['line'])
  for (let nth = 0; nth < 50; nth += 1) {
    if (nth % 25 === 0) bank.clock.advance(dayMs)
    await pay(ada, 1n)
  }
  expect(await kinds('balance')).toEqual(['day'])
  bank.clock.advance(40 * dayMs)
  await pay(ada, 2_00n)
  expect(await kinds('balance')).toEqual(['month'])
  // There is one day with income, however many lines it has.
  expect(await kinds('income')).toEqual(['line'])
  const token = await bank.signInAgain(ada)
  const { count } = await explainDeep(bank, token, { figure: 'balance', account })
  expect(count).toBeGreaterThan(53)
})

test('a day with many lines comes in pages, and one without any that count costs no more', async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const account = ada.account.publicId
  for (let nth = 0; nth < 120; nth += 1) await pay(ada, BigInt(nth + 1))
  const days = { start_date: today(), end_date: today() }
  const token = await bank.signInAgain(ada)
  const spent = await explainWhole(bank, token, { figure: 'spent', account, ...days })
  expect([spent.pages, spent.List.length, spent.Total]).toEqual([3, 120, '72.60'])
  const income = await explainWhole(bank, token, { figure: 'income', account, ...days })
  expect(income.List.map(({ Amount }) => Amount)).toEqual(['500.00'])
})

test('days at the edge of a period are in it, and those beside it are not', async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const account = ada.account.publicId
  const days: string[] = []
  for (const amount of [1_00n, 10_00n, 100_00n]) {
    bank.clock.advance(dayMs)
    days.push(today())
    await pay(ada, amount)
  }
  const [first = '', second = '', third = ''] = days
  const token = await bank.signInAgain(ada)
  const spent = async (start_date: string, end_date: string) =>
    (await explainWhole(bank, token, { figure: 'spent', account, start_date, end_date })).Total
  expect(await spent(first, third)).toBe('111.00')
  expect(await spent(first, second)).toBe('11.00')
  expect(await spent(second, third)).toBe('110.00')
  expect(await spent(second, second)).toBe('10.00')
})

test('moves between own accounts are expenses and not spent', async () => {
  const ada = await bank.customer({ balance: '500.00', pin: '4821', flags: { UseOtp: false } })
  const account = ada.account.publicId
  const euros = { accountType: 'savings', currency: 'usd', accountName: 'Rainy day' } as const
  const made = await bank.ask(createAccount, euros, ada.token)
  const destination = (made.data as { Id: string }).Id
  await bank.ask(
    transferOwn,
    {
      source_account: account,
      destination_account: destination,
      amount: '25.00',
      pin: '4821',
      otp: '',
    },
    ada.token,
  )
  await pay(ada, 5_00n)
  const figure = async (name: string, of = account) =>
    explainWhole(bank, ada.token, { figure: name, account: of })
  expect((await figure('expenses')).List.map(({ Amount }) => Amount)).toEqual(['5.00', '25.00'])
  expect((await figure('spent')).List.map(({ Amount }) => Amount)).toEqual(['5.00'])
  expect((await figure('income', destination)).Total).toBe('25.00')
  const moved = (await figure('expenses')).List.at(-1)?.Parts
  const { Postings, Total } = await explainWhole(bank, ada.token, moved ?? { figure: '' })
  expect(Total).toBe('-25.00')
  expect(Postings?.map(({ Side, Text, Amount }) => [Side, Text, Amount])).toEqual([
    ['own', ada.account.name, '-25.00'],
    ['own', 'Rainy day', '25.00'],
  ])
})

test('what is reserved is listed line by line, with the balance above it', async () => {
  const ada = await bank.customer({ balance: '500.00', pin: '4821', flags: { UseOtp: false } })
  const account = ada.account.publicId
  const order = {
    source_account: account,
    acc_number: '8830071154',
    acc_name: 'Priya Raman',
    bank: 'Chase',
    bank_name: 'Chase',
    pin: '4821',
    otp: '',
    undo_seconds: '60',
  }
  for (const amount of ['30.00', '40.00']) {
    const sent = await bank.send(transferExternal, { ...order, amount }, { token: ada.token })
    expect(sent.statusCode).toBe(200)
  }
  await potOwner(bank).filled(ada, '120.00', { name: 'Roof' })
  const whole = await explainWhole(bank, ada.token, { figure: 'available', account })
  expect(whole.Total).toBe('310.00')
  expect(whole.List.map(({ Kind, Text, Amount }) => [Kind, Text, Amount])).toEqual([
    ['figure', 'balance', '500.00'],
    ['pot', 'Roof', '-120.00'],
    ['hold', 'Priya Raman', '-40.00'],
    ['hold', 'Priya Raman', '-30.00'],
  ])
})

test('what is owed is what was lent and charged less what was paid back', async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const loan = await askForLoan(bank.bank, ada.id, {
    account: ada.account.publicId,
    amount: 100_00n,
  })
  const waiting = await explainWhole(bank, ada.token, { figure: 'owed', loan })
  expect([waiting.Total, waiting.List]).toEqual(['0.00', []])
  await db.transaction((sql) => approveLoan(bank.bank, sql, { id: loan }))
  bank.clock.advance(10 * dayMs)
  await db.transaction((sql) => repayLoan(bank.bank, sql, { id: loan, amountMinor: 30_00n }))
  const token = await bank.signInAgain(ada)
  const { whole } = await explainDeep(bank, token, { figure: 'owed', loan })
  expect(whole.List.map(({ Kind }) => Kind)).toEqual(['repaid', 'interest', 'lent'])
  expect(whole.List[0]?.Amount).toBe('-30.00')
  expect(whole.List.at(-1)?.Amount).toBe('100.00')
})

test('the next payment of a loan is its instalment without what was already paid of it', async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const loan = await askForLoan(bank.bank, ada.id, {
    account: ada.account.publicId,
    amount: 1000_00n,
  })
  await db.transaction((sql) => approveLoan(bank.bank, sql, { id: loan }))
  bank.clock.advance(10 * dayMs)
  await db.transaction((sql) => repayLoan(bank.bank, sql, { id: loan, amountMinor: 8_85n }))
  const token = await bank.signInAgain(ada)
  const next = await explainWhole(bank, token, { figure: 'due', loan })
  expect(next.List.map(({ Kind, Amount }) => [Kind, Amount])).toEqual([
    ['instalment', '88.85'],
    ['prepaid', '-8.85'],
  ])
  expect(next.Total).toBe('80.00')
})

test('what is set aside is listed by its pots, and each by what went in and came out', async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const eve = await bank.customer({ balance: '5.00' })
  const account = ada.account.publicId
  const made = await bank.ask(
    makePot,
    { account, name: 'Skis', picture: potPictures[0], colour: potColours[0] },
    ada.token,
  )
  const { Id: pot } = made.data as { Id: string }
  for (let nth = 0; nth < 60; nth += 1) {
    const moved = {
      id: pot,
      amount: nth === 3 ? '1.50' : '2.00',
      direction: nth === 3 ? 'out' : 'in',
    }
    expect((await bank.send(movePot, moved, { token: ada.token })).statusCode).toBe(200)
  }
  const { whole } = await explainDeep(bank, ada.token, { figure: 'available', account })
  expect(whole.Total).toBe('383.50')
  const aside = whole.List.find(({ Kind }) => Kind === 'pot')
  expect([aside?.Text, aside?.Amount]).toEqual(['Skis', '-116.50'])
  const moves = await explainWhole(bank, ada.token, aside?.Parts ?? { figure: '' })
  expect([moves.pages, moves.List.length, moves.Total]).toEqual([2, 60, '116.50'])
  const unknown = await askFor(eve, { figure: 'pot', pot: account })
  expect(await askFor(eve, { figure: 'pot', pot })).toEqual(unknown)
  expect(unknown).toMatchObject(refusedWith('not_yours', { message: messages.potUnknown }))
})

test("the file of a pot's moves is read in no transaction, and adds up while money moves", async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const owner = potOwner(bank)
  const pot = await owner.filled(ada, '10.00')
  await db.sql`
    select pot_move(${ada.id}, p.id, 1, 'customer', null, ${bank.clock.now()})
    from pots p cross join generate_series(1, 1100) where p.public_id = ${pot}`
  const said: string[] = []
  const heard = { ...bank.bank, db: recording(db, said) }
  const { body } = await explanationFile(heard, ada, { figure: 'pot', pot, format: 'csv' })
  expect((await owner.move(ada, pot, '5.00')).http).toBe(200)
  const rows = (await Array.fromAsync(body)).join('').trimEnd().split('\r\n')
  expect(rows).toHaveLength(1 + 1101 + 1)
  expect(rows.at(-1)).toMatch(/^,sum,.*,,21\.00,,USD$/)
  // The pot, then a thousand moves and the rest.
  expect(said.map((text) => text.split(' ')[0])).toEqual(['select', 'select', 'select'])
})

test('an account without a line has a balance of nothing, which is no error', async () => {
  const ada = await bank.customer()
  const whole = await askFor(ada, { figure: 'balance', account: ada.account.publicId })
  expect(whole.data).toMatchObject({ Total: '0.00', List: [], AddsUpTo: '0.00', Next: null })
})

test('a figure is refused that is asked for by what it is not of', async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const account = ada.account.publicId
  const days = { start_date: today(), end_date: today() }
  const refusals: [Record<string, string>, string, string][] = [
    [{ figure: 'pots', account }, 'currency', 'Ask for this figure by its currency'],
    [{ figure: 'safe', currency: 'usd' }, 'account', 'Ask for this figure by its account'],
    [{ figure: 'spending' }, 'currency', 'Ask for this figure by its currency'],
    [{ figure: 'category', currency: 'usd' }, 'category', 'Ask for this figure by its category'],
    [
      { figure: 'total', currency: 'usd', account },
      'account',
      'This figure is not asked for by account',
    ],
    [
      { figure: 'spent', account, currency: 'usd' },
      'currency',
      'This figure is not asked for by currency',
    ],
    [
      { figure: 'balance', account, ...days },
      'start_date',
      'This figure is not asked for by start_date',
    ],
  ]
  for (const [asked, field, message] of refusals) {
    expect(await askFor(ada, asked)).toMatchObject(refusedWith('invalid', { message, field }))
    const token = await bank.signInAgain(ada)
    const file = await bank.send(explainFile, { ...asked, format: 'csv' }, { token })
    expect(file.json()).toMatchObject({ status: 'failed', message, field })
  }
  for (const figure of figureNames) {
    const refused = { code: 'invalid', field: figureSubjects[figure] }
    expect(await askFor(ada, { figure }), figure).toMatchObject(refused)
  }
})

test("another's account and transaction are answered as if they did not exist", async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const eve = await bank.customer({ balance: '5.00' })
  const [line] = await db.sql<{ id: string }>`
    select id from transactions where account_id = ${ada.account.id}`
  const nobody = '00000000-0000-4000-8000-000000000000'
  for (const figure of ['balance', 'available', 'income', 'expenses', 'net', 'spent']) {
    const foreign = await askFor(eve, { figure, account: ada.account.publicId })
    const unknown = await askFor(eve, { figure, account: nobody })
    expect(foreign).toEqual(unknown)
    expect(foreign).toMatchObject(
      refusedWith('not_yours', { message: messages.accountNotYours, field: 'account' }),
    )
  }
  const [card] = await db.sql<{ id: string }>`
    select id from cards where customer_id = ${ada.id}`
  const loan = await askForLoan(bank.bank, ada.id, {
    account: ada.account.publicId,
    amount: 100_00n,
  })
  const others: [string, string, string | undefined, string][] = [
    ['line', 'line', line?.id, messages.receiptUnavailable],
    ['card', 'card', card?.id, messages.cardUnknown],
    ...['owed', 'principal', 'interest', 'due'].map((figure): (typeof others)[number] => [
      figure,
      'loan',
      loan,
      messages.loanUnknown,
    ]),
  ]
  for (const [figure, field, id, message] of others) {
    expect((await askFor(ada, { figure, [field]: id ?? '' })).http).toBe(200)
    const foreign = await askFor(eve, { figure, [field]: id ?? '' })
    expect(foreign).toEqual(await askFor(eve, { figure, [field]: nobody }))
    expect(foreign).toMatchObject(refusedWith('not_yours', { message }))
  }
})

test('the other side of an entry says nothing about who it is', async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const bob = await bank.customer({ balance: '7.00' })
  await ledger.move(db.sql, {
    ...momentOf(bank.bank),
    kind: 'test',
    from: ada.account.id,
    to: bob.account.id,
    amountMinor: 1_00n,
    fromLine: { purpose: 'transfer', name: 'Bob' },
    toLine: { purpose: 'transfer', name: 'Ada' },
  })
  const [line] = await db.sql<{ id: string }>`
    select id from transactions where account_id = ${ada.account.id} order by line desc limit 1`
  const { data } = await askFor(ada, { figure: 'line', line: line?.id ?? '' })
  expect(data).toMatchObject({
    Total: '-1.00',
    Postings: [
      { Side: 'own', Amount: '-1.00' },
      { Side: 'other', Text: '', Amount: '1.00', Currency: 'usd' },
    ],
  })
  expect(JSON.stringify(data)).not.toContain(bob.account.number)
})

test('a cursor is a place in what was asked for, and a wrong one is refused', async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const eve = await bank.customer({ balance: '5.00' })
  const account = eve.account.publicId
  const wrong = [
    'x',
    'line:1',
    'month:2026-13~0',
    'day:2026-02-30~0',
    'day:0000-01-01~0',
    'line:-5~0',
    'other:1~0',
    'line:99999999999999999999~0',
    `account:${ada.account.publicId}~0`,
  ]
  for (const cursor of wrong) {
    expect(await askFor(eve, { figure: 'balance', account, cursor })).toMatchObject(
      refusedWith('invalid', { message: messages.pageInvalid, field: 'cursor' }),
    )
  }
  // A place beyond the end has no more than there is, and only of her own.
  const beyond = await askFor(eve, {
    figure: 'balance',
    account,
    cursor: 'line:999999999999999999~0',
  })
  expect(beyond.data).toMatchObject({ Total: '5.00', SoFar: '5.00' })
  expect(
    await askFor(eve, { figure: 'available', account, cursor: 'month:2026-10~0' }),
  ).toMatchObject(refusedWith('invalid', { message: messages.pageInvalid, field: 'cursor' }))
})

test('a long history comes in pages of months, each month once', async () => {
  const ada = await bank.customer({ balance: '500.00' })
  const goTo = (moment: string) =>
    bank.clock.advance(new Date(moment).getTime() - bank.clock.now().getTime())
  for (let nth = 0; nth < 30; nth += 1) {
    const month = String((nth % 12) + 1).padStart(2, '0')
    goTo(`${2041 + Math.floor(nth / 12)}-${month}-01T00:00:00Z`)
    await pay(ada, 1_00n)
    await pay(ada, 50n)
  }
  const token = await bank.signInAgain(ada)
  const account = ada.account.publicId
  const whole = await explainWhole(bank, token, { figure: 'balance', account })
  expect([whole.pages, whole.List.length, whole.Total]).toEqual([2, 31, '455.00'])
})
