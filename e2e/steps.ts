import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test'
import { paths } from '../web/src/paths.ts'

// What journeys do on any page.

export const wide = { width: 1440, height: 900 }
export const small = { width: 390, height: 844 }

/** Every page in the frame of the customer area. */
export const areaPages = Object.values(paths).filter(
  (path) => path.startsWith(paths.overview) && !path.includes('#') && path !== paths.statement,
)

/** What the bank's clock says, which other tests may have moved. */
export async function timeOf(bank: { url: string }): Promise<Date> {
  return new Date((await fetch(`${bank.url}/healthz`)).headers.get('date') ?? '')
}

/** The day in the bank's zone, as a date field has it; also one that comes so many days later. */
export async function todayOf(bank: { url: string }, later = 0): Promise<string> {
  return new Date((await timeOf(bank)).getTime() + later * 86_400_000).toISOString().slice(0, 10)
}

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const banner = (page: Page) => page.getByRole('alert')
export const toast = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text })

/** A row of the page itself; the panel beside it has rows of its own. */
export const row = (page: Page, name: RegExp) =>
  page.getByRole('main').getByRole('button', { name })

/** The alert says just the text; OK closes it, and a field that is named is marked with the same. */
export async function expectAlert(page: Page, text: string, field?: Locator) {
  const box = page.getByRole('alertdialog')
  await expect(box).toHaveText(`${text}OK`)
  await box.getByRole('button', { name: 'OK' }).click()
  await expect(box).toBeHidden()
  if (!field) return
  await expect(field).toBeFocused()
  await expect(page.getByText(text, { exact: true })).toBeVisible()
}

/** Opens a page as somebody who has signed in: the token is there before any script of the page runs. */
export async function enterWith(page: Page, token: string, path = '/c') {
  const left = await page.addInitScript(
    (auth) => localStorage.setItem('auth', auth),
    JSON.stringify({ token }),
  )
  await page.goto(path)
  await left.dispose()
}

/**
 * Goes to another page within the document that is open, as a link of it does: loading one costs three
 * times as much. Until the cover of the area, or another heading, has come, and nothing is on its way.
 */
export async function goWithin(page: Page, path: string) {
  // Before the first page is drawn the router hears of nothing.
  await expect(title(page)).toBeVisible()
  await page.evaluate(async (to) => {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    const before = document.querySelector('h1')
    const look = () => {
      const heading = document.querySelector('h1')
      const isOther = heading !== null && heading !== before
      if (isOther || document.querySelector('[inert][aria-busy=true]')) resolve()
    }
    // The cover may be gone before the next frame: each change of the page is looked at.
    const watcher = new MutationObserver(look)
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true })
    // As the router itself counts the entries of the history.
    const idx = (history.state?.idx ?? 0) + 1
    history.pushState({ idx, key: `walk ${idx}` }, '', to)
    // By this event the router hears of Back and Forward, and goes where the address says.
    dispatchEvent(new PopStateEvent('popstate'))
    await left
    watcher.disconnect()
  }, path)
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], [data-coming]'))
}

export async function chooseAccount(field: Locator, at = 1) {
  const value = await field.locator('option').nth(at).getAttribute('value')
  await field.selectOption(value)
}

/** The page is as wide as the window; its frame changes a moment after the window did. */
/** That the eye finds it: it is in the page, larger than a dot, and nothing clips it away. */
export async function expectSeen(part: Locator) {
  await expect(part).toBeVisible()
  await part.scrollIntoViewIfNeeded()
  const { width = 0, height = 0 } = (await part.boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThan(8)
  const isOnTop = await part.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return top !== null && (node.contains(top) || top.contains(node))
  })
  expect(isOnTop).toBe(true)
}

export const expectNoOverflow = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBe(page.viewportSize()?.width)

/** Requests that wait until they are let go. */
export async function hold(page: Page, path: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Answers that the bank has given, and that reach the page only when they are let go. */
export async function holdAnswers(page: Page, path: string, options: { times?: number } = {}) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const answers: { data: Record<string, unknown> }[] = []
  const handle = async (route: Route) => {
    const response = await route.fetch()
    answers.push(await response.json())
    await promise
    // What nobody waits for any more cannot be answered.
    await route.fulfill({ response }).catch(() => undefined)
  }
  await page.route(path, handle, options)
  return { answers, letGo }
}

/** The names of the fields that a form is sent with. */
export function fieldNames(request: Request): string[] {
  const body = request.postDataBuffer()?.toString('utf8') ?? ''
  return [...body.matchAll(/^content-disposition: form-data; name="([^"]*)"/gim)].map(
    ([, name = '']) => name,
  )
}

/** The first load as the bank gives it, with some of its data changed. */
export async function changeFirstLoad(
  page: Page,
  change: (data: { user: Record<string, unknown> } & Record<string, unknown>) => void,
) {
  await page.route('**/api/init-user', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    change(body.data)
    await route.fulfill({ response: reply, json: body })
  })
}

/** Something happens only once the page hears the bank. */
export async function listening(page: Page) {
  await page.waitForResponse((reply) => reply.url().endsWith('/api/events') && reply.ok())
}
