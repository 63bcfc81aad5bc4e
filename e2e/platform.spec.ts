import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { row, title, wide } from './steps.ts'

/** The addresses that the service worker keeps, and the caches that there are. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const held = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, files: held.flat().map(({ url }) => new URL(url).pathname) }
  })

test('the bank can be installed', async ({ page, bank }) => {
  await page.goto('/login')
  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const reply = await page.request.get(link ?? '')
  expect(reply.headers()['content-type']).toBe('application/manifest+json')
  const manifest = await reply.json()
  expect(manifest).toMatchObject({ name: 'Passbook', display: 'standalone', start_url: '/' })
  const icons = manifest.icons as { src: string; sizes: string; type: string; purpose?: string }[]
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? ''}`.trim())).toEqual(
    expect.arrayContaining(['192x192', '512x512', '512x512 maskable']),
  )
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  const drawn = [...icons, { src: touch ?? '', sizes: '180x180', type: 'image/png' }]
  for (const { src, sizes, type } of drawn) {
    const file = await page.request.get(src)
    expect([src, file.status(), file.headers()['content-type']]).toEqual([src, 200, type])
    if (type !== 'image/png') continue
    // The size as the head of the picture tells it.
    const head = await file.body()
    expect(`${head.readUInt32BE(16)}x${head.readUInt32BE(20)}`, src).toBe(sizes)
  }
  const preview = page.locator('meta[property="og:url"]')
  await expect(preview).toHaveAttribute('content', /\/login$/)
  expect((await page.request.get(`${bank.url}/no-such-file.png`)).status()).toBe(404)
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  // asvs 14.3.1
  test('only hashed files are kept, and none after the logout', async ({ page, bank, context }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await bank.enter(page, ada)
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$500.00')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto('/c/transactions')
    await expect(row(page, /Bank deposit/)).toHaveCount(1)
    await expect.poll(async () => (await kept(page)).files.length).toBeGreaterThan(5)
    for (const file of (await kept(page)).files) {
      expect(file).toMatch(/^\/assets\/[\w.-]+-[\w-]{7}\.(?:js|css|woff2)$/)
    }

    await context.setOffline(true)
    await page.reload()
    await expect(title(page)).toHaveText('You are offline')
    await expectAccessible(page)
    await context.setOffline(false)
    await page.getByRole('link', { name: 'try again' }).click()
    await expect(page).toHaveURL(/\/c\/transactions$/)
    await expect(row(page, /Bank deposit/)).toHaveCount(1)

    await page.goto('/logout')
    await expect(page).toHaveURL(/\/login$/)
    await expect.poll(() => kept(page)).toEqual({ names: [], files: [] })
    await page.reload()
    await expect(title(page)).toBeVisible()
    expect(await kept(page)).toEqual({ names: [], files: [] })
  })
})

// A page that was not seen yet is honest about it and leads on; what is known stays.
test(
  'without a network the balances stay, with their time, and every page has a way on',
  onlyLong,
  async ({ page, bank, context }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    const balances = page.getByRole('region', { name: 'Balances' })
    await expect(balances).toContainText('$500.00')
    // What tells of it comes after the page.
    await expect(page.locator('[data-live]')).toHaveCount(1)
    await context.setOffline(true)
    const strip = page.getByRole('status').filter({ hasText: 'You are offline.' })
    await expect(strip).toContainText(/Balances as of \d\d:\d\d\./)
    await expect(balances).toContainText('$500.00')
    await expectAccessible(page)

    await page.getByRole('link', { name: 'My Cards' }).first().click()
    const failure = page.getByRole('main').getByRole('alert')
    await expect(failure).toContainText('connection error. check your connection and try again')
    await expect(strip).toBeVisible()
    await failure.getByRole('link', { name: 'Go to the overview' }).click()
    await expect(balances).toContainText('$500.00')

    await context.setOffline(false)
    await expect(strip).toBeHidden()
    await expect(balances).toContainText('$500.00')
  },
)
