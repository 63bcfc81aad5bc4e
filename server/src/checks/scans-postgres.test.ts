import {
  askForMoney,
  beneficiaries,
  type Call,
  cancelRequest,
  changeEmail,
  changeStanding,
  checkPayee,
  createAccount,
  deleteBeneficiary,
  endSessions,
  endStanding,
  explain,
  figureNames,
  freeze,
  initBitcoinDeposit,
  login,
  openRequest,
  orderStanding,
  passkeyLoginOptions,
  pauseStanding,
  paymentRequests,
  putIntoCategory,
  readNotifications,
  reauthenticate,
  renameAccount,
  requestLoan,
  requestOtpByForm,
  requestPasswordReset,
  resetPassword,
  resumeStanding,
  saveBeneficiary,
  saveBiller,
  saveBuffer,
  savedBills,
  saveLimits,
  saveUndo,
  setBudget,
  signup,
  skipBill,
  skipStanding,
  support,
  toggle2fa,
  toggleAlert,
  totp,
  transferExternal,
  transferLocal,
  transferOwn,
  undoTransfer,
  usernameFree,
} from '@passbook/contract'
import { calls } from '@passbook/contract/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import { renderer } from '#documents/renderer.ts'
import { tellBudgets } from '#insights/budget-words.ts'
import { makeCleanUp } from '#jobs/clean-up.ts'
import { growTables, tablesOf } from '#testing/grown.ts'
import { makeDb } from '#testing/make-db.ts'
import { findPostgres } from '#testing/postgres-server.ts'
import {
  linkIn,
  type Reply,
  signUpForm,
  type TestBank,
  type TestCustomer,
  testBank,
} from '#testing/test-bank.ts'

// Every table is grown to this size before a customer asks for anything.
const rows = 10_500
// A prepared statement has plans of its own five times, then perhaps one for all values.
const times = 7

const installed = findPostgres() !== null
const reason = installed ? '' : ' (skipped: no PostgreSQL is installed)'

