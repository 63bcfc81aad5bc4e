import type { Page, Route } from '@playwright/test'

/** Before the login; somebody who signed up just now; and one who has asked for a loan. */
export type Who = 'visitor' | 'newcomer' | 'borrower'

/** A screen in one of its states, and how to get there. */
export type Shot = {
  name: string
  open: (page: Page) => Promise<void>
  /** Who sees it: the demo customer unless it says otherwise. */
  who?: Who | undefined
  /** All of it, however long it is. */
  whole?: boolean
  /** On narrow screens only. */
  narrow?: boolean
  /** On wide screens only. */
  wide?: boolean
}

/** The stream of events never ends, so the network is never idle: wait for what is drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}

export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await drawn(page)
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

export const screen = (name: string, path: string, who?: Who): Shot => ({
  ...{ name, who, whole: true },
  open: (page) => visit(page, path),
})

/** The page's own part, beside menus and panels. */
export const inMain = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first()

/**
 * Answers the orders of a call by itself: a picture of what follows must not leave anything in the
 * bank that the next picture would show.
 */
export async function pretend(
  page: Page,
  path: string,
  reply: object | (() => object),
  status = 200,
): Promise<void> {
  await page.route(`**/api/${path}`, (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    return route.fulfill({ status, json: typeof reply === 'function' ? reply() : reply })
  })
}
