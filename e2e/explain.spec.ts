import type { Page } from '@playwright/test'
import { isLong } from '../server/src/testing/length.ts'
import { expectAccessible } from './accessible.ts'
import { layersOf, walk } from './back-steps.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { small, wide } from './steps.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const parts = (page: Page) => dialog(page).getByRole('listitem').getByRole('button')

/** The digits of an amount, without sign, currency and commas. */
const digitsIn = (text: string | null) => /[\d,]+\.\d\d/.exec(text ?? '')?.[0]

/** Opens a figure, reads it to its end, and answers what it adds up to. */
async function explainedBy(page: Page, name: string, nth: number): Promise<string | null> {
  await page.getByRole('button', { name, exact: true }).nth(nth).click()
  const end = dialog(page).getByText(/^adds up to /)
  const more = dialog(page).getByRole('button', { name: 'Show more' })
  await expect(end.or(more)).toBeVisible()
  while (!(await end.isVisible())) {
    const sofar =
      (await dialog(page)
        .getByText(/ so far$/)
        .textContent()) ?? ''
    await more.click()
    await expect(dialog(page).getByText(sofar)).toBeHidden()
  }
  const text = await end.textContent()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  return text
}

/** The figures of each screen of the demo that must open; more may. */
const screens: Record<string, RegExp[]> = {
  '/c': [/^Explain \w{3} balance$/, /Available balance$/, /Spent this month$/, /Income$/],
  '/c/my-accounts': [/Current balance of/, /Available balance of/, /Total in/, /Expenses$/],
  '/c/debts': [/Outstanding$/, /Principal$/, /Interest$/],
  '/c/cards': [/Balance of the card ending in/],
  '/c/forecast': [/Safe to spend$/, /Lowest point$/],
  '/c/insights': [/Groceries$/, /Spent$/, /Came in$/, /A usual month$/],
}

// In the usual run some screens: each figure is explained in one way, wherever it stands.
const looked = Object.entries(screens).filter(
  ([path]) => isLong || ['/c', '/c/forecast'].includes(path),
)

for (const [place, [path, wanted]] of looked.entries()) {
  test(`every figure of the demo's ${path} adds up to what it shows`, async ({ page, bank }) => {
    test.slow()
    await page.setViewportSize(wide)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const people = await bank.demo()
    // Both have every screen in the long run, and take turns in the usual one.
    for (const [turn, person] of people.entries()) {
      if (!isLong && (turn + place) % 2 === 1) continue
      await bank.enter(page, person, path)
      const figures = page.getByRole('button', { name: /^Explain / })
      for (const name of wanted) {
        await expect(page.getByRole('button', { name }).first()).toBeVisible()
      }
      const names = await figures.evaluateAll((all) =>
        all.map((one) => one.getAttribute('aria-label') ?? ''),
      )
      for (const [at, name] of names.entries()) {
        // In the usual run the first of each kind: that all others add up is asked of the server there.
        const kind = wanted.find((one) => one.test(name))
        if (!isLong && names.findIndex((other) => kind?.test(other)) !== at) continue
        const nth = names.slice(0, at).filter((other) => other === name).length
        const figure = page.getByRole('button', { name, exact: true }).nth(nth).locator('..')
        const sum = digitsIn(await explainedBy(page, name, nth)) ?? 'nothing'
        await expect.poll(async () => digitsIn(await figure.textContent()), name).toBe(sum)
      }
    }
  })
}

test('what is set aside in all opens into its pots', onlyLong, async ({ page, bank }) => {
  const [person] = await bank.demo()
  await page.setViewportSize(wide)
  await bank.enter(page, person ?? { token: '' }, '/c/pots')
  const opener = page.getByRole('button', { name: 'Explain Set aside', exact: true })
  const shown = digitsIn(await opener.locator('..').textContent())
  expect(digitsIn(await explainedBy(page, 'Explain Set aside', 0))).toBe(shown)
})

test('a figure leads down to the ledger; Back leads up, a reload stays', async ({ page, bank }) => {
  const [person] = await bank.demo()
  await page.setViewportSize(small)
  await bank.enter(page, person ?? { token: '' })
  // Beside the selected account lie the others, to be swiped to.
  const opener = page.getByRole('button', { name: 'Explain Available balance' }).first()
  await opener.press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Available balance')
  await expect(
    dialog(page)
      .getByText(/^Reserved on/)
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  const names = ['Current balance', 'Net', 'Transaction']
  for (const name of names) {
    await parts(page).first().press('Enter')
    await expect(dialog(page)).toHaveAccessibleName(name)
    await expect(page.locator('body')).not.toBeFocused()
  }
  await expect.poll(() => layersOf(page)).toHaveLength(4)
  await expect(dialog(page).getByRole('heading', { name: 'In the ledger' })).toBeVisible()
  await expectAccessible(page)
  await walk(
    page,
    () => expect(dialog(page)).toHaveAccessibleName('Net'),
    () => expect(dialog(page)).toHaveAccessibleName('Transaction'),
  )
  await dialog(page).getByRole('button', { name: 'Back to Net' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Net')
  await expect.poll(() => layersOf(page)).toHaveLength(3)
  await page.goBack()
  await expect(dialog(page)).toHaveAccessibleName('Current balance')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect.poll(() => layersOf(page)).toHaveLength(0)
})

test(
  'an explanation is saved as a file that ends with the figure',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '512.30' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    await page.getByRole('button', { name: 'Explain USD balance' }).click()
    await expect(dialog(page).getByText('adds up to $512.30')).toBeVisible()
    const coming = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Export' }).click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/^balance-\d{4}-\d\d-\d\d\.csv$/)
    const stream = await download.createReadStream()
    const pieces = await stream.toArray()
    const rows = Buffer.concat(pieces).toString('utf8').trimEnd().split('\r\n')
    expect(rows).toHaveLength(3)
    expect(rows.at(-1)).toBe(',sum,Current balance,,512.30,,USD')
  },
)
