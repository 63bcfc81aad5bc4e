import { writeFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import type { Shot } from './shot.ts'
import { shots } from './shots.ts'

type Best = { shot: string; file: string; width: number; dark?: boolean }

const height = new Map([
  [1440, 900],
  [390, 844],
])
const folder = 'docs/images'

// What the README shows.
const best: readonly Best[] = [
  { shot: 'overview', file: 'overview', width: 1440 },
  { shot: 'transactions', file: 'transactions-dark', width: 1440, dark: true },
  { shot: 'overview', file: 'overview-phone', width: 390 },
  { shot: 'overview', file: 'overview-phone-dark', width: 390, dark: true },
  { shot: 'transfer-confirm', file: 'transfer-confirm', width: 390 },
  { shot: 'debts', file: 'debts-dark', width: 390, dark: true },
]

/** Takes the README's pictures, small enough to be kept in the repository. */
export async function keepBest(browser: Browser, url: string, token: string): Promise<void> {
  for (const { shot: name, file, width, dark } of best) {
    const shot = shots.find((one) => one.name === name)
    if (!shot) throw new Error(`no screen is called ${name}`)
    const context = await browser.newContext({
      ...{ viewport: { width, height: height.get(width) ?? 900 }, baseURL: url },
      ...{ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' },
      ...{ deviceScaleFactor: width < 1024 ? 2 : 1, serviceWorkers: 'block' },
    })
    const page = await context.newPage()
    await page.goto('/healthz')
    await page.evaluate((held) => localStorage.setItem('auth', held), JSON.stringify({ token }))
    await open(page, shot)
    const picture = await page.screenshot()
    // A page of its own: the bank's content policy lets no picture in that it does not serve.
    const plain = await context.newPage()
    writeFileSync(`${folder}/${file}.webp`, await asWebp(plain, picture))
    await context.close()
  }
}

async function open(page: Page, shot: Shot): Promise<void> {
  await shot.open(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(300)
}

/** The browser can write WebP, which takes a third of a PNG. */
async function asWebp(page: Page, picture: Buffer): Promise<Buffer> {
  const text = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = `data:image/png;base64,${source}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.9).split(',')[1] ?? ''
  }, picture.toString('base64'))
  return Buffer.from(text, 'base64')
}
