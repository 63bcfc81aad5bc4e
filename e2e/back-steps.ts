import type { Page } from '@playwright/test'
import { small, wide } from './steps.ts'

// What journeys through the history share.

export const sizes = { phone: small, desk: wide }

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** The entry that a traversal led to: every page of the journeys has a name of its own. */
export const at = (page: Page) => new URL(page.url()).pathname

export const layersOf = (page: Page) => page.evaluate(() => history.state.layers ?? [])

/** Everything that a thief of the tab could read. */
export const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([sessionStorage, history.state, location.href]))

/** A word by itself: its digits may stand in a time or an id by chance. */
export const aWord = (text: string) => new RegExp(String.raw`\b${text}\b`)

type Seen = () => Promise<unknown>

/** Back to what was before, forward to what is here, and here again after a reload. */
export async function walk(page: Page, before: Seen, here: Seen) {
  await here()
  await page.goBack()
  await before()
  await page.goForward()
  await here()
  await page.reload()
  await here()
}
