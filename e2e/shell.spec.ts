import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { call, orderPending } from './beside-the-browser.ts'
import { expect, expectAccessible, type Person, type TestedBank, test } from './fixture.ts'

const wide = { width: 1440, height: 900 }
const small = { width: 390, height: 844 }

const payer = { balance: '500.00', pin: '4821', flags: { UseOtp: false } }
const pay = (bank: TestedBank, person: Person, amount: string) =>
  orderPending(bank, person, { amount, pin: '4821' })
/** A row of the page itself; the panel beside it has rows of its own. */
const row = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Something happens only once the page hears the bank. */
async function listening(page: Page) {
  await page.waitForResponse((reply) => reply.url().endsWith('/api/events') && reply.ok())
}

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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the round button opens one panel with two modes, in ${colorScheme}`, async ({
    page,
    bank,
  }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(small)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await bank.enter(page, ada)
    const round = page.getByRole('button', { name: 'Transfer or deposit' })
    await round.click()
    const transfer = page.getByRole('dialog', { name: 'Select Transfer Type' })
    await expect(transfer.getByRole('tab', { name: 'Transfer' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(transfer.getByRole('button', { name: /Local Transfer/ })).toBeVisible()
    await expectAccessible(page)
    await transfer.getByRole('tab', { name: 'Transfer' }).focus()
    await page.keyboard.press('ArrowRight')
    const deposit = page.getByRole('dialog', { name: 'Select Deposit Method' })
    await expect(deposit.getByRole('tab', { name: 'Deposit' })).toBeFocused()
    await expect(deposit.getByRole('button', { name: /Direct Bank Transfer/ })).toBeVisible()
    await expectAccessible(page)
    await deposit.getByRole('button', { name: /Direct Bank Transfer/ }).click()
    await expect(page.getByRole('dialog', { name: 'Direct Bank Transfer' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Deposit' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(round).toBeFocused()
  })
}

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

test('a dialog whose code cannot be had says so, and comes at the next try', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await page.route('**/assets/loan-dialogs-*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Get Loan' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('connection error')
  await page.unroute('**/assets/loan-dialogs-*.js')
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'OK' }).click()])
  await page.getByRole('button', { name: 'Get Loan' }).click()
  await expect(page.getByRole('dialog', { name: 'Quick Loan' })).toBeVisible()
})

test('a transfer that settles turns its row and moves the balance in an open page', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer(payer)
  const id = await pay(bank, ada, '120.00')
  await page.setViewportSize(wide)
  const ready = listening(page)
  await bank.enter(page, ada)
  const balances = page.getByRole('region', { name: 'Balances' })
  await expect(balances).toContainText('$500.00')
  await expect(balances).toContainText('$380.00')
  await expect(row(page, /Jo Whitfield.*pending/)).toBeVisible()
  await ready
  await row(page, /Jo Whitfield/).click()
  await expect(page.getByRole('dialog')).toContainText('Pending')

  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await bank.operate('settle', id)
  await expect(page.getByRole('dialog')).toContainText('Completed')
  await page.keyboard.press('Escape')
  await expect(row(page, /Jo Whitfield.*completed/).locator('[data-state=completed]')).toBeVisible()
  await expect(balances).not.toContainText('$500.00')
  await expect(page.locator('[data-live]')).toContainText('Transfer completed')
  const panel = page.getByRole('complementary', { name: 'Account overview' })
  await expect(panel).toContainText('$380.00 USD')
  await expect(page.getByRole('link', { name: /unread notification/ })).toHaveAccessibleName(
    /^[1-9]/,
  )
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
  expect(await bank.findings()).toEqual([])
})

test('money that comes in shows in every tab, over one line', async ({ page, bank, context }) => {
  const ada = await bank.customer({ balance: '500.00' })
  const lines: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) lines.push(request.url())
  })
  await page.setViewportSize(wide)
  const ready = listening(page)
  await bank.enter(page, ada)
  await ready
  const other = await context.newPage()
  await other.goto('/c/transactions')
  await expect(row(other, /Bank deposit/)).toHaveCount(1)
  await bank.operate('fund', ada.accountNumber, '7.00')
  for (const tab of [page, other]) {
    await expect(row(tab, /Bank deposit.*\+\$7\.00/)).toBeVisible()
    await expect(tab.locator('[data-live]')).toContainText('Money received')
  }
  expect(lines).toHaveLength(1)
  await page.close()
  await bank.operate('fund', ada.accountNumber, '8.00')
  await expect(row(other, /Bank deposit.*\+\$8\.00/)).toBeVisible()
  expect(lines).toHaveLength(2)
})

test('a line that breaks is opened again, and what was missed is fetched', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  let asked = 0
  await page.route('**/api/events', async (route) => {
    asked += 1
    if (asked > 2) return route.continue()
    if (asked === 2) return route.abort()
    await route.fulfill({
      contentType: 'text/event-stream',
      body: 'data: {"transactions":[],"unReadNotifications":9}\n\n',
    })
  })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await expect(page.getByRole('link', { name: '9 unread notifications' })).toBeVisible()
  await bank.operate('fund', ada.accountNumber, '3.00')
  await expect(row(page, /Bank deposit.*\+\$3\.00/)).toBeVisible({ timeout: 25_000 })
  expect(asked).toBe(3)
})

test('notifications are listed, marked, read by opening them and lead to their transaction', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer(payer)
  const id = await pay(bank, ada, '20.00')
  await page.setViewportSize(wide)
  const ready = listening(page)
  await bank.enter(page, ada)
  await ready
  await bank.operate('settle', id)
  const bell = page.getByRole('link', { name: /unread notification/ })
  await expect(bell).toHaveAccessibleName(/^[1-9]/)
  await bell.click()
  await expect(bell).toHaveAccessibleName('0 unread notifications')
  const sent = page.getByRole('main').getByRole('button', { name: /New: Money sent/ })
  await expect(sent).toContainText('$20.00 to Jo Whitfield')
  await sent.click()
  await expect(page.getByRole('dialog', { name: 'Transaction Details' })).toContainText(
    'Jo Whitfield',
  )
  await page.keyboard.press('Escape')
  await expect(sent).toBeFocused()

  // What comes while the list is open is on top of it, and read.
  await bank.operate('fund', ada.accountNumber, '5.00')
  await expect(page.getByRole('main').getByRole('button').first()).toContainText('Money received')
  await expect(bell).toHaveAccessibleName('0 unread notifications')
  await page.reload()
  await expect(page.getByRole('main').getByRole('button', { name: /^Money sent/ })).toBeVisible()
  await expect(page.getByText('New: ')).toHaveCount(0)
})

test('notifications come in pages', async ({ page, bank }) => {
  const ada = await bank.customer()
  for (let at = 1; at <= 24; at++) await bank.operate('fund', ada.accountNumber, `${at}.00`)
  await page.setViewportSize(small)
  await expect(async () => {
    const { data } = await call(bank, ada, 'notifications')
    expect((data.Meta as { PageSize: number }).PageSize).toBe(2)
  }).toPass()
  await bank.enter(page, ada, '/c/notifications')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(20)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(
    page.getByRole('main').getByRole('button', { name: /New: .*\$1\.00/s }),
  ).toBeVisible()
})

const readers = {
  CSV: (text: string) => text.trim().split('\r\n').length - 3,
  OFX: (text: string) => text.match(/<STMTTRN>/g)?.length ?? 0,
  QIF: (text: string) => text.match(/^T-?\d/gm)?.length ?? 0,
  'camt.053': (text: string) => text.match(/<Ntry>/g)?.length ?? 0,
}

test('each export holds the account and the dates on screen', async ({ page, bank }) => {
  test.slow()
  const ada = await bank.customer()
  for (let at = 1; at <= 12; at++) await bank.operate('fund', ada.accountNumber, `${at}.00`)
  await page.setViewportSize(wide)
  const save = async (name: string) => {
    await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ])
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
  }
  for (const path of ['/c', '/c/transactions']) {
    await bank.enter(page, ada, path)
    for (const [label, rows] of Object.entries(readers)) {
      const { name, text } = await save(label)
      expect(name).toContain(ada.accountNumber)
      // A QIF file opens with an entry of its own: the balance of before.
      expect(rows(text)).toBe(label === 'QIF' ? 13 : 12)
    }
  }
  await bank.enter(page, ada, '/c/transactions?start=2020-01-01&end=2020-12-31')
  const { name, text } = await save('CSV')
  expect(name).toContain('2020-01-01-2020-12-31')
  expect(readers.CSV(text)).toBe(0)

  await page.route('**/api/export/**', (route) => route.abort())
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'OFX' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('connection error')
})

test('the export menu is worked by keyboard, and a statement opens to be printed', async ({
  page,
  bank,
  context,
}) => {
  const ada = await bank.customer(payer)
  await pay(bank, ada, '20.00')
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const button = page.getByRole('main').getByRole('button', { name: 'Export' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: /Printable statement/ })).toBeFocused()
  const [sheet] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
  await expect(sheet.getByRole('heading', { name: 'Account Statement' })).toBeVisible()
  await expect(sheet.getByRole('main')).toContainText(ada.accountNumber)
  await expect(sheet.getByRole('row', { name: /Closing balance 500\.00/ })).toBeVisible()
  await expect(sheet.getByRole('row', { name: /Jo Whitfield Pending/ })).toContainText('-20.00')
  await expectAccessible(sheet)
  await sheet.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('button', { name: 'Print' })).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the whole shell is accessible in ${colorScheme}`, async ({ page, bank }) => {
    test.slow()
    const ada = await bank.customer(payer)
    await pay(bank, ada, '20.00')
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const size of [wide, small]) {
      await page.setViewportSize(size)
      for (const path of ['/c', '/c/transactions']) {
        await bank.enter(page, ada, path)
        await expect(row(page, /Jo Whitfield/)).toBeVisible()
        await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      }
    }
  })
}
