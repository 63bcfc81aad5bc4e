import type { Account } from '@passbook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { slashed } from '#widgets/card-fields.tsx'
import type { Order } from './flow.ts'
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

// shows §7.24 §7.25 §7.26 §7.27 §7.28
test('what is sent has the fields of its call and none of ours', () => {
  const typed = { source_account: 'usd', amount: '5', description: 'rent', save_recipient: 'true' }
  const values = { ...typed, acc_number: '1', acc_name: 'B', name_by: 'hand', bank: 'Akbank' }
  expect(
    fieldsOf['other-banks']({ kind: 'other-banks', values, key: 'k', repeatable: true }),
  ).toEqual({
    source_account: 'usd',
    amount: '5.00',
    description: 'rent',
    acc_number: '1',
    acc_name: 'B',
    bank: 'Akbank',
    bank_name: 'Akbank',
    save_recipient: true,
  })
  expect(fieldsOf.own({ ...own, rate: '0.92' }).rate).toBe('0.92')
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
