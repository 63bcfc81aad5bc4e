import { writeEpc } from '@passbook/contract'
import { expect, test } from 'vitest'
import { readCode } from './read-code.ts'

const home = { origin: 'https://bank.example', ibanStart: /^DE\d\d99999999/ }
const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const elsewhere = 'BE72000000001616'

test.each([
  ['https://bank.example/pay/abc_-1', { request: 'abc_-1' }],
  [`bitcoin:${wallet}?amount=0.5`, { kind: 'crypto', values: { wallet_address: wallet } }],
  [` ${wallet} `, { kind: 'crypto', values: { wallet_address: wallet } }],
  [
    'be72 0000 0000 1616',
    { kind: 'wire', values: { acc_number: elsewhere, acc_name: '', name_by: '', swift: '' } },
  ],
  [
    writeEpc({
      name: 'Red Cross',
      iban: elsewhere,
      bic: 'BPOTBEB1',
      amountMinor: 150n,
      note: 'Help',
    }),
    {
      kind: 'wire',
      values: {
        acc_number: elsewhere,
        acc_name: 'Red Cross',
        name_by: 'hand',
        swift: 'BPOTBEB1',
        amount: '1.50',
        description: 'Help',
      },
    },
  ],
  [
    writeEpc({ name: 'Whoever', iban: 'DE49999999993258575046' }),
    { kind: 'local', values: { acc_number: '3258575046', description: '' } },
  ],
])('%j leads to a form', (text, read) => {
  expect(readCode(text, home)).toEqual(read)
})

test.each([
  '',
  'hello',
  'https://evil.example/pay/abc',
  'https://bank.example/c/transfer',
  'javascript:alert(1)',
  'BE72000000001617',
  'bitcoin:nobody',
])('%j leads nowhere', (text) => {
  expect(readCode(text, home)).toBeNull()
})
