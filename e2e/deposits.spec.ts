import { expectAccessibleEverywhere } from './accessible.ts'
import { ask, firstAccount, holdings, openAccount } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import { chooseAccount, expectAlert, small, toast, wide } from './steps.ts'

// shows §1.12 §2.14.1 §2.14.2 §2.14.5 §2.14.6 §2.14.7 §2.14.10 §2.14.12 §2.14.13 §4.27 §5.37 §5.38
// shows §7.38 §8.10 §9.11 D49 D50 D51 D112
test('a card deposit is refused after four seconds without a call', async ({ page, bank }) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/add-funds')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Select Method')
  await expect(page.getByRole('heading', { level: 1 }).locator('+ p')).toHaveText('Fund Account')
  const main = page.getByRole('main')
  const header = main.getByRole('heading', { level: 2 })
  await expect(header).toHaveText('Select Deposit Method')
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await expectAccessibleEverywhere(page)
  await main.getByRole('button', { name: /^Credit\/ Debit Card/ }).click()
  await expect(header).toHaveText('Credit/ Debit Card')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
    expect(`${request.url()} ${request.postData() ?? ''}`).not.toMatch(/4242/)
  })

  const proceed = main.getByRole('button', { name: 'PROCEED' })
  const [account, amount] = [main.getByLabel('Recipient Account'), main.getByLabel('Amount')]
  await proceed.click()
  await expectAlert(page, 'Select a destination account', account)
  await chooseAccount(account)
  await proceed.click()
  await expectAlert(page, 'Enter a valid amount', amount)
  await expectAccessibleEverywhere(page)
  await amount.pressSequentially('1250.5')
  await proceed.click()
  await expectAlert(page, 'Please supply valid card info', main.getByLabel('Name on card'))
  await expect(amount).toHaveValue('1,250.50')
  await main.getByLabel('Name on card').fill('Ada Okafor')
  await main.getByLabel('Card number').pressSequentially('424242424242424')
  await proceed.click()
  await expectAlert(page, 'Please supply valid card info', main.getByLabel('Card number'))
  await main.getByLabel('Card number').press('End')
  await main.getByLabel('Card number').pressSequentially('2')
  await expect(main.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await main.getByLabel('Expiry').pressSequentially('0120')
  await expect(main.getByLabel('Expiry')).toHaveValue('01/20')
  await proceed.click()
  await expectAlert(page, 'Please supply valid card info', main.getByLabel('Expiry'))
  await main.getByLabel('Expiry').fill('1239')
  await proceed.click()
  await expectAlert(page, 'Please supply valid card info', main.getByLabel('CVV'))
  await main.getByLabel('CVV').fill('123')
  await proceed.click()

  await expect(main.getByText('Confirm Transaction')).toBeVisible()
  const table = main.locator('dl')
  await expect(table).toContainText('MethodCredit/ Debit Card')
  await expect(table).toContainText('Card nameAda Okafor')
  await expect(table).toContainText('Card number**** 4242')
  await expect(table).toContainText('Amount$1,250.50')
  await expect(main.getByText(/^Example: .*\$3,000\.00/)).toBeVisible()
  await expect(main.getByText(/puts \$3,000\.00 into/)).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await main.getByRole('button', { name: 'BACK' }).click()
  await expect(main.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(amount).toHaveValue('1,250.50')
  await proceed.click()

  const confirm = main.getByRole('button', { name: 'CONFIRM' })
  const start = Date.now()
  await confirm.click()
  await expect(main.getByText('Processing...')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await expectAlert(page, 'Deposit is unavailable at the moment. try again after some time.')
  expect(Date.now() - start).toBeGreaterThanOrEqual(4000)
  await expect(confirm).toBeFocused()
  expect(sent).toEqual([])
  // What was refused is not the only way: beside it stands how money does come in.
  const ways = main.getByRole('region', { name: 'Other ways to get money' })
  await expect(ways).toContainText(ada.accountNumber)
  await ways.getByRole('button', { name: 'Get a quick loan' }).click()
  await expect(page.getByRole('dialog', { name: 'Quick Loan' })).toBeVisible()
  expect(await firstAccount(bank, ada)).toMatchObject({
    CurrentBalance: '500.00',
    transactions: [{ State: 'completed' }],
  })
})

// shows §1.12 §2.10.4 §2.14.1 §2.14.3 §2.14.12 §8.10 D49 D50
test('a direct bank transfer is refused likewise, in the dialog of the dashboard', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const opener = page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true })
  await opener.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Select Deposit Method')
  await expectAccessibleEverywhere(page, { here: true })
  await dialog.getByRole('button', { name: /^Direct Bank Transfer/ }).click()
  await expect(dialog).toHaveAccessibleName('Direct Bank Transfer')
  await expect(dialog.getByLabel('Card number')).toHaveCount(0)
  await chooseAccount(dialog.getByLabel('Recipient Account'))
  await dialog.getByLabel('Amount').fill('90')
  await dialog.getByRole('button', { name: 'PROCEED' }).click()
  await expect(dialog.locator('dl')).toContainText('MethodDirect Bank TransferAmount$90.00')
  await expect(dialog.getByText(/^Example:/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'CONFIRM' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Processing...')).toBeVisible()
  await expectAlert(page, 'Deposit is unavailable at the moment. try again after some time.')
  await expect(dialog.locator('dl')).toContainText('$90.00')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await opener.click()
  await expect(dialog).toHaveAccessibleName('Select Deposit Method')
  await dialog.getByRole('button', { name: /^Direct Bank Transfer/ }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('')
  await dialog.getByRole('button', { name: 'BACK' }).click()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog).toBeHidden()
  expect(await firstAccount(bank, ada)).toMatchObject({ CurrentBalance: '500.00' })
})

