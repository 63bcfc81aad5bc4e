import { firstAccount } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import {
  choose,
  confirmAndPin,
  expectEmptied,
  fillOrder,
  finish,
  payer,
  proceed,
  success,
  wallet,
} from './transfer-steps.ts'

// shows §1.11 §2.15.3 §4.31 §4.41 D69
test('other banks: held, with a name that is typed by hand', async ({ page, bank }) => {
  const ada = await payer(bank)
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Other Banks')
  await fillOrder(page, '75')
  await page.getByLabel('Bank', { exact: true }).selectOption('Akbank')
  await page.getByLabel('Account number').fill('9988776655')
  await expect(page.getByLabel('Account name')).not.toBeEditable()
  await page.getByLabel('Account number').blur()
  await expect(page.getByText('Name not verified').first()).toBeVisible()
  await page.getByLabel('Account name').fill('Cem Kaya')
  await proceed(page)
  await expect(page.getByText('BankAkbank')).toBeVisible()
  await confirmAndPin(page)
  await expect(success(page)).toContainText('on its way')
  await finish(page)
  await expectEmptied(page, 'Other Banks')
  const held = await firstAccount(bank, ada)
  expect([held.CurrentBalance, held.AvailableBalance]).toEqual(['500.00', '425.00'])
  expect(held.transactions[0]).toMatchObject({ Name: 'Cem Kaya', State: 'pending' })
  expect(await bank.findings()).toEqual([])
})

// shows §1.11 §2.15.4 §4.31
test('wire: held, with Swift code and bank name', async ({ page, bank }) => {
  const ada = await payer(bank)
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Wire Transfer')
  await fillOrder(page, '60')
  await page.getByLabel('Swift code').fill('DEUTDEFF')
  await page.getByLabel('Bank name').fill('Deutsche Bank')
  await page.getByLabel('Account number').fill('DE89370400440532013000')
  await page.getByLabel('Account number').blur()
  await page.getByLabel('Account name').fill('Eva Keller')
  await proceed(page)
  await expect(page.getByText('Swift codeDEUTDEFF')).toBeVisible()
  await confirmAndPin(page)
  await finish(page)
  await expectEmptied(page, 'Wire Transfer')
  const held = await firstAccount(bank, ada)
  expect(held.AvailableBalance).toBe('440.00')
  expect(held.transactions[0]).toMatchObject({ Method: 'wire', State: 'pending' })
  expect(await bank.findings()).toEqual([])
})

// shows §1.11 §2.15.5 §4.31
test('bank card: held, and only its last four digits are shown', async ({ page, bank }) => {
  const ada = await payer(bank)
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Transfer To Bank Card')
  await fillOrder(page, '30')
  await page.getByLabel('Card name').fill('Ada Byron')
  await page.getByLabel('Card number').pressSequentially('4242424242424242')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await page.getByLabel('Expiry').pressSequentially('1230')
  await expect(page.getByLabel('Expiry')).toHaveValue('12/30')
  await page.getByLabel('CVV').fill('123')
  await proceed(page)
  await expect(page.getByText('**** 4242')).toBeVisible()
  await confirmAndPin(page)
  await finish(page)
  await expectEmptied(page, 'Transfer To Bank Card')
  const held = await firstAccount(bank, ada)
  expect(held.AvailableBalance).toBe('470.00')
  expect(held.transactions[0]).toMatchObject({ Method: 'card', State: 'pending' })
  expect(await bank.findings()).toEqual([])
})

// shows §1.11 §2.15.6 §4.31 §6.5 D48
test('Bitcoin: only for those who have it, and held', async ({ page, bank }) => {
  const ada = await payer(bank)
  await bank.enter(page, ada, '/c/transfer')
  await expect(page.getByRole('main').getByRole('button', { name: /Wire/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bitcoin Transfer' })).toHaveCount(0)
  await bank.operate('set-flag', ada.username, 'CryptoPayment', 'true')
  await page.reload()
  await choose(page, 'Bitcoin Transfer')
  await fillOrder(page, '20')
  await page.getByLabel('Wallet address').fill(wallet)
  await proceed(page)
  await confirmAndPin(page)
  await finish(page)
  await expectEmptied(page, 'Bitcoin Transfer')
  const held = await firstAccount(bank, ada)
  expect(held.AvailableBalance).toBe('480.00')
  expect(held.transactions[0]).toMatchObject({ Method: 'crypto', State: 'pending' })
  expect(await bank.findings()).toEqual([])
})

test('a number loses its spaces, and a saved name elsewhere is not verified', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  await page.route('**/api/beneficiaries', (route) =>
    route.fulfill({
      json: {
        status: 'success',
        data: [
          {
            Type: 'other banks',
            BankName: 'Bank of Nowhere',
            AccountName: 'Cem Ak',
            AccountNumber: '55501000001',
          },
        ],
      },
    }),
  )
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Other Banks')
  const number = page.getByLabel('Account number')
  await number.pressSequentially('1234 5678-90')
  await expect(number).toHaveValue('1234567890')
  await page.getByLabel('Bank', { exact: true }).selectOption('Akbank')
  await page.getByRole('button', { name: 'Select Recipient' }).click()
  await page.getByRole('button', { name: /Cem Ak/ }).click()
  await expect(number).toHaveValue('55501000001')
  await expect(page.getByLabel('Account name')).toHaveValue('Cem Ak')
  await expect(page.getByLabel('Bank', { exact: true })).toHaveValue('')
  await expect(page.getByText('Name not verified').first()).toBeVisible()
})

// shows §9.29 D124
test('other banks offers the forty of the list', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '5.00', pin: '4821' })
  await bank.enter(page, ada, '/c/transfer')
  await page.getByRole('main').getByRole('button', { name: 'Other Banks' }).click()
  const options = page.getByLabel('Bank', { exact: true }).locator('option')
  await expect(options).toHaveCount(41)
  for (const name of ['Bank of Ireland', 'Chase', 'Emirates NBD', 'Akbank', 'Byblos']) {
    await expect(options.filter({ hasText: name }).first()).toBeAttached()
  }
})
