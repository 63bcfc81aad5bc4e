import type { Page } from '@playwright/test'

const dayMs = 86_400_000
export const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

export const done = { status: 'success', message: 'Done', data: {} }

/** Not one to be scanned: it has the size and the grain of one. */
export const qr = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29">${Array.from(
    { length: 29 * 29 },
    (_, at) => [at % 29, Math.floor(at / 29)],
  )
    .filter(([x = 0, y = 0]) => (x * y + 3 * x + 5 * y) % 7 < 3)
    .map(([x, y]) => `<path d="M${x} ${y}h1v1h-1z"/>`)
    .join('')}</svg>`,
)}`

/** What a call says, with something else in it. */
export async function amend<Data>(
  page: Page,
  path: string,
  change: (data: Data) => void,
): Promise<void> {
  await page.route(`**/api/${path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    const body = await reply.json()
    change(body.data)
    await route.fulfill({ response: reply, json: body })
  })
}

/** Answers what is read at an address by itself. */
export const pretendRead = (page: Page, path: string, data: unknown) =>
  page.route(`**/api/${path}`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { status: 'success', data } })
      : route.fallback(),
  )
