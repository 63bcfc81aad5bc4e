import { type Browser, chromium } from '@playwright/test'
import { median } from '../../experiments/lib/figures.ts'
import { findBrowser } from '../../tools/browser.ts'
import type { Visit } from './lighthouse.ts'

// A train between two towns: 400 kbit/s, and every answer 400 ms away.
const line = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}

export type SlowVisit = { page: string; 'drawn ms': number; 'usable ms': number }

/** How long a first visit over a slow line shows nothing, and how long nothing can be done. */
export async function slowVisits(
  url: string,
  visits: Pick<Visit, 'path' | 'token'>[],
  runs: number,
): Promise<SlowVisit[]> {
  const browser = await chromium.launch(findBrowser())
  try {
    const rows: SlowVisit[] = []
    for (const visit of visits) {
      const taken: { drawnMs: number; usableMs: number }[] = []
      for (let run = 0; run < runs; run += 1) taken.push(await visitOnce(browser, url, visit))
      rows.push({
        page: visit.path,
        'drawn ms': Math.round(median(taken.map(({ drawnMs }) => drawnMs))),
        'usable ms': Math.round(median(taken.map(({ usableMs }) => usableMs))),
      })
    }
    return rows
  } finally {
    await browser.close()
  }
}

/** A browser that has never seen the bank, on a phone's screen. */
async function visitOnce(
  browser: Browser,
  url: string,
  { path, token }: Pick<Visit, 'path' | 'token'>,
): Promise<{ drawnMs: number; usableMs: number }> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({
    ...{ baseURL: url, viewport, reducedMotion: 'reduce' },
    // Its own requests are not slowed down.
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    if (token) {
      await page.goto('/healthz')
      await page.evaluate((held) => localStorage.setItem('auth', held), JSON.stringify({ token }))
    }
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', line)
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
    return await page.evaluate(() => ({
      drawnMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      usableMs: performance.now(),
    }))
  } finally {
    await context.close()
  }
}
