import type { SealFacts } from '@passbook/contract/seal'
import { expect, test } from 'vitest'
import { signedFacts } from './signed-facts.ts'

const receipt: SealFacts = {
  ...{ kind: 'receipt', bank: 'Passbook', holder: 'Ada Byron', account: '1000000001' },
  ...{ currency: 'usd', amount: '-500.00', state: 'completed', reference: 'r1', version: 2 },
}
const receiverIn = (facts: SealFacts) =>
  signedFacts(facts).find(({ label }) => label === 'Receiver')?.value

// shows D163
test('a receipt says who received, and whether the name was verified', () => {
  const receiver = { name: 'Bob Stone', number: '1000000009', verified: true, own: false }
  expect(receiverIn({ ...receipt, receiver })).toBe('Bob Stone, 1000000009')
  const typed = { name: 'Best Electronics', number: '', verified: false, own: false }
  expect(receiverIn({ ...receipt, receiver: typed })).toBe('Best Electronics, Name not verified')
  const own = { name: 'Ada Byron', number: '1000000002', verified: true, own: true }
  expect(receiverIn({ ...receipt, receiver: own })).toBe('Ada Byron, Own account, 1000000002')
})

test('a receipt that was signed before says that its receiver was not', () => {
  const { version: _none, ...before } = receipt
  expect(receiverIn(before)).toBe('Not among what was signed')
  expect(receiverIn({ ...before, kind: 'statement' })).toBeUndefined()
})
