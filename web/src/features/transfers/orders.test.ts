import type { Account } from '@passbook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { slashed } from '#widgets/card-fields.tsx'
import type { Kind, Order, Values } from './flow.ts'
import { boundTo, fieldsOf, onlyPayer, rateOf, receivedOf, sendOrder } from './orders.ts'
import { dropPending, keepPending, readPending } from './pending.ts'

const account = (code: string, value: string) =>
  ({ Id: code, Currency: { Code: code, Name: code, Symbol: '', Value: value } }) as Account
const own: Order = {
  kind: 'own',
  values: { source_account: 'usd', destination_account: 'eur', amount: '1,000.00' },
  key: 'k',
  repeatable: true,
}
const card: Order = {
  kind: 'card',
  values: { card_number: '4242424242424242', card_cv2: '123', card_name: 'Ada', amount: '5' },
  key: 'k',
  repeatable: true,
}

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const common = { source_account: 'usd', amount: '5.00' }
const person = { ...common, acc_number: '1', acc_name: 'B', save_recipient: true }
const paidCard = { card_name: 'C', card_number: '4', card_expiry: '12/39', card_cv2: '123' }
const told: Record<Kind, object> = {
  own: { ...common, destination_account: 'eur' },
  local: person,
  'other-banks': { ...person, bank: 'Akbank', bank_name: 'Akbank', swift: '' },
  wire: { ...person, bank: '', bank_name: 'Deutsche Bank', swift: 'DEUTDEFF' },
  card: { ...common, ...paidCard },
  crypto: { ...common, wallet_address: 'bc1' },
}

// shows §7.24 §7.25 §7.26 §7.27 §7.28 D158 D159
test.each(Object.entries(told))(
  'a %s order sends the fields of its call and none of ours',
  async (kind, fields) => {
    const fetched = vi.fn(async (_url: string, _init: { body: FormData }) => Response.json({}))
    vi.stubGlobal('fetch', fetched)
    const typed = {
      amount: '5',
      acc_number: '1',
      acc_name: 'B',
      save_recipient: 'true',
      name_by: 'x',
    }
    const values = { ...typed, ...fields, description: '', request: '', payee_name: '' } as Values
    const order = { kind: kind as Kind, values: { ...values, save_recipient: 'true' }, key: 'k' }
    await sendOrder({ ...order, repeatable: false }, { pin: '4821', otp: '' }).catch(() => {})
    const texts = Object.entries(fields).map(([name, value]) => [name, String(value)])
    const sent = Object.fromEntries(fetched.mock.calls[0]?.[1].body ?? [])
    expect(sent).toEqual({ ...Object.fromEntries(texts), pin: '4821', otp: '' })
  },
)

test('a note and the rate that was seen go with an order that has them', () => {
  const values = { ...own.values, description: 'rent' }
  expect(fieldsOf.own({ ...own, values, rate: '0.92' })).toMatchObject({
    description: 'rent',
    rate: '0.92',
  })
})

test('an amount goes out as plain decimal text, for the order and for its code', () => {
  expect(fieldsOf.own(own).amount).toBe('1000.00')
  expect(boundTo(own).amount).toBe('1000.00')
  expect(fieldsOf.card(card).amount).toBe('5.00')
})

test('a code for a card names its last four digits, its holder and its last month', () => {
  expect(boundTo(card).to).toMatch(/^card:4242 of "Ada", /)
})

test('two currencies have a rate and an amount that arrives; one has none', () => {
  const [usd, eur] = [account('usd', '1'), account('eur', '0.92')]
  expect(rateOf(usd, usd)).toBeUndefined()
  expect(rateOf(usd, undefined)).toBeUndefined()
  expect(rateOf(usd, eur)).toBe('0.920000')
  expect(receivedOf({ ...own, rate: '0.920000' }, usd, eur)).toBe(920_00n)
  expect(receivedOf({ ...own, rate: '0.900000' }, usd, eur)).toBe(900_00n)
  // What is less than a cent stays with the bank.
  const small = { ...own, values: { ...own.values, amount: '0.07' }, rate: '0.920000' }
  expect(receivedOf(small, usd, eur)).toBe(6n)
})

test('what is pending is kept for its customer, without what must never be stored', () => {
  keepPending('ada', card)
  expect(readPending('bob')).toBeNull()
  expect(readPending('ada')).toEqual({ ...card, values: { card_name: 'Ada', amount: '5' } })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('4242')
  dropPending('bob')
  expect(readPending('ada')).not.toBeNull()
  dropPending('ada')
  expect(readPending('ada')).toBeNull()
})

test('an expiry gets its slash and gives it back', () => {
  expect(slashed('1', '')).toBe('1')
  expect(slashed('12', '1')).toBe('12/')
  expect(slashed('12/3', '12/')).toBe('12/3')
  expect(slashed('1230', '')).toBe('12/30')
  expect(slashed('12', '12/')).toBe('12')
})

// shows D155
test.each([
  ['card', 10, '10'],
  ['local', 60, '60'],
  ['wire', 5, '5'],
  ['crypto', 0, null],
  ['other-banks', undefined, null],
  ['own', 10, null],
] as const)('a %s order with %s seconds to undo it says %s', async (kind, undoSeconds, said) => {
  const fetched = vi.fn(async (_url: string, _init: { body: FormData }) => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  const order: Order = { kind, values: {}, key: 'k', repeatable: true, undoSeconds }
  await sendOrder(order, { pin: '4821', otp: '' }).catch(() => {})
  expect(fetched.mock.calls[0]?.[1].body.get('undo_seconds')).toBe(said)
})

// shows D127
test('the payer is known where there is no choice, and nowhere else', () => {
  const holding = (Id: string, AvailableBalance: bigint) =>
    ({ ...account(Id, '1'), AvailableBalance }) as Account
  const [full, empty] = [holding('full', 500n), holding('empty', 0n)]
  expect(onlyPayer([empty])).toBe(empty)
  expect(onlyPayer([empty, full])).toBe(full)
  expect(onlyPayer([full, empty, holding('other', 1n)])).toBeUndefined()
  expect(onlyPayer([empty, holding('other', 0n)])).toBeUndefined()
  expect(onlyPayer([])).toBeUndefined()
})
