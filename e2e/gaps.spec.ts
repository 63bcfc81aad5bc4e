import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixture.ts'

// What the specification says in passing and no other journey comes by.
const wide = { width: 1440, height: 900 }
const small = { width: 390, height: 844 }
const today = new Date().toISOString()

/** Requests that wait until they are let go. */
async function hold(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The first load as the bank gives it, with some of its data changed. */
async function changeFirstLoad(
  page: Page,
  change: (data: { user: Record<string, unknown> } & Record<string, unknown>) => void,
) {
  await page.route('**/api/init-user', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    change(body.data)
    await route.fulfill({ response: reply, json: body })
  })
}

test('a link that is looked at says Please Wait, and so does a receipt', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '5.00' })
  await page.goto('/request-password-reset')
  await page.getByLabel('Username or Email address').fill(ada.email)
  await page.getByRole('button', { name: 'Request reset' }).click()
  await expect(page.getByText('Reset Link Sent Succesfully')).toBeVisible()
  const sent = 'If the account exists, a link to reset its password is on the way to its email.'
  await expect(page.getByText(sent)).toBeVisible()
  await expect.poll(async () => (await bank.mailTo(ada.email)).text).toContain('/reset-password/')
  const { text } = await bank.mailTo(ada.email)
  const looked = await hold(page, '**/api/confirm-reset/**')
  await page.goto(new URL(/\S+\/reset-password\/\S+/.exec(text)?.[0] ?? '').pathname)
  await expect(page.getByText('Please Wait')).toBeVisible()
  looked()
  await expect(page.getByRole('heading', { name: 'New Password' })).toBeVisible()
  const first = page.getByLabel('Password', { exact: true })
  const second = page.getByLabel('Confirm password', { exact: true })
  const eyes = page.getByRole('button', { name: 'Show characters' })
  await eyes.last().click()
  await expect(second).toHaveAttribute('type', 'text')
  await expect(first).toHaveAttribute('type', 'password')
  await eyes.first().click()
  await expect(first).toHaveAttribute('type', 'text')

  const entered = await hold(page, '**/api/token-login/**')
  await page.goto(new URL(await bank.operate('login-link', ada.username)).pathname)
  await expect(page.getByText('Please Wait')).toBeVisible()
  entered()
  await expect(page).toHaveURL(/\/c$/)
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$5.00')

  const loaded = await hold(page, '**/api/transaction-receipt/**')
  await page.goto('/transaction-receipt/a1')
  await expect(page.getByText('Please Wait')).toBeVisible()
  loaded()
  await expect(page.getByText('Unable to load the receipt')).toBeVisible()
})

test('a button that has sent its form is busy and sends nothing more', async ({ page, bank }) => {
  const ada = await bank.customer()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) sent += 1
  })
  await page.goto('/login')
  const answer = await hold(page, '**/api/login')
  await page.getByLabel('Username').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  const button = page.getByRole('button', { name: 'Login' })
  await button.click()
  await expect(button).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  answer()
  await expect(page).toHaveURL(/\/c$/)
  expect(sent).toBe(1)
})

const types = [
  ['Savings Account', 'Easy Saving'],
  ['Current Account', 'Super flexible'],
  ['Checking Account', 'Super Comfort'],
  ['CDS', 'Efficient Banking'],
  ['Fixed Deposit Account', 'Safe Keeping'],
  ['MMAS', 'So Much More'],
] as const

test('every type of account has its label and tagline, and one more can be added', async ({
  page,
  bank,
}) => {
  await page.goto('/signup')
  const offered = page.getByRole('group', { name: 'Account Type' }).getByRole('radio')
  await expect(offered).toHaveCount(types.length)
  for (const [at, [label, tagline]] of types.entries()) {
    await expect(offered.nth(at)).toHaveAccessibleName(new RegExp(`${label}.*${tagline}`))
  }

  const ada = await bank.customer()
  await bank.enter(page, ada, '/c/my-accounts')
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await expect(dialog.getByLabel('Account type').locator('option')).toHaveText([
    ...types.map((type) => type.join(' · ')),
    'Offshore Account · Global Reach',
  ])
  await expect(dialog.getByLabel('Currency').locator('option')).toHaveCount(8)
  const answer = await hold(page, '**/api/account')
  const add = dialog.getByRole('button', { name: 'Add Account' })
  await add.click()
  await expect(add).toBeDisabled()
  answer()
  await expect(dialog).toBeHidden()
  await page.unroute('**/api/account')
  await page.route('**/api/account', (route) =>
    route.fulfill({ status: 422, json: { status: 'error', message: 'Not this one' } }),
  )
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  await expect(dialog.getByLabel('Account type')).toHaveValue('savings')
  await add.click()
  await expect(page.getByRole('alertdialog')).toContainText('Not this one')
})

