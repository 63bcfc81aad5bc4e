import { type Category, categories, categoryNames } from '@passbook/contract'
import { describe, expect, test } from 'vitest'
import { categoryOf, payeeKey, type Said } from './bank-rules.ts'

const shop: Said = {
  type: 'debit',
  purpose: 'others',
  method: 'card',
  name: '',
  description: '',
}
const none = new Map<string, Category>()
const ofShop = (name: string, description = '') => categoryOf({ ...shop, name, description }, none)
const ofTransfer = (name: string, description = '', method = 'other-banks') =>
  categoryOf({ ...shop, purpose: 'transfer', method, name, description }, none)

test('there are fourteen categories, each with a name of its own', () => {
  expect(categories).toHaveLength(14)
  expect(new Set(Object.values(categoryNames)).size).toBe(14)
})

describe('the rules of the bank', () => {
  test.each<[Category, string, string]>([
    ['groceries', 'Green Market', 'Groceries'],
    ['groceries', 'LIDL 4471 BERLIN', ''],
    ['groceries', 'Bristol Wholefoods', ''],
    ['eating-out', 'Blue Door Café', ''],
    ['eating-out', 'Blue Door Cafe\u0301', ''],
    ['eating-out', 'The Anchor', 'Birthday dinner'],
    ['transport', 'City Transit', ''],
    ['transport', 'Fuel & Go', ''],
    ['travel', 'TAP Air Portugal', 'Flight to Lisbon'],
    ['home', 'Nordhaus Furniture', 'Bookshelf'],
    ['health', 'Back Bay Dental', 'Health'],
    ['leisure', 'Harbour Books', 'Present for Emeka'],
    ['shopping', 'Campus Computers', 'Laptop'],
    ['shopping', 'Nobody knows this one', ''],
  ])('a card payment is %s: %s, %s', (category, name, description) => {
    expect(ofShop(name, description)).toBe(category)
  })

  test.each<[Category, string, string, string?]>([
    ['home', 'Harbour Street Lettings', 'Rent'],
    ['home', 'Jo Whitfield', 'Rent for May'],
    ['education', 'Kwame Mensah', 'School fees for Esi'],
    ['people', 'Grace Okafor', 'For Mum'],
    ['people', 'Jo Whitfield', ''],
    ['people', 'Emeka Okafor', '', 'card'],
    ['bills', 'Meta Platforms', 'Ad account', 'bill'],
    ['bills', 'Boston Energy', '', 'bill'],
    ['leisure', 'Netflix Inc', '', 'bill'],
    ['finance', 'Bitcoin wallet', '', 'crypto'],
    ['other', 'Acme GmbH', 'Invoice 2207', 'wire'],
    ['other', '', '', ''],
  ])('a payment is %s: %s, %s', (category, name, description, method) => {
    expect(ofTransfer(name, description, method)).toBe(category)
  })

  test('a part of a longer word is none', () => {
    expect(ofTransfer('Current Affairs')).toBe('people') // no rent in it
    expect(ofShop('Barista Tools')).toBe('shopping')
  })

  test('what comes in is income, and a repayment belongs to its loan', () => {
    expect(categoryOf({ ...shop, type: 'credit', name: 'Green Market' }, none)).toBe('income')
    const repaid = { ...shop, purpose: 'loan', method: 'loan', name: 'School loan' }
    expect(categoryOf(repaid, none)).toBe('finance')
  })

  test('a very long text is looked through at once', () => {
    const long = 'a market'.repeat(20_000)
    const since = performance.now()
    ofShop(long, long)
    expect(performance.now() - since).toBeLessThan(500)
  })
})

test("the customer's own rules go before those of the bank, however the name is written", () => {
  const own = new Map<string, Category>([[payeeKey('Green  Market '), 'people']])
  expect(categoryOf({ ...shop, name: 'GREEN MARKET' }, own)).toBe('people')
  expect(categoryOf({ ...shop, name: 'Green Market North' }, own)).toBe('groceries')
  expect(categoryOf({ ...shop, type: 'credit', name: 'Green Market' }, own)).toBe('income')
})
