import { hash } from 'node:crypto'
import {
  type Call,
  createAccount,
  messages,
  payeeOf,
  requestOtp,
  requestOtpByForm,
  toDecimal,
  transactionReceipt,
  transactions,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { accountsOf } from '#accounts/accounts.ts'
import { setFlag } from '#cli/flags.ts'
import { expectPlaced } from '#testing/references.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sandbox } from './rails.ts'
import { settleDue } from './settle-due.ts'

const db = await testDb()
const t = await testBank(db)

afterEach(async () => {
  expect(await t.findings()).toEqual([])
})

const plain = { pin: '4821', flags: { UseOtp: false } }
const payer = (balance = '500.00') => t.customer({ ...plain, balance })
const payee = () => t.customer({ firstName: 'Bob', lastName: 'Stone' })

async function money({ id }: TestCustomer) {
  const [account] = await accountsOf(db.sql, id)
  return {
    current: toDecimal(account?.balanceMinor ?? 0n),
    available: toDecimal(account?.availableMinor ?? 0n),
  }
}

const local = (from: TestCustomer, to: TestCustomer, changes: object = {}) => ({
  source_account: from.account.publicId,
  amount: '120.50',
  acc_number: to.account.number,
  acc_name: 'whatever was typed',
  pin: '4821',
  ...changes,
})

type Done = { account: { AvailableBalance: string }; transaction: Record<string, unknown> }

describe('inside the bank', () => {
  // shows §7.24 D58 D142
  test('a local transfer posts at once on both sides', async () => {
    const [ada, bob] = [await payer(), await payee()]
    const reply = await t.ask(transferLocal, local(ada, bob, { description: 'Lunch' }), ada.token)
    expect(reply).toMatchObject({ http: 200, status: 'success' })
    const { account, transaction } = reply.data as Done
    expect(account.AvailableBalance).toBe('379.50')
    expect(transaction).toMatchObject({
      User: ada.username,
      Amount: '120.50',
      Type: 'debit',
      State: 'completed',
      Name: 'Bob Stone',
      Accountnumber: bob.account.number,
      Description: 'Lunch',
      Same: true,
    })
    expect(await money(bob)).toEqual({ current: '120.50', available: '120.50' })
    const list = await t.ask(transactions, { accountId: bob.account.publicId }, bob.token)
    expect((list.data as { List: unknown[] }).List[0]).toMatchObject({
      User: bob.username,
      Amount: '120.50',
      Type: 'credit',
      Name: 'Ada Okafor',
      Accountnumber: ada.account.number,
    })
  })

  // shows D65
  test('a number that nobody holds, a wrong check digit and the own account are refused', async () => {
    const [ada, bob] = [await payer(), await payee()]
    const wrong = `${bob.account.number.slice(0, 9)}${(Number(bob.account.number[9]) + 1) % 10}`
    for (const acc_number of [wrong, '1234567897', ada.account.number]) {
      const reply = await t.ask(transferLocal, local(ada, bob, { acc_number }), ada.token)
      expect(reply).toMatchObject({ http: 422, message: 'Enter a valid account number' })
    }
    expect(await money(ada)).toEqual({ current: '500.00', available: '500.00' })
  })

  test('more than is available is refused and leaves no trace', async () => {
    const [ada, bob] = [await payer('5.00'), await payee()]
    const reply = await t.ask(transferLocal, local(ada, bob, { amount: '5.01' }), ada.token)
    expect(reply).toMatchObject({ http: 422, message: 'Insufficient funds' })
    expect(await money(ada)).toEqual({ current: '5.00', available: '5.00' })
    const list = await t.ask(transactions, { accountId: ada.account.publicId }, ada.token)
    expect(list.data).toMatchObject({ Meta: { Total: 1 } })
  })

  // asvs 1.4.2
  test.each([
    '',
    '0',
    '-5',
    '-0',
    '+5',
    'NaN',
    'Infinity',
    '1e3',
    '1e309',
    '0x10',
    '1.005',
    '.5.',
    '1,00',
    '１０',
    '999999999999999',
    ' 5 ',
    '[5]',
  ])('the amount %j is refused', async (amount) => {
    const [ada, bob] = [await shared.ada, await shared.bob]
    const reply = await t.ask(transferLocal, local(ada, bob, { amount }), ada.token)
    expect(reply).toMatchObject({ http: 422, message: 'Fill all reqired fields to continue' })
  })
  const shared = { ada: payer(), bob: payee() }

  test('well-grouped digits are taken', async () => {
    const [ada, bob] = [await payer('2000.00'), await payee()]
    const reply = await t.ask(transferLocal, local(ada, bob, { amount: '1,000.00' }), ada.token)
    expect(reply.http).toBe(200)
    expect((await money(bob)).current).toBe('1000.00')
  })

  // shows §7.25 D54
  test('own accounts exchange at the shown rate, and a changed rate is refused with the new one', async () => {
    const ada = await payer()
    const made = await t.ask(createAccount, { accountName: 'Euros', currency: 'eur' }, ada.token)
    const euros = (made.data as { Id: string }).Id
    const order = {
      source_account: ada.account.publicId,
      destination_account: euros,
      amount: '100.00',
      pin: '4821',
    }
    const refused = await t.ask(transferOwn, { ...order, rate: '0.910000' }, ada.token)
    expect(refused).toMatchObject({ http: 409 })
    expect(refused.message).toContain('0.920000')
    const reply = await t.ask(transferOwn, { ...order, rate: '0.920000' }, ada.token)
    expect(reply.http).toBe(200)
    const own = await accountsOf(db.sql, ada.id)
    expect(own.map(({ balanceMinor }) => balanceMinor)).toEqual([400_00n, 92_00n])
  })

  // shows D148
  test('what is received is rounded down, and less than the smallest coin is refused', async () => {
    const ada = await payer()
    const made = await t.ask(createAccount, { accountName: 'Naira', currency: 'ngn' }, ada.token)
    const [usd, ngn] = [ada.account.publicId, (made.data as { Id: string }).Id]
    const move = (source_account: string, destination_account: string, amount: string) =>
      t.ask(transferOwn, { source_account, destination_account, amount, pin: '4821' }, ada.token)
    const held = async () =>
      (await accountsOf(db.sql, ada.id)).map(({ balanceMinor }) => balanceMinor)
    await move(usd, ngn, '1.00')
    const [, naira = 0n] = await held()
    // What a cent costs, and a little less, which would be a cent to the nearest.
    const cent = naira / 100n + (naira % 100n === 0n ? 0n : 1n)
    expect(await move(ngn, usd, toDecimal(cent - 1n))).toMatchObject({
      http: 422,
      code: 'bad_amount',
      message: 'Enter a valid amount',
    })
    expect((await move(ngn, usd, toDecimal(2n * cent - 1n))).http).toBe(200)
    expect(await held()).toEqual([499_01n, naira - (2n * cent - 1n)])
  })

  // shows D55
  // asvs 2.2.3
  test('an own account must differ from the source and be the customer’s', async () => {
    const [ada, bob] = [await payer(), await payee()]
    const order = { source_account: ada.account.publicId, amount: '1', pin: '4821' }
    const same = { ...order, destination_account: ada.account.publicId }
    expect(await t.ask(transferOwn, same, ada.token)).toMatchObject({
      http: 422,
      message: 'Select destination account to continue',
    })
    const foreign = { ...order, destination_account: bob.account.publicId }
    expect((await t.ask(transferOwn, foreign, ada.token)).http).toBe(403)
  })

  test('with PendingTransfer another currency is refused as without, and holds nothing', async () => {
    const bob = await payee()
    const { data } = await t.ask(
      createAccount,
      { accountType: 'savings', currency: 'eur', accountName: 'Euros' },
      bob.token,
    )
    const euros = {
      ...bob,
      account: { ...bob.account, number: (data as { Number: string }).Number },
    }
    const answers = []
    for (const PendingTransfer of [false, true]) {
      const flags = { UseOtp: false, PendingTransfer }
      const ada = await t.customer({ ...plain, balance: '500.00', flags })
      answers.push(await t.ask(transferLocal, local(ada, euros), ada.token))
      expect(await money(ada)).toEqual({ current: '500.00', available: '500.00' })
    }
    expect(answers).toEqual([refusedWith('currency_mismatch'), refusedWith('currency_mismatch')])
  })

  // shows D60
  test('with PendingTransfer the money is held until the operator settles it', async () => {
    const ada = await t.customer({
      ...plain,
      balance: '500.00',
      flags: { UseOtp: false, PendingTransfer: true },
    })
    const bob = await payee()
    const reply = await t.ask(transferLocal, local(ada, bob), ada.token)
    const { transaction } = reply.data as Done
    expect(transaction.State).toBe('pending')
    t.clock.advance(60_000)
    await settleDue(t.bank, sandbox)
    expect(await money(ada)).toEqual({ current: '500.00', available: '379.50' })
    expect((await money(bob)).current).toBe('0.00')
    const { runCommand } = await import('#cli/commands.ts')
    await runCommand(t.bank, ['settle', String(transaction.Id)])
    expect((await money(ada)).current).toBe('379.50')
    expect((await money(bob)).current).toBe('120.50')
    await expect(runCommand(t.bank, ['settle', String(transaction.Id)])).rejects.toThrow(
      'No pending',
    )
  })
})

describe('leaving the bank', () => {
  const external = (from: TestCustomer, changes: object = {}) => ({
    source_account: from.account.publicId,
    amount: '50.00',
    acc_number: '8830071154',
    acc_name: 'Priya Raman',
    pin: '4821',
    ...changes,
  })

  async function settled() {
    t.clock.advance(10_000)
    await settleDue(t.bank, sandbox)
  }

  // shows §7.28 D70
  test('other banks: held at once, current falls when the rail has paid', async () => {
    const ada = await payer()
    const reply = await t.ask(transferExternal, external(ada, { bank: 'Chase' }), ada.token)
    expect((reply.data as Done).transaction).toMatchObject({ State: 'pending', Bank: 'Chase' })
    expect(await money(ada)).toEqual({ current: '500.00', available: '450.00' })
    await settled()
    expect(await money(ada)).toEqual({ current: '450.00', available: '450.00' })
  })

  // shows D107
  test('a refused one fails with its reason and gives everything back', async () => {
    const ada = await payer()
    const order = external(ada, { bank: 'Chase', acc_number: '8830070000' })
    const reply = await t.ask(transferExternal, order, ada.token)
    await settled()
    expect(await money(ada)).toEqual({ current: '500.00', available: '500.00' })
    const id = String((reply.data as Done).transaction.Id)
    const [line] = await db.sql`select state, failure_reason from transactions where id = ${id}`
    expect(line).toEqual({
      state: 'failed',
      failure_reason: 'The account is closed at the other bank',
    })
    const again = await t.signInAgain(ada)
    const receipt = await t.ask(transactionReceipt, { transactionId: id }, again)
    expect(receipt.data).toMatchObject({ Reason: 'The account is closed at the other bank' })
  })

  test('the documented number waits for the operator, who can fail it', async () => {
    const ada = await payer()
    const order = external(ada, { bank: 'Chase', acc_number: '8830079999' })
    const reply = await t.ask(transferExternal, order, ada.token)
    await settled()
    expect((await money(ada)).available).toBe('450.00')
    const { runCommand } = await import('#cli/commands.ts')
    await runCommand(t.bank, ['fail', String((reply.data as Done).transaction.Id), 'Returned'])
    expect(await money(ada)).toEqual({ current: '500.00', available: '500.00' })
  })

  // asvs 2.2.1
  test.each([
    [{}, 'Select a valid bank'],
    [{ bank: 'A bank nobody knows' }, 'Select a valid bank'],
    [{ swift: 'COBADEFF' }, 'Both swift and bank name are required'],
    [{ bank_name: 'Commerzbank' }, 'Both swift and bank name are required'],
    [{ bank_name: 'Commerzbank', swift: 'nonsense' }, 'Both swift and bank name are required'],
    [{ bank: 'Chase', acc_number: 'DE89370400440532013001' }, 'Enter a valid account number'],
    [{ bank: 'Chase', acc_name: '' }, 'Enter a valid account number'],
  ])('%j is refused', async (changes, message) => {
    const ada = await shared
    const reply = await t.ask(transferExternal, external(ada, changes), ada.token)
    expect(reply).toMatchObject({ http: 422, message })
  })
  const shared = payer()

  // shows §7.28 D70
  test('a wire takes an IBAN and a BIC, on both forms of its path', async () => {
    const ada = await payer()
    const order = external(ada, {
      acc_number: 'DE89 3704 0044 0532 0130 00',
      bank_name: 'Commerzbank',
      swift: 'cobadeff',
    })
    const reply = await t.ask(transferExternal, order, ada.token)
    expect((reply.data as Done).transaction).toMatchObject({
      Method: 'wire',
      Swift: 'COBADEFF',
      Accountnumber: 'DE89370400440532013000',
    })
    const bare = await t.ask({ ...transferExternal, path: 'transfer' }, order, ada.token)
    expect(bare.http).toBe(200)
  })

  // shows §7.28 D158
  test.each([
    [{ bank: 'Akbank' }, { bank_name: 'Akbank', swift: '' }],
    [{ bank_name: 'Commerzbank', swift: 'COBADEFF' }, { bank: '' }],
  ])('an order with %j is the same order with %j beside it', async (asked, empty) => {
    const ada = await payer()
    const options = {
      token: ada.token,
      headers: { 'idempotency-key': `empty-fields-${Object.keys(asked).length}` },
    }
    const first = await t.send(transferExternal, external(ada, asked), options)
    const again = await t.send(transferExternal, external(ada, { ...asked, ...empty }), options)
    expect(first.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect(payeeOf(external(ada, { ...asked, ...empty }))).toBe(payeeOf(external(ada, asked)))
  })

  const card = (from: TestCustomer, changes: object = {}) => ({
    source_account: from.account.publicId,
    amount: '20.00',
    card_name: 'Emeka Okafor',
    card_number: '4242424242424242',
    card_expiry: '12/39',
    card_cv2: '123',
    pin: '4821',
    ...changes,
  })

  // shows §7.26 D71
  test('a card keeps its last four digits and nothing else', async () => {
    const ada = await payer()
    const reply = await t.ask(transferCard, card(ada, { card_cv2: '987' }), ada.token)
    expect((reply.data as Done).transaction).toMatchObject({ Accountnumber: '**** 4242' })
    const stored = JSON.stringify(await db.sql`select * from transactions`, text)
    const waiting = JSON.stringify(await db.sql`select * from transfers`, text)
    expect(`${stored}${waiting}${t.logged.join('')}`).not.toContain('4242424242424242')
  })

  // shows §5.44 §9.4 D71
  test.each([
    { card_number: '424242424242424' },
    { card_number: '42424242424242424' },
    { card_number: '4242424242424241' },
    { card_number: '4242a24242424242' },
    { card_expiry: '13/39' },
    { card_expiry: '00/00' },
    { card_expiry: '1239' },
    { card_expiry: '01/20' },
    { card_cv2: 'abc' },
    { card_cv2: '12' },
    { card_name: '' },
  ])('the card %j is refused', async (changes) => {
    const ada = await shared
    const reply = await t.ask(transferCard, card(ada, changes), ada.token)
    expect(reply).toMatchObject({ http: 422, message: 'Please supply valid card info' })
  })

  // shows §5.45 §7.27 D72
  test('bitcoin wants the flag and an address that checks', async () => {
    const ada = await payer()
    const bob = await t.customer({
      ...plain,
      balance: '500.00',
      flags: { UseOtp: false, CryptoPayment: true },
    })
    const order = (from: TestCustomer, wallet_address: string) => ({
      source_account: from.account.publicId,
      amount: '20.00',
      wallet_address,
      pin: '4821',
    })
    const good = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    expect((await t.ask(transferCrypto, order(ada, good), ada.token)).http).toBe(403)
    for (const bad of ['', 'x', `${good}x`, good.replace('gtzz', 'gtzy'), 'a'.repeat(101)]) {
      const reply = await t.ask(transferCrypto, order(bob, bad), bob.token)
      expect(reply.http).toBe(422)
      if (bad.length <= 100) expect(reply.message).toBe('Please enter a valid wallet address')
    }
    expect((await t.ask(transferCrypto, order(bob, good), bob.token)).http).toBe(200)
    await settled()
    expect((await money(bob)).current).toBe('480.00')
  })
})

describe('approval', () => {
  // shows D62 D63
  test('five wrong PINs lock it for fifteen minutes over all calls, fifteen until a new one', async () => {
    const [ada, bob] = [await payer(), await payee()]
    let token = ada.token
    const guess = (pin: string) => t.ask(transferLocal, local(ada, bob, { pin }), token)
    for (const round of [1, 2, 3]) {
      for (let wrong = 0; wrong < 5; wrong += 1) {
        expect(await guess('0000')).toMatchObject({ http: 422, message: 'Invalid PIN' })
      }
      const locked = await guess('4821')
      if (round < 3) {
        expect(locked).toMatchObject({ http: 429 })
        expect(locked.message).toContain('Try again in 15 minutes')
        expect((await t.ask(requestOtp, { pin: '4821' }, token)).http).toBe(429)
        // The session idles away meanwhile; a fresh one changes nothing.
        t.clock.advance(15 * 60_000)
        token = await t.signInAgain(ada)
      } else {
        expect(locked).toMatchObject({ http: 403, message: messages.pinDead })
      }
    }
    t.clock.advance(15 * 60_000)
    token = await t.signInAgain(ada)
    const dead = await guess('4821')
    expect(dead.message).toBe(messages.pinDead)
    expect((await money(ada)).current).toBe('500.00')
  })

  // shows D17
  test('without a PIN the customer is told to set one', async () => {
    const ada = await t.customer({ balance: '10.00', flags: { UseOtp: false } })
    const reply = await t.ask(transferLocal, local(ada, await payee(), { amount: '1' }), ada.token)
    expect(reply).toMatchObject({ http: 403, message: 'Set a PIN first' })
  })

  // shows §6.10 D60
  test('AllowTransfer off refuses and holds nothing', async () => {
    const ada = await t.customer({
      ...plain,
      balance: '10.00',
      flags: { UseOtp: false, AllowTransfer: false },
    })
    const reply = await t.ask(transferLocal, local(ada, await payee(), { amount: '1' }), ada.token)
    expect(reply).toMatchObject({ http: 403, message: messages.transfersOff })
    expect((await money(ada)).available).toBe('10.00')
  })

  // shows D56
  // asvs 2.3.2
  test('the daily limit counts what leaves, not own accounts, and gives back what failed', async () => {
    const ada = await payer('200000.00')
    const bob = await payee()
    const send = (amount: string) => t.ask(transferLocal, local(ada, bob, { amount }), ada.token)
    expect((await send('49999.00')).http).toBe(200)
    expect(await send('1.01')).toMatchObject({ http: 422, message: 'Daily transfer limit reached' })
    expect((await send('1.00')).http).toBe(200)
    const made = await t.ask(createAccount, { accountName: 'Other' }, ada.token)
    const own = {
      source_account: ada.account.publicId,
      destination_account: (made.data as { Id: string }).Id,
      amount: '60000.00',
      pin: '4821',
    }
    expect((await t.ask(transferOwn, own, ada.token)).http).toBe(200)
    t.clock.advance(86_400_000)
    const tomorrow = await t.signInAgain(ada)
    expect((await t.ask(transferLocal, local(ada, bob), tomorrow)).http).toBe(200)
  })
})

describe('codes', () => {
  const withCode = () => t.customer({ pin: '4821', balance: '500.00' })

  async function codeFor(who: TestCustomer, bound: object = {}) {
    const reply = await t.ask(requestOtp, { pin: '4821', ...bound }, who.token)
    expect(reply.http).toBe(200)
    const [mail] = await t.mailTo(who.email)
    return { code: /^\d{4}$/m.exec(mail?.text ?? '')?.[0] ?? '', mail }
  }

  // shows §7.23 D23
  // asvs 6.5.1
  test('a code is good for one transfer', async () => {
    const [ada, bob] = [await withCode(), await payee()]
    const missing = await t.ask(transferLocal, local(ada, bob), ada.token)
    expect(missing).toMatchObject({ http: 422, message: 'Invalid OTP. Enter a valid OTP codes' })
    const { code: otp } = await codeFor(ada)
    expect((await t.ask(transferLocal, local(ada, bob, { otp }), ada.token)).http).toBe(200)
    const other = local(ada, bob, { otp, amount: '1.00' })
    expect((await t.ask(transferLocal, other, ada.token)).http).not.toBe(200)
    expect((await money(bob)).current).toBe('120.50')
  })

  test('a retry with the same code and order gets the first answer', async () => {
    const [ada, bob] = [await withCode(), await payee()]
    const { code: otp } = await codeFor(ada)
    const first = await t.ask(transferLocal, local(ada, bob, { otp }), ada.token)
    const second = await t.ask(transferLocal, local(ada, bob, { otp }), ada.token)
    expect(second).toEqual(first)
    expect((await money(bob)).current).toBe('120.50')
  })

  // shows D23
  test('a bound code names its order in the mail and pays no other', async () => {
    const [ada, bob] = [await withCode(), await payee()]
    const bound = {
      source_account: ada.account.publicId,
      amount: '120.50',
      to: bob.account.number,
    }
    const { code: otp, mail } = await codeFor(ada, bound)
    expect(mail?.subject).toBe('Your transfer code')
    expect(mail?.text).toContain(`$120.50 to Bob Stone (${bob.account.number})`)
    const dearer = await t.ask(transferLocal, local(ada, bob, { otp, amount: '120.51' }), ada.token)
    expect(dearer.message).toBe('Invalid OTP. Enter a valid OTP codes')
    const elsewhere = local(ada, await payee(), { otp })
    expect((await t.ask(transferLocal, elsewhere, ada.token)).http).toBe(422)
    expect((await t.ask(transferLocal, local(ada, bob, { otp }), ada.token)).http).toBe(200)
  })

  test('no code is given for an account of somebody else', async () => {
    const [ada, bob] = [await withCode(), await payee()]
    const order = { source_account: bob.account.publicId, amount: '1.00', to: ada.account.number }
    const foreign = await t.ask(requestOtp, { pin: '4821', ...order }, ada.token)
    const random = { ...order, source_account: crypto.randomUUID() }
    expect(foreign.http).toBe(403)
    expect(await t.ask(requestOtp, { pin: '4821', ...random }, ada.token)).toEqual(foreign)
    expect(await t.ask(requestOtpByForm, { pin: '4821', ...order }, ada.token)).toEqual(foreign)
  })

  test('a code for a customer of this bank does not pay the same number elsewhere', async () => {
    const [ada, bob] = [await withCode(), await payee()]
    const number = bob.account.number
    const bound = { source_account: ada.account.publicId, amount: '120.50', to: `local:${number}` }
    const { code: otp } = await codeFor(ada, bound)
    const wire = local(ada, bob, { otp, swift: 'COBADEFF', bank_name: 'Commerzbank' })
    expect((await t.ask(transferExternal, wire, ada.token)).http).toBe(422)
    expect((await t.ask(transferLocal, local(ada, bob, { otp }), ada.token)).http).toBe(200)
    const { acc_name } = wire
    const abroad = payeeOf({ ...wire, acc_name })
    const second = await codeFor(ada, { ...bound, to: abroad })
    expect(second.mail?.text).toContain(
      `$120.50 to ${number} at "Commerzbank" (COBADEFF) for "${acc_name}"`,
    )
    const paid = await t.ask(transferExternal, { ...wire, otp: second.code }, ada.token)
    expect(paid.http).toBe(200)
  })

  // shows D23
  // asvs 6.5.5
  test('three wrong codes void it, five minutes end it, a new one voids the old', async () => {
    const [ada, bob] = [await withCode(), await payee()]
    const { code } = await codeFor(ada)
    const wrong = code === '0000' ? '0001' : '0000'
    for (let tries = 0; tries < 3; tries += 1) {
      await t.ask(transferLocal, local(ada, bob, { otp: wrong }), ada.token)
    }
    expect((await t.ask(transferLocal, local(ada, bob, { otp: code }), ada.token)).http).toBe(422)
    const { code: late } = await codeFor(ada)
    t.clock.advance(5 * 60_000)
    expect((await t.ask(transferLocal, local(ada, bob, { otp: late }), ada.token)).http).toBe(422)
    const { code: old } = await codeFor(ada)
    const { code: fresh } = await codeFor(ada)
    if (old !== fresh) {
      expect((await t.ask(transferLocal, local(ada, bob, { otp: old }), ada.token)).http).toBe(422)
    }
    expect((await t.ask(transferLocal, local(ada, bob, { otp: fresh }), ada.token)).http).toBe(200)
  })

  // shows D60
  test('fifteen wrong codes in a day lock codes until the PIN is saved again', async () => {
    const [ada, bob] = [await withCode(), await payee()]
    for (let round = 0; round < 5; round += 1) {
      const { code } = await codeFor(ada)
      const otp = code === '0000' ? '0001' : '0000'
      for (let tries = 0; tries < 3; tries += 1) {
        await t.ask(transferLocal, local(ada, bob, { otp }), ada.token)
      }
    }
    const locked = await t.ask(requestOtp, { pin: '4821' }, ada.token)
    expect(locked).toMatchObject({ http: 403, message: messages.otpLocked })
  })

  test('a code is asked for by a form as well, and the PIN counts the same', async () => {
    const [ada, bob] = [await withCode(), await payee()]
    const asked = await t.ask(requestOtpByForm, { pin: '4821' }, ada.token)
    expect(asked.http).toBe(200)
    const [mail] = await t.mailTo(ada.email)
    const otp = /^\d{4}$/m.exec(mail?.text ?? '')?.[0]
    expect((await t.ask(transferLocal, local(ada, bob, { otp }), ada.token)).http).toBe(200)
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await t.ask(requestOtpByForm, { pin: '0000' }, ada.token)).http).toBe(422)
      expect((await t.ask(requestOtp, { pin: '0000' }, ada.token)).http).toBe(tries < 2 ? 422 : 429)
    }
  })

  test('the answer to a transfer is what the receipt shows', async () => {
    const [ada, bob] = [await payer(), await payee()]
    const together = await Promise.all(
      ['1.00', '2.00', '3.00'].map((amount) =>
        t.ask(transferLocal, local(ada, bob, { amount }), ada.token),
      ),
    )
    for (const { data } of together) {
      const { transaction } = data as { transaction: { Id: string } }
      const receipt = await t.ask(transactionReceipt, { transactionId: transaction.Id }, ada.token)
      // A receipt also names the holder of the account.
      expect(receipt.data).toEqual({ ...transaction, Holder: ada.name })
    }
  })

  test('a malformed PIN is answered as the specification says, and counts', async () => {
    const ada = await withCode()
    for (const pin of ['123', '12345', 'abcd', '١٢٣٤']) {
      const reply = await t.ask(requestOtp, { pin }, ada.token)
      expect(reply).toMatchObject({ http: 422, message: 'Request failed. try again' })
    }
    await t.ask(requestOtp, { pin: '0000' }, ada.token)
    expect((await t.ask(requestOtp, { pin: '4821' }, ada.token)).http).toBe(429)
  })
})

