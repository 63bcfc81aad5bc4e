import { bitcoinWallet, initBitcoinDeposit, transferCrypto } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { busy } from '#kernel/failure.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// Words of refusals that the tests of their features know by their code only.
const bank = await testBank(await testDb())
afterAll(() => bank.stop())

// shows §6.5
test('crypto is refused in words to whom it is not switched on for', async () => {
  const ada = await bank.customer({ pin: '4821', balance: '50.00', flags: { UseOtp: false } })
  const refused = { http: 403, message: 'Crypto is not switched on for you' }
  const account = ada.account.publicId
  expect(await bank.ask(bitcoinWallet, {}, ada.token)).toMatchObject(refused)
  const deposit = { amount: '5.00', usd: '5.00', account }
  expect(await bank.ask(initBitcoinDeposit, deposit, ada.token)).toMatchObject(refused)
  const order = {
    source_account: account,
    amount: '5.00',
    pin: '4821',
    wallet_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  }
  expect(await bank.ask(transferCrypto, order, ada.token)).toMatchObject(refused)
})

test('a busy bank and a method that is not taken say so', async () => {
  expect(busy().message).toBe('The bank is busy. Try again in a moment')
  const reply = await bank.app.inject({ method: 'PUT', url: '/api/login' })
  expect(reply.statusCode).toBe(405)
  expect(reply.json()).toMatchObject({ message: 'This method is not allowed here' })
})
