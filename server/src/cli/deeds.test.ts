import {
  cardLost,
  createAccount,
  initBitcoinDeposit,
  initUser,
  login,
  requestLoan,
  transactionReceipt,
  transferExternal,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { runCommand } from './commands.ts'

// What an operator's commands do to a customer, as the customer sees it.
const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const run = (...words: string[]) => runCommand(bank.bank, words)

type Seen = {
  cards: { Id: string }[]
  accounts: {
    account: { CurrentBalance: string; AvailableBalance: string }
    transactions: { Id: string; State: string; Purpose: string }[]
  }[]
}

async function seen({ token }: TestCustomer) {
  const { data } = await bank.ask(initUser, {}, token)
  const { cards, accounts } = data as Seen
  const [first] = accounts
  return { cards, ...first?.account, lines: first?.transactions ?? [] }
}

const payer = () =>
  bank.customer({
    pin: '4821',
    balance: '100.00',
    flags: { UseOtp: false, CryptoPayment: true },
  })

async function pay({ token, account }: TestCustomer) {
  const reply = await bank.ask(
    transferExternal,
    {
      source_account: account.publicId,
      amount: '40.00',
      pin: '4821',
      acc_number: '4401882201',
      acc_name: 'Jo Whitfield',
      bank: 'Akbank',
      bank_name: 'Akbank',
    },
    token,
  )
  return (reply.data as { transaction: { Id: string } }).transaction.Id
}

// shows D1
test('a transfer is listed, settled or failed', async () => {
  const ada = await payer()
  const [first, second] = [await pay(ada), await pay(ada)]
  expect(await run('pending')).toContain(`${first}  debit`)
  expect(await run('settle', first)).toBe(`${first} is completed`)
  expect(await run('fail', second, 'No', 'such', 'account')).toBe(`${second} has failed`)
  expect(await seen(ada)).toMatchObject({ CurrentBalance: '60.00', AvailableBalance: '60.00' })
  await expect(run('settle', second)).rejects.toThrow()
  expect(await run('pending')).toBe('Nothing is pending')
})

test('a Bitcoin deposit is refused with its reason', async () => {
  const ada = await payer()
  const order = { amount: '5.00', usd: '5.00', account: ada.account.publicId }
  await bank.ask(initBitcoinDeposit, order, ada.token)
  const id = (await seen(ada)).lines.find(({ State }) => State === 'pending')?.Id ?? ''
  expect(await run('refuse-deposit', id, 'Never', 'arrived')).toBe(`${id} has failed`)
  expect((await seen(ada)).CurrentBalance).toBe('100.00')
})

test.each(['fail', 'fail-asked', 'refuse-deposit', 'decline-loan'])(
  '%s without a reason, as with a shell variable that was not set, does nothing',
  async (command) => {
    const ada = await payer()
    const order = { amount: '5.00', usd: '5.00', account: ada.account.publicId }
    await bank.ask(initBitcoinDeposit, order, ada.token)
    await bank.ask(requestLoan, { account: ada.account.publicId, amount: '200.00' }, ada.token)
    await pay(ada)
    const waiting = (await seen(ada)).lines.filter(({ State }) => State === 'pending')
    expect(waiting).toHaveLength(3)
    for (const { Id } of waiting) {
      for (const reason of ['', ' ']) {
        await expect(run(command, Id, reason)).rejects.toThrow(
          `Say: ${command} <transaction id> <reason>`,
        )
      }
    }
    const { lines, CurrentBalance } = await seen(ada)
    expect(lines.filter(({ State }) => State === 'pending')).toEqual(waiting)
    expect(CurrentBalance).toBe('100.00')
  },
)

// shows D1 D74
test('a loan is paid out and paid back', async () => {
  const ada = await payer()
  await bank.ask(requestLoan, { account: ada.account.publicId, amount: '200.00' }, ada.token)
  const id = (await seen(ada)).lines.find(({ Purpose }) => Purpose === 'loan')?.Id ?? ''
  await run('approve-loan', id)
  expect((await seen(ada)).CurrentBalance).toBe('300.00')
  await run('repay-loan', id, '50.00')
  expect((await seen(ada)).CurrentBalance).toBe('250.00')
  await expect(run('repay-loan', id, 'all')).rejects.toThrow('Enter a valid amount')
})

// shows D1
test('a card is issued, and a customer blocked and let in again', async () => {
  const ada = await payer()
  await run('issue-card', ada.account.number)
  expect((await seen(ada)).cards).toHaveLength(2)
  await expect(run('issue-card', '0000000000')).rejects.toThrow('No account has the number')
  const { username, password, token } = ada
  await run('block', username)
  expect((await bank.ask(initUser, {}, token)).http).toBe(401)
  expect(await bank.ask(login, { username, password })).toMatchObject({
    message: 'This profile is blocked. Contact support',
  })
  await run('unblock', username)
  expect((await bank.ask(login, { username, password })).http).toBe(200)
  expect(await run('audit')).toBe('The ledger is sound')
})

const noticesOf = ({ id }: TestCustomer) =>
  db.sql`select title, body from notifications where customer_id = ${id} order by id desc`

/** Pays everything away, through the rail, and closes what is left. */
async function emptyAndClose(who: TestCustomer) {
  const first = await pay(who)
  await run('settle', first)
  const second = await pay(who)
  await run('settle', second)
  await bank.fund(who, '20.00')
  const third = await pay(who)
  await run('settle', third)
  await run('close-account', who.account.number)
}

// shows D86
test('an account is closed once it is empty, and its old lines can still be read', async () => {
  const ada = await payer()
  await expect(run('close-account', ada.account.number)).rejects.toThrow('still has money in it')
  const made = await bank.ask(createAccount, { accountName: 'Short-lived' }, ada.token)
  const { Number: number } = made.data as { Number: string }
  const noticesBefore = (await noticesOf(ada)).length
  await run('close-account', number)
  const [told] = await noticesOf(ada)
  expect(told).toEqual({
    title: 'Account closed',
    body: `Short-lived, ${number}. What was paid from it and into it can still be searched.`,
  })
  await expect(run('close-account', number)).rejects.toThrow('closed')
  expect(await noticesOf(ada)).toHaveLength(noticesBefore + 1)
  await expect(run('fund', number, '1.00')).rejects.toThrow('closed')
  await expect(run('close-account', '1234567897')).rejects.toThrow('No account has the number')
  const { data } = await bank.ask(initUser, {}, ada.token)
  const numbers = (data as { user: { Accounts: { Number: string }[] } }).user.Accounts
  expect(numbers.map(({ Number: held }) => held)).toEqual([ada.account.number])

  const [line] = (await seen(ada)).lines
  await emptyAndClose(ada)
  const receipt = await bank.ask(transactionReceipt, { transactionId: line?.Id ?? '' }, ada.token)
  expect(receipt.http).toBe(200)
})

test('a card goes with its account, and a closed account gets none', async () => {
  const ada = await bank.customer()
  const made = await bank.ask(createAccount, { accountName: 'Short-lived' }, ada.token)
  const { Number: number, Id } = made.data as { Number: string; Id: string }
  await run('issue-card', number)
  const [first, second] = (await seen(ada)).cards
  expect(second).toMatchObject({ AccountId: Id })
  await run('close-account', number)
  expect((await seen(ada)).cards).toEqual([first])
  await expect(run('issue-card', number)).rejects.toThrow('closed')
  const lost = await bank.ask(cardLost, { id: second?.Id ?? '' }, ada.token)
  expect(lost).toEqual(refusedWith('account_closed'))
  const kept = await db.sql`select from cards where customer_id = ${ada.id}`
  expect(kept).toHaveLength(2)
})

// shows D83
test('a card tells what its account holds in its own currency', async () => {
  const ada = await payer()
  const { data } = await bank.ask(initUser, {}, ada.token)
  expect((data as { cards: object[] }).cards[0]).toMatchObject({
    Balance: '100.00',
    AccountBalance: '100.00',
    AccountCurrency: 'usd',
  })
})
