import { expectAccessible, expectAccessibleInBoth } from './accessible.ts'
import { layersOf } from './back-steps.ts'
import { orderPending } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { expectNoOverflow, goWithin, hold, row, small, title, wide } from './steps.ts'
import { payer, pin } from './transfer-steps.ts'

// shows §2.1.11 §2.1.12 §2.1.13 §2.1.14 §2.1.15 §2.1.17 §2.1.18 §2.8.3 §2.8.5
// asvs 7.4.4
test('the icon menu and the top bar lead to every page of theirs', async ({ page, bank }) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const rail = page.getByRole('navigation', { name: 'Main' })
  const entries = [
    ['Transfer', 'Select Transfer Type', 'Transfer Funds'],
    ['Add Funds', 'Select Method', 'Fund Account'],
    ['Accounts', 'My Accounts', 'Accounts'],
    ['Debts', 'Debts', 'Debts'],
    ['My Cards', 'My Cards', 'My Cards'],
    ['Profile', 'My Profile', 'Profile'],
    ['Support', 'Leave Us a Message', 'Support'],
    ['Overview', 'Welcome to Dashboard', 'Dashboard'],
  ] as const
  for (const [name, heading, subtitle] of entries) {
    await rail.getByRole('link', { name, exact: true }).click()
    await expect(title(page)).toHaveText(heading)
    await expect(title(page).locator('+ p')).toHaveText(subtitle)
  }
  await expect(rail.getByRole('link', { name: 'Transactions' })).toHaveCount(0)
  // All of it is seen on a low screen, and every name on one line.
  await page.setViewportSize({ width: 1024, height: 768 })
  const [support, orders, logout] = await Promise.all([
    rail.getByRole('link', { name: 'Support' }).boundingBox(),
    page.getByRole('link', { name: 'Standing orders' }).boundingBox(),
    rail.getByRole('link', { name: 'Logout' }).boundingBox(),
  ])
  expect(orders?.height).toBe(support?.height)
  expect((logout?.y ?? 768) + (logout?.height ?? 0)).toBeLessThanOrEqual(768)
  expect(logout?.y).toBeGreaterThan((orders?.y ?? 768) + (orders?.height ?? 0))
  await page.setViewportSize(wide)
  const bar = page.getByRole('banner')
  await bar.getByRole('link', { name: 'Send Money' }).click()
  await expect(title(page)).toHaveText('Select Transfer Type')
  await bar.getByRole('link', { name: 'Add Funds' }).click()
  await expect(title(page)).toHaveText('Select Method')
  await bar.getByRole('link', { name: /unread notification/ }).click()
  await expect(title(page)).toHaveText('Notifications')
  await bar.getByRole('link', { name: ada.name }).click()
  await expect(title(page)).toHaveText('My Profile')
})

// shows §2.1.20 §2.1.21 §2.8.10 §2.8.11 §2.15.14 D26 D27
test('the menu of a phone has ten entries and four shortcuts, and none is dead', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(small)
  await bank.enter(page, ada)
  const open = async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'Menu' })
      .click()
    await expect(page.getByRole('dialog', { name: ada.name })).toBeVisible()
  }
  const menu = page.getByRole('dialog').getByRole('navigation', { name: 'Menu' })
  await open()
  await expect(menu.locator('a, button')).toHaveText([
    'Overview',
    'Transfer/Deposit',
    'Transactions',
    'Cards',
    'Pay Bill',
    'Quick Loans',
    'Accounts',
    'Profile',
    'Support',
    'Logout',
  ])
  // What the bank does beyond them stands above the way out.
  const more = page.getByRole('dialog').getByRole('navigation', { name: 'More' })
  const [orders, logout] = await Promise.all([
    more.getByRole('link', { name: 'Standing orders' }).boundingBox(),
    menu.getByRole('link', { name: 'Logout' }).boundingBox(),
  ])
  expect(orders?.y).toBeLessThan(logout?.y ?? 0)
  await expectAccessible(page)
  const pages = [
    ['Transactions', 'Transaction History'],
    ['Cards', 'My Cards'],
    ['Pay Bill', 'Pay Bill'],
    ['Quick Loans', 'Quick Loans'],
    ['Accounts', 'My Accounts'],
    ['Profile', 'My Profile'],
    ['Support', 'Leave Us a Message'],
    ['Overview', 'Welcome to Dashboard'],
  ] as const
  for (const [name, heading] of pages) {
    await menu.getByRole('link', { name }).click()
    await expect(title(page)).toHaveText(heading)
    await expect(menu).toBeHidden()
    await open()
  }
  await menu.getByRole('button', { name: 'Transfer/Deposit' }).click()
  await expect(page.getByRole('dialog', { name: 'Select Transfer Type' })).toBeVisible()
  await expect(menu).toBeHidden()
  await page.keyboard.press('Escape')
  await open()
  const shortcuts = page.getByRole('dialog').getByRole('navigation', { name: 'Shortcuts' })
  await expect(shortcuts.locator('a, button')).toHaveText([
    'Transfer',
    'Deposit',
    'History',
    'My Cards',
  ])
  await shortcuts.getByRole('button', { name: 'Deposit' }).click()
  await expect(page.getByRole('dialog', { name: 'Select Deposit Method' })).toBeVisible()
  await page.keyboard.press('Escape')
  await open()
  await menu.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

