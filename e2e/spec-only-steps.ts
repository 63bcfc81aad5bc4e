import { test as base, expect, type Page } from '@playwright/test'
import { type SpecServer, startSpecServer } from './spec-server/spec-server.ts'
import { pin, token } from './spec-server/world.ts'
import { enterWith, wide } from './steps.ts'
import { choose, fillOrder, heading, proceed } from './transfer-steps.ts'

// What journeys do with a server that has the calls of section 7 and nothing besides.

/** A server of the specification for each worker, as it was at first for each test. */
export const test = base.extend<{ fresh: undefined }, { bank: SpecServer }>({
  bank: [
    async ({ browserName: _ }, use) => {
      const bank = await startSpecServer()
      await use(bank)
      await bank.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ bank }, use) => use(bank.url),
  fresh: [
    async ({ page, bank }, use) => {
      bank.reset()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(String(error)))
      await page.setViewportSize(wide)
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** Opens a page of the area as somebody who is signed in. */
export const enter = (page: Page, path?: string) => enterWith(page, token, path)

/** A local transfer up to the panel for the PIN. */
export async function toPin(page: Page, amount: string) {
  await choose(page, 'Local Transfer')
  await fillOrder(page, amount)
  await page.getByLabel('Account number').fill('1234567897')
  await page.getByLabel('Account number').blur()
  await expect(page.getByLabel('Account name')).toHaveValue('Bob Stone')
  await proceed(page)
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await proceed(page)
  await expect(heading(page, 'Enter Pin to Confirm')).toBeVisible()
}

/** The press that sends an order. */
export async function sendIt(page: Page) {
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await proceed(page)
}
