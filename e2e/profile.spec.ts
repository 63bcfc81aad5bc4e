import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth } from './accessible.ts'
import { call } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { expectAlert, expectNoOverflow, fieldNames, goWithin, hold, small, wide } from './steps.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

// shows §1.17 §2.21.3 §2.21.4 §5.62 §8.33 D88
test('the e-mail is changed, and the old address hears how to undo it', async ({ page, bank }) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile')
  const form = section(page, 'Update E-mail')
  await form.getByLabel('New e-mail').fill('no address')
  await form.getByRole('button', { name: 'Update E-mail' }).click()
  await expectAlert(page, 'Invalid email address')
  await expect(form.getByLabel('New e-mail')).toBeFocused()
  await expect(form.getByLabel('New e-mail')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByText('Invalid email address')).toBeVisible()

  const fresh = `new-${ada.email}`
  await form.getByLabel('New e-mail').fill(fresh)
  await form.getByRole('button', { name: 'Update E-mail' }).click()
  await expect(page.getByText('Email changed successfully')).toBeVisible()
  await expect(form.getByLabel('New e-mail')).toHaveValue('')
  await expect(section(page, 'Profile Information')).toContainText(fresh)
  expect((await bank.mailTo(ada.email)).text).toContain('/undo-email/')
})

// shows §1.17 §2.21.5 §5.63 §5.64 §8.21 §8.34 D89 D157
test('the password is changed by who knows the old one', async ({ page, bank }) => {
  const ada = await bank.customer({ password: 'first-secret' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile')
  const form = section(page, 'Update Password')
  const save = form.getByRole('button', { name: 'Update Password' })
  await save.click()
  await expectAlert(page, 'Your old password is required')
  await form.getByLabel('Old password').fill('wrong-secret')
  await save.click()
  await expectAlert(page, 'Enter a new password')
  await form.getByLabel('New password').fill('abc')
  await save.click()
  await expectAlert(page, 'Password is too short')
  await form.getByLabel('Old password').fill('first-secret')
  await form.getByLabel('New password').fill('dragon')
  const reason = 'It is one of the passwords that are guessed first.'
  await expect(form.getByText(`Not accepted. ${reason}`)).toBeVisible()
  await save.click()
  await expectAlert(page, reason, form.getByLabel('New password'))
  await form.getByLabel('Old password').fill('wrong-secret')
  await form.getByLabel('New password').fill('second-secret')
  await save.click()
  await expectAlert(page, 'Your old password is not right', form.getByLabel('Old password'))
  await expect(form.getByLabel('New password')).toHaveValue('second-secret')
  await form.getByLabel('Old password').fill('first-secret')
  await save.click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await expect(form.getByLabel('Old password')).toHaveValue('')

  const again = await call(bank, ada, 'login', {
    username: ada.username,
    password: 'second-secret',
  })
  expect(again.status).toBe('success')
})

// shows §1.17 §2.21.8 §5.65 §5.66 §8.35
test('a PIN is saved with the password, in digits only, and leads back to the transfer', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ password: 'first-secret', balance: '100.00' })
  await page.setViewportSize(small)
  await bank.enter(page, ada, '/c/profile')
  // As a transfer without a PIN leads here.
  await page.evaluate(() => {
    history.replaceState({ usr: { back: '/c/transfer' }, key: 'pin' }, '', '/c/profile#pin')
  })
  await page.reload()
  const form = section(page, 'Update PIN')
  const pin = form.getByLabel('New PIN')
  await expect(pin).toBeFocused()
  await expect(form.getByText('You have no PIN yet.')).toBeVisible()
  await expect(form.getByRole('link', { name: 'Back to your transfer' })).toBeVisible()

  const save = form.getByRole('button', { name: /PIN$/ }).last()
  await pin.pressSequentially('12a')
  await expect(pin).toHaveValue('12')
  await expect(pin).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: 'Show characters' }).first().click()
  await expect(pin).toHaveAttribute('type', 'text')
  await save.click()
  await expectAlert(page, 'Invalid PIN')
  await pin.fill('4821')
  await save.click()
  await expectAlert(page, 'Enter your current password')
  await form.getByLabel('Current password').fill('wrong')
  await save.click()
  await expectAlert(page, 'Your current password is not right')
  await form.getByLabel('Current password').fill('first-secret')
  await save.click()
  await expect(page.getByText('PIN saved successfully')).toBeVisible()
  await expect(form.getByText('Your PIN is set.')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('link', { name: 'Back to your transfer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Select Transfer Type')
  await expect(page).toHaveURL(/\/c\/transfer$/)
})

// shows §1.17 §2.21.6 §2.21.7 §4.37 §6.8 §7.36 §8.21 §8.36 §8.37
test('switches show the choice at once, and go back when the bank refuses', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ flags: { AllowUserManageLoginVerification: true } })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile')
  const alerts = page.getByRole('switch', { name: 'E-mail about every transaction' })
  const before = (await alerts.getAttribute('aria-checked')) === 'true'
  const sent = page.waitForRequest('**/api/toggle-alert')
  await alerts.click()
  expect(fieldNames(await sent)).toEqual(['notification'])
  await expect(page.getByText('Transaction alert set successfully')).toBeVisible()
  await expect(alerts).toBeChecked({ checked: !before })

  const twoStep = page.getByRole('switch', { name: 'Ask for a code at sign-in' })
  const codes = await twoStep.isChecked()
  await twoStep.click()
  await expect(page.getByText('2FA set successfully')).toBeVisible()
  await page.reload()
  await expect(twoStep).toBeChecked({ checked: !codes })
  await expect(alerts).toBeChecked({ checked: !before })

  // The operator takes the right away while the page is open.
  await bank.operate('set-flag', ada.username, 'AllowUserManageLoginVerification', 'false')
  const letGo = await hold(page, '**/api/toggle-2fa')
  await twoStep.click()
  await expect(twoStep).toBeChecked({ checked: codes })
  letGo()
  await expectAlert(page, 'You may not change this setting. Contact support')
  await expect(twoStep).toBeChecked({ checked: !codes })

  await page.reload()
  await expect(alerts).toBeVisible()
  await expect(twoStep).toHaveCount(0)
})

// shows §2.21.1 §2.21.2 §6.9 D30 D87 D115
test('profile sections are open on a wide screen and closed at 1024', async ({ page, bank }) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile')
  const section = page.getByRole('button', { name: 'Profile Information' })
  await expect(section).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('1 active account')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toContainText(ada.email)
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.reload()
  await expect(section).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Logout')
  await section.click()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toContainText(ada.email)
})

test(
  'profile, support and notifications are accessible, in light and in dark',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await bank.customer({
      balance: '10.00',
      flags: { AllowUserManageLoginVerification: true },
    })
    for (const size of [wide, small]) {
      await page.setViewportSize(size)
      for (const path of ['/c/profile', '/c/support', '/c/notifications']) {
        if (path === '/c/profile') await bank.enter(page, ada, path)
        else await goWithin(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        if (path === '/c/profile' && size === small) {
          for (const button of await page.getByRole('main').locator('h2 button').all()) {
            await button.click()
          }
        }
        await expectAccessibleInBoth(page)
        await expectNoOverflow(page)
      }
    }
  },
)

test(
  'on a bare IP address the profile says why there are none',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    await page.setViewportSize(wide)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
    await bank.enter(page, ada, '/c/profile')
    await expect(section(page, 'Passkeys')).toContainText(
      'Passkeys need a name as the address of the bank. They cannot work on a bare IP address',
    )
    await expectAccessible(page)
  },
)
