import { expectAccessible } from './accessible.ts'
import { logIn } from './entry-steps.ts'
import { expect, test } from './fixture.ts'
import { banner } from './steps.ts'

const linkIn = (text: string) => new URL(/^http\S+$/m.exec(text)?.[0] ?? '').pathname

test('a sign-in by a new device is told by mail, and its link freezes and leads back in', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.goto('/login')
  await logIn(page, ada.username, ada.password)
  await expect(page).toHaveURL(/\/c$/)
  const told = await bank.mailTo(ada.email)
  expect(told.subject).toBe('New sign-in')
  expect(told.text).toContain('Chrome on ')

  const path = linkIn(told.text)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This was not me' })).toBeVisible()
  await expectAccessible(page)
  expect((await bank.mailTo(ada.email)).subject).toBe('New sign-in')
  await page.getByRole('button', { name: 'Freeze my account' }).click()
  await expect(page.getByText('Your account is frozen')).toBeVisible()
  await expectAccessible(page)

  const reset = linkIn((await bank.mailTo(ada.email)).text)
  expect(reset).toMatch(/^\/reset-password\//)
  await page.goto(path)
  await page.getByRole('button', { name: 'Freeze my account' }).click()
  await expect(banner(page)).toHaveText('This link is no longer good')

  await page.goto(reset)
  await page.getByLabel('Password', { exact: true }).fill('chosen anew')
  await page.getByLabel('Confirm password', { exact: true }).fill('chosen anew')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Password Reset Successfully')).toBeVisible()
  await page.goto('/login')
  await logIn(page, ada.username, 'chosen anew')
  await expect(page).toHaveURL(/\/c$/)
})
