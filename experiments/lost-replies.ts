import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { type Loss, startSpecServer } from '../e2e/spec-server/spec-server.ts'
import { pin, token } from '../e2e/spec-server/world.ts'
import { findBrowser } from '../tools/browser.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'

// The built client with a server that follows the specification alone, so that an order that is sent
// twice is paid twice, and whose answers get lost. One press must be one order, and the page must say
// that it does not know; what it says is read from it. With `--reuse 1` connections are used again: a
// browser by itself sends a form once more when a used one ends without an answer, which shows here as
// doubled orders and which only a server that knows idempotency keys can make harmless.
const {
  runs,
  seed,
  pages: count,
  reuse,
} = readArguments({ runs: 200, seed: 1, pages: 2, reuse: 0 })
const losses: readonly Loss[] = ['before', 'after', 'half']
const told = { orders: 0, doubled: 0, missing: 0, promises: 0, honest: 0 }

async function run() {
  const browser = await chromium.launch(findBrowser())
  try {
    const shares = Array.from({ length: count }, (_, at) => Math.floor((runs + at) / count))
    await Promise.all(
      shares.map(async (share, at) => {
        const context = await browser.newContext({ reducedMotion: 'reduce' })
        await sendAll(context, share, randomFrom(seed + at))
      }),
    )
  } finally {
    await browser.close()
  }
  const { doubled, missing, promises, honest } = told
  const ok = doubled === 0 && missing === 0 && promises === 0 && honest === runs
  return { ok, experiment: 'lost-replies', runs, ...told }
}

async function sendAll(context: BrowserContext, share: number, random: () => number) {
  const bank = await startSpecServer()
  bank.switches.reuse = reuse === 1
  const page = await context.newPage()
  await page.goto(`${bank.url}/favicon.svg`)
  await page.evaluate((value) => localStorage.setItem('auth', value), JSON.stringify({ token }))
  await page.goto(`${bank.url}/c/transfer`)
  for (let at = 0; at < share; at++) {
    bank.orders.length = 0
    for (const account of bank.world.accounts) account.AvailableBalance = 500
    const how = losses[Math.floor(random() * losses.length)] ?? 'after'
    bank.switches.lose = { call: 'transfer', how }
    await order(page)
    await page.getByText('It is not known whether').waitFor()
    told.honest += 1
    // A customer who waits, whose network comes back, or who loads the page anew.
    const impatience = Math.floor(random() * 3)
    if (impatience === 1) await page.evaluate(() => window.dispatchEvent(new Event('online')))
    if (impatience === 2) await page.reload()
    await page.waitForTimeout(random() < 0.05 ? 3000 : 100)
    told.promises += await page.getByText(/paid twice|Try again/).count()
    told.orders += bank.orders.length
    if (bank.orders.length > 1) told.doubled += 1
    if (bank.orders.length === 0) told.missing += 1
    await page.getByRole('button', { name: 'OK', exact: true }).click()
  }
  await bank.stop()
}

/** A Bitcoin transfer, whose form is the shortest, up to the press that sends it. */
async function order(page: Page) {
  const proceed = page.getByRole('button', { name: 'PROCEED' })
  await page.getByRole('main').getByRole('button', { name: 'Bitcoin Transfer' }).click()
  await page.getByLabel('Source account').selectOption({ index: 1 })
  await page.getByLabel('Amount').fill('10')
  await page.getByLabel('Wallet address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
  await proceed.click()
  await page.getByText('Confirm Transaction').waitFor()
  await proceed.click()
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await proceed.click()
}

report(await run())
