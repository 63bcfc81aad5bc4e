import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from '@playwright/test'
import { accountsOf, call, signUpFields, succeed } from '../experiments/lib/bank-client.ts'
import { makeHome, type RunningBank, startBank } from '../experiments/lib/bank-server.ts'
import { findBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { keepBest } from './screenshots/best.ts'
import type { Shot, Who } from './screenshots/shot.ts'
import { shots } from './screenshots/shots.ts'

// Every screen and state at four widths, light and dark, from the left and mirrored, as the demo
// customer, a new one or a visitor sees it. Words choose among them, several of a sort any of it:
// `npm run screenshots -- overview pots 390 dark`. With `--readme` the pictures of the README are
// taken instead.
const folder = 'screenshots'
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const
const directions = ['ltr', 'rtl'] as const
const quietMs = 250
const looksMax = 12

// How many sorts of pages are taken side by side: most of the time is waiting for a page to come to rest.
const lanes = 2

type Size = (typeof sizes)[number]
/** What a page is loaded for; its colours it changes while it is open. */
type Frame = { viewport: Size; direction: (typeof directions)[number] }

const words = process.argv.slice(2)
const chosen = words.filter((word) => !word.startsWith('--'))
const widths = sizes.map(({ width }) => `${width}`)
const frames = sizes
  .flatMap((viewport) => directions.map((direction): Frame => ({ viewport, direction })))
  .filter((one) => asks(widths, `${one.viewport.width}`) && asks(directions, one.direction))

await buildWeb()
const home = await makeHome('embedded')
const bank = await startBank({ ...home.env, DEMO: '1', COVER_MS: '0' })
const browser = await chromium.launch(findBrowser())
let failed = 0
try {
  const demo = await signIn(bank, { username: 'demo', password: 'demo1234' })
  if (words.includes('--readme')) await keepBest(browser, bank.url, demo)
  else await takeAll(browser, { demo, ...(await newCustomers(bank)) })
} finally {
  await browser.close()
  await bank.stop()
  await home.remove()
}
process.exit(failed === 0 ? 0 : 1)

type Tokens = Record<Exclude<Who, 'visitor'> | 'demo', string>

async function signIn({ url }: RunningBank, fields: Record<string, string>): Promise<string> {
  const { data } = succeed(await call(url, 'login', { fields }))
  return (data as { token: string }).token
}

/** One who has done nothing yet, and one who has asked for a loan and may pay in by Bitcoin. */
async function newCustomers(bank: RunningBank): Promise<Omit<Tokens, 'demo'>> {
  const signUp = async (username: string) => {
    const fields = signUpFields(username)
    const named = { ...fields, firstName: 'Grace', lastName: 'Hopper' }
    succeed(await call(bank.url, 'signup', { fields: named }))
    return signIn(bank, { username, password: fields.password })
  }
  const newcomer = await signUp('newcomer')
  const borrower = await signUp('borrower')
  const [account] = await accountsOf(bank.url, borrower)
  const fields = { account: account?.Id ?? '', amount: '1500.00' }
  succeed(await call(bank.url, 'loan', { fields, token: borrower, key: 'the-loan' }))
  await bank.operate('set-flag', 'borrower', 'CryptoPayment', 'true')
  return { newcomer, borrower }
}

async function takeAll(browser: Browser, tokens: Tokens): Promise<void> {
  const begun = performance.now()
  mkdirSync(folder, { recursive: true })
  let taken = 0
  const lane = async () => {
    for (let frame = frames.shift(); frame; frame = frames.shift()) {
      const more = await takeIn(browser, frame, tokens)
      taken += more
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const secs = Math.round((performance.now() - begun) / 1000)
  console.log(`${taken} pictures in ${folder}/ in ${secs} s, ${failed} could not be taken`)
}

async function takeIn(browser: Browser, frame: Frame, tokens: Tokens): Promise<number> {
  const { viewport } = frame
  const context = await browser.newContext({
    ...{ viewport, baseURL: bank.url, reducedMotion: 'reduce', serviceWorkers: 'block' },
  })
  if (frame.direction === 'rtl') await mirror(context)
  let taken = 0
  for (const shot of shots) {
    if (isWanted(shot, viewport)) taken += await take(context, shot, { frame, tokens })
  }
  await context.close()
  return taken
}

/** Whether the words leave this one of its sort: none of the sort named, or this one. */
function asks(sort: readonly string[], one: string): boolean {
  const named = chosen.filter((word) => sort.includes(word))
  return named.length === 0 || named.includes(one)
}

/** What is no size, scheme or direction is a part of a screen's name. */
function isWanted({ name, narrow, wide }: Shot, { width }: Size): boolean {
  if (width >= 1024 ? narrow : wide) return false
  const known = new Set<string>([
    ...sizes.map((size) => `${size.width}`),
    ...schemes,
    ...directions,
  ])
  const parts = chosen.filter((word) => !known.has(word))
  return parts.length === 0 || parts.some((part) => name.includes(part))
}

/** Light and dark; a screen that fails is told and does not keep the others from being taken. */
async function take(
  context: BrowserContext,
  shot: Shot,
  { frame, tokens }: { frame: Frame; tokens: Tokens },
): Promise<number> {
  const { viewport, direction } = frame
  const page = await context.newPage()
  const waiting = watched(page)
  let taken = 0
  try {
    page.setDefaultTimeout(10_000)
    await page.goto('/healthz')
    const { who = 'demo' } = shot
    const held = who === 'visitor' ? null : JSON.stringify({ token: tokens[who] })
    await page.evaluate(
      (auth) => (auth ? localStorage.setItem('auth', auth) : localStorage.clear()),
      held,
    )
    await shot.open(page)
    await settled(page, waiting)
    // What lies under the pointer is drawn as pointed at.
    await page.mouse.move(0, 0)
    for (const colorScheme of schemes.filter((one) => asks(schemes, one))) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (shot.whole) await makeRoom(page, viewport)
      await page.evaluate(nextFrames)
      const name = `${shot.name}-${viewport.width}-${colorScheme}-${direction}.png`
      await page.screenshot({ path: join(folder, name) })
      taken += 1
    }
  } catch (error) {
    failed += 1
    console.error(`${shot.name}-${viewport.width}-${direction}: ${String(error).split('\n', 1)[0]}`)
  } finally {
    await context.setOffline(false)
    await page.close()
  }
  return taken
}

async function nextFrames(): Promise<void> {
  const frame = () => new Promise((next) => requestAnimationFrame(next))
  await frame()
  await frame()
}

/** As high as the page, so that what stays at the bottom of the window does not lie over its middle. */
async function makeRoom(page: Page, { width, height }: Size): Promise<void> {
  await page.setViewportSize({ width, height })
  const needed = await page.evaluate(() => document.documentElement.scrollHeight)
  if (needed > height) await page.setViewportSize({ width, height: needed })
}

/** What a page waits for; the stream of events, which never ends, is none of it. */
function watched(page: Page): Set<Request> {
  const waiting = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/events')) waiting.add(request)
  })
  const end = (request: Request) => waiting.delete(request)
  page.on('requestfinished', end).on('requestfailed', end)
  return waiting
}

async function settled(page: Page, waiting: Set<Request>): Promise<void> {
  // On a slow line the font comes after all else.
  await page.waitForFunction(() => !document.documentElement.dataset.font)
  await page.evaluate(() => document.fonts.ready)
  // What comes after the page asks the bank in its turn: at rest is what asks nothing twice running.
  // A picture of waiting never comes to rest.
  for (let look = 0, quiet = 0; quiet < 2 && look < looksMax; look += 1) {
    await page.waitForTimeout(quietMs)
    quiet = waiting.size === 0 ? quiet + 1 : 0
  }
}

/** The page as a language that runs from the right would have it. */
async function mirror(context: BrowserContext): Promise<void> {
  await context.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const reply = await route.fetch()
      const body = (await reply.text()).replace('<html ', '<html dir="rtl" ')
      return route.fulfill({ response: reply, body })
    },
  )
}