// shows §1.12 §2.14.4 §2.14.8 §2.14.9 §2.14.11 §4.25 §4.26 §8.11 §8.28 D52
test('a Bitcoin deposit is logged once, waits, and is credited when the bank confirms it', async ({
  page,
  bank,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ada = await bank.customer({ balance: '500.00', flags: { CryptoPayment: true } })
  await page.setViewportSize(small)
  await bank.enter(page, ada, '/c/add-funds')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Crypto Currency/ }).click()
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('Crypto Currency')
  await chooseAccount(main.getByLabel('Recipient Account'))
  await main.getByLabel('Amount').fill('250')
  await main.getByRole('button', { name: 'PROCEED' }).click()
  await expect(main.locator('dl')).toContainText('MethodBitcoin TransferAmount$250.00')
  await main.getByRole('button', { name: 'CONFIRM' }).click()
  const qr = main.getByRole('img', { name: 'QR code of the wallet address' })
  await expect(qr).toBeVisible()
  expect(await qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(main).toContainText('$250.00')
  await expectAccessibleEverywhere(page)
  await main.getByRole('button', { name: 'Copy wallet address' }).click()
  await expect(toast(page, 'The wallet address have been copied successfully')).toBeVisible()
  const { data: wallet } = (await ask(bank, ada, 'crypto-currency/bitcoin')) as {
    data: { walletId: string }
  }
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallet.walletId)

  // The bank gets the first order, but its answer is lost: the same order again adds nothing.
  await page.route(
    '**/api/init-deposit/bitcoin',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const log = main.getByRole('button', { name: 'LOG PAYMENT' })
  await log.click()
  await expectAlert(page, 'connection error. check your connection and try again')
  await log.click()
  await expect(
    main.getByText(
      'Your deposit is pending. It will be completed when once the transfer is confirmed.',
    ),
  ).toBeVisible()
  await expectAccessibleEverywhere(page)
  await main.getByRole('button', { name: 'OK' }).click()
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('Select Deposit Method')
  await main.getByRole('button', { name: /^Crypto Currency/ }).click()
  await expect(main.getByLabel('Amount')).toHaveValue('')

  const before = await firstAccount(bank, ada)
  expect(before.CurrentBalance).toBe('500.00')
  const pending = before.transactions.filter(({ State }) => State === 'pending')
  expect(pending).toMatchObject([{ Amount: '250.00', Type: 'credit' }])
  await bank.operate('confirm-deposit', pending[0]?.Id ?? '')
  expect((await firstAccount(bank, ada)).CurrentBalance).toBe('750.00')
  expect(await bank.findings()).toEqual([])
})

// shows §2.14.5 §2.14.9 §5.35 §9.13 D52 D53
test('an account of another currency brings its symbol, and CANCEL leaves nothing behind', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00', flags: { CryptoPayment: true } })
  await openAccount(bank, ada, 'eur')
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/add-funds')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Crypto Currency/ }).click()
  const amount = main.locator('div:has(> input[name=amount])')
  await expect(amount).toHaveText('$')
  await chooseAccount(main.getByLabel('Recipient Account'), 2)
  await expect(amount).toHaveText('€')
  await main.getByLabel('Amount').fill('92')
  await main.getByRole('button', { name: 'PROCEED' }).click()
  await main.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(main).toContainText('€92.00')
  await expect(main).toContainText('about 100.00 USD')
  await main.getByRole('button', { name: 'CANCEL' }).click()
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('Select Deposit Method')
  const accounts = await holdings(bank, ada)
  expect(accounts.flatMap(({ transactions }) => transactions)).toHaveLength(1)
})
