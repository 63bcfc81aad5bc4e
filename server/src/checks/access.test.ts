import { randomUUID } from 'node:crypto'
import {
  askForMoney,
  type Call,
  instalmentOf,
  makePot,
  orderStanding,
  saveBeneficiary,
  saveBiller,
  scheduleOf,
  slotsOf,
  toDecimal,
  transferExternal,
} from '@passbook/contract'
import { calls } from '@passbook/contract/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { incomingCredit } from '#accounts/incoming.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { type Reply, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// Every place of the contract where a request names a thing, from the contract itself: a call that
// comes later must be put into one of these lists, or the first test fails.

type Owned =
  | 'account'
  | 'line'
  | 'transfer'
  | 'recipient'
  | 'bill'
  | 'order'
  | 'passkey'
  | 'request'
  | 'pot'
  | 'loan'
  | 'card'
  | 'rule'
  | 'document'

/** What is named and who may name it: only its owner. */
const owned: Record<string, Owned> = {
  'transactions.accountId': 'account',
  'accountOverview.accountId': 'account',
  'accountStatement.accountId': 'account',
  'spending.accountId': 'account',
  'explain.account': 'account',
  'accountInterest.accountId': 'account',
  'forecast.accountId': 'account',
  'saveBuffer.accountId': 'account',
  'explainFile.account': 'account',
  'renameAccount.accountId': 'account',
  'exportStatement.accountId': 'account',
  'transactionReceipt.transactionId': 'line',
  'searchTransactions.account': 'account',
  'payeeTotal.transactionId': 'line',
  'transactionCategory.id': 'line',
  'putIntoCategory.id': 'line',
  'removeCategoryRule.id': 'rule',
  'transferOwn.source_account': 'account',
  'transferOwn.destination_account': 'account',
  'transferLocal.source_account': 'account',
  'transferCard.source_account': 'account',
  'transferCrypto.source_account': 'account',
  'transferExternal.source_account': 'account',
  'undoTransfer.id': 'transfer',
  'initBitcoinDeposit.account': 'account',
  'askForMoney.account': 'account',
  'receiveInto.accountId': 'account',
  'requestQr.id': 'request',
  'cancelRequest.id': 'request',
  'makePot.account': 'account',
  'movePot.id': 'pot',
  'changePot.id': 'pot',
  'roundUpPot.id': 'pot',
  'closePot.id': 'pot',
  // The two that pay back all of it come before another one is asked for.
  'autoRepayLoan.id': 'loan',
  'autoRepayLoan.account': 'account',
  'repayLoan.id': 'loan',
  'repayLoan.account': 'account',
  'requestLoan.account': 'account',
  'cardPayments.id': 'card',
  'cardFreeze.id': 'card',
  'cardThaw.id': 'card',
  'cardLimits.id': 'card',
  // A lost card stays lost.
  'cardLost.id': 'card',
  'saveBiller.account': 'account',
  'deleteBeneficiary.id': 'recipient',
  // Before the one that takes the bill away.
  'skipBill.id': 'bill',
  'cancelBill.id': 'bill',
  'orderStanding.source_account': 'account',
  'orderStanding.destination_account': 'account',
  'standingOrder.id': 'order',
  'changeStanding.id': 'order',
  'skipStanding.id': 'order',
  'pauseStanding.id': 'order',
  'resumeStanding.id': 'order',
  'endStanding.id': 'order',
  'removePasskey.id': 'passkey',
  'downloadDocument.id': 'document',
  'receiptFile.transactionId': 'line',
}

/** Secrets that stand for a customer: there is no other's to name, only a wrong one. */
const secrets = [
  'confirm2fa.buffer',
  'confirmReset.buffer',
  'resendCode.buffer',
  'resetPassword.buffer',
  'tokenLogin.token',
  'undoEmail.token',
  'notMe.token',
  'verifyEmail.token',
]

/** What looks like the name of a thing and is none, or may be anybody's, and why. */
const open: Record<string, string> = {
  'openRequest.token': 'a secret for whoever was sent it; tested with the requests',
  'declineRequest.token': 'the same',
  'orderStanding.pot_id': 'refused where it is not the own one; tested with the pots',
  'createAccount.accountType': 'a choice',
  'createAccount.accountName': 'a text',
  'renameAccount.accountName': 'a text',
  'signup.account_type': 'a choice',
  'saveBeneficiary.account_number': 'the number of a payee anywhere',
  'saveBeneficiary.account_name': 'a text',
  'saveBiller.accountName': 'a text',
  'resolveAccount.accountNumber': 'names a payee; limited and tested with the transfers',
  'endSessions.id': 'refused where it is not the own one; tested with the sessions',
  'requestOtp.pin': "the customer's own secret",
  'requestOtp.source_account': 'refused where it is not the own one; tested with the transfers',
  'passkeyOptions.source_account': 'refused where it is not the own one; tested with the transfers',
  'requestOtpByForm.source_account':
    'refused where it is not the own one; tested with the transfers',
}

