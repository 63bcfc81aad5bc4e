import { formatDateTime } from '@passbook/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { layersOf } from './back-steps.ts'
import { firstAccount, openAccount, send } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import {
  changeFirstLoad,
  expectNoOverflow,
  expectSeen,
  goWithin,
  row,
  small,
  timeOf,
  title,
  todayOf,
  wide,
} from './steps.ts'
import { payer, pin } from './transfer-steps.ts'

async function addAccount(page: Page) {
  await goWithin(page, '/c/my-accounts')
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await dialog.getByLabel('Currency').selectOption('eur')
  await dialog.getByLabel('Account name').fill('Travel')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(dialog).toBeHidden()
  // It takes its entry of the history along as it closes.
  await expect.poll(() => layersOf(page)).toEqual([])
}

const switcher = (page: Page) => page.getByRole('button', { name: /^Account:/ })

// shows §1.7 §1.8 §2.8.6 §2.9.2 §2.9.3 §2.10.1 §2.10.6 §2.11.3 §3.7 §9.32 D32 D34 D36 D125 D130
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
  await expect(row(page, /Bank deposit/)).toHaveText(
    /^\S*Bank deposit\d\d \w{3} \d{4}, \d\d:\d\d\+\$500\.00completed$/,
  )
  await expect(page.getByText('Showing all transactions')).toBeVisible()
  const chart = page.getByRole('region', { name: 'Money Flow Chart' })
  await expect(chart.getByRole('row', { name: 'Credit $500.00 100%' })).toBeAttached()
  await expect(chart).toContainText(/Income · [A-Z]\w+\+\$500\.00/)
  const panel = page.getByRole('complementary', { name: 'Account overview' })
  await expect(panel).toContainText('$500.00 USD')
  await expect(panel.getByRole('button', { name: /Bank deposit/ })).toBeVisible()
  await expect(page.getByText('© 2024 Passbook')).toBeVisible()
  await expect(page.getByText('Demo bank, no real money')).toBeVisible()
  await expectAccessible(page)
})

test('the overview loads the files of no other page', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(small)
  await bank.enter(page, ada)
  const files = filesOf(page)
  // What accompanies every page has come by then.
  const listens = page.waitForRequest('**/api/events')
  await page.reload()
  await expect(page.getByRole('link', { name: /Safe to spend/ })).toContainText('$')
  await listens
  expect(files).toContain('live')
  const own = ['rolldown-runtime', 'base', 'login', 'query', 'shared', 'area', 'live', 'dialog']
  const later = ['home', 'period', 'receive', 'export', 'contract-due', 'contract-search']
  expect(new Set(files).difference(new Set([...own, ...later, 'kept-files']))).toEqual(new Set())
})

test('a transfer loads no reader of codes, and sign-up nothing of the customer area', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  const files = filesOf(page)
  await page.goto('/signup')
  await expect(page.getByText('Savings Account')).toBeVisible()
  expect(files).toContain('auth')
  for (const name of ['area', 'query', 'orders', 'live', 'home']) expect(files).not.toContain(name)
  await bank.enter(page, ada, '/c/transfer')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Select Transfer Type')
  expect(files).toContain('orders')
  for (const name of ['picture-code', 'qr', 'sent', 'home']) expect(files).not.toContain(name)
})

/** The scripts that a page asks for from now on, by their names. */
function filesOf(page: Page): string[] {
  const files: string[] = []
  page.on('request', (request) => {
    const name = /\/assets\/([\w-]+?)-[\w-]{7}\.js$/.exec(request.url())?.[1]
    if (name) files.push(name)
  })
  return files
}

