import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Person, type TestedBank, test } from './fixture.ts'

const wide = { width: 1440, height: 900 }
const small = { width: 390, height: 844 }

/** Rows of the page itself; the panel beside it has rows of its own. */
const rows = (page: Page) => page.getByRole('main').getByRole('button', { name: /Bank deposit/ })
const switcher = (page: Page) => page.getByRole('button', { name: /^Account:/ })
const today = () => new Date().toISOString().slice(0, 10)

async function deposits(bank: TestedBank, person: Person, count: number) {
  for (let at = 1; at <= count; at++) await bank.operate('fund', person.accountNumber, `${at}.00`)
}

async function addAccount(page: Page, { currency = 'eur', name = 'Travel' } = {}) {
  await page.goto('/c/my-accounts')
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await dialog.getByLabel('Currency').selectOption(currency)
  await dialog.getByLabel('Account name').fill(name)
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(dialog).toBeHidden()
}

test('the overview shows real balances, income and the chart beside the account panel', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Dashboard')
  const balances = page.getByRole('region', { name: 'Balances' })
  await expect(balances).toContainText('USD balance')
  await expect(balances).toContainText('$500.00')
  await expect(balances).toContainText('Available balance')
  await expect(balances).toContainText('Spent this month$0.00')
  await expect(rows(page)).toHaveText(/Bank deposit.*completed\+\$500\.00/)
  await expect(page.getByText('Showing all transactions')).toBeVisible()
  const chart = page.getByRole('region', { name: 'Money Flow Chart' })
  await expect(chart.getByRole('row', { name: 'Credit $500.00 100%' })).toBeAttached()
  await expect(chart).toContainText('Income+$500.00')
  const panel = page.getByRole('complementary', { name: 'Account overview' })
  await expect(panel).toContainText('$500.00 USD')
  await expect(panel.getByRole('button', { name: /Bank deposit/ })).toBeVisible()
  await expect(page.getByText('© 2024 Passbook')).toBeVisible()
  await expect(page.getByText('Demo bank, no real money')).toBeVisible()
  await expectAccessible(page)
})

