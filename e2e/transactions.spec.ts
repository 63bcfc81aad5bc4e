import { expectAccessible } from './accessible.ts'
import { fund } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import { row, todayOf, wide } from './steps.ts'

// shows §1.9 §2.10.9 §2.11.1 §2.11.5 §2.11.6 §2.11.10 §4.16 §4.17 §8.17 §9.23 D38
test('the list is paged and filtered, and its address brings it back', async ({ page, bank }) => {
  const ada = await bank.customer()
  await fund(bank, ada, 12)
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/transactions')
  const pager = page.getByRole('navigation', { name: 'Pages' })
  await expect(row(page, /Bank deposit/)).toHaveCount(10)
  await expect(page.getByText('Showing all transactions · page 1 of 2')).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Today' })).toBeVisible()
  await expect(pager.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await pager.getByRole('button', { name: 'Next page' }).click()
  await expect(row(page, /Bank deposit/)).toHaveCount(2)
  await expect(page).toHaveURL(/\/c\/transactions\?page=2$/)
  await expect(pager.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect(pager.getByRole('button', { name: 'Page 2' })).toBeFocused()
  await page.reload()
  await expect(row(page, /Bank deposit/)).toHaveCount(2)
  await page.goBack()
  await expect(row(page, /Bank deposit/)).toHaveCount(10)

  await pager.getByRole('button', { name: 'Page 2' }).click()
  await page.getByLabel('Start date').fill('2024-03-05')
  await expect(page).toHaveURL(new RegExp(`\\?start=2024-03-05&end=${await todayOf(bank)}$`))
  await expect(page.getByText(/^Showing 05 Mar 2024 to/)).toBeVisible()
  await expect(row(page, /Bank deposit/)).toHaveCount(10)
  await page.getByLabel('End date').fill('2024-03-06')
  await expect(page.getByText('Your transacton list is empty')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all transactions' }).click()
  await expect(row(page, /Bank deposit/)).toHaveCount(10)
  await expect(page.getByLabel('Start date')).toHaveValue(await todayOf(bank))
})

// shows D39
test('dates in the wrong order are told at once and nothing is asked', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  // News of the first money would ask for it by itself.
  await page.route('**/api/events', (route) => route.abort())
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/transactions')
  await expect(row(page, /Bank deposit/)).toHaveCount(1)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/transactions|acount-overview/.test(request.url())) asked.push(request.url())
  })
  await page.getByLabel('End date').fill('2024-03-05')
  await expect(page.getByRole('alert')).toHaveText('Start date is after end date')
  await page.getByRole('button', { name: 'GO' }).click()
  await expect(page.getByLabel('Start date')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await page.getByLabel('Start date').fill('2124-03-05')
  await expect(page.getByRole('alert')).toHaveText('Start date is in the future')
  await page.getByRole('button', { name: 'GO' }).click()
  expect(asked).toEqual([])
  await page.goto('/c/transactions?start=2024-03-06&end=2024-03-05')
  await expect(page.getByRole('alert')).toHaveText('Start date is after end date')
  expect(asked.filter((url) => /start_date/.test(url))).toEqual([])
  await page.goto('/c?start=2024-03-06&end=2024-03-05')
  await expect(page.getByText('Money Flow Chart').first()).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('NaN')
})

// shows §2.10.7 §2.11.2 §4.16 §5.71 §7.14 D38
test('GO asks again, and both dates today ask for everything', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  // News would bring the new line by itself.
  await page.route('**/api/events', (route) => route.abort())
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/transactions')
  await expect(row(page, /Bank deposit/)).toHaveCount(1)
  await fund(bank, ada, 1)
  const asked = page.waitForRequest(/api\/transactions\//)
  await page.getByRole('button', { name: 'GO' }).click()
  expect((await asked).url()).not.toContain('start_date')
  await expect(row(page, /Bank deposit/)).toHaveCount(2)

  // A failure is told above what was there before it.
  await page.route(/api\/transactions\//, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'GO' }).click()
  const again = page.getByRole('button', { name: 'try again' })
  await expect(again).toBeVisible()
  await expect(row(page, /Bank deposit/)).toHaveCount(2)
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(row(page, /Bank deposit/)).toHaveCount(2)
})

// shows §2.11.8 §8.5 §8.14
test('a list that fails tells why and tries again', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  // News of the first money would try again by itself.
  await page.route('**/api/events', (route) => route.abort())
  await page.route('**/api/transactions/**', (route) =>
    route.fulfill({ status: 503, json: { status: 'error', message: 'The bank is busy' } }),
  )
  await bank.enter(page, ada, '/c/transactions')
  await expect(page.getByRole('alert').filter({ hasText: 'The bank is busy' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/transactions/**')
  await page.getByRole('button', { name: 'try again' }).click()
  await expect(row(page, /Bank deposit/)).toHaveCount(1)
})