const shapesOf = ({ request }: Call): Record<string, unknown>[] => {
  const { def } = (request as unknown as { _zod: { def: Definition } })._zod
  const options = def.options?.map((option) => option._zod.def) ?? [def]
  return options.flatMap(({ shape }) => (shape ? [shape] : []))
}
type Definition = {
  shape?: Record<string, unknown>
  options?: { _zod: { def: Definition } }[]
}

const places = Object.entries(calls).flatMap(([name, call]) => {
  const fields = shapesOf(call).flatMap((shape) => Object.keys(shape))
  const named = fields.filter((field) => /account|^id$|Id$|_id$/i.test(field))
  return [...new Set([...slotsOf(call.path), ...named])].map((field) => `${name}.${field}`)
})

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const isBound = ({ method, path }: Call) =>
  bank.app.hasRoute({ method, url: `/api/${path.replaceAll(/\{(\w+)\}/g, ':$1')}` })

const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const order = { amount: '1.00', pin: '4821', otp: '' }
const aPot = { name: 'Roof', picture: 'home', colour: 'teal' }
const payee = { acc_number: '8830071154', acc_name: 'Priya Raman' }

/** What else the call must hold to get as far as the thing it names. */
const beside = (mine: Person): Record<string, Record<string, string>> => ({
  transferOwn: { ...order, source_account: mine.account, destination_account: mine.savings },
  transferLocal: { ...order, acc_number: ada?.number ?? '', acc_name: 'x' },
  transferCard: {
    ...order,
    card_name: 'A B',
    card_number: '4242424242424242',
    card_expiry: '12/40',
    card_cv2: '123',
  },
  transferCrypto: { ...order, wallet_address: wallet },
  transferExternal: { ...order, ...payee, bank: 'Chase', bank_name: 'Chase' },
  initBitcoinDeposit: { amount: '1.00', usd: '1.00' },
  askForMoney: { amount: '1.00' },
  makePot: aPot,
  movePot: { direction: 'in', amount: '1.00' },
  changePot: aPot,
  roundUpPot: { on: '1' },
  requestLoan: { amount: '100.00' },
  cardLimits: { online: '1', abroad: '0' },
  repayLoan: { ...order, id: mine.loan },
  autoRepayLoan: { ...order, id: mine.loan, on: '1', amount: instalment },
  saveBiller: {
    biller: 'Netflix Inc',
    accountName: 'x',
    type: 'recurring',
    amount: '1.00',
    date: '2090-01-01',
  },
  skipBill: { date: '2090-01-01' },
  orderStanding: {
    ...order,
    kind: 'own',
    source_account: mine.account,
    destination_account: mine.savings,
    every: 'monthly',
    date: '2036-01-01',
  },
  changeStanding: { amount: '0.50' },
  skipStanding: { date: '2036-01-01' },
  exportStatement: { format: 'csv' },
  explain: { figure: 'balance' },
  explainFile: { figure: 'balance', format: 'csv' },
  renameAccount: { accountName: 'x' },
  putIntoCategory: { category: 'home', note: 'x' },
  saveBuffer: { amount: '1.00' },
  confirm2fa: { otp: '12345' },
  resetPassword: { password: 'a new one', confirmPassword: 'a new one' },
})

type Person = {
  customer: TestCustomer
  account: string
  savings: string
  number: string
  line: string
  transfer: string
  recipient: string
  bill: string
  request: string
  pot: string
  order: string
  passkey: string
  loan: string
  card: string
  rule: string
  document: string
}

const canary = 'KANARIE'

/** The loan that everybody has, and its instalment: the rounding of so little gathers in the last. */
const lent = { principalMinor: 2_00n, rateBps: 12_00, months: 12, from: '2027-01-01' }
const instalment = toDecimal(instalmentOf({ months: scheduleOf(lent) }))

