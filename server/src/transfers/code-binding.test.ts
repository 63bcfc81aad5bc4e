import {
  payeeOf,
  requestOtp,
  requestOtpByForm,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { codeIn, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const t = await testBank(await testDb())
afterAll(() => t.stop())

const bob = await t.customer({ firstName: 'Bob', lastName: 'Stone' })
const { number } = bob.account
const payer = () =>
  t.customer({
    pin: '4821',
    balance: '500.00',
    flags: { CryptoPayment: true, Verifiedemail: true },
  })
const money = (from: TestCustomer) => ({ source_account: from.account.publicId, amount: '50.00' })
const approved = (from: TestCustomer, otp: string) => ({ ...money(from), pin: '4821', otp })

/** Asks for a code by the form and tells what its mail says. */
async function codeFor(who: TestCustomer, named: Record<string, string>) {
  const reply = await t.ask(requestOtpByForm, { pin: '4821', ...named }, who.token)
  expect(reply.http).toBe(200)
  const [mail] = await t.mailTo(who.email)
  const said = /^Enter this code to confirm (.*):$/m.exec(mail?.text ?? '')?.[1]
  return { otp: codeIn(mail), said }
}

const paying = {
  local: (from: TestCustomer, otp: string) =>
    t.ask(transferLocal, { ...approved(from, otp), acc_number: number, acc_name: 'x' }, from.token),
  bank: (from: TestCustomer, otp: string, changes: object = {}) => {
    const order = { ...approved(from, otp), acc_number: number, acc_name: 'Thief', bank: 'N26' }
    return t.ask(transferExternal, { ...order, ...changes }, from.token)
  },
  wire: (from: TestCustomer, otp: string, changes: object = {}) => {
    const abroad = { acc_number: number, acc_name: 'Thief', bank_name: 'Evil', swift: 'COBADEFF' }
    return t.ask(transferExternal, { ...approved(from, otp), ...abroad, ...changes }, from.token)
  },
  card: (from: TestCustomer, otp: string, card_number = '4242424242424242') => {
    const card = { card_name: 'A B', card_number, card_expiry: '12/40', card_cv2: '123' }
    return t.ask(transferCard, { ...approved(from, otp), ...card }, from.token)
  },
  crypto: (from: TestCustomer, otp: string) => {
    const wallet_address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    return t.ask(transferCrypto, { ...approved(from, otp), wallet_address }, from.token)
  },
}

const wrong = refusedWith('otp_wrong')

// shows D23
// asvs 6.6.2
test('a code whose mail names a customer of this bank pays that customer and nobody elsewhere', async () => {
  for (const to of [number, `local:${number}`]) {
    const ada = await payer()
    const { otp, said } = await codeFor(ada, { ...money(ada), to })
    expect(said).toBe(`$50.00 to Bob Stone (${number}) by local transfer`)
    expect(await paying.bank(ada, otp)).toEqual(wrong)
    expect(await paying.wire(ada, otp)).toEqual(wrong)
    expect(await paying.local(ada, otp)).toMatchObject({ http: 200 })
  }
})

test('the mail for another bank names number, bank and holder, and the code is good for no other', async () => {
  const ada = await payer()
  const to = `bank:${number} at "N26" for "Thief"`
  const first = await codeFor(ada, { ...money(ada), to })
  expect(first.said).toBe(`$50.00 to ${number} at "N26" for "Thief" by transfer to another bank`)
  expect(await paying.bank(ada, first.otp, { bank: 'Chase' })).toEqual(wrong)
  expect(await paying.bank(ada, first.otp, { acc_name: 'Bob Stone' })).toEqual(wrong)
  expect(await paying.bank(ada, first.otp)).toMatchObject({ http: 200 })
  // Who does not say the holder has a code for nobody: it would be good for whatever name comes then.
  const plain = await codeFor(ada, { ...money(ada), to: `bank:${number} at "N26"` })
  expect(await paying.bank(ada, plain.otp)).toEqual(wrong)
})

test('a wire says so', async () => {
  const ada = await payer()
  const to = `wire:${number} at "Evil" (COBADEFF) for "Thief"`
  const { otp, said } = await codeFor(ada, { ...money(ada), to })
  expect(said).toBe(`$50.00 to ${number} at "Evil" (COBADEFF) for "Thief" by wire transfer`)
  expect(await paying.bank(ada, otp)).toEqual(wrong)
  expect(await paying.wire(ada, otp)).toMatchObject({ http: 200 })
})

test('a code for a wire pays no other bank whose order has the same words in other fields', async () => {
  const ada = await payer()
  const landlord = { bank_name: 'Good Bank', swift: 'COBADEFF', acc_name: 'Q (DEUTDEFF) for Eve' }
  const other = { bank_name: 'Good Bank (COBADEFF) for Q', swift: 'DEUTDEFF', acc_name: 'Eve' }
  const { otp } = await codeFor(ada, {
    ...money(ada),
    to: payeeOf({ acc_number: number, ...other }),
  })
  expect(await paying.wire(ada, otp, landlord)).toEqual(wrong)
  expect(await paying.wire(ada, otp, other)).toMatchObject({ http: 200 })
})

test('a code for a card is bound to its whole number, not to the last four digits', async () => {
  const ada = await payer()
  const [card, twin] = ['4000000000001091', '5200828280001091']
  const named = { ...money(ada), to: 'card:1091 of "A B", 12/40', card_number: card }
  const { otp, said } = await codeFor(ada, named)
  expect(said).toBe('$50.00 to the card that ends with 1091')
  expect(await paying.card(ada, otp, twin)).toEqual(wrong)
  expect(await paying.card(ada, otp, card)).toMatchObject({ http: 200 })
  // Four digits alone name no card: the mail says the amount, which is all that is bound.
  const unnamed = await codeFor(ada, { ...money(ada), to: 'card:1091' })
  expect(unnamed.said).toBe('a transfer of $50.00')
  const dearer = { ...money(ada), amount: '50.01', pin: '4821', otp: unnamed.otp }
  const order = { ...dearer, acc_number: number, acc_name: 'x' }
  expect(await t.ask(transferLocal, order, ada.token)).toEqual(wrong)
})

test('a wallet and an own account are named as what they are', async () => {
  const ada = await payer()
  const to = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  for (const named of [to, `bitcoin:${to}`]) {
    const { otp, said } = await codeFor(ada, { ...money(ada), to: named })
    expect(said).toBe(`$50.00 to the Bitcoin wallet ${to}`)
    expect(await paying.local(ada, otp)).toEqual(wrong)
    expect(await paying.crypto(ada, otp)).toMatchObject({ http: 200 })
  }
  const own = await codeFor(ada, { ...money(ada), to: `own:${ada.account.publicId}` })
  expect(own.said).toContain(`(${ada.account.number}), an account of your own`)
  const foreign = await codeFor(ada, { ...money(ada), to: `own:${bob.account.publicId}` })
  expect(foreign.said).toBe('a transfer of $50.00')
})

// shows §7.23
test('a client of the specification names no order: its code is for a transfer, whatever kind', async () => {
  for (const pay of [paying.local, paying.bank, paying.wire, paying.card, paying.crypto]) {
    const ada = await payer()
    expect((await t.ask(requestOtp, { pin: '4821' }, ada.token)).http).toBe(200)
    const [mail] = await t.mailTo(ada.email)
    expect(mail?.text).toContain('Enter this code to confirm a transfer:')
    expect(await pay(ada, codeIn(mail))).toMatchObject({ http: 200 })
    expect((await pay(ada, '')).http).toBe(422)
  }
  const ada = await payer()
  const { otp } = await codeFor(ada, {})
  const nowhere = { ...approved(ada, otp), destination_account: bob.account.publicId }
  expect((await t.ask(transferOwn, nowhere, ada.token)).http).toBe(403)
})

test('an address that nobody has proven reads nothing that the sender has written', async () => {
  const eve = await t.customer({ pin: '4821', balance: '500.00', flags: { Verifiedemail: false } })
  const words = 'You are locked. Unlock at https://evil.example/x'
  for (const [to, said] of [
    [`bank:${words} at Chase`, '$50.00 to somebody by transfer to another bank'],
    [`wire:123 at ${words} (COBADEFF)`, '$50.00 to somebody by wire transfer'],
    [`bill:${words}`, '$50.00 to a biller, as a bill'],
    [`bitcoin:${words}`, 'a transfer of $50.00'],
    [words, 'a transfer of $50.00'],
  ] as const) {
    expect((await codeFor(eve, { ...money(eve), to })).said).toBe(said)
  }
  const mails = await t.mailTo(eve.email)
  expect(mails.filter(({ text }) => text.includes('evil.example'))).toEqual([])
})
