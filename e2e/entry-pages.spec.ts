import { expectAccessible, expectAccessibleInBoth } from './accessible.ts'
import { expect, test } from './fixture.ts'

// shows §8.27 D5
test('a page that does not exist says so', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found/i)
  await expectAccessible(page)
})

test('every entry page fits 320 px and is accessible, in light and in dark', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [
    '/login',
    '/signup',
    '/request-password-reset',
    '/reset-password',
    '/authentication/x',
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, path).toBe(0)
    await expectAccessibleInBoth(page)
  }
})