describe.skipIf(!installed)(`no call of a customer reads a whole table${reason}`, () => {
  let db: Db
  let bank: TestBank
  let me: Me
  let large: Set<string>
  const closing: (() => Promise<void>)[] = []

  beforeAll(async () => {
    // One connection, so that its counters of scans are all there are.
    const made = await makeDb({ database: 'postgres', poolSize: 1 })
    db = made.db
    bank = await testBank(db)
    closing.push(() => bank.stop(), made.drop, renderer.stop)
    me = await makeMe(bank)
    await growTables(db, rows)
    large = new Set(await tablesOf(db, 10_000))
  }, 180_000)
  afterAll(async () => {
    for (const close of closing) await close()
  })

  /** Sequential scans of each table so far; a backend tells them when it is asked to. */
  async function scans(): Promise<Map<string, bigint>> {
    await bank.bank.background.settled()
    await db.sql`select pg_stat_force_next_flush()`
    const found = await db.sql<{ name: string; scans: bigint }>`
      select relname as name, seq_scan as scans from pg_stat_user_tables`
    return new Map(found.map(({ name, scans }) => [name, scans]))
  }

  async function scanned(work: () => Promise<unknown>): Promise<string[]> {
    const before = await scans()
    await work()
    const after = await scans()
    return [...large].filter((name) => (after.get(name) ?? 0n) > (before.get(name) ?? 0n))
  }

  async function good(call: Call, fields: Record<string, string>, token?: string): Promise<Reply> {
    const reply = await bank.send(call, fields, token ? { token } : {})
    expect(reply.statusCode, `${call.path}: ${reply.body}`).toBe(200)
    return reply
  }

  test('the tables that customers fill are large, and a scan of one is seen', async () => {
    expect(filled.filter((name) => !large.has(name))).toEqual([])
    const whole = () => db.sql`select count(*) from bills where biller = 'nobody'`
    expect(await scanned(whole)).toEqual(['bills'])
  })

  const read = Object.entries(calls).filter(
    ([, call]) => call.method === 'GET' && call.access === 'customer' && call.answers !== 'stream',
  )
  test.each(figureNames)('the figure %s', async (figure) => {
    const { account, card, line } = me
    const dates = { start_date: '2020-01-01', end_date: '2090-01-01' }
    const days: Record<string, Record<string, string>> = {
      income: dates,
      spent: dates,
      borrowed: dates,
      category: { category: 'other', currency: 'usd', ...dates },
    }
    const asked = { figure, account, card, line, currency: 'usd', ...days[figure] }
    const found = await scanned(async () => {
      // Of what the customer does not have it is refused, after it was looked for.
      for (let nth = 0; nth < times; nth += 1) await bank.send(explain, asked, { token: me.token })
    })
    expect(found).toEqual([])
  })

  test.each(read)('%s', async (name, call) => {
    const { account, line } = me
    const fields: Record<string, Record<string, string>> = {
      accountOverview: { accountId: account, start_date: '2020-01-01', end_date: '2090-01-01' },
      accountStatement: { accountId: account },
      forecast: { accountId: account, days: '92' },
      spending: { accountId: account, start_date: '2020-01-01', end_date: '2090-01-01' },
      exportStatement: { accountId: account, format: 'camt053' },
      explain: { figure: 'available', account },
      explainFile: { figure: 'spent', account, format: 'csv' },
      transactions: { accountId: account, start_date: '2020-01-01', end_date: '2090-01-01' },
      transactionReceipt: { transactionId: line },
      searchTransactions: { text: 'Priya 1.00 abcdef12', min: '1.00', max: '2.00' },
      receiptFile: { transactionId: line },
      downloadDocument: { id: me.document },
      payeeTotal: { transactionId: line },
      transactionCategory: { id: line },
      standingOrder: { id: me.order },
      requestQr: { id: me.request },
      openRequest: { token: me.requestToken },
      receiveInto: { accountId: account },
      accountInterest: { accountId: account, month: '2027-01' },
      cardPayments: { id: me.card },
      requestOtp: { pin: '4821' },
      resolveAccount: { accountNumber: me.friendNumber },
    }
    const found = await scanned(async () => {
      for (let nth = 0; nth < times; nth += 1) {
        // A code may be asked for once in a while only.
        if (name === 'requestOtp') bank.clock.advance(31_000)
        await good(call, fields[name] ?? {}, me.token)
      }
    })
    expect(found).toEqual([])
  })

  test('nor does the clean-up, which runs every minute beside them', async () => {
    const cleanUp = makeCleanUp(bank.bank)
    // Its first run looks at the whole last day.
    await cleanUp()
    const found = await scanned(async () => {
      for (let nth = 0; nth < times; nth += 1) await cleanUp()
    })
    // Of others it looks at some thousand rows in turn, for which a table this small is read whole.
    const asked = ['attempts', 'links', 'login_codes', 'passkey_challenges', 'transfer_codes']
    expect(found.filter((name) => asked.includes(name))).toEqual([])
  })

  test.each(changes)('%s', async (_, change) => {
    expect(await scanned(() => change({ me, good, bank }))).toEqual([])
  })
})

/** Tables that grow with the number of customers and with what they do. */
const filled = [
  ...['accounts', 'attempts', 'authenticators', 'backup_codes', 'beneficiaries', 'bill_payments'],
  ...['budgets', 'budgets_told', 'category_rules', 'line_notes', 'line_parts'],
  ...['documents', 'document_parts'],
  ...[
    'bills',
    'card_payments',
    'cards',
    'customers',
    'devices',
    'forecast_buffers',
    'inboxes',
    'ledger_accounts',
    'ledger_days',
  ],
  ...['ledger_entries', 'ledger_holds', 'ledger_keys', 'ledger_postings', 'links', 'loans'],
  ...[
    'loan_instalments',
    'loan_payments',
    'login_codes',
    'mails',
    'notifications',
    'orders',
    'orders_due',
  ],
  ...['movement_digests', 'movement_mails', 'outbox', 'own_billers'],
  ...[
    'own_limits',
    'paid_payees',
    'payment_requests',
    'passkey_approvals',
    'passkey_challenges',
    'passkeys',
  ],
  ...['security_digests', 'security_events', 'sessions', 'support_messages', 'transactions'],
  ...['transfer_codes', 'transfer_days', 'transfers'],
]

