import { holdings, openAccount } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { expectAlert } from './steps.ts'
import {
  back,
  choose,
  confirmAndPin,
  expectEmptied,
  fillOrder,
  finish,
  heading,
  payer,
  proceed,
  success,
} from './transfer-steps.ts'

// shows §1.11 §2.15.1 §2.15.7 §2.15.11 §4.31 §6.7 D56 D58
test('own account: the money is in the other one', async ({ page, bank }) => {
  const ada = await payer(bank)
  await openAccount(bank, ada, 'usd')
  await bank.enter(page, ada, '/c/transfer')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Select Transfer Type')
  await choose(page, 'Own Account')
  await fillOrder(page, '40')
  await page.getByLabel('Destination account').selectOption({ index: 2 })
  await page.getByLabel('Note').fill('Holiday')
  await proceed(page)
  await expect(page.getByText('Fee$0.00')).toBeVisible()
  await expect(page.getByText('NoteHoliday')).toBeVisible()
  await expect(page.getByText('Exchange rate')).toHaveCount(0)
  await confirmAndPin(page)
  await finish(page)
  // Once the page knows that both have money now, either could pay, and neither is filled in.
  await choose(page, 'Local Transfer')
  await expect(page.getByLabel('Source account')).toContainText('$40.00')
  await back(page)
  await expectEmptied(page, 'Own Account', [])
  const balances = (await holdings(bank, ada)).map(({ CurrentBalance }) => CurrentBalance)
  expect(balances).toEqual(['460.00', '40.00'])
  expect(await bank.findings()).toEqual([])
})

test(
  'whoever has one account is led to a second, and what was typed waits',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    await bank.enter(page, ada, '/c/transfer')
    await choose(page, 'Own Account')
    await fillOrder(page, '40')
    await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Account' })
    await dialog.getByLabel('Currency').selectOption('ngn')
    await dialog.getByRole('button', { name: 'Add Account' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main').getByRole('button', { name: 'Add account' })).toHaveCount(0)
    await expect(page.getByLabel('Amount')).toHaveValue('40.00')
    await page.getByLabel('Destination account').selectOption({ index: 2 })
    await proceed(page)
    await confirmAndPin(page)
    await expect(success(page)).toBeVisible()
    const [usd, naira] = await holdings(bank, ada)
    expect(usd?.CurrentBalance).toBe('460.00')
    // The same once more begins at its form, as it was.
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByLabel('Amount')).toHaveValue('40.00')
    await expect(page.getByLabel('Source account')).toHaveValue(usd?.Id ?? '')
    // Less than a cent's worth buys nothing, which is told at the form.
    const source = page.getByLabel('Source account')
    await source.selectOption({ index: 2 })
    await page.getByLabel('Destination account').selectOption({ index: 1 })
    await page.getByLabel('Amount').fill('0.01')
    await proceed(page)
    await expectAlert(page, 'Enter a valid amount', page.getByLabel('Amount'))
    expect(Number(naira?.CurrentBalance)).toBeGreaterThan(1000)
  },
)

test(
  'what has just come in can be sent on, also where the page was not told of it yet',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    await openAccount(bank, ada, 'usd')
    // News of the money comes to no page here.
    await page.route('**/api/events', (route) => route.abort())
    await bank.enter(page, ada, '/c/transfer')
    await choose(page, 'Local Transfer')
    await page.getByLabel('Source account').selectOption({ index: 2 })
    const [, empty] = await holdings(bank, ada)
    await bank.operate('fund', empty?.Number ?? '', '30.00')
    const bob = await bank.customer()
    await page.getByLabel('Amount').fill('30')
    const number = page.getByRole('textbox', { name: 'Account number' })
    await number.fill(bob.accountNumber)
    await number.blur()
    await expect(page.getByLabel('Account name')).toHaveValue(bob.name)
    await proceed(page)
    await confirmAndPin(page)
    await finish(page)
    expect((await holdings(bank, bob))[0]?.CurrentBalance).toBe('30.00')
  },
)

// shows D54
test('two currencies show their rate, and a new rate is confirmed anew', async ({ page, bank }) => {
  const ada = await payer(bank)
  await openAccount(bank, ada, 'eur')
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Own Account')
  await fillOrder(page, '100')
  await page.getByLabel('Destination account').selectOption({ index: 2 })
  await proceed(page)
  await expect(page.getByText(/Exchange rate1 USD = 0\.\d{6} EUR/)).toBeVisible()
  const told = await page.getByText(/You receive€/).textContent()
  const keys: (string | undefined)[] = []
  await page.route('**/api/transfer/own-account', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // The words name another rate: what counts is the data.
    const message = 'The exchange rate has changed. Look at it again: 0.700000'
    const told = { code: 'rate_changed', data: { rate: '0.500000' } }
    if (keys.length > 1) await route.continue()
    else await route.fulfill({ status: 409, json: { status: 'error', message, ...told } })
  })
  await confirmAndPin(page)
  await expectAlert(page, 'The exchange rate has changed. Look at it again')
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await expect(page.getByText('Exchange rate1 USD = 0.500000 EUR')).toBeVisible()
  await expect(page.getByText('You receive€50.00')).toBeVisible()
  // The bank itself has the old rate and says so in turn.
  await confirmAndPin(page)
  await expectAlert(page, 'The exchange rate has changed. Look at it again')
  await expect(page.getByText(told ?? '')).toBeVisible()
  await confirmAndPin(page)
  await finish(page)
  const [usd, eur] = await holdings(bank, ada)
  expect(usd?.CurrentBalance).toBe('400.00')
  expect(`You receive€${eur?.CurrentBalance}`).toBe(told)
  expect(new Set(keys).size).toBe(1)
  expect(await bank.findings()).toEqual([])
})