describe('the key of an order', () => {
  const withKey = (from: TestCustomer, fields: object, key: string) =>
    t.send(transferLocal, fields as Record<string, unknown>, {
      token: from.token,
      headers: { 'idempotency-key': key },
    })

  // shows D59 D128
  test('sent twice it has one effect and one answer, also with another PIN', async () => {
    const [ada, bob] = [await payer(), await payee()]
    const first = await withKey(ada, local(ada, bob), 'key-1')
    const second = await withKey(ada, local(ada, bob), 'key-1')
    expect(second.body).toBe(first.body)
    const third = await withKey(ada, local(ada, bob, { pin: '0000' }), 'key-1')
    expect(third.body).toBe(first.body)
    expect((await money(bob)).current).toBe('120.50')
  })

  // shows D128
  test('with another order it is refused', async () => {
    const [ada, bob] = [await payer(), await payee()]
    await withKey(ada, local(ada, bob), 'key-2')
    const other = await withKey(ada, local(ada, bob, { amount: '1.00' }), 'key-2')
    expect(other.statusCode).toBe(409)
    expect((await money(bob)).current).toBe('120.50')
  })

  test('what a key holds of an order keeps its words, so that a retry after an upgrade finds it', async () => {
    const ada = await payer()
    const { publicId } = ada.account
    const money = { source_account: publicId, amount: '1.00', pin: '4821' }
    const abroad = { acc_number: '1234567', acc_name: 'Eva', bank_name: 'ING', swift: 'INGBNL2A' }
    const number = '4242424242424242'
    const card = { card_name: 'Eva', card_number: number, card_expiry: '12/40', card_cv2: '123' }
    const { token } = ada
    const pay = async (call: Call, fields: object, key: string) =>
      (await t.send(call, { ...money, ...fields }, { token, headers: { 'idempotency-key': key } }))
        .statusCode
    expect(await pay(transferExternal, abroad, 'wire')).toBe(200)
    expect(await pay(transferCard, card, 'card')).toBe(200)
    const rows = await db.sql<{ key: string; print: string }>`
      select once_key as key, encode(print, 'hex') as print from ledger_keys
      where owner_id = ${ada.id} order by once_key`
    // The fingerprint is a hash, whose hash is kept.
    const kept = (...parts: string[]) => {
      const text = JSON.stringify([parts[0], publicId, '100', ...parts.slice(1), ''])
      return hash('sha256', hash('sha256', text, 'hex'), 'hex')
    }
    expect(rows).toEqual([
      { key: 'card', print: kept('card', 'card:4242', 'Eva', '12/40') },
      {
        key: 'wire',
        print: kept('wire', 'wire:1234567 at ING (INGBNL2A)', 'Eva', 'ING', 'INGBNL2A'),
      },
    ])
  })

  test('a refused order claims no key', async () => {
    const [ada, bob] = [await payer('1.00'), await payee()]
    expect((await withKey(ada, local(ada, bob), 'key-3')).statusCode).toBe(422)
    await t.fund(ada, '200.00')
    expect((await withKey(ada, local(ada, bob), 'key-3')).statusCode).toBe(200)
  })
})

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

