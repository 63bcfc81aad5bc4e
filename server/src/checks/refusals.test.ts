import { readdirSync, readFileSync } from 'node:fs'
import {
  cardRefusals,
  confirm2fa,
  createAccount,
  limits,
  login,
  messages,
  refusals,
  requestOtp,
  resolveAccount,
  signup,
  skipBill,
  transactions,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import {
  answerOf,
  codeIn,
  refusedWith,
  signUpForm,
  type TestCustomer,
  testBank,
} from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

// Why a card did not pay stands in its row and its notice; no reply carries it.
const known = [...Object.keys(refusals), ...Object.keys(cardRefusals)]

test('as many codes may be tried as the page counts down', async () => {
  const [row] = await db.sql<{ tries: number }>`select approval_limit('code_tries') as tries`
  expect(row?.tries).toBe(limits.transferCodeTries)
})

/** The codes that functions of the database answer with, from their own bodies. */
async function answeredByFunctions(): Promise<string[]> {
  const rows = await db.sql<{ name: string; body: string }>`
    select proname::text as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace`
  // The kinds of the security log are no answers.
  const bodies = rows.map(({ name, body }) => ({
    name,
    body: body.replaceAll(/insert into security_events[^;]*;/g, ''),
  }))
  const answers = bodies.flatMap(({ name, body }) => [
    ...body.matchAll(/'code', '(\w+)'/g),
    // Their answer is the code itself.
    ...(/^approve_|_refusal$/.test(name)
      ? body.matchAll(/(?:return|:=|then|else)\s+'(\w+):?'/g)
      : []),
  ])
  return [...new Set(answers.map(([, code = '']) => code))].filter((code) => code !== 'ok')
}

/** What the server is written in, tests aside. */
function sources(): string {
  const folder = new URL('..', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing/.test(file))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
}

test('every code that the server can send is in the contract, and none is there for nothing', async () => {
  const answered = await answeredByFunctions()
  expect(answered).toEqual(
    expect.arrayContaining([
      'insufficient_funds',
      'not_yours',
      'pin_wrong',
      'pin_dead',
      'otp_wrong',
    ]),
  )
  const code = sources()
  const made = [...code.matchAll(/(?:new Failure|refusal)\(\s*'(\w+)'/g)].map(([, name]) => name)
  expect(made.length).toBeGreaterThan(50)
  expect([...answered, ...made].filter((name) => !known.includes(name ?? ''))).toEqual([])
  expect(known.filter((name) => !answered.includes(name) && !code.includes(`'${name}'`))).toEqual(
    [],
  )
})

describe('what is refused says so by its code, with its field and what helps', () => {
  const pin = '4821'
  const payer = (flags: Record<string, boolean> = { UseOtp: false }) =>
    bank.customer({ pin, balance: '500.00', flags })
  const order = (who: TestCustomer, changes: Record<string, string> = {}) => ({
    source_account: who.account.publicId,
    amount: '5.00',
    pin,
    ...changes,
  })
  const local = (who: TestCustomer, to: TestCustomer, changes: Record<string, string> = {}) =>
    order(who, { acc_number: to.account.number, acc_name: to.name, ...changes })
  const pay = (who: TestCustomer, fields: Record<string, string>) =>
    bank.ask(transferLocal, fields as never, who.token)

  // asvs 2.2.1
  test('a form that does not fit', async () => {
    const ada = await payer()
    expect(await pay(ada, order(ada, { acc_number: '1', acc_name: '' }))).toEqual(
      refusedWith('invalid', { message: 'Enter a valid account number', field: 'acc_name' }),
    )
    expect(await bank.ask(login, { username: '', password: '' })).toEqual(
      refusedWith('invalid', { message: 'Invalid username', field: 'username' }),
    )
  })

  test('a PIN that is missing, wrong, locked and dead', async () => {
    const [ada, bob] = [await payer(), await bank.customer({ balance: '5.00' })]
    expect(await pay(bob, local(bob, ada))).toEqual(refusedWith('pin_missing', { field: 'pin' }))
    for (let tries = 0; tries < 5; tries += 1) {
      const data = { triesLeft: 4 - tries }
      const wrong = refusedWith('pin_wrong', { message: 'Invalid PIN', field: 'pin', data })
      expect(await pay(ada, local(ada, bob, { pin: '0000' }))).toEqual(wrong)
    }
    const locked = await bank.send(transferLocal, local(ada, bob), { token: ada.token })
    const waitSeconds = Number(locked.headers['retry-after'])
    expect(waitSeconds).toBeGreaterThan(880)
    expect(answerOf(locked)).toEqual(
      refusedWith('pin_locked', {
        message: 'Too many attempts. Try again in 15 minutes',
        data: { retryAfterSeconds: waitSeconds },
      }),
    )
    await db.sql`
      update customers set pin_locked_until = null, pin_tries_total = 15 where id = ${ada.id}`
    expect(await pay(ada, local(ada, bob))).toEqual(refusedWith('pin_dead', { field: 'pin' }))
    expect(await bank.ask(requestOtp, { pin }, ada.token)).toEqual(refusedWith('pin_dead'))
  })

  test('a PIN that is none, where a code is asked for', async () => {
    const ada = await payer()
    expect(await bank.ask(requestOtp, { pin: '12' }, ada.token)).toEqual(
      refusedWith('pin_wrong', {
        message: 'Request failed. try again',
        field: 'pin',
        data: { triesLeft: 4 },
      }),
    )
  })

  test('a code that is missing, wrong, spent and locked', async () => {
    const [ada, bob] = [await payer({ UseOtp: true }), await bank.customer()]
    const told = { message: 'Invalid OTP. Enter a valid OTP codes', field: 'otp' }
    expect(await pay(ada, local(ada, bob))).toEqual(refusedWith('otp_needed', told))
    await bank.ask(requestOtp, { pin }, ada.token)
    const right = codeIn((await bank.mailTo(ada.email))[0])
    const otp = right === '0000' ? '1111' : '0000'
    const codes: unknown[] = []
    for (const tried of [otp, otp, otp, otp, right]) {
      const answer = await pay(ada, local(ada, bob, { otp: tried }))
      expect(answer).toMatchObject({ http: 422, ...told })
      codes.push(answer.code)
    }
    expect(codes).toEqual(['otp_wrong', 'otp_wrong', 'otp_spent', 'otp_spent', 'otp_spent'])
    await db.sql`update customers set lock_otp = true where id = ${ada.id}`
    expect(await pay(ada, local(ada, bob, { otp }))).toEqual(refusedWith('otp_locked'))
  })

  test('money that is not there, over the day’s limit, or switched off', async () => {
    const [ada, bob] = [await payer(), await bank.customer()]
    expect(await pay(ada, local(ada, bob, { amount: '500.01' }))).toEqual(
      refusedWith('insufficient_funds', { message: 'Insufficient funds', field: 'amount' }),
    )
    await bank.fund(ada, '60000.00')
    expect(await pay(ada, local(ada, bob, { amount: '50000.01' }))).toEqual(
      refusedWith('daily_limit', { field: 'amount' }),
    )
    const wallet_address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    expect(
      await bank.ask(transferCrypto, order(ada, { wallet_address }) as never, ada.token),
    ).toEqual(refusedWith('crypto_off'))
    await db.sql`update customers set allow_transfer = false where id = ${ada.id}`
    expect(await pay(ada, local(ada, bob))).toEqual(refusedWith('transfers_off'))
  })

  test('a rate that has changed tells the one of now', async () => {
    const ada = await payer()
    const opened = await bank.ask(
      createAccount,
      { accountName: 'Euro', currency: 'eur' },
      ada.token,
    )
    const destination_account = (opened.data as { Id: string }).Id
    const move = (rate: string) =>
      bank.ask(transferOwn, order(ada, { destination_account, rate }) as never, ada.token)
    const stale = await move('0.500000')
    const { rate } = stale.data as { rate: string }
    const message = `The exchange rate has changed. Look at it again: ${rate}`
    expect(stale).toEqual(refusedWith('rate_changed', { message, data: { rate } }))
    expect(await move(rate)).toMatchObject({ http: 200 })
  })

  test('a key of the kind that the bank makes for dates and codes', async () => {
    const [ada, bob] = [await payer(), await bank.customer()]
    for (const key of ['order:1:2027-02-01', 'code:7']) {
      const headers = { 'idempotency-key': key }
      const reply = await bank.send(transferLocal, local(ada, bob), { token: ada.token, headers })
      expect(answerOf(reply)).toMatchObject({ http: 422, code: 'invalid' })
    }
  })

  test('a key that stands for another order', async () => {
    const [ada, bob] = [await payer(), await bank.customer()]
    const headers = { 'idempotency-key': 'once' }
    await bank.send(transferLocal, local(ada, bob), { token: ada.token, headers })
    const other = local(ada, bob, { amount: '6.00' })
    const reply = await bank.send(transferLocal, other, { token: ada.token, headers })
    expect(answerOf(reply)).toEqual(refusedWith('key_reused'))
  })

  test('a payee, a card and a wallet that are none', async () => {
    const ada = await payer({ UseOtp: false, CryptoPayment: true })
    const unknown = refusedWith('unknown_payee', { field: 'acc_number' })
    expect(await pay(ada, order(ada, { acc_number: '123', acc_name: 'x' }))).toEqual(unknown)
    expect(await bank.ask(resolveAccount, { accountNumber: '12345678' }, ada.token)).toEqual(
      refusedWith('unknown_payee', { field: 'accountNumber' }),
    )
    const card = { card_name: 'A B', card_cv2: '123' }
    const toCard = (card_number: string, card_expiry: string) =>
      bank.ask(transferCard, order(ada, { ...card, card_number, card_expiry }) as never, ada.token)
    const badCard = (field: string) =>
      refusedWith('invalid', { message: 'Please supply valid card info', field })
    expect(await toCard('4242424242424241', '12/40')).toEqual(badCard('card_number'))
    expect(await toCard('4242424242424242', '12/20')).toEqual(badCard('card_expiry'))
    const crypto = order(ada, { wallet_address: 'bc1qar0srrr7' })
    expect(await bank.ask(transferCrypto, crypto as never, ada.token)).toEqual(
      refusedWith('invalid', { message: messages.walletInvalid, field: 'wallet_address' }),
    )
    const abroad = { acc_number: '4401882201', acc_name: 'Jo Whitfield' }
    const wire = (swift: string, bank_name: string) =>
      bank.ask(transferExternal, order(ada, { ...abroad, swift, bank_name }) as never, ada.token)
    const badWire = (field: string) =>
      refusedWith('invalid', { message: 'Both swift and bank name are required', field })
    expect(await wire('AKBK', 'Akbank')).toEqual(badWire('swift'))
    expect(await wire('AKBKTRIS', '')).toEqual(badWire('bank_name'))
  })

  test('what belongs to another as what does not exist', async () => {
    const [ada, bob] = [await payer(), await payer()]
    const foreign = refusedWith('not_yours', { message: messages.accountNotYours })
    for (const accountId of [bob.account.publicId, crypto.randomUUID(), 'x']) {
      expect(await bank.ask(transactions, { accountId }, ada.token)).toEqual(foreign)
      const fields = local(ada, bob, { source_account: accountId })
      expect(await pay(ada, fields)).toEqual({ ...foreign, field: 'source_account' })
      const own = order(ada, { destination_account: accountId })
      expect(await bank.ask(transferOwn, own as never, ada.token)).toEqual({
        ...foreign,
        field: 'destination_account',
      })
    }
    expect(await bank.ask(skipBill, { id: 'x', date: '2090-01-01' }, ada.token)).toEqual(
      refusedWith('not_yours', { message: messages.billUnknown }),
    )
  })

  test('who signs in or signs up', async () => {
    const { username, email } = await bank.customer()
    for (const name of [username, 'nobody at all']) {
      expect(await bank.ask(login, { username: name, password: 'wrong one' })).toEqual(
        refusedWith('credentials_wrong'),
      )
    }
    expect(await bank.ask(confirm2fa, { buffer: 'x', otp: '12345' })).toEqual(
      refusedWith('code_wrong'),
    )
    expect(await bank.ask(signup, signUpForm({ username }) as never)).toEqual(
      refusedWith('username_taken', { field: 'username' }),
    )
    expect(await bank.ask(signup, signUpForm({ email }) as never)).toEqual(
      refusedWith('email_taken', { field: 'email' }),
    )
  })

  test('too many look-ups, with the seconds to wait', async () => {
    const ada = await bank.customer()
    for (let count = 0; count < 20; count += 1) {
      await bank.ask(resolveAccount, { accountNumber: '12345678' }, ada.token)
    }
    const reply = await bank.send(
      resolveAccount,
      { accountNumber: '12345678' },
      { token: ada.token },
    )
    const waitSeconds = Number(reply.headers['retry-after'])
    expect(waitSeconds).toBeGreaterThan(0)
    expect(answerOf(reply)).toEqual(
      refusedWith('too_many', {
        message: expect.stringMatching(
          /^Too many attempts\. Try again in \d+ (?:second|minute)s?$/,
        ),
        data: { retryAfterSeconds: waitSeconds },
      }),
    )
  })
})