async function person(): Promise<Person> {
  const customer = await bank.customer({
    pin: '4821',
    balance: '500.00',
    firstName: canary,
    flags: { UseOtp: false, CryptoPayment: true },
  })
  const { token, account } = customer
  const made = await bank.app.inject({
    method: 'POST',
    url: '/api/account',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ accountName: `${canary} savings` }),
  })
  await db.transaction((sql) =>
    incomingCredit(bank.bank, sql, {
      number: account.number,
      amountMinor: 100n,
      from: `${canary} employer`,
    }),
  )
  await bank.ask(
    saveBeneficiary,
    {
      type: 'other banks',
      account_number: '1234567',
      account_name: `${canary} friend`,
      bank_name: 'Akbank',
    },
    token,
  )
  const bill = { ...beside({} as Person).saveBiller, account: account.publicId }
  await bank.send(saveBiller, bill, { token })
  // One that can still be called back, however long these tests take.
  const leaving = { ...beside({} as Person).transferExternal, source_account: account.publicId }
  await bank.send(transferExternal, { ...leaving, undo_seconds: '60' }, { token })
  const [transfer] = await db.sql<{ id: string }>`
    update transfers set undo_until = undo_until + interval '1 day'
    where customer_id = ${customer.id} returning transaction_id as id`
  const [line] = await db.sql<{ id: string }>`
    select id from transactions where account_id = ${account.id} order by line desc limit 1`
  const [recipient] = await db.sql<{ id: string }>`
    select public_id as id from beneficiaries where customer_id = ${customer.id}`
  const [saved] = await db.sql<{ id: string }>`
    select public_id as id from bills where customer_id = ${customer.id}`
  const asked = await bank.ask(
    askForMoney,
    { account: account.publicId, amount: '1.00', note: canary },
    token,
  )
  const pot = await bank.ask(
    makePot,
    { ...aPot, name: canary, account: account.publicId, picture: 'home', colour: 'teal' },
    token,
  )
  const savings = made.json().data.Id as string
  const mine = { account: account.publicId, savings } as Person
  await bank.send(orderStanding, beside(mine).orderStanding ?? {}, { token })
  const [standing] = await db.sql<{ id: string }>`
    select public_id as id from orders where customer_id = ${customer.id} and kind <> 'bill'`
  const [passkey] = await db.sql<{ id: string }>`
    insert into passkeys(customer_id, credential_id, public_key, counter, name, created_at)
    values (${customer.id}, ${randomUUID()}, '', 0, ${canary}, ${bank.clock.now()})
    returning public_id as id`
  const loan = await askForLoan(bank.bank, customer.id, {
    account: account.publicId,
    amount: lent.principalMinor,
  })
  await db.transaction((sql) => approveLoan(bank.bank, sql, { id: loan }))
  const [card] = await db.sql<{ id: string }>`
    select id from cards where customer_id = ${customer.id}`
  const [rule] = await db.sql<{ id: string }>`
    insert into category_rules(customer_id, payee, payee_key, category)
    values (${customer.id}, ${canary}, 'kanarie', 'home') returning public_id as id`
  const [document] = await db.sql<{ id: string }>`
    insert into documents(customer_id, account_id, month, asked, next_at, made_at, making,
      size_bytes)
    values (${customer.id}, ${account.id}, '2020-01-01', false, 'infinity', ${bank.clock.now()},
      ${randomUUID()}, 7)
    returning public_id as id`
  await db.sql`
    insert into document_parts
    select id, making, 0, ${Buffer.from(canary)} from documents where customer_id = ${customer.id}`
  return {
    customer,
    card: card?.id ?? '',
    rule: rule?.id ?? '',
    document: document?.id ?? '',
    loan,
    account: account.publicId,
    savings,
    number: account.number,
    line: line?.id ?? '',
    transfer: transfer?.id ?? '',
    recipient: recipient?.id ?? '',
    bill: saved?.id ?? '',
    request: (asked.data as { Id: string }).Id,
    pot: (pot.data as { Id: string }).Id,
    order: standing?.id ?? '',
    passkey: passkey?.id ?? '',
  }
}

let ada: Person
let eve: Person
beforeAll(async () => {
  ada = await person()
  eve = await person()
  // What is told of their transfers is told before anything is compared.
  await bank.bank.background.settled()
})

