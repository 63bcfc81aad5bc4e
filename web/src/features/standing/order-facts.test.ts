import { messages, type StandingEntry } from '@passbook/contract'
import { expect, test } from 'vitest'
import {
  blank,
  boundTo,
  keptOrder,
  nextWords,
  orderCheck,
  orderOf,
  ruleOf,
  scheduleOf,
  shortNumber,
} from './order-facts.ts'

const bob = { Type: 'local transfer', AccountName: 'Bob', AccountNumber: '1234567897' }
const far = {
  Type: 'wire transfer',
  AccountName: 'Priya',
  AccountNumber: '99887766',
  BankName: 'Citi',
  Swift: 'CITIUS33',
}
const filled = {
  ...blank,
  source_account: 'a',
  recipient: 'local transfer 1234567897',
  amount: '1,050.00',
  date: '2027-01-31',
}

test('a form is sent with the fields of its kind of transfer alone', () => {
  const { order } = orderOf(filled, [bob, far])
  expect(order).toMatchObject({ kind: 'local', acc_number: '1234567897', amount: '1050.00' })
  expect(order).not.toHaveProperty('bank')
  const wire = orderOf({ ...filled, recipient: 'wire transfer 99887766' }, [bob, far]).order
  expect(wire).toMatchObject({ kind: 'wire', bank_name: 'Citi', swift: 'CITIUS33' })
  const own = { ...filled, to: 'own', destination_account: 'b', above: 'true' }
  expect(orderOf(own, []).order).toMatchObject({ kind: 'own', above: 'true' })
  // What was chosen before for an own account counts no more.
  expect(orderOf({ ...filled, above: 'true' }, [bob]).order.above).toBe('false')
})

test('an approval names rule and payee, and the dates are those of the contract', () => {
  expect(boundTo({ ...filled, end: 'times', times: '3' }, [bob])).toEqual({
    source_account: 'a',
    amount: '1050.00',
    to: 'standing:every month from 2027-01-31, 3 times; local:1234567897',
  })
  const schedule = scheduleOf(filled)
  expect(schedule && nextWords(schedule).replaceAll(/[\u2066-\u2069]/g, '')).toBe(
    '31 Jan 2027 · 28 Feb 2027 · 31 Mar 2027',
  )
  expect(scheduleOf({ ...filled, date: '' })).toBeNull()
})

test('what is paid once ends by itself, whatever end was chosen before', () => {
  const once = { ...filled, every: 'once', until: '2026-01-01', times: '12' }
  for (const end of ['until', 'times']) {
    const values = { ...once, end }
    expect(orderOf(values, [bob]).order).toMatchObject({ until: '', times: '' })
    expect(scheduleOf(values)).toMatchObject({ until: null, times: null })
    expect(orderCheck([bob], '2027-01-01').safeParse(values).success).toBe(true)
    const untyped = { ...values, until: '', times: '' }
    expect(orderCheck([bob], '2027-01-01').safeParse(untyped).success).toBe(true)
  }
})

const card = {
  ...{ ...filled, to: 'card', card_name: 'Ada Byron' },
  ...{ card_number: '4242424242424242', card_expiry: '12/40' },
}
const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

test('a card and a wallet are ordered with their own fields, and of a card only four digits are kept', () => {
  const { order } = orderOf(card, [bob])
  expect(order).toMatchObject({ kind: 'card', card_number: '4242424242424242', above: 'false' })
  expect(order).not.toHaveProperty('acc_number')
  expect(keptOrder(order)).toMatchObject({ card_name: 'Ada Byron', card_number: '**** 4242' })
  expect(boundTo(card, [])).toMatchObject({
    to: 'standing:every month from 2027-01-31; card:4242 of "Ada Byron", 12/40',
    card_number: '4242424242424242',
  })
  const bitcoin = { ...card, to: 'crypto', wallet_address: ` ${wallet}` }
  expect(orderOf(bitcoin, []).order).toMatchObject({ kind: 'crypto', wallet_address: wallet })
  // What was typed of a card before counts no more, least of all its number.
  expect(boundTo(bitcoin, [])).not.toHaveProperty('card_number')
  expect(boundTo(bitcoin, []).to).toContain(`; bitcoin:${wallet}`)
  const entry = { Kind: 'crypto', Number: wallet } as StandingEntry
  expect(shortNumber(entry)).toBe('bc1qar…wf5mdq')
})

test('what is missing is said of its field', () => {
  const first = (changes: Partial<typeof blank>) => {
    const checked = orderCheck([bob], '2027-01-01').safeParse({ ...filled, ...changes })
    return checked.success ? null : checked.error.issues[0]
  }
  expect(first({})).toBeNull()
  expect(first({ recipient: '' })).toEqual({
    message: messages.orderKindMissing,
    path: ['recipient'],
  })
  expect(first({ to: 'own' })).toMatchObject({ path: ['destination_account'] })
  const cardWrong = { message: messages.cardInvalid, path: ['card_number'] }
  expect(first({ ...card })).toBeNull()
  expect(first({ ...card, card_number: '4242424242424241' })).toEqual(cardWrong)
  expect(first({ ...card, card_name: '' })).toMatchObject({ path: ['card_name'] })
  expect(first({ to: 'crypto', wallet_address: 'x' })).toEqual({
    message: messages.walletInvalid,
    path: ['wallet_address'],
  })
  expect(first({ to: 'crypto', wallet_address: wallet })).toBeNull()
  expect(first({ amount: '' })).toMatchObject({ message: messages.amountInvalid, path: ['amount'] })
  expect(first({ date: '2026-12-31' })).toMatchObject({ message: messages.orderDatePast })
  expect(first({ end: 'until', until: '2027-01-30' })).toMatchObject({ path: ['until'] })
  expect(first({ end: 'times' })).toMatchObject({ message: messages.orderTimesInvalid })
})

test('a rule is said in a few words', () => {
  const entry = { Every: 'monthly', Until: null, Times: null } as StandingEntry
  expect(ruleOf(entry)).toBe('Every month')
  expect(ruleOf({ ...entry, Times: 3 })).toBe('Every month, 3 times')
  expect(ruleOf({ ...entry, Until: '2027-12-31' })).toContain('until')
})