type Me = {
  id: bigint
  order: string
  document: string
  token: string
  username: string
  password: string
  email: string
  account: string
  savings: string
  line: string
  spent: string
  friendNumber: string
  card: string
  request: string
  requestToken: string
}

type Asking = {
  me: Me
  bank: TestBank
  good(call: Call, fields: Record<string, string>, token?: string): Promise<Reply>
}

const order = { amount: '1.00', pin: '4821', otp: '', description: '' }
const elsewhere = { acc_number: '8830071154', acc_name: 'Priya Raman', bank: 'Chase' }
const bill = { biller: 'Netflix Inc', accountName: 'x', type: 'recurring', amount: '1.00' }
const standing = { kind: 'local', every: 'monthly', date: '2036-01-01' }
const recipient = {
  ...{ type: 'other banks', account_number: '7654321', account_name: 'Ben', bank_name: 'Akbank' },
}

/** Calls that change something, in an order in which each can. */
const changes: [string, (asking: Asking) => Promise<unknown>][] = [
  ['usernameFree', ({ good }) => good(usernameFree, { username: 'somebody.new' })],
  ['signup', ({ good }) => good(signup, signUpForm())],
  ['login', ({ me, good }) => good(login, { username: me.username, password: me.password })],
  [
    'a wrong password',
    async ({ me, bank }) => {
      for (const username of [me.username, 'nobody']) {
        const reply = await bank.send(login, { username, password: 'wrong' })
        expect(reply.statusCode).toBe(422)
      }
    },
  ],
  [
    'initBitcoinDeposit',
    ({ me, good }) => {
      const deposit = { account: me.account, amount: '1.00', usd: '1.00' }
      return good(initBitcoinDeposit, deposit, me.token)
    },
  ],
  ['passkeyLoginOptions', ({ good }) => good(passkeyLoginOptions, {})],
  [
    'transferLocal',
    ({ me, good }) => {
      const payee = { acc_number: me.friendNumber, acc_name: 'x' }
      return good(transferLocal, { ...order, ...payee, source_account: me.account }, me.token)
    },
  ],
  [
    'transferOwn',
    ({ me, good }) => {
      const ends = { source_account: me.account, destination_account: me.savings }
      return good(transferOwn, { ...order, ...ends }, me.token)
    },
  ],
  [
    'transferExternal and undoTransfer',
    async ({ me, good }) => {
      const payee = { ...elsewhere, acc_number: '8830071155', source_account: me.account }
      const sent = await good(
        transferExternal,
        { ...order, ...payee, undo_seconds: '60' },
        me.token,
      )
      await good(undoTransfer, { id: sent.json().data.transaction.Id }, me.token)
    },
  ],
  [
    'requestOtpByForm',
    ({ me, good, bank }) => {
      bank.clock.advance(31_000)
      return good(requestOtpByForm, { pin: '4821' }, me.token)
    },
  ],
  [
    'checkPayee',
    ({ me, good }) => good(checkPayee, { acc_number: me.friendNumber, name: 'x' }, me.token),
  ],
  [
    'saveBeneficiary and deleteBeneficiary',
    async ({ me, good }) => {
      await good(saveBeneficiary, recipient, me.token)
      const { data } = (await good(beneficiaries, {}, me.token)).json()
      await good(deleteBeneficiary, { id: data[0].Id }, me.token)
    },
  ],
  [
    'saveBiller and skipBill',
    async ({ me, good }) => {
      const fields = { ...bill, account: me.account, date: '2090-02-01' }
      await good(saveBiller, fields, me.token)
      const { data } = (await good(savedBills, {}, me.token)).json()
      const saved = data.find((one: { Date: string }) => one.Date === '2090-02-01')
      await good(skipBill, { id: saved.Id, date: '2090-02-01' }, me.token)
    },
  ],
  [
    'askForMoney, openRequest and cancelRequest',
    async ({ me, good }) => {
      const made = await good(askForMoney, { account: me.account, amount: '1.00' }, me.token)
      const asked = made.json().data as { Id: string; Link: string }
      await good(paymentRequests, {}, me.token)
      await good(openRequest, { token: asked.Link.split('/pay/')[1] ?? '' }, me.token)
      await good(cancelRequest, { id: asked.Id }, me.token)
    },
  ],
  [
    'orderStanding, changeStanding, skipStanding, pauseStanding, resumeStanding and endStanding',
    async ({ me, good }) => {
      // Where the calls before it took their time, the sign-in is no longer fresh.
      await good(reauthenticate, { password: me.password }, me.token)
      const to = { acc_number: me.friendNumber, acc_name: 'x' }
      const fields = { ...order, ...standing, ...to, source_account: me.account }
      const { Id: id } = (await good(orderStanding, fields, me.token)).json().data
      await good(changeStanding, { id, amount: '0.50' }, me.token)
      await good(skipStanding, { id, date: '2036-01-01' }, me.token)
      await good(pauseStanding, { id }, me.token)
      await good(resumeStanding, { id }, me.token)
      await good(endStanding, { id }, me.token)
    },
  ],
  [
    'putIntoCategory, setBudget and a look at the budgets',
    async ({ me, good, bank }) => {
      await good(putIntoCategory, { id: me.spent, category: 'home', always: 'true' }, me.token)
      await good(putIntoCategory, { id: me.spent, parts: 'home=0.50;travel=0.50' }, me.token)
      await good(setBudget, { category: 'home', currency: 'usd', amount: '0.10' }, me.token)
      await tellBudgets(bank.bank)
    },
  ],
  ['readNotifications', ({ me, good }) => good(readNotifications, {}, me.token)],
  [
    'support',
    ({ me, good }) => {
      const content = 'A message that is long enough for the bank.'
      return good(support, { email: me.email, subject: 'x', content }, me.token)
    },
  ],
  [
    'renameAccount',
    ({ me, good }) => good(renameAccount, { accountId: me.account, accountName: 'x' }, me.token),
  ],
  ['createAccount', ({ me, good }) => good(createAccount, { accountName: 'Third' }, me.token)],
  ['saveBuffer', ({ me, good }) => good(saveBuffer, { accountId: me.account }, me.token)],
  ['saveUndo', ({ me, good }) => good(saveUndo, { undo_seconds: '30' }, me.token)],
  ['toggleAlert', ({ me, good }) => good(toggleAlert, { notification: 'true' }, me.token)],
  ['reauthenticate', ({ me, good }) => good(reauthenticate, { password: me.password }, me.token)],
  ['toggle2fa', ({ me, good }) => good(toggle2fa, { login_verification: 'true' }, me.token)],
  ['saveLimits', ({ me, good }) => good(saveLimits, { per_day: '50.00' }, me.token)],
  ['totp', ({ me, good }) => good(totp, { use: 'begin' }, me.token)],
  ['changeEmail', ({ me, good }) => good(changeEmail, { newEmail: 'new@example.com' }, me.token)],
  ['freeze', ({ me, good }) => good(freeze, { frozen: 'true' }, me.token)],
  ['endSessions', ({ me, good }) => good(endSessions, {}, me.token)],
  [
    'requestPasswordReset and resetPassword',
    async ({ bank, good }) => {
      const who = await bank.customer()
      await good(requestPasswordReset, { user: who.username })
      await bank.bank.background.settled()
      const buffer = linkIn((await bank.mailTo(who.email))[0])
      const password = 'a new password'
      await good(resetPassword, { buffer, password, confirmPassword: password })
    },
  ],
]

