import type { Page } from '@playwright/test'
import { fund, openAccount, orderPending, send } from './beside-the-browser.ts'
import { coveredControls, expectNothingCovered, smallWidths, wideWidths } from './covered.ts'
import { fillIn, unused } from './entry-steps.ts'
import { expect, onlyLong, type Person, type TestedBank, test } from './fixture.ts'
import { chooseAccount, goWithin, small, wide } from './steps.ts'
import { fillLocal, heading, payer, pin, proceed } from './transfer-steps.ts'

// Bars, round buttons, sheets and menus lie where no control does: a press reaches what it is meant for.

/** Somebody whose pages are full. */
async function settledCustomer(bank: TestedBank): Promise<Person> {
  const ada = await bank.customer({ balance: '500.00', pin, flags: crypto })
  await openAccount(bank, ada, 'eur')
  await fund(bank, ada, 12)
  await orderPending(bank, ada, { amount: '20.00', pin })
  await send(bank, ada, 'beneficiaries', {
    type: 'other banks',
    account_number: '4401882201',
    account_name: 'Jo Whitfield',
    bank_name: 'Akbank',
  })
  return ada
}

const crypto = { UseOtp: false, CryptoPayment: true }

const pages = [
  ...['/c', '/c/transactions', '/c/my-accounts', '/c/cards', '/c/debts', '/c/profile'],
  ...['/c/profile/security', '/c/transfer', '/c/add-funds', '/c/support', '/c/pay-bill'],
  ...['/c/quick-loans', '/c/notifications', '/c/nowhere'],
]

// shows D149
test('nothing lies over a control on any page, at any width', async ({ page, bank }) => {
  test.slow()
  const ada = await settledCustomer(bank)
  await bank.enter(page, ada)
  for (const path of pages) {
    if (path !== '/c') await goWithin(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNothingCovered(page)
  }
  // What the look itself would say of a note that floats at the bottom.
  await page.evaluate(() => {
    const note = document.createElement('p')
    note.style.cssText = 'position: fixed; z-index: 90; inset: auto 0 0; block-size: 120px'
    document.body.append(note)
  })
  await page.setViewportSize(small)
  await expect.poll(() => coveredControls(page)).not.toEqual([])
})

// shows D149
test('nothing lies over a control at any step of a transfer', onlyLong, async ({ page, bank }) => {
  test.slow()
  const [ada, bob] = [await settledCustomer(bank), await payer(bank)]
  await page.setViewportSize(small)
  await bank.enter(page, ada, '/c/transfer')
  for (const type of ['Own Account', 'Other Banks', 'Wire', 'Bank Card', 'Bitcoin', 'Local']) {
    await page.getByRole('main').getByRole('button', { name: type }).click()
    await expect(page.getByLabel('Source account')).toBeVisible()
    await expectNothingCovered(page)
    if (type !== 'Local') await page.getByRole('button', { name: 'BACK', exact: true }).click()
  }
  await page.setViewportSize(small)
  // The told buttons have taken the place of the tabs.
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expectAtBottom(page, 'PROCEED')
  await fillLocal(page, bob, '25.00')
  await proceed(page)
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await expectNothingCovered(page)
  await proceed(page)
  await expect(heading(page, 'Enter Pin to Confirm')).toBeVisible()
  await expectNothingCovered(page)
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await proceed(page)
  await expect(page.getByRole('dialog', { name: /^Transfer/ })).toBeVisible()
  await expectNothingCovered(page)
})

// shows D149
test('nothing lies over a control at any step of a deposit', onlyLong, async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00', flags: crypto })
  await page.setViewportSize(small)
  await bank.enter(page, ada, '/c/add-funds')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Credit/ }).click()
  await expectNothingCovered(page)
  await main.getByRole('button', { name: 'BACK', exact: true }).click()
  await main.getByRole('button', { name: /^Crypto Currency/ }).click()
  await chooseAccount(main.getByLabel('Recipient Account'))
  await main.getByLabel('Amount').fill('250')
  await expectNothingCovered(page)
  await main.getByRole('button', { name: 'PROCEED' }).click()
  await expectNothingCovered(page)
  await main.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(main.getByText('Wallet address')).toBeVisible()
  await expectNothingCovered(page)
  await page.setViewportSize(small)
  await expectAtBottom(page, 'LOG PAYMENT')
})

/** A button of the bar at the bottom of a telephone. */
async function expectAtBottom(page: Page, name: string) {
  const box = await page.getByRole('main').getByRole('button', { name }).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(small.height - 24)
}

// shows D149
test(
  'menus and dialogs are sheets on a telephone, and nothing lies over what they hold',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await settledCustomer(bank)
    await page.setViewportSize(small)
    await bank.enter(page, ada)
    const close = async () => {
      await page.keyboard.press('Escape')
      await expect(page.locator('dialog, [popover="auto"]:popover-open')).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Transfer or deposit' }).click()
    const panel = page.getByRole('dialog', { name: 'Select Transfer Type' })
    await expectSheet(page, panel)
    await expectNothingCovered(page, smallWidths)
    await panel.getByRole('button', { name: /Wire Transfer/ }).click()
    await expect(page.getByRole('dialog', { name: 'Wire Transfer' })).toBeVisible()
    await expectNothingCovered(page, smallWidths)
    await close()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectNothingCovered(page, smallWidths)
    await close()

    await page.setViewportSize(small)
    await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
    const menu = page.getByRole('menu', { name: 'Export as' })
    await expectSheet(page, menu)
    await expectNothingCovered(page, smallWidths)
    await close()
    await page.setViewportSize(wide)
    await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
    await expect(menu).toBeVisible()
    await expectNothingCovered(page, wideWidths)
    await close()

    await page.setViewportSize(small)
    for (const opener of ['Add a bill', 'Get Loan', 'Manage recipients', 'Add a recipient']) {
      await page.getByRole('button', { name: opener }).click()
      await expectSheet(page, page.getByRole('dialog'))
      await expectNothingCovered(page)
      await close()
      await page.setViewportSize(small)
    }
    await page
      .getByRole('main')
      .getByRole('button', { name: /Jo Whitfield/ })
      .first()
      .click()
    await expectSheet(page, page.getByRole('dialog'))
    await expectNothingCovered(page)
  },
)

/** It reaches from edge to edge and ends at the bottom of the screen. */
async function expectSheet(page: Page, sheet: ReturnType<Page['getByRole']>) {
  const { width, height } = page.viewportSize() ?? small
  const place = async () => {
    const box = await sheet.boundingBox()
    return box && { x: box.x, width: box.width, end: box.y + box.height }
  }
  await expect.poll(place).toEqual({ x: 0, width, end: height })
}

// shows D149
test('nothing lies over a control before the login', onlyLong, async ({ page }) => {
  for (const path of ['/login', '/request-password-reset', '/signup']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNothingCovered(page)
  }
  await page.getByText('Savings Account').click()
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expectNothingCovered(page)
  await fillIn(page, { Username: unused('covered') })
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expectNothingCovered(page)
})
