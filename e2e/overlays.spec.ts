import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { chooseAccount, toast } from './steps.ts'

// Lower than the overview, so that it scrolls.
const low = { width: 1440, height: 700 }

/** Whether a press in the middle of it reaches it, and not something above. */
const takesPresses = (found: Locator) =>
  found.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('a toast lies above an open dialog, is heard there, and a tap closes it alone', async ({
  page,
  bank,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ada = await bank.customer({ balance: '500.00', flags: { CryptoPayment: true } })
  await page.setViewportSize(low)
  await bank.enter(page, ada)
  await page.getByRole('button', { name: 'Deposit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Crypto Currency/ }).click()
  await chooseAccount(dialog.getByLabel('Recipient Account'))
  await dialog.getByLabel('Amount').fill('250')
  await dialog.getByRole('button', { name: 'PROCEED' }).click()
  await dialog.getByRole('button', { name: 'CONFIRM' }).click()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await dialog.getByRole('button', { name: 'Copy wallet address' }).click()
  const copied = toast(page, 'The wallet address have been copied successfully')
  // Pointed at, it stays for as long as the rest takes.
  await copied.hover()
  await page.clock.resume()
  expect(await takesPresses(copied)).toBe(true)
  // Everything outside an open dialog is inert, so a toast is heard only from inside it.
  expect(await copied.evaluate((node) => !!node.closest('dialog[open]'))).toBe(true)
  await expectAccessible(page)
  await copied.click()
  await expect(copied).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test('a toast outlives the dialog that it was said in', onlyLong, async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(low)
  await bank.enter(page, ada, '/c/my-accounts')
  await page.getByRole('button', { name: 'Add account' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await expect(dialog.getByLabel('Account name')).toHaveValue(ada.name)
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  const created = toast(page, 'Account created successfully')
  await created.hover()
  await expect(dialog).toBeHidden()
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(created).toBeVisible()
  await created.getByRole('button', { name: 'Close' }).click()
  await expect(created).toHaveCount(0)
})

test(
  'nothing scrolls behind a dialog, and only a press that begins beside it closes it',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(low)
    await bank.enter(page, ada)
    const opener = page.getByRole('button', { name: 'Transfer', exact: true })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Select Transfer Type' })
    await expect(dialog).toBeVisible()
    await page.mouse.move(20, 300)
    await page.mouse.wheel(0, 400)
    // A scroll takes some frames: what is seen after them is where the page stays.
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)

    const title = await dialog.getByRole('heading').boundingBox()
    await page.mouse.move((title?.x ?? 0) + 20, (title?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move(20, 300)
    await page.mouse.up()
    await expect(dialog).toBeVisible()
    await page.mouse.click(20, 300)
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    // Over the page: the menu at its side scrolls by itself.
    await page.mouse.move(600, 300)
    await page.mouse.wheel(0, 400)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  },
)

test('a menu closes on a press elsewhere, on Tab and on Escape, and its button closes it too', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(low)
  await bank.enter(page, ada, '/c/transactions')
  const button = page.getByRole('button', { name: 'Export' })
  const menu = page.getByRole('menu', { name: 'Export as' })
  const items = menu.getByRole('menuitem')
  await button.click()
  await expect(items.first()).toBeFocused()
  expect(await isExpanded(page, 'Export')).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  expect(await isExpanded(page, 'Export')).toBe(false)

  // Back at once closes it: its entry is there in the task that opens it.
  const entries = await button.evaluate(async (element: HTMLElement) => {
    element.click()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    return history.state?.layers?.length
  })
  expect(entries).toBe(1)
  await expect(items.first()).toBeFocused()
  await button.click()
  await expect(menu).toBeHidden()
  await button.click()
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await button.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu).toBeHidden()
})

/** What the browser tells about a button that opens a popover; no attribute says it. */
async function isExpanded(page: Page, name: string): Promise<unknown> {
  const client = await page.context().newCDPSession(page)
  const { result } = await client.send('Runtime.evaluate', { expression: 'document' })
  const { nodes } = await client.send('Accessibility.queryAXTree', {
    ...(result.objectId && { objectId: result.objectId }),
    ...{ accessibleName: name, role: 'button' },
  })
  return nodes[0]?.properties?.find((property) => property.name === 'expanded')?.value.value
}