/** A customer who has done a little of everything, so that each table has a row to grow from. */
async function makeMe(bank: TestBank): Promise<Me> {
  const flags = { UseOtp: false, CryptoPayment: true }
  const ada = await bank.customer({ pin: '4821', balance: '500.00', flags })
  const friend = await bank.customer({ pin: '4821', balance: '500.00', flags })
  const made: { Id: string }[] = []
  for (const { token, account } of [friend, ada]) {
    const from = { source_account: account.publicId }
    const savings = await bank.ask(createAccount, { accountName: 'Savings' }, token)
    made.push(savings.data as { Id: string })
    const number = token === ada.token ? friend.account.number : ada.account.number
    const local = { ...order, ...from, acc_number: number, acc_name: 'x' }
    const answers = [
      await bank.send(transferLocal, local, { token, headers: { 'idempotency-key': token } }),
      await bank.send(transferExternal, { ...order, ...from, ...elsewhere }, { token }),
      await bank.send(saveBeneficiary, { ...recipient, account_number: '1234567' }, { token }),
      await bank.send(saveBiller, { name: 'My landlord' }, { token }),
      await bank.send(
        saveBiller,
        { ...bill, account: account.publicId, date: '2090-01-01' },
        { token },
      ),
      await bank.send(orderStanding, { ...local, ...standing }, { token }),
      await bank.send(requestLoan, { account: account.publicId, amount: '100.00' }, { token }),
      await bank.send(saveBuffer, { accountId: account.publicId, amount: '5.00' }, { token }),
      await bank.send(saveLimits, { per_day: '400.00' }, { token }),
      await bank.send(
        support,
        { email: 'a@example.com', subject: 'x', content: 'y'.repeat(60) },
        { token },
      ),
      await bank.send(requestOtpByForm, { pin: '4821' }, { token }),
      await bank.send(passkeyLoginOptions, {}),
      await bank.send(login, { username: friend.username, password: friend.password }),
      await bank.send(requestPasswordReset, { user: friend.username }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  }
  await bank.bank.background.settled()
  await fillRest(bank.bank.db, friend.id)
  const [line] = await bank.bank.db.sql<{ id: string }>`
    select id from transactions where account_id = ${ada.account.id} order by line desc limit 1`
  const [spent] = await bank.bank.db.sql<{ id: string }>`
    select id from transactions where account_id = ${ada.account.id} and type = 'debit' limit 1`
  const [standingOf] = await bank.bank.db.sql<{ id: string }>`
    select public_id as id from orders where customer_id = ${ada.id} and kind <> 'bill'`
  const [card] = await bank.bank.db.sql<{ id: string }>`
    select id from cards where customer_id = ${ada.id} limit 1`
  const { data } = await bank.ask(
    askForMoney,
    { account: ada.account.publicId, amount: '1.00' },
    ada.token,
  )
  const asked = data as { Id: string; Link: string }
  return {
    ...ada,
    account: ada.account.publicId,
    savings: made[1]?.Id ?? '',
    line: line?.id ?? '',
    spent: spent?.id ?? '',
    order: standingOf?.id ?? '',
    document: await makeDocument(bank.bank.db, ada),
    friendNumber: friend.account.number,
    card: card?.id ?? '',
    request: asked.Id,
    requestToken: asked.Link.split('/pay/')[1] ?? '',
  }
}

/** A statement of a month long ago, of three bytes. */
async function makeDocument(db: Db, { id, account }: TestCustomer): Promise<string> {
  const [made] = await db.sql<{ id: string }>`
    with made as (
      insert into documents(customer_id, account_id, month, asked, next_at, made_at, making, sha256,
        size_bytes)
      values (${id}, ${account.id}, '2020-01-01', true, now(), now(), gen_random_uuid(), '', 3)
      returning id, public_id, making),
    parts as (
      insert into document_parts(document_id, making, part, bytes)
      select id, making, 0, '\\x010203'::bytea from made)
    select public_id as id from made`
  return made?.id ?? ''
}

/** What takes the operator, a passkey or time to come about. */
async function fillRest(db: Db, id: bigint): Promise<void> {
  await db.sql`
    insert into login_codes(buffer_hash, customer_id, code_hmac, sent_at, expires_at)
    values ('b', ${id}, 'c', now(), now() + interval '1 day')`
  await db.sql`
    insert into passkeys(customer_id, credential_id, public_key, counter, name, created_at)
    values (${id}, 'c', '', 0, 'x', now())`
  await db.sql`
    insert into passkey_approvals(challenge_hash, customer_id, order_hash, order_text, nonce,
      passkey_name, credential_id, public_key, client_data, authenticator_data, signature,
      approved_at, expires_at, transaction_id)
    values ('h', ${id}, 'o', 'o', 'n', 'x', 'c', '', '', '', '', now(), now(), gen_random_uuid())`
  await db.sql`
    insert into authenticators(customer_id, secret_sealed, created_at, confirmed_at)
    values (${id}, '', now(), now())`
  await db.sql`insert into backup_codes(customer_id, code_hmac) values (${id}, 'h')`
  await db.sql`
    insert into security_digests(customer_id, title, due_at) values (${id}, 't', now())`
  await db.sql`
    insert into movement_mails(customer_id, hour_ends, movements) values (${id}, now(), 1)
    on conflict do nothing`
  await db.sql`
    insert into movement_digests(customer_id, account_id, title, due_at, times, sum_minor)
    select owner_id, account_id, 't', now(), 1, 1 from accounts where owner_id = ${id}`
  await db.sql`
    insert into category_rules(customer_id, payee, payee_key, category)
    values (${id}, 'Shop', 'shop', 'home')`
  await db.sql`
    insert into budgets(customer_id, currency, category, from_month, amount_minor)
    values (${id}, 'usd', 'home', '2020-01-01', 100)`
  await db.sql`
    insert into budgets_told(customer_id, currency, category, month, percent, told_at)
    values (${id}, 'usd', 'home', '2020-01-01', 80, now())`
  await db.sql`
    insert into line_notes(account_id, line, category, note)
    select account_id, 1, 'home', '' from accounts where owner_id = ${id}`
  await db.sql`
    insert into line_parts(account_id, line, part, category, amount_minor)
    select account_id, 2, 0, 'home', 1 from accounts where owner_id = ${id}`
  await db.sql`insert into outbox(account_id, line, state) values (0, 0, 'completed')`
  await db.sql`insert into operator_log(at, command, outcome) values (now(), 'c', 'done')`
  await db.sql`
    insert into bill_payments(bill_id, due_on, transaction_id, paid)
    select id, '2020-01-01', gen_random_uuid(), true from bills where customer_id = ${id}`
  await db.sql`
    insert into loan_instalments(loan_id, number, due_on, principal_minor, interest_minor)
    select id, 1, '2020-01-01', 1, 1 from loans where customer_id = ${id}`
  await db.sql`
    insert into loan_payments(loan_id, transaction_id, account_id, amount_minor, interest_minor,
      extra_minor, owed_minor, by, paid_at)
    select id, gen_random_uuid(), 0, 1, 0, 0, 1, 'customer', now() from loans
    where customer_id = ${id}`
  await db.sql`
    insert into card_payments(card_id, account_id, merchant, amount_minor, online, abroad, day, at,
      state, transaction_id)
    select id, 0, 'm', 1, true, false, '2020-01-01', now(), 'captured', gen_random_uuid() from cards
    where customer_id = ${id} limit 1`
}
