import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { row, small, wide } from './steps.ts'

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const menu = (page: Page) => page.getByRole('menu', { name: 'Export as' })

/** What lies over a page: where it is opened, how, and what is seen then. */
const overlays = {
  phone: [
    { at: '/c', opener: 'Menu', seen: (page: Page) => dialog(page, 'Ada Lovelace') },
    {
      at: '/c',
      opener: 'Transfer or deposit',
      seen: (page: Page) => dialog(page, 'Select Transfer Type'),
    },
    { at: '/c/transactions', opener: 'Export', seen: menu },
  ],
  desk: [
    { at: '/c', opener: 'Transfer', seen: (page: Page) => dialog(page, 'Select Transfer Type') },
    { at: '/c', opener: 'Deposit', seen: (page: Page) => dialog(page, 'Select Deposit Method') },
    {
      at: '/c/my-accounts',
      opener: 'Add account',
      seen: (page: Page) => dialog(page, 'Add Account'),
    },
    { at: '/c/transactions', opener: 'Export', seen: menu },
  ],
}

const sizes = { phone: small, desk: wide }

// The entry that a traversal led to: every page of the journeys below has a name of its own.
const at = (page: Page) => new URL(page.url()).pathname

const layersOf = (page: Page) => page.evaluate(() => history.state.layers ?? [])

for (const [size, list] of Object.entries(overlays)) {
  // shows D152
  test(`Back closes what lies over a page and stays there, on a ${size}`, async ({
    page,
    bank,
  }) => {
    test.slow()
    const ada = await bank.customer({ firstName: 'Ada', lastName: 'Lovelace', balance: '500.00' })
    await page.setViewportSize(sizes[size as keyof typeof sizes])
    await bank.enter(page, ada, '/c/debts')
    for (const { at: path, opener, seen } of list) {
      if (at(page) !== path) await page.goto(path)
      await press(page, opener)
      await expect(seen(page)).toBeVisible()
      await page.goBack()
      await expect(seen(page)).toBeHidden()
      expect(at(page)).toBe(path)
      // Closed by hand it leaves nothing behind.
      await press(page, opener)
      await expect(seen(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(seen(page)).toBeHidden()
      await expect.poll(() => layersOf(page)).toEqual([])
    }
    // The way back is as long as the pages that were walked to.
    await page.goBack()
    await expect.poll(() => at(page)).not.toBe('/c/transactions')
  })
}

// shows D152
test('a link out of a menu takes its place, and a detail closes before the page', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ firstName: 'Ada', balance: '500.00' })
  await page.setViewportSize(small)
  await bank.enter(page, ada, '/c/transactions')
  await row(page, /500/).first().click()
  const over = page.getByRole('dialog')
  await expect(over).toBeVisible()
  await page.goBack()
  await expect(over).toBeHidden()
  expect(at(page)).toBe('/c/transactions')

  await press(page, 'Menu')
  await over.getByRole('link', { name: 'My Cards' }).click()
  await expect(page).toHaveURL(/\/c\/cards$/)
  await expect(over).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/c\/transactions$/)
  await expect(over).toHaveCount(0)
  await page.goForward()
  await expect(page).toHaveURL(/\/c\/cards$/)
})

// shows D152
test('a panel is there again after Forward and a reload, a menu is not', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await press(page, 'Transfer')
  const panel = dialog(page, 'Select Transfer Type')
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toBeHidden()
  await page.goForward()
  await expect(panel).toBeVisible()
  await page.reload()
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toBeHidden()
  expect(at(page)).toBe('/c')

  await page.goto('/c/transactions')
  await press(page, 'Export')
  await expect(menu(page)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  await expect(menu(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/c$/)
})
