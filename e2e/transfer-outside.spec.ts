import { firstAccount } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
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

// shows §1.11 §2.15.3 §4.31 D69 D137
test('other banks: held, with a name that is typed by hand and said to be', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  const badge = page.getByText('Name not verified')
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Other Banks')
  await fillOrder(page, '75')
  await page.getByLabel('Bank', { exact: true }).selectOption('Akbank')
  await page.getByLabel('Account number').fill('9988776655')
  await expect(badge.first()).toBeVisible()
  await page.getByLabel('Account name').fill('Cem Kaya')
  await proceed(page)
  await expect(page.getByText('BankAkbank')).toBeVisible()
  await expect(page.getByText('Cem Kaya Name not verified')).toBeVisible()
  await confirmAndPin(page)
  await expect(success(page)).toContainText('on its way')
  await finish(page)
  await expectEmptied(page, 'Other Banks')
  const held = await firstAccount(bank, ada)
  expect([held.CurrentBalance, held.AvailableBalance]).toEqual(['500.00', '425.00'])
  expect(held.transactions[0]).toMatchObject({ Name: 'Cem Kaya', State: 'pending' })
  expect(await bank.findings()).toEqual([])
  await page.goto(`/transaction-receipt/${held.transactions[0]?.Id}`)
  await expect(page.getByRole('region', { name: 'Receiver' })).toContainText('Name not verified')
  await expect(page.getByRole('region', { name: 'Sender' })).not.toContainText('not verified')
})

// shows D66 D137
test(
  'a number at another bank is never looked up in this one',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('resolve-account')) asked.push(request.url())
    })
    await page.clock.install()
    await bank.enter(page, ada, '/c/transfer')
    const [number, name] = [page.getByLabel('Account number'), page.getByLabel('Account name')]
    for (const type of ['Other Banks', 'Wire Transfer']) {
      await choose(page, type)
      await fillOrder(page, '5')
      // A name that was typed first stays, one that was typed for another number does not.
      await name.fill('Cem Kaya')
      await number.pressSequentially(bob.accountNumber)
      await expect(name).toHaveValue('Cem Kaya')
      await number.blur()
      await page.clock.runFor(2000)
      await name.fill('Can Kaya')
      await number.press('End')
      await number.press('Backspace')
      await expect(name).toHaveValue('')
      await expect(name).toBeEditable()
      await page.getByRole('button', { name: 'BACK', exact: true }).click()
    }
    expect(asked).toEqual([])
  },
)

// shows §1.11 §2.15.4 §4.31
test('wire: held, with Swift code and bank name', async ({ page, bank }) => {
  const ada = await payer(bank)
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Wire Transfer')
  await fillOrder(page, '60')
  await page.getByLabel('Swift code').fill('DEUTDEFF')
  await page.getByLabel('Bank name').fill('Deutsche Bank')
  await page.getByLabel('Account number').fill('DE89370400440532013000')
  await page.getByLabel('Account name').fill('Eva Keller')
  await proceed(page)
  await expect(page.getByText('Swift codeDEUTDEFF')).toBeVisible()
  await expect(page.getByText('Account numberDE89 3704 0044 0532 0130 00')).toBeVisible()
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

test(
  'a number loses its spaces, and a saved name elsewhere is not verified',
  onlyLong,
  async ({ page, bank }) => {
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
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Cem Ak/ })
      .click()
    await expect(number).toHaveValue('55501000001')
    await expect(page.getByLabel('Account name')).toHaveValue('Cem Ak')
    await expect(page.getByLabel('Bank', { exact: true })).toHaveValue('')
    await expect(page.getByText('Name not verified').first()).toBeVisible()
  },
)

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