test('the overview fits a phone, with tabs below and a menu that keeps the focus', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(small)
  await bank.enter(page, ada)
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$500.00')
  await expect(page.getByLabel('Start date')).toHaveValue(today())
  await expect(page.getByLabel('End date')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(small.width)
  await expectAccessible(page)

  const tabs = page.getByRole('navigation', { name: 'Main' })
  await expect(tabs.getByRole('link')).toHaveText(['Overview', 'My Cards', 'Settings'])
  await tabs.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: ada.name })
  await expect(menu.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveCount(9)
  await expectAccessible(page)
  for (let press = 0; press < 18; press++) {
    await page.keyboard.press('Tab')
    expect(await menu.evaluate((node) => node.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(tabs.getByRole('button', { name: 'Menu' })).toBeFocused()
  await tabs.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
})

const pages = [
  ['/c', 'Welcome to Dashboard', 'Dashboard'],
  ['/c/transactions', 'Transaction History', 'Transactions'],
  ['/c/my-accounts', 'My Accounts', 'Accounts'],
  ['/c/cards', 'My Cards', 'My Cards'],
  ['/c/profile', 'My Profile', 'Profile'],
  ['/c/debts', 'Debts', 'Debts'],
  ['/c/nowhere', 'Page not found', 'There is nothing at this address'],
] as const

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page says where it is and is accessible in ${colorScheme}`, async ({
    page,
    bank,
  }) => {
    test.slow()
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(wide)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [path, title, subtitle] of pages) {
      await bank.enter(page, ada, path)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText(title)
      await expect(heading.locator('+ p')).toHaveText(subtitle)
      await expect(page).toHaveTitle(`${title} · Passbook`)
      await expectAccessible(page)
    }
  })
}

test('a cover lies over the page while it changes, and nothing can be reached beneath it', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  await page.route('**/c', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.text()).replace(/data-cover-ms="\d+"/, 'data-cover-ms="1500"')
    await route.fulfill({ response: reply, body })
  })
  await bank.enter(page, ada)
  await page.getByRole('link', { name: 'My Cards' }).first().click()
  await expect(page.getByText('Please Wait')).toBeVisible()
  expect(await page.locator('[inert][aria-busy=true]').count()).toBe(1)
  await expect(page.getByText('Please Wait')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'My Cards' })).toBeFocused()
})

test('a new account is told, appended and can be selected; another account starts empty', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00', firstName: 'Ada', lastName: 'Okafor' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/my-accounts')
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await expect(dialog.getByLabel('Account name')).toHaveValue('Ada Okafor')
  await expect(dialog.getByLabel('Account type')).toHaveValue('savings')
  await expect(dialog.getByLabel('Currency')).toHaveValue('usd')
  await expectAccessible(page)

  await dialog.getByLabel('Account name').fill('  ')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText('Enter a name for the account')
  await expectAccessible(page)
  await told.getByRole('button', { name: 'OK' }).click()
  await expect(dialog.getByLabel('Account name')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog).toContainText('Enter a name for the account')

  await dialog.getByLabel('Account name').fill('Lisbon flat')
  await dialog.getByLabel('Account type').selectOption('current')
  await dialog.getByLabel('Currency').selectOption('eur')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Acount Created' })
  await expect(toast).toContainText('Account created successfully')
  await expect(dialog).toBeHidden()
  const accounts = page.getByRole('main').getByRole('article')
  await expect(accounts).toHaveCount(2)
  await expect(accounts.nth(1)).toContainText('Current Account EUR')
  await expect(accounts.nth(1)).toContainText('Lisbon flat')
  await accounts
    .nth(1)
    .getByRole('button', { name: /^Select/ })
    .click()
  await expect(accounts.nth(1)).toContainText('Selected')

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Overview' })
    .click()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('EUR balance')
  const main = page.getByRole('main')
  await expect(main).toContainText('Your transacton list is empty')
  await expect(main).toContainText(/npm run bank -- fund \d{10} 500\.00/)
  await expectAccessible(page)
})

test('the switcher changes balance, list and totals, and drops the late reply of the last account', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await addAccount(page)
  await page.goto('/c')
  await expect(rows(page)).toHaveCount(1)
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name: /EUR/ }).click()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('€0.00')
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Savings EUR' })).toHaveAttribute(
    'aria-selected',
    'true',
  )

  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await page.route('**/api/transactions/**start_date=2020*', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await page.getByLabel('Start date').fill('2020-01-01')
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name: /EUR/ }).click()
  await page.unroute('**/api/transactions/**start_date=2020*')
  release()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('€0.00')
  await expect(rows(page)).toHaveCount(0)
})

test('the list is paged and filtered, and its address brings it back', async ({ page, bank }) => {
  const ada = await bank.customer()
  await deposits(bank, ada, 12)
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/transactions')
  const pager = page.getByRole('navigation', { name: 'Pages' })
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByText('Showing all transactions · page 1 of 2')).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Today' })).toBeVisible()
  await expect(pager.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await pager.getByRole('button', { name: 'Next page' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/\/c\/transactions\?page=2$/)
  await expect(pager.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect(pager.getByRole('button', { name: 'Page 2' })).toBeFocused()
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await page.goBack()
  await expect(rows(page)).toHaveCount(10)

  await pager.getByRole('button', { name: 'Page 2' }).click()
  await page.getByLabel('Start date').fill('2024-03-05')
  await expect(page).toHaveURL(new RegExp(`\\?start=2024-03-05&end=${today()}$`))
  await expect(page.getByText(/^Showing 05 Mar 2024 to/)).toBeVisible()
  await expect(rows(page)).toHaveCount(10)
  await page.getByLabel('End date').fill('2024-03-06')
  await expect(page.getByText('Your transacton list is empty')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all transactions' }).click()
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByLabel('Start date')).toHaveValue(today())
})

test('dates in the wrong order are told at once and nothing is asked', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/transactions')
  await expect(rows(page)).toHaveCount(1)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/transactions|acount-overview/.test(request.url())) asked.push(request.url())
  })
  await page.getByLabel('End date').fill('2024-03-05')
  await expect(page.getByRole('alert')).toHaveText('Start date is after end date')
  await page.getByRole('button', { name: 'GO' }).click()
  await expect(page.getByLabel('Start date')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await page.getByLabel('Start date').fill('2124-03-05')
  await expect(page.getByRole('alert')).toHaveText('Start date is in the future')
  await page.getByRole('button', { name: 'GO' }).click()
  expect(asked).toEqual([])
  await page.goto('/c/transactions?start=2024-03-06&end=2024-03-05')
  await expect(page.getByRole('alert')).toHaveText('Start date is after end date')
  expect(asked.filter((url) => /start_date/.test(url))).toEqual([])
})

test('GO asks again, and both dates today ask for everything', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/transactions')
  await expect(rows(page)).toHaveCount(1)
  await deposits(bank, ada, 1)
  const asked = page.waitForRequest(/api\/transactions\//)
  await page.getByRole('button', { name: 'GO' }).click()
  expect((await asked).url()).not.toContain('start_date')
  await expect(rows(page)).toHaveCount(2)

  // A failure is told above what was there before it.
  await page.route(/api\/transactions\//, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'GO' }).click()
  const again = page.getByRole('button', { name: 'try again' })
  await expect(again).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(rows(page)).toHaveCount(2)
})

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
  await rows(page).click()
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
  await expect(detail).toContainText('500.00 USD')
  await expectAccessible(page)
  await detail.getByRole('button', { name: 'Copy reference code' }).click()
  const id = await page.evaluate(() => navigator.clipboard.readText())
  await expect(detail).toContainText(id)

  const opened = context.waitForEvent('page')
  await detail.getByRole('link', { name: 'Transaction receipt' }).click()
  const receipt = await opened
  await expect(receipt).toHaveURL(`${bank.url}/transaction-receipt/${id}`)
  await expect(receipt.getByRole('heading', { level: 1 })).toHaveText('Transaction Receipt')
  await expect(receipt.getByRole('region', { name: 'Receiver' })).toContainText(ada.accountNumber)
  await expect(receipt.getByText(/within 24 hours of the transaction time/)).toBeVisible()
  await expectAccessible(receipt)
  await receipt.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeHidden()
  const paper = await receipt.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(paper).toBe('rgb(255, 255, 255)')

  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(rows(page)).toBeFocused()

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

test('on a phone the end of a reference is masked', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(small)
  await bank.enter(page, ada)
  await rows(page).click()
  const detail = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(detail).toContainText(/[0-9a-f]\*{8}/)
  await expectAccessible(page)
})

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

test('a card keeps its security code covered until it is asked for', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await bank.enter(page, ada, '/c/cards')
  const card = page.getByRole('article')
  await expect(card).toContainText('$500.00 USD')
  await expect(card).toContainText(/\*{4} \d{4}/)
  await expect(card).toContainText('covered')
  await card.getByRole('button', { name: /^Show CVV/ }).click()
  await expect(card.getByRole('definition').last()).toHaveText(/^\d{3}$/)
  await expectAccessible(page)
})

test('profile sections are open on a wide screen and closed at 1024', async ({ page, bank }) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile')
  const section = page.getByRole('button', { name: 'Profile Information' })
  await expect(section).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('1 active account')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toContainText(ada.email)
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.reload()
  await expect(section).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Logout')
  await section.click()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toContainText(ada.email)
})

test('a first load that fails tells why and tries again', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.route('**/api/init-user', (route) => route.fulfill({ json: { message: 'x' } }))
  await bank.enter(page, ada)
  await expect(page.getByRole('alert')).toContainText('Internal Application error')
  await expectAccessible(page)
  await page.route('**/api/init-user', (route) => route.abort())
  await page.getByRole('button', { name: 'try again' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'connection error. check your connection and try again',
  )
  await page.unroute('**/api/init-user')
  await page.getByRole('button', { name: 'try again' }).click()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$500.00')
})

test('a list that fails tells why and tries again', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.route('**/api/transactions/**', (route) =>
    route.fulfill({ status: 503, json: { status: 'error', message: 'The bank is busy' } }),
  )
  await bank.enter(page, ada, '/c/transactions')
  await expect(page.getByRole('alert').filter({ hasText: 'The bank is busy' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/transactions/**')
  await page.getByRole('button', { name: 'try again' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('a session that has ended leads to the login in silence, and back', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await bank.enter(page, { ...ada, token: 'ended' }, '/c/transactions?page=1')
  await expect(page).toHaveURL('/login?next=%2Fc%2Ftransactions%3Fpage%3D1')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
  await page.getByLabel('Username').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/c/transactions?page=1')
  await expect(rows(page)).toHaveCount(1)
})

test('logging out in one tab signs out the other', async ({ page, bank, context }) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const other = await context.newPage()
  await other.goto('/c/cards')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Cards')
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login?next=%2Fc%2Fcards')
})

test('an idle customer is warned, may stay, and is signed out in the end', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.clock.install()
  await bank.enter(page, ada, '/c/cards')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Cards')
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await page.clock.fastForward('13:50')
  await expect(warning).toBeHidden()
  await page.clock.fastForward(15_000)
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await page.mouse.move(200, 200)
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning).toBeHidden()
  await page.clock.fastForward('14:30')
  await expect(warning).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(page).toHaveURL('/login?next=%2Fc%2Fcards')
})

test('the keyboard alone logs in, switches account, filters, reads a detail and its receipt', async ({
  page,
  bank,
  context,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await addAccount(page)
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  const press = async (key: string, times = 1) => {
    for (let at = 0; at < times; at++) await page.keyboard.press(key)
  }
  const tabTo = async (name: RegExp) => {
    for (let at = 0; at < 60; at++) {
      await press('Tab')
      const text = await page.evaluate(() => {
        const { activeElement: active } = document
        const label = active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : ''
        return active?.getAttribute('aria-label') || label || active?.textContent || ''
      })
      if (name.test(text)) return
    }
    throw new Error(`no way to ${name} by Tab`)
  }
  await tabTo(/^Username/)
  await page.keyboard.type(ada.username)
  await tabTo(/^Password/)
  await page.keyboard.type(ada.password)
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await tabTo(/^Savings USD$/)
  await press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Savings EUR' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('€0.00')
  await tabTo(/^Account: Savings EUR/)
  await press('Enter')
  await press('ArrowUp')
  await press('Enter')
  await expect(switcher(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$500.00')

  await tabTo(/^Start date/)
  await page.keyboard.type('03052024')
  await expect(page.getByText(/^Showing 05 Mar 2024 to/)).toBeVisible()
  await tabTo(/Bank deposit/)
  await press('Enter')
  const detail = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(detail).toBeVisible()
  await tabTo(/Transaction receipt/)
  const opened = context.waitForEvent('page')
  await press('Enter')
  const receipt = await opened
  await expect(receipt.getByRole('heading', { level: 1 })).toHaveText('Transaction Receipt')
  await receipt.keyboard.press('Tab')
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeFocused()
})
