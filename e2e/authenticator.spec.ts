import { appCode } from '../server/src/testing/app-code.ts'
import { expectAccessible } from './accessible.ts'
import { logIn } from './entry-steps.ts'
import { expect, test } from './fixture.ts'
import { small, timeOf, toast, wide } from './steps.ts'

test('an authenticator app is set up, its code follows the password, and a backup code stands in', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile#authenticator')
  const section = page.getByRole('region', { name: 'Authenticator App', exact: true })
  await section.getByRole('button', { name: 'Set up an app' }).click()
  await expect(section.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await section.locator('bdi').first().textContent()) ?? ''
  await expectAccessible(page)
  await section.getByRole('textbox').first().click()
  await page.keyboard.type(appCode(secret, await timeOf(bank)))
  await section.getByRole('button', { name: 'Switch on' }).click()
  await expect(toast(page, 'The authenticator app is on')).toBeVisible()
  await section.getByRole('button', { name: 'Make backup codes' }).click()
  const codes = section.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const backup = (await codes.first().textContent()) ?? ''
  await expectAccessible(page)

  await page.setViewportSize(small)
  await page.goto('/logout')
  await logIn(page, ada.username, ada.password)
  const boxes = page.getByRole('group', { name: 'One-time code' }).getByRole('textbox')
  await expect(boxes).toHaveCount(6)
  await expect(page.getByText('Enter the code that your authenticator app shows.')).toBeVisible()
  await expectAccessible(page)
  await boxes.first().click()
  // The next one: that of now has been used to switch it on.
  const next = new Date((await timeOf(bank)).getTime() + 30_000)
  await page.keyboard.type(appCode(secret, next))
  await expect(page).toHaveURL(/\/c$/)

  await page.goto('/logout')
  await logIn(page, ada.username, ada.password)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backup)
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/c$/)
  await page.goto('/c/profile#authenticator')
  await section.getByRole('button', { name: 'Switch the app off' }).click()
  await expect(toast(page, 'The authenticator app is off')).toBeVisible()
})