// shows §2.8.9 §2.15.13 D27
test('the round button opens one panel with two modes, in light and in dark', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(small)
  await bank.enter(page, ada)
  const round = page.getByRole('button', { name: 'Transfer or deposit' })
  await round.click()
  const transfer = page.getByRole('dialog', { name: 'Select Transfer Type' })
  await expect(transfer.getByRole('tab', { name: 'Transfer' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(transfer.getByRole('button', { name: /Local Transfer/ })).toBeVisible()
  await expectAccessibleInBoth(page)
  await transfer.getByRole('tab', { name: 'Transfer' }).focus()
  await page.keyboard.press('ArrowRight')
  const deposit = page.getByRole('dialog', { name: 'Select Deposit Method' })
  await expect(deposit.getByRole('tab', { name: 'Deposit' })).toBeFocused()
  await expect(deposit.getByRole('button', { name: /Direct Bank Transfer/ })).toBeVisible()
  await expectAccessibleInBoth(page)
  await deposit.getByRole('button', { name: /Direct Bank Transfer/ }).click()
  await expect(page.getByRole('dialog', { name: 'Direct Bank Transfer' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Deposit' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(round).toBeFocused()
})

test(
  'a window that becomes wide keeps its title, also before the tools beside it are there',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/debts')
    await expect(title(page)).toBeFocused()
    const letGo = await hold(page, '**/assets/wide-*.js')
    await page.setViewportSize(wide)
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
    await expect(bar.getByRole('heading', { level: 1, name: 'Debts' })).toBeVisible()
    await expectAccessible(page)
    const before = await title(page).boundingBox()
    letGo()
    await expect(bar.getByRole('link', { name: 'Send Money' })).toBeVisible()
    expect((await title(page).boundingBox())?.y).toBe(before?.y)
  },
)

test(
  'a dialog whose code cannot be had says so, and comes at the next try',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    await page.route('**/assets/loans-*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Get Loan' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('connection error')
    await page.unroute('**/assets/loans-*.js')
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'OK' }).click()])
    await page.getByRole('button', { name: 'Get Loan' }).click()
    await expect(page.getByRole('dialog', { name: 'Quick Loan' })).toBeVisible()
  },
)

test('the whole shell is accessible, in light and in dark', onlyLong, async ({ page, bank }) => {
  test.slow()
  const ada = await payer(bank)
  await orderPending(bank, ada, { amount: '20.00', pin })
  for (const size of [wide, small]) {
    await page.setViewportSize(size)
    for (const path of ['/c', '/c/transactions']) {
      if (path === '/c') await bank.enter(page, ada)
      else await goWithin(page, path)
      // What waits is on the list, and on the overview among what is coming up too.
      await expect(row(page, /Jo Whitfield/).first()).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
      await expectAccessibleInBoth(page)
      await expectNoOverflow(page)
      await page.keyboard.press('Escape')
      await expect.poll(() => layersOf(page)).toEqual([])
    }
  }
})

// shows §2.8.13 §4.14 §7.5 §8.7
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
