import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { small, wide } from './steps.ts'

// What the specification tells of a screen stands before what we add to it, in its order.

/** The parts of a screen, each below the one before it; the first as high on the page as is said. */
async function expectInOrder(parts: readonly Locator[], { firstAbove = Number.POSITIVE_INFINITY }) {
  for (const part of parts) await expect(part).toBeVisible()
  const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0))
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect(new Set(tops).size).toBe(tops.length)
  expect(tops[0]).toBeLessThan(firstAbove)
}

const main = (page: Page) => page.getByRole('main')
const firstRow = (page: Page) => main(page).locator('[data-look]').first()

for (const size of [wide, small]) {
  // shows §2.10.3 §2.10.7 §2.10.9 §2.11.1 §2.14.1 §2.18.1 D165
  test(`what is told comes first on its screen, ${size.width} px wide`, async ({ page, bank }) => {
    test.slow()
    const [demo] = await bank.demo()
    if (!demo) throw new Error('there is no demo customer')
    await page.setViewportSize(size)
    await bank.enter(page, demo)
    const list = page.getByRole('region', { name: 'Transactions', exact: true })
    const pages = list.getByRole('navigation', { name: 'Pages' })
    const start = list.getByLabel('Start date')
    await expectInOrder(
      [
        page.getByRole('region', { name: 'Balances' }),
        page.getByRole('navigation', { name: 'Quick actions' }),
        page.getByRole('link', { name: /Safe to spend/ }),
        start,
        list.getByRole('group', { name: 'Period' }),
        firstRow(page),
        pages,
      ],
      { firstAbove: 150 },
    )
    await expect(list.locator('[data-look]')).toHaveCount(10)

    await page.goto('/c/transactions')
    await expectInOrder(
      [start, list.getByRole('group', { name: 'Period' }), firstRow(page), pages],
      {
        firstAbove: 240,
      },
    )
    // Below the dates, or beside them where there is room.
    const [search, dates] = [
      await list.getByRole('searchbox').boundingBox(),
      await start.boundingBox(),
    ]
    const isBeside = (search?.x ?? 0) > (dates?.x ?? 0) + (dates?.width ?? 0)
    expect(isBeside || (search?.y ?? 0) > (dates?.y ?? 0)).toBe(true)
    expect((await firstRow(page).boundingBox())?.y).toBeLessThan(400)

    await page.goto('/c/pay-bill')
    const billers = page.getByRole('group', { name: 'Select Biller' })
    await expectInOrder(
      [billers, page.getByLabel('Account name'), page.getByRole('region', { name: 'Saved Bills' })],
      { firstAbove: 160 },
    )
    // The button beside the list's name lies over none of the billers.
    const plus = await page.getByRole('button', { name: 'Add biller' }).boundingBox()
    const tile = await billers.locator('label').first().boundingBox()
    expect((plus?.y ?? 0) + (plus?.height ?? 0)).toBeLessThanOrEqual(tile?.y ?? 0)

    await page.goto('/c/add-funds')
    await expectInOrder(
      [
        page.getByRole('heading', { name: 'Select Deposit Method' }),
        page.getByRole('button', { name: /^Credit\/ Debit Card/ }),
        page.getByRole('button', { name: /^Direct Bank Transfer/ }),
        page.getByRole('region', { name: 'Your details to receive money' }),
      ],
      { firstAbove: 160 },
    )

    await page.goto('/c/transfer')
    const last = page.getByRole('button', { name: /^Transfer To Bank Card/ })
    await expect(last).toBeVisible()
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(size.height)
    await page.getByRole('button', { name: /^Local Transfer/ }).click()
    await expectInOrder(
      [
        main(page).getByLabel('Source account'),
        main(page).getByLabel('Amount'),
        main(page).getByLabel('Account number'),
        main(page).getByLabel('Account name'),
        main(page).getByLabel('Save recipient'),
        main(page).getByLabel('Payee’s name'),
        main(page).getByLabel('Note'),
      ],
      {},
    )
  })
}