// shows §1.7 §2.9.2
test('the panel shows balance, income and expenses of the account that is selected', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  const bob = await bank.customer()
  await openAccount(bank, ada, 'eur')
  await send(bank, ada, 'transfer/local', {
    source_account: (await firstAccount(bank, ada)).Id,
    amount: '120.00',
    pin,
    acc_number: bob.accountNumber,
    acc_name: bob.name,
  })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const panel = page.getByRole('complementary', { name: 'Account overview' })
  const glance = panel.getByRole('tabpanel', { name: 'Selected account' })
  await expect(glance).toHaveText(
    /^Balance \$380\.00 USDIncome · All time\+\$500\.00Expenses · All time−\$120\.00$/,
  )
  await panel.getByRole('tab', { name: 'Travel' }).click()
  await expect(glance).toHaveText(
    /^Balance €0\.00 EURIncome · All time\+€0\.00Expenses · All time−€0\.00$/,
  )
})

// shows §2.8.8 §2.10.7 §2.11.9 D28
test('the overview fits a phone, with tabs below and a menu that keeps the focus', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(small)
  await bank.enter(page, ada)
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$500.00')
  await expect(page.getByLabel('Start date')).toHaveValue(await todayOf(bank))
  await expect(page.getByLabel('End date')).toHaveCount(0)
  await expectNoOverflow(page)
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

// shows §1.7 §2.9.1 §2.10.2 §4.18 §4.20 D106
test('the switcher changes balance, list and totals, and drops the late reply of the last account', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await addAccount(page)
  await goWithin(page, '/c')
  await expect(row(page, /Bank deposit/)).toHaveCount(1)
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name: /Travel/ }).click()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('€0.00')
  await expect(row(page, /Bank deposit/)).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Travel' })).toHaveAttribute('aria-selected', 'true')

  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  // The menu takes its entry of the history along as it closes, and a browser gives up a load for that.
  await expect.poll(() => layersOf(page)).toEqual([])
  await page.reload()
  await expect(row(page, /Bank deposit/)).toHaveCount(1)
  await page.route('**/api/transactions/**start_date=2020*', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await page.getByLabel('Start date').fill('2020-01-01')
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name: /Travel/ }).click()
  await page.unroute('**/api/transactions/**start_date=2020*')
  release()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('€0.00')
  await expect(row(page, /Bank deposit/)).toHaveCount(0)
})

