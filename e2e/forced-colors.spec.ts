import type { Locator, Page } from '@playwright/test'
import { openAccount } from './beside-the-browser.ts'
import { expect, onlyLong, type Person, type TestedBank, test } from './fixture.ts'
import { small, wide } from './steps.ts'

// Where the system chooses all colours, tints and shadows are gone. What is left are lines.

/** The lines around an element: what is drawn of its outline and of its border, in pixels. */
function linesOf(element: Locator) {
  return element.evaluate((one) => {
    const style = getComputedStyle(one)
    const size = (line: string, width: string) => (line === 'none' ? 0 : Number.parseFloat(width))
    return {
      outline: size(style.outlineStyle, style.outlineWidth),
      border: size(style.borderBlockEndStyle, style.borderBlockEndWidth),
      color: style.outlineColor,
    }
  })
}

const chosen = { outline: 3 }

async function expectEdge(element: Locator) {
  const { outline, border } = await linesOf(element)
  expect(Math.max(outline, border)).toBeGreaterThanOrEqual(1)
}

async function enter(page: Page, bank: TestedBank, person: Person, path: string) {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await bank.enter(page, person, path)
  expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
}

test(
  'menu, tabs and pages show what is chosen, and every button its edge',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await openAccount(bank, ada, 'eur')
    await page.setViewportSize(wide)
    await enter(page, bank, ada, '/c')
    const menu = page.getByRole('navigation', { name: 'Main' })
    const [here, other] = [
      menu.getByRole('link', { name: 'Overview' }),
      menu.getByRole('link', { name: 'My Cards' }),
    ]
    expect(await linesOf(here)).toMatchObject(chosen)
    expect(await linesOf(other)).toMatchObject({ outline: 0 })

    const tabs = page.getByRole('tab')
    await expect(tabs.first()).toBeVisible()
    expect(await linesOf(page.getByRole('tab', { selected: true }).first())).toMatchObject(chosen)
    expect(await linesOf(page.getByRole('tab', { selected: false }).first())).toMatchObject({
      outline: 1,
    })

    const buttons = page.getByRole('main').getByRole('button')
    for (const button of await buttons.all()) await expectEdge(button)
    await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
    await expectEdge(page.getByRole('menu', { name: 'Export as' }))
    const item = page.getByRole('menuitem', { name: 'CSV' })
    await expectEdge(item)

    await page.keyboard.press('Escape')
    await page.setViewportSize(small)
    // The bar of tabs takes the rail's place a moment later: until then the rail's link would be found.
    await expect(page.getByRole('button', { name: 'Transfer or deposit' })).toBeVisible()
    expect(await linesOf(menu.getByRole('link', { name: 'Overview' }))).toMatchObject(chosen)
  },
)

test(
  'a switch shows whether it is on, and a field that it has the focus',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(wide)
    await enter(page, bank, ada, '/c/profile')
    const alerts = page.getByRole('switch', { name: 'E-mail about every transaction' })
    const on = page.getByRole('switch', { checked: true }).first()
    const off = page.getByRole('switch', { checked: false }).first()
    await expect(alerts).toBeVisible()
    expect(await linesOf(on)).toMatchObject(chosen)
    expect(await linesOf(off)).toMatchObject({ outline: 1 })
    const field = page.getByRole('main').getByRole('textbox').first()
    await field.focus()
    expect(await linesOf(field)).toMatchObject({ outline: 3 })
  },
)
