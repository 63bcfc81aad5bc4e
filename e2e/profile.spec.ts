import type { Page } from '@playwright/test'
import { call, orderPending } from './beside-the-browser.ts'
import { expect, expectAccessible, test } from './fixture.ts'

const wide = { width: 1440, height: 900 }
const small = { width: 390, height: 844 }

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The alert says a text; OK gives the focus back. */
async function expectAlert(page: Page, text: string) {
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(text)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
}

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
  await form.getByLabel('New password').fill('second-secret')
  await save.click()
  await expectAlert(page, 'Your old password is not right')
  await expect(save).toBeFocused()
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

test('switches show the choice at once, and go back when the bank refuses', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ flags: { AllowUserManageLoginVerification: true } })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile')
  const alerts = page.getByRole('switch', { name: 'E-mail about every transaction' })
  const before = (await alerts.getAttribute('aria-checked')) === 'true'
  await alerts.click()
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
  await page.route('**/api/toggle-2fa', async (route) => {
    await new Promise((done) => setTimeout(done, 400))
    await route.continue()
  })
  await twoStep.click()
  await expect(twoStep).toBeChecked({ checked: codes })
  await expectAlert(page, 'You may not change this setting. Contact support')
  await expect(twoStep).toBeChecked({ checked: !codes })

  await page.reload()
  await expect(alerts).toBeVisible()
  await expect(twoStep).toHaveCount(0)
})

test('a message to support is checked, sent and acknowledged with its number', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.setViewportSize(small)
  await bank.enter(page, ada, '/c/support')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leave Us a Message')
  await expect(page.getByLabel('Email')).toHaveValue(ada.email)
  const banner = page.getByRole('main').getByRole('alert')
  const submit = page.getByRole('button', { name: 'SUBMIT' })
  await page.getByLabel('Email').fill('nobody')
  await submit.click()
  await expectAlert(page, 'invalid email address')
  await expect(banner).toHaveCount(0)
  await page.getByLabel('Email').fill(ada.email)
  await submit.click()
  await expectAlert(page, 'Subject is empty')
  await page.getByLabel('Subject').fill('A question')
  await page.getByLabel('Message').fill('Hm')
  await submit.click()
  await expectAlert(page, 'message content is empty')
  await expect(page.getByLabel('Message')).toBeFocused()
  await expectAccessible(page)

  await page.route('**/api/support', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Message').fill('Where is my card?')
  await submit.click()
  await expect(banner).toHaveText('connection error. check your connection and try again')
  await expect(page.getByLabel('Message')).toHaveValue('Where is my card?')
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused()
  await expect(
    page.getByText('one of our support agents will communicate as soon as possible'),
  ).toBeVisible()
  await expect(page.getByText(/Your ticket number is PB-\d{6}/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/c$/)
})

test('a receipt leads to a dispute for a day, with subject and reference', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '100.00', pin: '4821', flags: { UseOtp: false } })
  const id = await orderPending(bank, ada, { amount: '12.00', pin: '4821' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, `/transaction-receipt/${id}`)
  await page.getByRole('link', { name: 'Raise a dispute' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue(/Dispute: Jo Whitfield, 12\.00 USD/)
  await expect(page.getByLabel('Transaction reference')).toHaveValue(id)
  await page.getByLabel('Message').fill('I did not order this')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('')
  await expect(page.getByLabel('Transaction reference')).toHaveCount(0)

  await page.clock.install({ time: Date.now() + 25 * 3_600_000 })
  await page.goto(`/transaction-receipt/${id}`)
  await expect(page.getByRole('heading', { name: 'Transaction Receipt' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Raise a dispute' })).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`profile, support and notifications are accessible in ${colorScheme}`, async ({
    page,
    bank,
  }) => {
    test.slow()
    const ada = await bank.customer({
      balance: '10.00',
      flags: { AllowUserManageLoginVerification: true },
    })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const size of [wide, small]) {
      await page.setViewportSize(size)
      for (const path of ['/c/profile', '/c/support', '/c/notifications']) {
        await bank.enter(page, ada, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        if (path === '/c/profile' && size === small) {
          for (const button of await page.getByRole('main').locator('h2 button').all()) {
            await button.click()
          }
        }
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      }
    }
  })
}
