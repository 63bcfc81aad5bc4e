import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, type Person, type TestedBank, test } from './fixture.ts'

const wide = { width: 1440, height: 900 }
const small = { width: 390, height: 844 }

type Line = { Id: string; Amount: string; State: string; Type: string; Purpose: string }

/** What the bank itself answers to a customer, past the page. */
async function ask(bank: TestedBank, { token }: Person, path: string) {
  const reply = await fetch(`${bank.url}/api/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await reply.json()) as { data: unknown }).data
}

/** Sends a form past the page, as another client of the same customer. */
async function send(
  bank: TestedBank,
  { token }: Person,
  path: string,
  fields: Record<string, string>,
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${bank.url}/api/${path}`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
}

/** The first account of a customer and its newest lines, as the ledger has them. */
async function held(bank: TestedBank, person: Person) {
  const data = (await ask(bank, person, 'init-user')) as {
    accounts: { account: { Id: string; CurrentBalance: string }; transactions: Line[] }[]
  }
  const [first] = data.accounts
  if (!first) throw new Error('a customer without an account')
  return { balance: first.account.CurrentBalance, id: first.account.Id, lines: first.transactions }
}

/**
 * No violation, wide in light and small in dark: rules look at the width or at the colours, never at
 * both. The page ends as it was. `here` keeps the width, where another would bring another panel.
 */
async function expectAccessibleEverywhere(page: Page, { here = false } = {}) {
  const size = page.viewportSize() ?? wide
  const looks = [
    ['light', wide],
    ['dark', small],
  ] as const
  for (const [colorScheme, look] of looks) {
    if (!here) await page.setViewportSize(look)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page, colorScheme)
    await expectAccessible(page)
  }
  await page.setViewportSize(size)
}

/** A change of scheme fades colours into one another; only what they end as is looked at. */
async function settled(page: Page, colorScheme: string) {
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const running = document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
}

/** The alert says the text; closing it leads back to the field, which is marked with the same. */
async function expectTold(page: Page, text: string, field?: Locator) {
  const told = page.getByRole('alertdialog')
  await expect(told.getByText(text, { exact: true })).toBeVisible()
  await told.getByRole('button', { name: 'OK' }).click()
  await expect(told).toBeHidden()
  if (!field) return
  await expect(field).toBeFocused()
  await expect(page.getByText(text, { exact: true })).toBeVisible()
}

async function chooseAccount(field: Locator, at = 1) {
  const value = await field.locator('option').nth(at).getAttribute('value')
  await field.selectOption(value)
}

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

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
  await expectTold(page, 'Select a destination account', account)
  await chooseAccount(account)
  await proceed.click()
  await expectTold(page, 'Enter a valid amount', amount)
  await expectAccessibleEverywhere(page)
  await amount.pressSequentially('1250.5')
  await proceed.click()
  await expectTold(page, 'Please supply valid card info', main.getByLabel('Name on card'))
  await expect(amount).toHaveValue('1,250.50')
  await main.getByLabel('Name on card').fill('Ada Okafor')
  await main.getByLabel('Card number').pressSequentially('424242424242424')
  await proceed.click()
  await expectTold(page, 'Please supply valid card info', main.getByLabel('Card number'))
  await main.getByLabel('Card number').press('End')
  await main.getByLabel('Card number').pressSequentially('2')
  await expect(main.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await main.getByLabel('Expiry').pressSequentially('0120')
  await expect(main.getByLabel('Expiry')).toHaveValue('01/20')
  await proceed.click()
  await expectTold(page, 'Please supply valid card info', main.getByLabel('Expiry'))
  await main.getByLabel('Expiry').fill('1239')
  await proceed.click()
  await expectTold(page, 'Please supply valid card info', main.getByLabel('CVV'))
  await main.getByLabel('CVV').fill('123')
  await proceed.click()

  await expect(main.getByText('Confirm Transaction')).toBeVisible()
  const table = main.locator('dl')
  await expect(table).toContainText('MethodCredit/ Debit Card')
  await expect(table).toContainText('Card nameAda Okafor')
  await expect(table).toContainText('Card number**** 4242')
  await expect(table).toContainText('Amount$1,250.50')
  await expect(main.getByText(/^Example: .*\$3,000\.00/)).toBeVisible()
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
  await expectTold(page, 'Deposit is unavailable at the moment. try again after some time.')
  expect(Date.now() - start).toBeGreaterThanOrEqual(4000)
  await expect(confirm).toBeFocused()
  expect(sent).toEqual([])
  expect(await held(bank, ada)).toMatchObject({
    balance: '500.00',
    lines: [{ State: 'completed' }],
  })
})

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
  await expectTold(page, 'Deposit is unavailable at the moment. try again after some time.')
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
  expect(await held(bank, ada)).toMatchObject({ balance: '500.00' })
})

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
  await expectTold(page, 'connection error. check your connection and try again')
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

  const before = await held(bank, ada)
  expect(before.balance).toBe('500.00')
  const pending = before.lines.filter(({ State }) => State === 'pending')
  expect(pending).toMatchObject([{ Amount: '250.00', Type: 'credit' }])
  await bank.operate('confirm-deposit', pending[0]?.Id ?? '')
  expect((await held(bank, ada)).balance).toBe('750.00')
  expect(await bank.findings()).toEqual([])
})