test('an exchange that was made gets its first answer, also after the rate has changed', async () => {
  const ada = await payer()
  const made = await t.ask(createAccount, { accountName: 'Euros', currency: 'eur' }, ada.token)
  const order = {
    source_account: ada.account.publicId,
    destination_account: (made.data as { Id: string }).Id,
    amount: '100.00',
    pin: '4821',
  }
  const options = { token: ada.token, headers: { 'idempotency-key': 'exchange-1' } }
  const first = await t.send(transferOwn, { ...order, rate: '0.920000' }, options)
  expect(first.statusCode).toBe(200)
  const again = await t.send(transferOwn, { ...order, rate: '0.910000' }, options)
  expect(again.body).toBe(first.body)
})

// shows D128
test('a bitcoin transfer that was made gets its first answer, also once they are switched off', async () => {
  const ada = await t.customer({
    ...plain,
    balance: '500.00',
    flags: { UseOtp: false, CryptoPayment: true },
  })
  const order = {
    source_account: ada.account.publicId,
    amount: '10.00',
    pin: '4821',
    wallet_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  }
  const send = (key: string) =>
    t.send(transferCrypto, order, { token: ada.token, headers: { 'idempotency-key': key } })
  const first = await send('crypto-1')
  expect(first.statusCode).toBe(200)
  await db.transaction((sql) =>
    setFlag(sql, { username: ada.username, flag: 'CryptoPayment', value: false }),
  )
  expect((await send('crypto-1')).body).toBe(first.body)
  expect((await send('crypto-2')).json()).toMatchObject({ code: 'crypto_off' })
  expect((await money(ada)).available).toBe('490.00')
})

test('a card of any scheme is paid whose number has the right check digit', async () => {
  const ada = await payer()
  const order = {
    source_account: ada.account.publicId,
    amount: '10.00',
    pin: '4821',
    card_name: 'A B',
    card_number: '9999999999999995',
    card_expiry: '12/40',
    card_cv2: '123',
  }
  expect((await t.ask(transferCard, order, ada.token)).http).toBe(200)
  expect(
    (await t.ask(transferCard, { ...order, card_number: '9999999999999994' }, ada.token)).http,
  ).toBe(422)
})

test('every transfer that waited says where its line lies', async () => {
  await expectPlaced(db.sql, 'transfers')
})
