import type { Beneficiary } from '@passbook/contract'
import { expect, test } from 'vitest'
import { kindOfRecipient, payeeValues } from './payee.ts'

const jo: Beneficiary = { AccountName: 'Jo Whitfield', AccountNumber: '4401 8822-01' }

test('a recipient is paid by the form of its type, or of what is kept of it', () => {
  expect(kindOfRecipient({ ...jo, Type: 'wire transfer' })).toBe('wire')
  expect(kindOfRecipient({ ...jo, Type: 'other banks', Swift: 'AKBKTRIS' })).toBe('other-banks')
  expect(kindOfRecipient({ ...jo, Swift: 'AKBKTRIS', BankName: 'Akbank' })).toBe('wire')
  expect(kindOfRecipient({ ...jo, Type: 'neighbours', BankName: 'Akbank' })).toBe('other-banks')
  expect(kindOfRecipient(jo)).toBe('local')
})

test('a recipient fills in what its form asks for, and leaves nothing of another', () => {
  const named = {
    acc_number: '4401882201',
    acc_name: 'Jo Whitfield',
    name_by: 'recipient',
    save_recipient: 'false',
  }
  expect(payeeValues('local', jo)).toEqual({
    ...named,
    payee_name: '',
    payee_verdict: '',
    payee_anyway: '',
  })
  expect(payeeValues('other-banks', { ...jo, BankName: 'Akbank' })).toEqual({
    ...named,
    bank: 'Akbank',
  })
  expect(payeeValues('other-banks', { ...jo, BankName: 'Corner Bank' })).toMatchObject({ bank: '' })
  expect(payeeValues('wire', { ...jo, BankName: 'Akbank', Swift: 'AKBKTRIS' })).toEqual({
    ...named,
    bank_name: 'Akbank',
    swift: 'AKBKTRIS',
  })
})