let everyTable: TemplateStringsArray
/** One statement for all tables, planned once: a query for each, planned each time, took most of this file's time. */
beforeAll(async () => {
  const tables = await db.sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'attempts'
    order by relname`
  expect(tables.length).toBeGreaterThan(50)
  const rows = tables.map(
    ({ name }) =>
      `select '${name} ' || coalesce(md5(string_agg(rest, ',' order by rest)), '') as part
       from (select (to_jsonb(t) - 'last_used_at')::text as rest from ${name} t) each`,
  )
  everyTable = [rows.join(' union all ')] as unknown as TemplateStringsArray
})

/** All rows of all tables as one value, save the counters of attempts and when a session was used. */
async function digest(): Promise<string> {
  const rows = await db.sql<{ part: string }>(everyTable)
  return rows.map(({ part }) => part).join('\n')
}

const split = (place: string) => {
  const [name = '', field = ''] = place.split('.')
  return { name, field, call: calls[name] as Call }
}

/** Eve asks for something, with everything else of her own in order. */
function ask(place: string, value: string, token = eve.customer.token): Promise<Reply> {
  const { name, field, call } = split(place)
  const mine = /Own|orderStanding/.test(name)
    ? {}
    : { source_account: eve.account, account: eve.account }
  const fields = { ...mine, ...beside(eve)[name], [field]: value }
  const known = new Set(shapesOf(call).flatMap((shape) => Object.keys(shape)))
  const wanted = Object.entries(fields).filter(([key]) => known.has(key))
  return bank.send(call, Object.fromEntries(wanted), token ? { token } : {})
}

const noise = (value: string) => [
  randomUUID(),
  value.toUpperCase(),
  `${value} `,
  `${value}'--`,
  value.slice(0, -1),
  value.replace(/^./, '%'),
  '1',
  '0',
  'null',
  '../init-user',
  '%2e%2e',
  '{}',
  '*',
  '',
]

const bound = (place: string) => {
  const { call } = split(place)
  return call !== undefined && isBound(call)
}

test('every place where a request names something is in a list', () => {
  const listed = [...Object.keys(owned), ...secrets, ...Object.keys(open)]
  expect(places.filter((place) => !listed.includes(place))).toEqual([])
  expect(listed.filter((place) => !places.includes(place))).toEqual([])
})

test('every call of the contract that names something is served', () => {
  const waiting = places.filter((place) => !bound(place))
  expect(waiting).toEqual([])
})

describe.each(Object.keys(owned))('%s', (place) => {
  const kind = owned[place] ?? 'account'

  // asvs 8.2.2
  test("another's is answered as if it did not exist, and nothing happens", async () => {
    const before = await digest()
    const foreign = await ask(place, ada[kind])
    const unknown = await ask(place, randomUUID())
    expect(foreign.statusCode).toBe(403)
    expect(unknown.statusCode).toBe(403)
    expect(foreign.body).toBe(unknown.body)
    expect(foreign.body).not.toContain(canary)
    expect(foreign.body).not.toContain(ada.number)
    expect(await digest()).toBe(before)
  })

  // asvs 1.2.4
  test('what is none is refused, and nothing happens', async () => {
    const before = await digest()
    for (const value of noise(ada[kind])) {
      const reply = await ask(place, value)
      expect([403, 404, 405, 422], `${value}: ${reply.body}`).toContain(reply.statusCode)
      expect(reply.json()).toMatchObject({ status: 'failed', message: expect.any(String) })
      expect(reply.body).not.toContain(canary)
    }
    expect(await digest()).toBe(before)
  })

  // asvs 8.2.1
  test('a stranger hears the same whatever it names, and nothing happens', async () => {
    const before = await digest()
    const replies: Reply[] = []
    for (const value of [ada[kind], randomUUID(), 'x']) replies.push(await ask(place, value, ''))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(await digest()).toBe(before)
  })
})

describe.each(secrets)('%s', (place) => {
  // asvs 8.3.1
  test('what was never given out opens nothing', async () => {
    const before = await digest()
    for (const value of [...noise(ada.account), ada.customer.token]) {
      const reply = await ask(place, value, '')
      expect([404, 422], `${value}: ${reply.body}`).toContain(reply.statusCode)
      expect(reply.body).not.toContain(canary)
    }
    expect(await digest()).toBe(before)
  })
})

// Last, since the owner's own calls change things.
describe.each(Object.keys(owned))('%s', (place) => {
  test("the owner's own is served", async () => {
    const kind = owned[place] ?? 'account'
    const own = place.endsWith('.destination_account') ? eve.savings : eve[kind]
    const reply = await ask(place, own)
    expect(`${reply.statusCode} ${reply.body.slice(0, 200)}`).toMatch(/^200 /)
  })
})

test('after all of it the ledger is sound and no request has failed', async () => {
  expect(await bank.findings()).toEqual([])
  expect(bank.logged.filter((line) => /"level":50/.test(line))).toEqual([])
})
