import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from './accessible.ts'
import { expect, test } from './fixture.ts'
import { changeFirstLoad, chooseAccount, goWithin, small, todayOf, wide } from './steps.ts'
import { pin } from './transfer-steps.ts'

const pages = [
  ['/c', 'Welcome to Dashboard', 'Dashboard'],
  ['/c/transactions', 'Transaction History', 'Transactions'],
  ['/c/my-accounts', 'My Accounts', 'Accounts'],
  ['/c/cards', 'My Cards', 'My Cards'],
  ['/c/profile', 'My Profile', 'Profile'],
  ['/c/profile/security', 'Security', 'Profile'],
  ['/c/debts', 'Debts', 'Debts'],
  ['/c/nowhere', 'Page not found', 'There is nothing at this address'],
] as const

// shows §2.1.11 §2.1.14 §2.1.15 §2.1.16 §2.1.17 §2.1.18 §2.8.6 D8
test('every page says where it is and is accessible, in light and in dark', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await bank.enter(page, ada)
  for (const [path, title, subtitle] of pages) {
    if (path !== '/c') await goWithin(page, path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(title)
    await expect(heading.locator('+ p')).toHaveText(subtitle)
    await expect(page).toHaveTitle(`${title} · Passbook`)
    await expect(page.locator('head title')).toHaveCount(1)
    await expectAccessibleInBoth(page)
  }
})

// shows §2.8.12 §4.15 §9.9 D29 D151
test('a cover lies over the page while it changes, and nothing can be reached beneath it', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  // Journeys run with a short cover; without the attribute the page takes the told time.
  await page.route('**/c', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.text()).replace(/ data-cover-ms="\d+"/, '')
    await route.fulfill({ response: reply, body })
  })
  await page.clock.install()
  await bank.enter(page, ada)
  await expect(page.getByRole('region', { name: 'Balances' })).toBeVisible()
  const cover = page.getByText('Please Wait')
  await expect(cover).toBeHidden()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('link', { name: 'My Cards' }).first().click()
  await expect(cover).toBeVisible()
  await expect(page.locator('[inert][aria-busy=true]')).toHaveCount(1)
  // Over all of it: the frame is seen through it, and in it the title and the bars of the next page,
  // down to the end of the screen.
  const over = page.getByRole('status').filter({ has: cover })
  expect(await over.boundingBox()).toEqual({ x: 0, y: 0, ...wide })
  await expect(page.locator('nav a').first()).toBeInViewport()
  await expect(page.locator('h1')).toHaveText('My Cards')
  const bars = page.locator('main [aria-busy=true]').first()
  await expect(bars).toBeInViewport()
  const place = await bars.locator('..').boundingBox()
  expect(place?.width).toBe((await page.locator('main').boundingBox())?.width)
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeGreaterThanOrEqual(wide.height)
  await page.clock.runFor(1499)
  await expect(bars).toBeInViewport()
  await expect(cover).toBeVisible()
  await page.clock.runFor(1)
  await expect(cover).toBeHidden()
  await expect(bars).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'My Cards' })).toBeFocused()
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

// shows §2.1.12 §2.1.13 §2.1.19 §2.8.1 §2.8.2 §2.9.1 §2.9.4 §2.9.5 §2.10.5 D8 D25
test('the other pages have their title, subtitle and panel, and the menu its entries', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '5.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  for (const [path, title, subtitle, panel] of more) {
    await goWithin(page, path)
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
  await goWithin(page, '/c')
  const quick = page.getByRole('navigation', { name: 'Quick actions' })
  await expect(quick.getByRole('link', { name: 'History' })).toHaveAttribute(
    'href',
    '/c/transactions',
  )
  await expect(quick.getByRole('link', { name: 'My Cards' })).toHaveAttribute('href', '/c/cards')
})

// shows §2.8.3 §2.21.1 D31 D131
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

// shows §9.24
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

/** Notes how long each step of a flow took to slide in, from now on. */
const noteSlides = (page: Page) =>
  page.addInitScript(() => {
    const slides: number[] = []
    Object.assign(window, { slides })
    addEventListener('animationend', ({ animationName, elapsedTime }) => {
      if (/^(?:onward|back)-/.test(animationName)) slides.push(elapsedTime)
    })
  })

/** So many steps have come in, each of them in half a second. */
async function expectSlid(page: Page, count: number) {
  const slides = () => page.evaluate(() => (window as { slides?: number[] }).slides)
  await expect.poll(slides).toEqual(Array(count).fill(0.5))
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  // shows §2.8.7 §4.28 §9.10 D166
  test('panels, menu and sections move for half a second', async ({ page, bank }) => {
    const ada = await bank.customer()
    await noteSlides(page)
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
    // The steps in the panel, which moves by itself.
    await panel.getByRole('button', { name: /^Local Transfer/ }).click()
    await expectSlid(page, 1)
    const form = page.getByRole('dialog', { name: 'Local Transfer' })
    await form.getByRole('button', { name: 'BACK', exact: true }).click()
    await expectSlid(page, 2)
  })

  // shows §4.28 §9.10 D166
  test('the steps of a deposit, a transfer and a bill slide in for half a second', async ({
    page,
    bank,
  }) => {
    const ada = await bank.customer({ balance: '500.00', pin, flags: { UseOtp: false } })
    await noteSlides(page)
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/add-funds')
    await page.getByRole('button', { name: /^Direct Bank Transfer/ }).click()
    await expectSlid(page, 1)
    await chooseAccount(page.getByLabel('Recipient Account'))
    await page.getByLabel('Amount').fill('25')
    await page.getByRole('button', { name: 'PROCEED' }).click()
    await expect(page.getByRole('group', { name: 'Confirm Transaction' })).toBeVisible()
    await expectSlid(page, 2)
    await page.getByRole('button', { name: 'BACK', exact: true }).click()
    await expectSlid(page, 3)

    await page.goto('/c/transfer')
    await page.getByRole('button', { name: /^Transfer To Bank Card/ }).click()
    await expectSlid(page, 1)
    await page.getByRole('button', { name: 'BACK', exact: true }).click()
    await expectSlid(page, 2)

    await page.goto('/c/pay-bill')
    await page.getByRole('button', { name: 'Add biller' }).click()
    await expectSlid(page, 1)

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('group', { name: 'Select Biller' })).toBeVisible()
    await page.waitForTimeout(700)
    await expectSlid(page, 1)
  })
})

// shows §2.8.1 §2.8.5 §2.8.7 §2.11.1 §2.11.9 §9.8 §9.33 D30
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
  await expect(page.getByLabel('End date')).toHaveValue(await todayOf(bank))
  await expect(page.getByRole('link', { name: 'Send Money' })).toHaveAttribute(
    'href',
    '/c/transfer',
  )
  await expect(page.getByRole('banner').getByRole('link', { name: 'Add Funds' })).toHaveAttribute(
    'href',
    '/c/add-funds',
  )
})
