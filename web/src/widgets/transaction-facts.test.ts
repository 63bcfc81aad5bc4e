import type { Transaction } from '@passbook/contract'
import { afterEach, expect, test } from 'vitest'
import { lineWords } from '#i18n/line-words.ts'
import { setLanguage } from '#i18n/t.ts'
import { parties } from './parties.ts'
import {
  counterparty,
  descriptionOf,
  lookOf,
  maskedReference,
  noteOf,
  stateOf,
  titleOf,
  typeOf,
} from './transaction-facts.ts'

afterEach(() => setLanguage({ code: 'en', messages: {}, lookUp: (sent) => sent }))

function line(change: Partial<Transaction>): Transaction {
  return {
    Id: '0123456789abcdef',
    Created: new Date('2024-03-05T02:30:00Z'),
    Account: { Name: 'Ada Okafor', Number: '1000000001', Currency: { Code: 'usd' } },
    Amount: 350_00n,
    Type: 'debit',
    Name: 'J. Mensah',
    Accountnumber: '1000000009',
    State: 'completed',
    Purpose: 'transfer',
    ...change,
  }
}

// shows §3.10 §3.11 §4.22 §4.23 D33 D75
test('a paid debit looks like a payment and only a failed one looks failed', () => {
  expect(lookOf(line({}))).toBe('debit')
  expect(lookOf(line({ Type: 'credit' }))).toBe('transfer')
  expect(lookOf(line({ Type: 'credit', Purpose: 'loan' }))).toBe('loan')
  expect(lookOf(line({ Type: 'loan' }))).toBe('loan')
  expect(lookOf(line({ State: 'pending', Type: 'credit' }))).toBe('pending')
  expect(lookOf(line({ State: 'reversed' }))).toBe('failed')
  expect(stateOf(line({ State: 'reversed' }))).toBe('failed')
})

// shows D42
test('a row is called by its counterparty, else its note, else its purpose', () => {
  expect(titleOf(line({}))).toBe('J. Mensah')
  expect(titleOf(line({ Name: '', Description: 'Rent' }))).toBe('Rent')
  expect(titleOf(line({ Name: null, Description: null }))).toBe('Transfer')
  expect(titleOf(line({ Name: null, Purpose: null }))).toBe('Transaction')
  const deposit = { Type: 'credit', Gateway: 'bitcoin', Name: null, Description: 'Log 6' }
  expect(titleOf(line(deposit))).toBe('Crypto Deposit')
  expect(typeOf(line({ Type: 'credit', Purpose: 'loan' }))).toBe('Loan')
})

test('a row says what it was for, unless that is what it is called by', () => {
  expect(noteOf(line({ Description: 'Dinner on Friday' }))).toBe('Dinner on Friday')
  expect(noteOf(line({ Name: '', Description: 'Rent' }))).toBe('')
  expect(noteOf(line({ Description: null }))).toBe('')
})

test('what the bank wrote on a line is told in the language of the page, what people wrote is not', () => {
  setLanguage({ code: 'de', messages: {}, lookUp: (sent) => `<${sent}>` })
  const own = line({ Name: 'Travel', Description: 'Today', Method: 'local' })
  expect([titleOf(own), noteOf(own)]).toEqual(['Travel', 'Today'])
  expect(titleOf(line({ Name: '', Description: 'Today', Method: 'local' }))).toBe('Today')
  const loan = line({ Name: 'Quick loan', Description: 'Loan repayment', Method: 'loan' })
  expect([titleOf(loan), noteOf(loan)]).toEqual(['<Quick loan>', '<Loan repayment>'])
  const month = 'Interest May 2027'
  const interest = { Name: month, Description: month, Method: 'interest' }
  expect(titleOf(line({ ...interest, Type: 'credit' }))).toBe('<Interest May 2027>')
  expect(noteOf(line({ ...interest, Type: 'credit' }))).toBe('')
  const card = line({ Name: 'Travel', Description: 'Card payment', Method: 'card payment' })
  expect([titleOf(card), noteOf(card)]).toEqual(['Travel', '<Card payment>'])
  const wallet = line({ Name: 'Bitcoin wallet', Description: 'Today', Method: 'crypto' })
  expect(counterparty(wallet).name).toBe('<Bitcoin wallet>')
  expect(descriptionOf(wallet)).toBe('Today')
  const deposit = { Name: 'Bank deposit', Description: 'Bank deposit', Method: 'bank' }
  expect(titleOf(line({ ...deposit, Type: 'credit' }))).toBe('<Bank deposit>')
  const pay = line({ Name: 'Travel', Description: 'Today', Method: 'bank', Type: 'credit' })
  expect([titleOf(pay), noteOf(pay)]).toEqual(['Travel', 'Today'])
  const people = ['Travel', 'Interest due']
  expect([...people, 'Quick loan', month].map(lineWords)).toEqual([
    ...people,
    '<Quick loan>',
    '<Interest May 2027>',
  ])
})

// shows §2.13.5 §2.13.6 §2.13.7
test('the account sends a debit, receives a credit, and stands alone in a loan', () => {
  const own = { name: 'Ada Okafor', number: '1000000001', holder: '' }
  const other = { name: 'J. Mensah', number: '1000000009' }
  expect(parties(line({}))).toEqual({ sender: own, receiver: other })
  expect(parties(line({ Type: 'credit' }))).toEqual({ sender: other, receiver: own })
  expect(parties(line({ Type: 'credit', Purpose: 'loan' }))).toEqual({
    sender: null,
    receiver: own,
  })
  expect(parties(line({ Type: 'credit', Gateway: 'bitcoin' }))).toEqual({
    sender: null,
    receiver: own,
  })
})

// shows D163
test('of a move between own accounts both sides are their holder, here or as the bank says it', () => {
  const move = line({ Own: true, Name: 'Best Electronics Ltd', Accountnumber: '1000000009' })
  const side = (name: string, number: string) => ({ name, own: true, number })
  expect(parties(move, null, 'Ada Okafor')).toEqual({
    sender: side('Ada Okafor', '1000000001'),
    receiver: side('Ada Okafor', '1000000009'),
  })
  expect(parties({ ...move, Holder: 'Ada Stone' }, null, 'Ada Okafor').receiver.name).toBe(
    'Ada Stone',
  )
})

test('paying a loan back is a payment from the account', () => {
  const repayment = line({ Purpose: 'loan', Name: 'Passbook loans', Accountnumber: '' })
  expect(lookOf(repayment)).toBe('debit')
  expect(typeOf(repayment)).toBe('Debit')
  expect(parties(repayment)).toEqual({
    sender: { name: 'Ada Okafor', number: '1000000001', holder: '' },
    receiver: { name: 'Passbook loans', number: '' },
  })
})

// shows D43
test('the last eight characters of a reference are masked', () => {
  expect(maskedReference('0123456789abcdef', 8)).toBe('01234567********')
  expect(maskedReference('short', 8)).toBe('*****')
})
