import { expectAccessible } from './accessible.ts'
import { firstAccount, orderPending, send } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import { expectAlert, row, small, timeOf, wide } from './steps.ts'

// shows §1.10 §2.1.8 §2.10.11 §2.11.4 §2.12.1 §2.12.2 §2.12.3 §2.12.4 §2.12.5 §2.12.6 §2.13.2 §2.13.3
// shows §2.13.4 §2.13.7 §5.72 §8.23 §8.24 §9.18 §9.21 D7 D43 D44 D97 D130
test('a row opens its detail and the detail its receipt, which nobody else can read', async ({
  page,
  bank,
  context,
  browser,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await row(page, /Bank deposit/).click()
  const detail = page.getByRole('dialog', { name: 'Transaction Details' })
  for (const label of [
    'Transaction Type',
    'Beneficiary',
    'Amount',
    'Reference Code',
    'Date/Time',
    'Note',
  ]) {
    await expect(detail.getByRole('term').filter({ hasText: label })).toBeVisible()
  }
  // Who sent it is not who has it.
  const fact = (label: string) =>
    detail.getByRole('term').filter({ hasText: label }).locator('+ dd')
  await expect(fact('Sender')).toContainText('Bank deposit')
  await expect(fact('Beneficiary')).toContainText(ada.accountNumber)
  await expect(fact('Note')).toHaveText('Bank deposit')
  await expect(detail).toContainText('500.00 USD')
  await expectAccessible(page)
  await detail.getByRole('button', { name: 'Copy reference code' }).click()
  const id = await page.evaluate(() => navigator.clipboard.readText())
  await expect(fact('Reference Code')).toContainText(id)
  await expect(fact('Date/Time')).toHaveText(/^\d\d [A-Z][a-z]{2} \d{4}, [0-2]\d:[0-5]\d UTC$/)
  // Where there is little room, its last eight characters are asterisks.
  await page.setViewportSize(small)
  await expect(fact('Reference Code')).toContainText(`${id.slice(0, -8)}********`)
  await expect(fact('Reference Code')).not.toContainText(id)
  await expectAccessible(page)
  await page.setViewportSize(wide)
  await expect(fact('Reference Code')).toContainText(id)

  const opened = context.waitForEvent('page')
  await detail.getByRole('link', { name: 'Transaction receipt' }).click()
  const receipt = await opened
  await expect(receipt).toHaveURL(`${bank.url}/transaction-receipt/${id}`)
  await expect(receipt.getByRole('heading', { level: 1 })).toHaveText('Transaction Receipt')
  await expect(receipt.getByRole('region', { name: 'Receiver' })).toContainText(ada.accountNumber)
  await expect(receipt.getByText(/within 24 hours of the transaction time/)).toBeVisible()
  // The parts of the sheet have room between them.
  const [title, party] = [receipt.getByRole('heading', { level: 1 }), receipt.getByRole('region')]
  const top = (await party.first().boundingBox())?.y ?? 0
  const { y = 0, height = 0 } = (await title.locator('+ p').boundingBox()) ?? {}
  expect(top - (y + height)).toBeGreaterThanOrEqual(16)
  await expectAccessible(receipt)
  await receipt.evaluate(() => {
    const printed = () => Object.assign(window, { printed: true })
    Object.assign(window, { print: printed })
  })
  await receipt.getByRole('button', { name: 'Print' }).click()
  expect(await receipt.evaluate(() => 'printed' in window)).toBe(true)
  await receipt.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeHidden()
  const paper = await receipt.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(paper).toBe('rgb(255, 255, 255)')

  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(row(page, /Bank deposit/)).toBeFocused()

  // What cannot be had is told on the sheet too.
  await receipt.emulateMedia({ media: 'screen' })
  await receipt.route('**/api/receipt-file/**', (route) => route.abort())
  await receipt.getByRole('button', { name: 'Save as PDF' }).click()
  await expectAlert(receipt, 'connection error. check your connection and try again')

  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  const foreign = await (await browser.newContext({ baseURL: bank.url })).newPage()
  await bank.enter(foreign, bob, `/transaction-receipt/${id}`)
  await expect(foreign.getByRole('heading', { name: 'Error!!' })).toBeVisible()
  await expect(foreign.getByText('Unable to load the receipt')).toBeVisible()
  await expectAccessible(foreign)
  await foreign.goto('/transaction-receipt')
  await expect(foreign.getByText('Invalid receipt URL')).toBeVisible()
  await foreign.context().close()
})

// shows §2.13.7 §2.13.8
test('a receipt of a crypto deposit names it, and beside it only who receives', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ flags: { CryptoPayment: true } })
  const { Id: account } = await firstAccount(bank, ada)
  await send(bank, ada, 'init-deposit/bitcoin', { amount: '250.00', usd: '250.00', account })
  const [line] = (await firstAccount(bank, ada)).transactions
  await bank.enter(page, ada, `/transaction-receipt/${line?.Id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transaction Receipt')
  await expect(page.getByRole('region', { name: 'Receiver' })).toContainText(ada.accountNumber)
  await expect(page.getByRole('region', { name: 'Sender' })).toHaveCount(0)
  const name = page.getByRole('term').filter({ hasText: 'Counterparty' })
  await expect(name.locator('+ dd')).toHaveText('Crypto Deposit')
})

// shows §9.20 D45 D47
test('a receipt of money that has not moved says so', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.route('**/api/transaction-receipt/**', async (route) => {
    const data = {
      Id: 'a1',
      Created: '2024-03-05T02:05:00Z',
      Account: { Name: 'Ada', Number: '1', Currency: { Code: 'usd' } },
      Amount: '40.00',
      Type: 'debit',
      Name: 'Jo',
      State: 'pending',
    }
    await route.fulfill({ json: { status: 'success', data } })
  })
  await bank.enter(page, ada, '/transaction-receipt/a1')
  await expect(page.getByText('not proof of payment')).toBeVisible()
  await expect(page.getByText('05 Mar 24', { exact: true })).toBeVisible()
  await expect(page.getByText('2:05', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

// shows §2.13.4 §9.22 D46
test('a receipt leads to a dispute for a day, with subject and reference', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '100.00', pin: '4821', flags: { UseOtp: false } })
  const id = await orderPending(bank, ada, { amount: '12.00', pin: '4821' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, `/transaction-receipt/${id}`)
  await page.getByRole('link', { name: 'Raise a dispute' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue(/Dispute: Jo Whitfield, 12\.00 USD/)
  await expect(page.getByLabel('Transaction reference')).toHaveValue(id)
  await page.getByLabel('Message').fill('I did not order this')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('')
  await expect(page.getByLabel('Transaction reference')).toHaveCount(0)

  // The bank's clock says when the day is over, whatever this device's says.
  const later = new Date((await timeOf(bank)).getTime() + 25 * 3_600_000)
  const times = { date: later.toUTCString(), 'bank-time': later.toISOString() }
  await page.route('**/api/transaction-receipt/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), ...times } })
  })
  await page.goto(`/transaction-receipt/${id}`)
  await expect(page.getByRole('heading', { name: 'Transaction Receipt' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Raise a dispute' })).toHaveCount(0)
})