test('the last step of the sign-up asks for consent and rates the password', async ({ page }) => {
  const steps = [
    {
      Username: 'somebody-else',
      'First name': 'Grace',
      'Last name': 'Hopper',
      'Phone number': '5551234567',
      Email: 'somebody-else@example.com',
      Occupation: 'Admiral',
      'Date of birth': '1986-12-09',
      Country: 'us',
      State: 'Virginia',
      City: 'Arlington',
    },
    {
      'First name': 'Mary',
      'Last name': 'Hopper',
      Relationship: 'mother',
      'Phone number': '5551234567',
      Occupation: 'Teacher',
      Address: '1 Main Street',
    },
  ]
  const proceed = () => page.getByRole('button', { name: 'Proceed' }).click()
  await page.goto('/signup')
  await page.getByText('Savings Account').click()
  await proceed()
  for (const step of steps) {
    for (const [label, value] of Object.entries(step)) {
      const field = page.getByLabel(label, { exact: true })
      if (label === 'Country' || label === 'Relationship') await field.selectOption(value)
      else await field.fill(value)
    }
    await proceed()
  }
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  await expect(page.getByText(/By selecting Proceed you agree to the terms/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('password')
  await expect(page.getByText(/weak|common|guess/i).first()).toBeVisible()
})

test('without a card or an account the page says what to do', async ({ page, bank }) => {
  const ada = await bank.customer()
  await changeFirstLoad(page, (data) => {
    data.cards = []
    data.accounts = []
    data.user.Accounts = []
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (/api\/(transactions|acount-overview)/.test(request.url())) asked.push(request.url())
  })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/cards')
  await expect(page.getByText('You do not have a card yet')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/c')
  await expect(page.getByText(/You have no account yet/)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Account' })).toBeVisible()
  expect(asked).toEqual([])
})

test('a customer has a picture or initials, and a dot for news', async ({ page, bank }) => {
  const ada = await bank.customer({ firstName: 'Ada', lastName: 'Okafor' })
  let picture = ''
  await page.route('**/api/events', (route) => route.abort())
  await changeFirstLoad(page, (data) => {
    data.user.Profilepic = picture
    data.imageUrl = '/pictures/'
    data.unReadNotifications = 0
    data.hasNewNotification = picture === ''
  })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const bar = page.getByRole('banner')
  const person = bar.getByRole('link', { name: /Ada Okafor/ })
  await expect(person).toContainText('AO')
  await expect(person.locator('img')).toHaveCount(0)
  const bell = bar.getByRole('link', { name: '0 unread notifications' })
  await expect(bell.locator('span')).toHaveCount(1)
  picture = 'ada.png'
  await page.reload()
  await expect(person.locator('img')).toHaveAttribute('src', /\/pictures\/ada\.png$/)
  await expect(bell.locator('span')).toHaveCount(0)
})

test('an account and the profile show what the specification lists', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '1250.00', firstName: 'Ada', lastName: 'Okafor' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/my-accounts')
  const account = page.getByRole('main').getByRole('article')
  await expect(account).toContainText('Savings Account')
  await expect(account).toContainText(ada.accountNumber)
  await expect(account).toContainText(/Current balance\s*\$1,250\.00/i)
  await expect(account).toContainText(/Available balance\s*\$1,250\.00/i)

  await page.goto('/c/profile')
  const header = page.getByRole('region', { name: 'Customer' })
  await expect(header).toContainText('Ada Okafor')
  await expect(header.locator('[aria-hidden]')).toHaveText('A')
  const titles = ['Profile Information', 'Update E-mail', 'Update Password', '2 Step Verification']
  await expect(page.getByRole('main').locator('h2 button')).toHaveText([
    ...titles,
    'Transaction Alerts',
    'Update PIN',
    'Appearance',
  ])
  const facts = page.getByRole('region', { name: 'Profile Information' })
  const names = ['First name', 'Middle name', 'Last name', 'Email', 'Phone', 'Home address']
  await expect(facts.getByRole('term')).toHaveText([...names, 'City/Region', 'State', 'Country'])
  await expect(facts.getByRole('textbox')).toHaveCount(0)
})

test('a card shows what the specification lists', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '5.00' })
  await bank.enter(page, ada, '/c/cards')
  const card = page.getByRole('article')
  await expect(card.getByRole('term')).toHaveText(['Balance', 'Card Number', 'Expiry', 'CVV'])
  await expect(card.getByRole('definition').nth(2)).toHaveText(/^\d\d\/\d\d$/)
})

