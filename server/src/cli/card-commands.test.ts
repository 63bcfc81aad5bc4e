import { type Card, initUser } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { balance } from '#ledger/ledger.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { runCommand } from './commands.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const run = (...words: string[]) => runCommand(bank.bank, words)

const money = ({ account }: TestCustomer) => balance(db.sql, { accountId: account.id })

/** A customer whose card ends in digits that are known. */
async function holder(lastFour: string) {
  const ada = await bank.customer({ balance: '500.00' })
  await db.sql`update cards set last_four = ${lastFour} where customer_id = ${ada.id}`
  const { data } = await bank.ask(initUser, {}, ada.token)
  const [card] = (data as { cards: (Card & { Id: string })[] }).cards
  return { ...ada, cardId: card?.Id ?? '' }
}

const newestTrace = async () => {
  const [row] = await db.sql<{ command: string; outcome: string }>`
    select command, outcome from operator_log order by id desc limit 1`
  return row
}

test('what is held is collected for no word but an amount', async () => {
  const ada = await holder('1001')
  const held = await run('card-pay', ada.cardId, '100.00', 'Hotel', '--hold')
  const payment = /: ([0-9a-f-]+)$/.exec(held)?.[1] ?? ''
  for (const words of [[''], [' '], ['40.00', ''], ['40.00', 'usd'], ['40', '00']]) {
    await expect(run('card-capture', payment, ...words)).rejects.toThrow(
      /^Say: card-capture <payment id> \[amount\]$/,
    )
  }
  await expect(run('card-capture', payment, 'all')).rejects.toThrow('Enter a valid amount')
  expect(await money(ada)).toMatchObject({ balanceMinor: 500_00n, availableMinor: 400_00n })
  await run('card-capture', payment, '40.00')
  expect(await money(ada)).toMatchObject({ balanceMinor: 460_00n, availableMinor: 460_00n })
  expect(await bank.findings()).toEqual([])
})

test('a merchant has a name', async () => {
  const ada = await holder('1002')
  for (const merchant of ['', ' ']) {
    await expect(run('card-pay', ada.cardId, '1.00', merchant)).rejects.toThrow(/^Say: card-pay /)
  }
  expect(await money(ada)).toMatchObject({ balanceMinor: 500_00n })
})

test('a card pays by its id, in capitals too, or by the digits that it alone ends in', async () => {
  const ada = await holder('2001')
  expect(await run('card-pay', ada.cardId.toUpperCase(), '10.00', 'Shop')).toMatch(
    /^10\.00 has been/,
  )
  expect(await run('card-pay', '2001', '10.00', 'Shop')).toMatch(/^10\.00 has been/)
  expect(await money(ada)).toMatchObject({ balanceMinor: 480_00n })
  const bob = await holder('2001')
  await expect(run('card-pay', '2001', '10.00', 'Shop')).rejects.toThrow('Several cards end in')
  // Of the two only one is active.
  await db.sql`update cards set state = 'lost' where id = ${bob.cardId}`
  expect(await run('card-pay', '2001', '10.00', 'Shop')).toMatch(/^10\.00 has been/)
  await db.sql`update cards set state = 'frozen' where id = ${ada.cardId}`
  await expect(run('card-pay', '2001', '10.00', 'Shop')).rejects.toThrow('Several cards end in')
  await expect(run('card-pay', ada.cardId, '10.00', 'Shop')).rejects.toThrow(/frozen/)
  expect(await money(ada)).toMatchObject({ balanceMinor: 470_00n })
  expect(await money(bob)).toMatchObject({ balanceMinor: 500_00n })
})

test('what is neither charges nobody whose card ends as it does', async () => {
  const ada = await holder('3001')
  const mistyped = [
    'f47ac10b-58cc-4372-a567-0e02b2c3d3001',
    'f47ac10b-58cc-4372-a567-0e02b2c3300',
    '4000000000003001',
    '53001',
    'x3001',
    '001',
    'f47ac10b-58cc-4372-a567-0e02b2c33001',
  ]
  for (const word of mistyped) {
    await expect(run('card-pay', word, '10.00', 'Shop')).rejects.toThrow(
      /^(No card has this id|Name a card by its last four digits or by its id)$/,
    )
  }
  expect(await money(ada)).toMatchObject({ balanceMinor: 500_00n, availableMinor: 500_00n })
})

test.each([
  [['card-pay', '4000000000000002', '1.00', 'Shop'], 'card-pay ****0002 1.00 Shop'],
  [['card-pay', '4000 0000 0000 0002', '1.00', 'Shop'], 'card-pay ****0002 1.00 Shop'],
  [['card-pay', '4000', '0000', '0000', '0002', '5', 'Shop'], 'card-pay ****0002 5 Shop'],
  [['fail', 'x', 'to 4000-0000-0000-0002.'], 'fail x to ****0002.'],
  [['issue-card', '6304000000000000000'], 'issue-card ****0000'],
  [['issue-card', '630400000000'], 'issue-card ****0000'],
  [['issue-card', '3782 822463 10005'], 'issue-card ****0005'],
  [['issue-card', '4000.0000.0000.0002'], 'issue-card ****0002'],
  [['issue-card', 'no-4000000000000002'], 'issue-card no-****0002'],
])('of the card number in %j the log keeps four digits', async (words, command) => {
  await expect(run(...words)).rejects.toThrow()
  const trace = await newestTrace()
  expect(trace?.command).toBe(command)
  expect(trace?.outcome).not.toMatch(/\d{12}/)
})

test.each([
  ['settle', '12345678-1234-1234-1234-123456789012'],
  ['fund', '1234567890', '250000'],
  ['fund', '1234567890', '123456789012.00'],
  ['fund', '1234567890', 'x', '--key', '4000000000000002'],
  ['settle', '4000000000000003'],
  ['test-mail', '/backup/20270131120000.sql'],
  ['test-mail', 'bank-20270131120000.sql'],
])('%s %s is kept in the log as it was said', async (...words) => {
  await expect(run(...words)).rejects.toThrow()
  expect((await newestTrace())?.command).toBe(words.join(' '))
})
