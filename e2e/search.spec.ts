import { expectAccessible } from './accessible.ts'
import { fund, orderPending } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { goWithin, listening, row, small, title, todayOf, wide } from './steps.ts'
import { payer, pin } from './transfer-steps.ts'

test('words and filters find lines of all accounts, and the address keeps them', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await fund(bank, ada, 2)
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await page.getByRole('main').getByRole('link', { name: 'Search' }).click()
  const box = page.getByRole('searchbox', { name: 'Search all accounts' })
  await expect(box).toBeFocused()
  // The slash leads there from any page, and to the box where it is on the page.
  const accompanied = () => expect(page.locator('[data-live]')).toBeAttached()
  await goWithin(page, '/c/support')
  await accompanied()
  await page.getByLabel('Subject').press('/')
  await expect(page.getByLabel('Subject')).toHaveValue('/')
  await page.getByRole('heading', { level: 1 }).press('/')
  await expect(page).toHaveURL(/\/c\/transactions\?find=$/)
  await expect(box).toBeFocused()
  await page.goto('/c/transactions')
  await expect(row(page, /Bank deposit/)).toHaveCount(3)
  await accompanied()
  await page.locator('body').press('/')
  await expect(box).toBeFocused()
  await box.fill('deposit 500.00')
  await expect(page).toHaveURL(/\?q=deposit\+500\.00$/)
  await expect(page.getByText('1 match', { exact: true })).toBeVisible()
  await expect(row(page, /Bank deposit/)).toHaveCount(1)
  await page.reload()
  await expect(box).toHaveValue('deposit 500.00')
  await expect(row(page, /Bank deposit/)).toHaveCount(1)

  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await panel.getByLabel('Lowest amount').fill('9')
  await panel.getByLabel('Highest amount').fill('5')
  await panel.getByRole('button', { name: 'Show' }).click()
  await expect(panel).toContainText('The lowest amount is above the highest')
  await expectAccessible(page)
  await panel.getByLabel('Highest amount').fill('')
  await panel.getByText('Out', { exact: true }).click()
  await panel.getByRole('button', { name: 'Show' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByText('No transaction matches')).toBeVisible()
  await expect(page).toHaveURL(/direction=out&min=9/)
  await expectAccessible(page)
  await page.goBack()
  await expect(row(page, /Bank deposit/)).toHaveCount(1)
  await page.goForward()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(row(page, /Bank deposit/)).toHaveCount(3)
  await expect(box).toHaveValue('')
})

test('what was found hears of news as the lists do', onlyLong, async ({ page, bank }) => {
  const ada = await payer(bank)
  const id = await orderPending(bank, ada, { amount: '120.00', pin })
  await page.setViewportSize(wide)
  const ready = listening(page)
  await bank.enter(page, ada, '/c/transactions?q=Whitfield')
  await ready
  await expect(row(page, /Jo Whitfield.*pending/)).toBeVisible()
  await bank.operate('settle', id)
  await expect(row(page, /Jo Whitfield.*completed/)).toBeVisible()
})

test(
  'chips choose a month, on a phone too, and the told boxes stay',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/transactions')
    const chip = (name: string) => page.getByRole('button', { name, exact: true })
    await expect(chip('All')).toHaveAttribute('aria-pressed', 'true')
    await chip('Last month').click()
    await expect(page.getByText('Your transacton list is empty')).toBeVisible()
    await expect(page).toHaveURL(/\?start=\d{4}-\d\d-01&end=\d{4}-\d\d-\d\d$/)
    await page.reload()
    await expect(chip('Last month')).toHaveAttribute('aria-pressed', 'true')
    await chip('This month').click()
    await expect(row(page, /Bank deposit/)).toHaveCount(1)
    await expect(page.getByLabel('Start date')).toHaveValue(
      `${(await todayOf(bank)).slice(0, 7)}-01`,
    )
    await expectAccessible(page)
    await chip('Custom').click()
    await expect(page.getByLabel('Start date')).toBeFocused()
    await chip('All').click()
    await expect(page).toHaveURL(/\/c\/transactions$/)
  },
)

test(
  'a detail stands beside its list and says what the payee was paid this year',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await fund(bank, ada, 1)
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/transactions')
    await row(page, /Bank deposit/)
      .first()
      .click()
    const detail = page.getByRole('dialog', { name: 'Transaction Details' })
    await expect(detail).toContainText(/2 payments from Bank deposit, \$5\d\d\.00 this year/)
    // The slide is over.
    await expect
      .poll(async () => {
        const box = await detail.boundingBox()
        return box && Math.round(box.x + box.width)
      })
      .toBe(wide.width)
    await expectAccessible(page)
    await detail.getByRole('link', { name: 'Show all' }).click()
    await expect(page).toHaveURL(/\?q=Bank\+deposit$/)
    await expect(row(page, /Bank deposit/)).toHaveCount(2)
    // The page was there already: what lay over it is gone all the same, and comes again with Back.
    await expect(detail).toBeHidden()
    await expect(title(page)).toBeFocused()
    await page.goBack()
    await expect(detail).toBeVisible()
  },
)
