import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call } from './beside-the-browser.ts'
import { expect, onlyLong, type Person, type TestedBank, test } from './fixture.ts'
import { small, toast, wide } from './steps.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const newEmail = (page: Page) =>
  page.getByRole('region', { name: 'Update E-mail', exact: true }).getByLabel('New e-mail')

/** The profile of somebody who signed in too long ago for a sensitive change. */
async function enterLate(page: Page, bank: TestedBank, person: Person) {
  await bank.enter(page, person, '/c/profile')
  await expect(newEmail(page)).toBeAttached()
  await bank.advance(6 * 60_000)
}

// shows D147
test('a sensitive change after a while asks for the password once, by keyboard alone', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  await enterLate(page, bank, ada)
  const fresh = `new-${ada.email}`
  await newEmail(page).fill(fresh)
  await page.keyboard.press('Enter')
  const dialog = question(page)
  await expect(dialog).toBeVisible()
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter your current password')).toBeVisible()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Your current password is not right')).toBeVisible()
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('aria-invalid', 'true')

  await password.fill(ada.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Email changed successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(newEmail(page)).toHaveValue('')
  const { data } = await call(bank, ada, 'init-user')
  expect((data.user as { Email: string }).Email).toBe(fresh)
})

test(
  'whoever does not want to tell the password keeps what was typed',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    await page.setViewportSize(small)
    await enterLate(page, bank, ada)
    const heading = page.getByRole('button', { name: 'Update E-mail' }).first()
    await heading.click()
    await newEmail(page).fill(`new-${ada.email}`)
    await newEmail(page).press('Enter')
    await expect(question(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(page.getByText('Nothing was done. It needs your password.')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(newEmail(page)).toHaveValue(`new-${ada.email}`)
  },
)

// shows D147
test(
  'a switch goes back where the password is not told, and over where it is',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({
      flags: { AllowUserManageLoginVerification: true, UseLoginVerification: true },
    })
    await page.setViewportSize(wide)
    await enterLate(page, bank, ada)
    const twoStep = page.getByRole('switch', { name: 'Ask for a code at sign-in' })
    await expect(twoStep).toBeChecked()
    await twoStep.click()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(twoStep).toBeChecked()
    await twoStep.click()
    await question(page).getByLabel('Password', { exact: true }).fill(ada.password)
    await question(page).getByRole('button', { name: 'Continue' }).click()
    await expect(twoStep).not.toBeChecked()
  },
)
