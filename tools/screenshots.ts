import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { call, succeed } from '../experiments/lib/bank-client.ts'
import { makeHome, startBank } from '../experiments/lib/bank-server.ts'
import { findBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'

// Every screen at three widths, light and dark, as the demo customer sees it.
const folder = 'screenshots'
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const entry = ['/login', '/signup', '/request-password-reset', '/reset-password', '/no-such-page']
const area = [
  '/c',
  '/c/transfer',
  '/c/add-funds',
  '/c/transactions',
  '/c/my-accounts',
  '/c/debts',
  '/c/cards',
  '/c/profile',
  '/c/support',
  '/c/pay-bill',
  '/c/quick-loans',
  '/c/notifications',
]

await buildWeb()
mkdirSync(folder, { recursive: true })
const home = await makeHome('embedded')
const bank = await startBank({ ...home.env, DEMO: '1', COVER_MS: '0' })
const browser = await chromium.launch(findBrowser())
try {
  const fields = { username: 'demo', password: 'demo1234' }
  const login = succeed(await call(bank.url, 'login', { fields }))
  const { token } = login.data as { token: string }
  for (const viewport of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        baseURL: bank.url,
      })
      await walk(context, token, `${viewport.width}-${colorScheme}`)
      await context.close()
    }
  }
} finally {
  await browser.close()
  await bank.stop()
  await home.remove()
}

async function walk(context: BrowserContext, token: string, name: string): Promise<void> {
  const page = await context.newPage()
  for (const path of entry) await shoot(page, path, name)
  await page.evaluate((held) => localStorage.setItem('auth', held), JSON.stringify({ token }))
  for (const path of area) await shoot(page, path, name)
  await page.goto('/c')
  const row = page
    .getByRole('main')
    .getByRole('button', { name: /completed/ })
    .first()
  await row.click()
  await page.getByRole('dialog').waitFor()
  await page.screenshot({ path: join(folder, `detail-${name}.png`) })
}

async function shoot(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The stream of events never ends, so the network is never idle: wait for what is drawn.
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(300)
  const file = path.slice(1).replaceAll('/', '-')
  await page.screenshot({ path: join(folder, `${file}-${name}.png`), fullPage: true })
}
