import { expect } from '@playwright/test'
import { onlyLong } from './fixture.ts'
import { enter, sendIt, test, toPin } from './spec-only-steps.ts'
import type { Loss } from './spec-server/spec-server.ts'
import { chooseAccount, expectAlert, row } from './steps.ts'

// Orders to a server that does twice what it is sent twice, and whose answers are lost or are faults.

const losses: readonly Loss[] = ['before', 'after', 'half']

// shows §8.2 D128 D133
test('an order whose answer is lost is sent once, and nothing is promised', async ({
  page,
  bank,
}) => {
  await enter(page, '/c/transfer')
  for (const how of losses) {
    bank.orders.length = 0
    bank.switches.lose = { call: 'transfer', how }
    await toPin(page, '10')
    await sendIt(page)
    const told = page.getByRole('main').getByRole('alert')
    await expect(told).toContainText('connection error. check your connection and try again')
    await expect(told).toContainText('It is not known whether your transfer of $10.00 was made.')
    await expect(page.getByText(/never paid twice|Try again/)).toHaveCount(0)
    // Loading the page anew knows no more, and sends nothing either.
    bank.switches.lose = null
    await page.reload()
    await expect(told).toContainText('It is not known whether')
    await expect(page.getByText(/never paid twice|Try again/)).toHaveCount(0)
    expect(bank.orders).toHaveLength(1)
    await page.getByRole('button', { name: 'OK', exact: true }).click()
  }
  expect(bank.strange).toEqual([])
})

// shows D133
test(
  'a line that is cut while the bank works is not asked again when it is back',
  onlyLong,
  async ({ page, bank }) => {
    await enter(page, '/c/transfer')
    await toPin(page, '10')
    await page.clock.install()
    bank.switches.lose = { call: 'transfer', how: 'after' }
    await sendIt(page)
    await expect(page.getByText('It is not known whether')).toBeVisible()
    bank.switches.lose = null
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.clock.runFor(120_000)
    expect(bank.orders).toHaveLength(1)
    await page.getByRole('link', { name: 'See transactions' }).click()
    await expect(row(page, /^Bob Stone/)).toBeVisible()
  },
)

// shows §8.2 D133
test('a loan without an answer says so too, and is sent once', onlyLong, async ({ page, bank }) => {
  await enter(page, '/c/quick-loans')
  bank.switches.lose = { call: 'loan', how: 'after' }
  const main = page.getByRole('main')
  await chooseAccount(main.getByLabel('Account'))
  await main.getByLabel('Loan Amount').fill('300')
  await main.getByRole('button', { name: 'Get Loan' }).click()
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText('connection error. check your connection and try again')
  await expect(told).toContainText('Look whether it is there before you try again.')
  expect(bank.orders).toHaveLength(1)
})

// shows §8.5 §8.12 D135
test(
  'a failed answer with a message shows it, whatever its status, and is not repeated',
  onlyLong,
  async ({ page, bank }) => {
    await enter(page, '/c/transfer')
    await toPin(page, '10')
    for (const http of [500, 503, 422]) {
      bank.orders.length = 0
      const reply = { http, status: 'failed', message: `Account is dormant (${http})` }
      bank.switches.fault = { call: 'transfer', reply }
      await sendIt(page)
      await expectAlert(page, `Account is dormant (${http})`)
      expect(bank.orders).toHaveLength(1)
    }
    bank.switches.fault = { call: 'transfer', reply: { status: 'failed', message: 'No' } }
    await sendIt(page)
    await expectAlert(page, 'Transfer failed')

    bank.switches.fault = {
      call: 'transactions',
      reply: { http: 500, status: 'failed', message: 'The archive is closed' },
    }
    await page.goto('/c/transactions')
    await expect(page.getByRole('main')).toContainText('The archive is closed')
  },
)