test('rows show state, sign and style, and the chart its colours', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '5.00' })
  const line = (Id: string, change: object) => ({
    Id,
    Created: today,
    Amount: '10.00',
    Type: 'debit',
    State: 'completed',
    Purpose: 'transfer',
    Name: Id,
    ...change,
  })
  const List = [
    line('Paid', {}),
    line('Received', { Type: 'credit' }),
    line('Lent', { Type: 'credit', Purpose: 'loan' }),
    line('Waiting', { State: 'pending' }),
    line('Broken', { State: 'failed' }),
  ]
  await page.route('**/api/transactions/**', (route) =>
    route.fulfill({ json: { status: 'success', data: { List, Meta: { PageSize: 1 } } } }),
  )
  await page.route('**/api/acount-overview/**', (route) =>
    route.fulfill({
      json: {
        status: 'success',
        data: { income: '30.00', expenses: '10.00', currentMonthSpend: '10.00' },
      },
    }),
  )
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const main = page.getByRole('main')
  const expected = [
    ['Paid', 'completed', 'debit', /-\$10\.00/],
    ['Received', 'completed', 'transfer', /\+\$10\.00/],
    ['Lent', 'completed', 'loan', /\+\$10\.00/],
    ['Waiting', 'pending', 'pending', /-\$10\.00/],
    ['Broken', 'failed', 'failed', /-\$10\.00/],
  ] as const
  for (const [name, state, look, amount] of expected) {
    const row = main.getByRole('button', { name: new RegExp(`^${name}`) })
    await expect(row.locator('[data-state]')).toHaveAttribute('data-state', state)
    await expect(row).toHaveAttribute('data-look', look)
    await expect(row).toHaveText(amount)
    await expect(row).toContainText(state)
  }
  // One page of lines has no buttons for pages.
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)

  const chart = page.getByRole('region', { name: 'Money Flow Chart' })
  await expect(chart.getByRole('rowheader')).toHaveText(['Credit', 'Debit'])
  const strokes = await chart
    .locator('svg circle[stroke-dasharray]')
    .evaluateAll((arcs) => arcs.map((arc) => getComputedStyle(arc).stroke))
  const [blue, teal] = strokes.map((colour) => (colour.match(/\d+/g) ?? []).map(Number))
  const [red = 0, green = 0, rest = 0] = blue ?? []
  expect(rest).toBeGreaterThan(Math.max(red, green) * 1.5)
  const [tealRed = 0, tealGreen = 0, tealBlue = 0] = teal ?? []
  expect(Math.min(tealGreen, tealBlue)).toBeGreaterThan(tealRed * 2)
  expect(Math.abs(tealGreen - tealBlue)).toBeLessThan(40)
})

test('the account switcher opens and closes, and an empty account has ways to start', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const switcher = page.getByRole('button', { name: /^Account:/ })
  await switcher.click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(1)
  await switcher.click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(0)
  await expect(page.getByText('No money has moved')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(ada.accountNumber)
  await page.getByRole('button', { name: 'Get a quick loan' }).click()
  await expect(page.getByRole('dialog', { name: 'Quick Loan' })).toBeVisible()
})