// shows §2.19.5 §4.19 §8.18 D105
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
  await page.getByRole('link', { name: 'Ask for a card' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('A new card')
  await goWithin(page, '/c')
  await expect(page.getByText(/You have no account yet/)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Account' })).toBeVisible()
  expect(asked).toEqual([])
})

const inkOf = (text: Locator) => text.evaluate((node) => getComputedStyle(node).color)

/** What a colour is called; what has hardly any is grey. */
function hueOf(colour: string): string {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const chroma = most - least
  if (chroma < 48) return 'grey'
  if (most === blue) return green > red ? 'blue' : 'violet'
  if (most === green) return 'green'
  const degrees = (60 * (green - blue)) / chroma
  return degrees > 25 ? 'amber' : 'red'
}

// shows §1.8 §2.9.3 §2.10.10 §2.11.3 §2.11.7 §4.22 §4.23 §4.24 §9.19 D33 D44 D141 D150 D165
test('rows show state, sign and style, and the chart its colours', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '5.00' })
  const now = await timeOf(bank)
  const line = (Id: string, change: object) => ({
    Id,
    Created: now.toISOString(),
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
  const created = formatDateTime(now, 'UTC')
  const expected = [
    ['Paid', 'completed', 'debit', /\u2212\$10\.00/, 'grey'],
    ['Received', 'completed', 'transfer', /\+\$10\.00/, 'grey'],
    ['Lent', 'completed', 'loan', /\+\$10\.00/, 'blue'],
    ['Waiting', 'pending', 'pending', /\u2212\$10\.00/, 'amber'],
    ['Broken', 'failed', 'failed', /\u2212\$10\.00/, 'red'],
  ] as const
  const rowOf = (name: string) => main.getByRole('button', { name: new RegExp(`^${name}`) })
  for (const [name, state, look, amount] of expected) {
    const row = rowOf(name)
    await expect(row.locator('[data-state]')).toHaveAttribute('data-state', state)
    await expect(row).toHaveAttribute('data-look', look)
    await expect(row).toHaveText(amount)
    await expectSeen(row.getByText(state, { exact: true }))
    await expectSeen(row.getByText(created, { exact: true }))
  }
  // Each of the five can be told from the others at a glance, by day and by night: two have a grey
  // tick, and of these what came in has its amount in blue.
  const seen: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
    const tints: string[] = []
    for (const [name, state, , amount, hue] of expected) {
      const icon = rowOf(name).locator('[data-state]')
      const tint = await icon.evaluate((node) => getComputedStyle(node).backgroundColor)
      expect(hueOf(tint), name).toBe(hue)
      const money = await inkOf(rowOf(name).locator('bdi').last())
      // Money out is written in the ink of its row, and only what comes in is blue; what failed has
      // not moved, and is dimmed.
      const ink = await inkOf(rowOf(name).getByText(name, { exact: true }))
      if (amount.source.startsWith('\\+')) expect(hueOf(money), name).toBe('blue')
      else if (state === 'failed') expect(hueOf(money), name).toBe('grey')
      else expect(money, name).toBe(ink)
      tints.push(`${tint} ${money}`)
    }
    expect(new Set(tints).size).toBe(expected.length)
    seen.push(tints.join())
  }
  expect(seen[0]).not.toBe(seen[1])
  // The eye finds date and state of each line in the narrowest places too: beside the page, and on a phone.
  const recent = page.getByRole('region', { name: 'Recent transactions' })
  await expectSeen(recent.getByText('completed', { exact: true }).first())
  await expectSeen(recent.getByRole('time').first())
  await page.setViewportSize({ width: 320, height: 700 })
  for (const [name, state] of expected) {
    await expectSeen(rowOf(name).getByText(state, { exact: true }))
    await expectSeen(rowOf(name).getByText(created, { exact: true }))
  }
  await expectNoOverflow(page)
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

// shows §2.10.2 §4.21 D36 D132
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

// shows §2.9.5 §2.9.6 §2.9.7 D11
test('quick actions and tiles open their dialogs and give the focus back', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const actions = page.getByRole('navigation', { name: 'Quick actions' })
  const panel = page.getByRole('complementary', { name: 'Account overview' })
  const controls = [
    [actions.getByRole('button', { name: 'Transfer' }), 'Select Transfer Type'],
    [actions.getByRole('button', { name: 'Deposit' }), 'Select Deposit Method'],
    [panel.getByRole('button', { name: 'Manage bills' }), /Bill/],
    [panel.getByRole('button', { name: 'Add a bill' }), /Bill/],
    [panel.getByRole('button', { name: 'Get Loan' }), 'Quick Loan'],
    [panel.getByRole('button', { name: 'Repay Loan' }), 'Quick Loan'],
    [panel.getByRole('button', { name: 'Manage recipients' }), /Recipient/],
    [panel.getByRole('button', { name: 'Add a recipient' }), /Recipient|Beneficiary/],
  ] as const
  for (const [control, name] of controls) {
    await control.click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(control).toBeFocused()
  }
  await page.setViewportSize(small)
  await expect(page.getByRole('main').getByRole('button', { name: 'Add a bill' })).toBeVisible()
  await actions.getByRole('link', { name: 'History' }).click()
  await expect(title(page)).toHaveText('Transaction History')
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
  await expect(page.getByLabel('Username')).toBeVisible()
  await tabTo(/^Username/)
  await page.keyboard.type(ada.username)
  await tabTo(/^Password/)
  await page.keyboard.type(ada.password)
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await tabTo(/Savings USD/)
  await press('ArrowDown')
  await expect(page.getByRole('tab', { name: 'Travel' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('€0.00')
  await tabTo(/^Account: Travel/)
  await press('Enter')
  await press('ArrowUp')
  await press('Enter')
  await expect(switcher(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$500.00')

  await tabTo(/^Start date/)
  await page.keyboard.type('03052024')
  await expect(page.getByText(/^Showing 05 Mar 2024 to/)).toBeVisible()
  // The list of those dates has come: its rows are new ones.
  await expect(page.getByRole('main').getByRole('button', { name: /Bank deposit/ })).toBeVisible()
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