test('an account of another currency brings its symbol, and CANCEL leaves nothing behind', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00', flags: { CryptoPayment: true } })
  const form = new FormData()
  for (const [name, value] of [
    ['accountType', 'savings'],
    ['currency', 'eur'],
    ['accountName', 'Travel'],
  ] as const) {
    form.set(name, value)
  }
  await fetch(`${bank.url}/api/account`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${ada.token}` },
  })
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
  const lines = (await ask(bank, ada, 'init-user')) as { accounts: { transactions: Line[] }[] }
  expect(lines.accounts.flatMap(({ transactions }) => transactions)).toHaveLength(1)
})

test('a loan shows its terms, is asked for once, approved, and stands among the debts', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/debts')
  await expect(page.getByRole('main')).toHaveText(/^No debts available\.$/)
  await page.goto('/c')
  await page.getByRole('button', { name: 'Get Loan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quick Loan' })
  await expect(dialog).toContainText('Select an account to see the rate')
  const [account, amount] = [dialog.getByLabel('Account'), dialog.getByLabel('Loan Amount')]
  const get = dialog.getByRole('button', { name: 'Get Loan' })
  await get.click()
  await expectTold(page, 'Select a destination account', account)
  await chooseAccount(account)
  await expect(dialog).toContainText('Interest12% a year')
  await expect(dialog).toContainText('Term12 monthly payments')
  await expect(dialog).toContainText('You can borrow up to$5,000.00')
  await get.click()
  await expectTold(page, 'Enter a valid amount', amount)
  await expectAccessibleEverywhere(page)
  await amount.fill('5000.01')
  await get.click()
  await expectTold(page, 'This is more than you can borrow')
  await expect(amount).toHaveValue('5,000.01')
  await amount.fill('2000')
  await get.dblclick()
  await expect(toast(page, 'Your loan request have been submitted')).toBeVisible()
  await expect(dialog).toBeHidden()
  const asked = (await held(bank, ada)).lines.filter(({ Purpose }) => Purpose === 'loan')
  expect(asked).toMatchObject([{ Amount: '2000.00', State: 'pending' }])

  await page.goto('/c/quick-loans')
  const main = page.getByRole('main')
  await expect(main).toContainText('You have an open loan. It must be repaid first')
  await expectAccessibleEverywhere(page)
  await chooseAccount(main.getByLabel('Account'))
  await main.getByLabel('Loan Amount').fill('10')
  await main.getByRole('button', { name: 'Get Loan' }).click()
  await expectTold(page, 'You have an open loan. It must be repaid first')

  await page.goto('/c/debts')
  await expect(main).toContainText('Requested')
  await bank.operate('approve-loan', asked[0]?.Id ?? '')
  await page.reload()
  await expect(main).toContainText('Active')
  await expect(main).toContainText('Outstanding$2,000.00 USD')
  await expect(main).toContainText('Principal$2,000.00')
  await expect(main).toContainText(/Next due date\d\d \w{3} \d{4} · \$177\.70/)
  await main.getByText('Repayment schedule').first().click()
  await expect(main.getByRole('row')).toHaveCount(13)
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(small)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(small.width)
  expect((await held(bank, ada)).balance).toBe('2500.00')
  expect(await bank.findings()).toEqual([])
})

test('a declined loan says so, and repaying leads to support', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/quick-loans')
  const main = page.getByRole('main')
  await chooseAccount(main.getByLabel('Account'))
  await main.getByLabel('Loan Amount').fill('100')
  await main.getByLabel('Loan Amount').press('Enter')
  await expect(toast(page, 'Your loan request have been submitted')).toBeVisible()
  await expect(main.getByLabel('Loan Amount')).toHaveValue('')
  const [line] = (await held(bank, ada)).lines
  await bank.operate('decline-loan', line?.Id ?? '', 'No income')
  await page.goto('/c/debts')
  await expect(main).toContainText('Declined')
  await page.goto('/c')
  await page.getByRole('button', { name: 'Repay Loan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quick Loan' })
  await expect(dialog).toContainText('contact our support')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('link', { name: 'Contact support' }).click()
  await expect(page).toHaveURL(/\/c\/support$/)
  await expect(dialog).toBeHidden()
})

test('a recipient is looked up, saved, listed and deleted', async ({ page, bank }) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await page.getByRole('button', { name: 'Manage recipients' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage Recipient' })
  await expect(manage).toContainText('Your beneficiaries list is empty')
  await expectAccessibleEverywhere(page)
  await manage.getByRole('button', { name: 'Add recipient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Recipient' })
  const [number, name] = [dialog.getByLabel('Account number'), dialog.getByLabel('Account name')]
  const save = dialog.getByRole('button', { name: 'Save Recipient' })
  await number.fill('123456')
  await save.click()
  await expectTold(page, 'Invalid account number', number)
  await expectAccessibleEverywhere(page)

  const lookups: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('resolve-account')) lookups.push(request.url())
  })
  await number.fill('')
  await number.pressSequentially('1234567', { delay: 60 })
  await expect(dialog).toContainText('Name not verified')
  expect(lookups).toHaveLength(1)
  await expect(name).toBeEditable()
  await save.click()
  await expectTold(page, 'Unable to resolve account name. Please supply account name', name)
  await name.fill('Somebody')
  await number.fill(bob.accountNumber)
  await expect(name).toHaveValue('')
  await expect(name).toHaveValue('Bob Stone')
  await expect(name).not.toBeEditable()
  await expect(dialog).toContainText('Name verified')
  expect(lookups).toHaveLength(2)
  await expectAccessibleEverywhere(page)
  await save.click()
  const saved = toast(page, 'Beneficiary saved succesfully')
  await expect(saved).toContainText('Beneficiary saved')
  await expect(dialog).toBeHidden()
  expect(await ask(bank, ada, 'beneficiaries')).toMatchObject([
    { Type: 'local transfer', AccountNumber: bob.accountNumber, AccountName: 'Bob Stone' },
  ])

  await page.getByRole('button', { name: 'Manage recipients' }).click()
  await expect(manage.getByRole('listitem')).toContainText(bob.accountNumber)
  await manage.getByRole('button', { name: 'Delete Bob Stone' }).click()
  await expect(manage.getByRole('button', { name: 'Keep' })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Enter')
  await expect(manage.getByRole('button', { name: 'Delete Bob Stone' })).toBeFocused()
  await page.keyboard.press('Enter')
  await manage.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(manage).toContainText('Your beneficiaries list is empty')
  expect(await ask(bank, ada, 'beneficiaries')).toEqual([])
})

test('recipients at other banks need their bank, and a wire its swift code', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer()
  await page.setViewportSize(small)
  await bank.enter(page, ada)
  await page.getByRole('button', { name: 'Add a recipient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Recipient' })
  const save = dialog.getByRole('button', { name: 'Save Recipient' })
  await dialog.getByLabel('Transfer type').selectOption('other banks')
  await dialog.getByLabel('Account number').fill('TR33-0006 1005')
  await expect(dialog.getByLabel('Account number')).toHaveValue('TR3300061005')
  await dialog.getByLabel('Account name').fill('Deniz Kaya')
  await save.click()
  await expectTold(page, 'enter bank name', dialog.getByLabel('Bank name'))
  await dialog.getByLabel('Bank name').selectOption('Akbank')
  await dialog.getByLabel('Transfer type').selectOption('wire transfer')
  await expect(dialog.getByLabel('Bank name')).toHaveValue('Akbank')
  await save.click()
  await expectTold(page, 'Enter customer swift code', dialog.getByLabel('Swift code'))
  await expectAccessibleEverywhere(page)
  await dialog.getByLabel('Swift code').fill('AKBKTRIS')
  await save.click()
  await expect(toast(page, 'Beneficiary saved succesfully')).toBeVisible()
  expect(await ask(bank, ada, 'beneficiaries')).toMatchObject([
    { Type: 'wire transfer', BankName: 'Akbank', Swift: 'AKBKTRIS', AccountName: 'Deniz Kaya' },
  ])

  await page.route('**/api/beneficiaries', (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: 'Manage recipients' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage Recipient' })
  await expect(manage.getByRole('alert')).toContainText(
    'connection error. check your connection and try again',
  )
  await expectAccessibleEverywhere(page)
  await page.unroute('**/api/beneficiaries')
  await manage.getByRole('button', { name: 'try again' }).click()
  await expect(manage.getByRole('listitem')).toContainText('Deniz Kaya')
})

test('a bill is checked field by field, saved once, listed and cancelled', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await page.getByRole('button', { name: 'Add a bill' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Bill' })
  const billers = dialog.getByRole('group', { name: 'Select Biller' }).getByRole('radio')
  await expect(billers).toHaveCount(5)
  await expect(dialog.getByLabel('PIN')).toHaveCount(0)
  const save = dialog.getByRole('button', { name: 'Save Bill' })
  await save.click()
  await expectTold(page, 'Select a biller', billers.first())
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('radio', { name: 'Netflix Inc' }).check()
  await save.click()
  await expectTold(page, 'Enter your account name', dialog.getByLabel('Account name'))
  await dialog.getByLabel('Account name').fill('ada@home')
  await save.click()
  await expectTold(page, 'Select a source acount', dialog.getByLabel('Source account'))
  await chooseAccount(dialog.getByLabel('Source account'))
  await save.click()
  await expectTold(page, 'Select bill type', dialog.getByRole('radio', { name: 'Recurring' }))
  await dialog.getByRole('radio', { name: 'Recurring' }).check()
  await save.click()
  await expectTold(page, 'Enter a valid amount', dialog.getByLabel('Amount'))
  await dialog.getByLabel('Amount').fill('15.49')
  await save.click()
  await expectTold(page, 'select billing date', dialog.getByLabel('Date'))
  await dialog.getByLabel('Date').fill('2020-01-31')
  await save.click()
  await expectTold(page, 'Select a billing date from today on', dialog.getByLabel('Date'))
  await expectAccessibleEverywhere(page)
  await dialog.getByLabel('Date').fill('2099-01-31')
  await save.dblclick()
  await expect(toast(page, 'Bill saved successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await ask(bank, ada, 'biller')).toMatchObject([
    { Name: 'Netflix Inc', Type: 'recurring', Amount: '15.49', Date: '2099-01-31' },
  ])

  await page.getByRole('button', { name: 'Manage bills' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage Bills' })
  const row = manage.getByRole('listitem')
  await expect(row).toContainText('31 Jan 2099 · recurring')
  await expect(row).toContainText('Ne')
  await expect(row).toContainText('$15.49')
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Cancel the bill of Netflix Inc' }).click()
  await expectAccessibleEverywhere(page)
  await row.getByRole('button', { name: 'Cancel bill' }).click()
  await expect(manage).toContainText('Your bills list is empty')
  expect(await ask(bank, ada, 'biller')).toEqual([])
  expect(await bank.findings()).toEqual([])
})

test('the next date of a recurring bill is skipped, with both dates named, and never twice', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  const { id: account } = await held(bank, ada)
  const order = { accountName: 'ada@home', account, type: 'recurring', amount: '15.49' }
  await send(bank, ada, 'biller', { ...order, biller: 'Netflix Inc', date: '2099-01-31' })
  await send(bank, ada, 'biller', { ...order, biller: 'Apple Inc', date: '2099-02-15' })
  await send(bank, ada, 'biller', {
    ...order,
    biller: 'AT&T Inc',
    date: '2099-01-10',
    type: 'one time',
  })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/pay-bill')
  const saved = async () => (await ask(bank, ada, 'biller')) as { Id: string; Name: string }[]
  const list = page.getByRole('main').getByRole('list')
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await expect(row('AT&T Inc').getByRole('button')).toHaveCount(1)
  const netflix = row('Netflix Inc')
  const skip = netflix.getByRole('button', { name: 'Skip the next date of Netflix Inc' })
  await skip.click()
  const question = netflix.getByRole('group', {
    name: 'Skip Netflix Inc on 31 Jan 2099? Nothing is paid for that date. The next one is 28 Feb 2099.',
  })
  await expect(question).toBeVisible()
  await expect(netflix.getByRole('button', { name: 'Cancel the bill' })).toHaveCount(0)
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Enter')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Skip date' }).click()
  const told = 'Date skipped. Netflix Inc is due again on 28 Feb 2099'
  await expect(toast(page, told)).toBeVisible()
  await expect(netflix).toContainText('28 Feb 2099 · recurring')
  await expect(list.getByRole('listitem').nth(2)).toContainText('Netflix Inc')

  // Another window is first: this one hears of it and shows how the bill stands.
  await skip.click()
  const { Id: id } = (await saved()).find(({ Name }) => Name === 'Netflix Inc') ?? {}
  await send(bank, ada, `biller/${id}/skip`, { date: '2099-02-28' })
  await netflix.getByRole('button', { name: 'Skip date' }).click()
  await expectTold(page, 'This bill is no longer due on that date')
  await expect(netflix).toContainText('31 Mar 2099')
  await expect(skip).toBeVisible()
  expect(await saved()).toMatchObject([
    { Name: 'AT&T Inc', Date: '2099-01-10' },
    { Name: 'Apple Inc', Date: '2099-02-15' },
    { Name: 'Netflix Inc', Date: '2099-03-31', NextDate: '2099-04-30', State: 'active' },
  ])
  expect(await bank.findings()).toEqual([])
})

test('the pay-bill page adds billers with its plus and keeps what was typed meanwhile', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(small)
  await bank.enter(page, ada, '/c/pay-bill')
  const main = page.getByRole('main')
  await expect(main.getByRole('radio', { name: 'Amazon Prime' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await main.getByLabel('Account name').fill('flat 4')
  await main.getByRole('button', { name: 'Add biller' }).click()
  const name = main.getByLabel('Biller name')
  await expect(name).toBeFocused()
  await main.getByRole('button', { name: 'Back' }).click()
  await expect(main.getByRole('button', { name: 'Add biller' })).toBeFocused()
  await expect(main.getByLabel('Account name')).toHaveValue('flat 4')
  await page.keyboard.press('Enter')
  await name.press('Enter')
  await expectTold(page, 'Enter biller name', name)
  await expectAccessibleEverywhere(page)
  await name.fill('amazon prime')
  await main.getByRole('button', { name: 'Save Biller' }).click()
  await expectTold(page, 'This biller is already on your list')
  await expect(name).toHaveValue('amazon prime')
  await name.fill('City Water')
  await main.getByRole('button', { name: 'Save Biller' }).click()
  await expect(main.getByRole('radio', { name: 'City Water' })).toBeChecked()
  expect(await ask(bank, ada, 'billers')).toHaveLength(6)

  await chooseAccount(main.getByLabel('Source account'))
  await main.getByText('One time').click()
  await main.getByLabel('Amount').fill('40')
  await main.getByLabel('Date').fill('2099-02-01')
  await main.getByRole('button', { name: 'Save Bill' }).click()
  await expect(toast(page, 'Bill saved successfully')).toBeVisible()
  await expect(main.getByRole('listitem')).toContainText('01 Feb 2099 · one time · flat 4')
  await expectAccessibleEverywhere(page)
  expect(await ask(bank, ada, 'biller')).toMatchObject([{ Name: 'City Water', State: 'active' }])
})

test('a recipient is added with the keyboard alone, and the focus returns to the tile', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const tile = page.getByRole('button', { name: 'Add a recipient' })
  await tile.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Recipient' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Transfer type')).toBeVisible()
  const to = async (target: Locator) => {
    for (let press = 0; press < 12; press++) {
      if (await target.evaluate((node) => node === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  await to(dialog.getByLabel('Account number'))
  await page.keyboard.type(bob.accountNumber)
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Account name')).toHaveValue('Bob Stone')
  await to(dialog.getByRole('button', { name: 'Save Recipient' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(tile).toBeFocused()
  expect(await ask(bank, ada, 'beneficiaries')).toMatchObject([{ AccountName: 'Bob Stone' }])
})