test('a toast stays five seconds, one more after it was pointed at, and goes with a tap', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile')
  const alerts = page.getByRole('switch', { name: 'E-mail about every transaction' })
  await expect(alerts).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const toast = page.getByRole('status').filter({ hasText: 'Transaction alert set successfully' })
  const show = async () => {
    await alerts.click()
    await expect(async () => {
      await page.clock.runFor(50)
      await expect(toast).toBeVisible({ timeout: 250 })
    }).toPass()
    await page.clock.runFor(300)
  }
  const expectGone = async () => {
    await page.clock.runFor(400)
    await expect(toast).toHaveCount(0)
  }
  await show()
  const box = await toast.boundingBox()
  expect(box?.y).toBeLessThan(120)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(wide.width - 60)
  await page.clock.runFor(4000)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1000)
  await expectGone()

  await show()
  await toast.hover()
  await page.clock.runFor(8000)
  await expect(toast).toBeVisible()
  await page.mouse.move(200, 800)
  await page.clock.runFor(800)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expectGone()

  await show()
  await toast.click()
  await expectGone()
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('panels, menu and sections move for half a second', async ({ page, bank }) => {
    const ada = await bank.customer()
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/profile')
    const section = page.getByRole('region', { name: 'Profile Information', includeHidden: true })
    await expect(section).toHaveCSS('transition-duration', '0.5s')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: ada.name })
    await expect(menu).toHaveCSS('transition-duration', /0\.5s|500ms/)
    await expect(menu).toBeVisible()
    await menu.getByRole('button', { name: 'Transfer/Deposit' }).click()
    const panel = page.getByRole('dialog', { name: 'Select Transfer Type' })
    await expect(panel).toHaveCSS('transition-duration', /0\.5s|500ms/)
    await expect(menu).toBeHidden()
  })
})

test('the window changes over at 1024 and the end date is for wide ones', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '5.00' })
  await page.setViewportSize({ width: 1023, height: 800 })
  await bank.enter(page, ada, '/c/transactions')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('button', { name: 'Open menu' })).toBeVisible()
  await expect(bar.getByRole('link', { name: /unread notification/ })).toBeVisible()
  await expect(bar.getByRole('link', { name: `Profile of ${ada.name}` })).toHaveAttribute(
    'href',
    '/c/profile',
  )
  await expect(page.getByLabel('End date')).toHaveCount(0)
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
  await expect(page.getByLabel('End date')).toHaveValue(today.slice(0, 10))
  await expect(page.getByRole('link', { name: 'Send Money' })).toHaveAttribute(
    'href',
    '/c/transfer',
  )
  await expect(page.getByRole('banner').getByRole('link', { name: 'Add Funds' })).toHaveAttribute(
    'href',
    '/c/add-funds',
  )
})

const more = [
  ['/c/transfer', 'Select Transfer Type', 'Transfer Funds', 'Latest activity'],
  ['/c/add-funds', 'Select Method', 'Fund Account', 'Latest activity'],
  ['/c/support', 'Leave Us a Message', 'Support', 'Latest activity'],
  ['/c/pay-bill', 'Pay Bill', 'Pay Bill', 'Latest activity'],
  ['/c/quick-loans', 'Quick Loans', 'Quick Loans', 'Latest activity'],
  ['/c/transactions', 'Transaction History', 'Transactions', 'Account overview'],
  ['/c/my-accounts', 'My Accounts', 'Accounts', 'Account overview'],
] as const

test('the other pages have their title, subtitle and panel, and the menu its entries', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '5.00' })
  await page.setViewportSize(wide)
  for (const [path, title, subtitle, panel] of more) {
    await bank.enter(page, ada, path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(title)
    await expect(heading.locator('+ p')).toHaveText(subtitle)
    await expect(page.getByRole('complementary', { name: panel })).toBeVisible()
  }
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const labels = ['Overview', 'Transfer', 'Add Funds', 'Accounts', 'Debts', 'My Cards', 'Profile']
  await expect(menu.filter({ hasText: /\w/ })).toHaveText([...labels, 'Support', 'Logout'])
  const panel = page.getByRole('complementary', { name: 'Account overview' })
  for (const tile of ['Pay Bills', 'Quick Loans', 'Recipients']) {
    await expect(panel.getByRole('heading', { name: tile })).toBeVisible()
  }
  await expect(panel.getByRole('button', { name: 'Add account' })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'View all' })).toHaveAttribute(
    'href',
    '/c/transactions',
  )
  await page.goto('/c')
  const quick = page.getByRole('navigation', { name: 'Quick actions' })
  await expect(quick.getByRole('link', { name: 'History' })).toHaveAttribute(
    'href',
    '/c/transactions',
  )
  await expect(quick.getByRole('link', { name: 'My Cards' })).toHaveAttribute('href', '/c/cards')
})

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
