import { expectAccessible } from './accessible.ts'
import { logIn, resetLink } from './entry-steps.ts'
import { expect, test } from './fixture.ts'
import { banner, hold } from './steps.ts'

test.describe('reset', () => {
  // shows §1.5 §2.1.4 §2.1.5 §2.4.1 §2.5.3 §2.5.4 §2.5.5 §4.11 §5.29 §5.30 §5.31 §5.32 §8.9 §8.25
  // shows D157
  test('a link from the mail saves a new password, once', async ({ page, bank }) => {
    const ada = await bank.customer()
    await page.goto('/request-password-reset')
    await page.getByRole('button', { name: 'Request reset' }).click()
    await expect(banner(page)).toHaveText('Enter your username or email address')
    await expectAccessible(page)
    const path = await resetLink(page, bank, ada.email)
    await expectAccessible(page)
    await page.goto(path)
    const save = page.getByRole('button', { name: 'Save Password' })
    await save.click()
    await expect(banner(page)).toHaveText('Password is empty')
    await page.getByLabel('Password', { exact: true }).fill('abc')
    await save.click()
    await expect(banner(page)).toHaveText('Password is too short')
    // One that is guessed first is refused with the reason, and nothing else.
    await page.getByLabel('Password', { exact: true }).fill('dragon')
    await page.getByLabel('Confirm password', { exact: true }).fill('dragon')
    const reason = 'It is one of the passwords that are guessed first.'
    await expect(page.getByText(`Not accepted. ${reason}`)).toBeVisible()
    await page.getByRole('button', { name: 'Save Password' }).click()
    await expect(page.getByRole('alert')).toHaveText(reason)
    await page.getByLabel('Password', { exact: true }).fill('a new password')
    await save.click()
    await expect(banner(page)).toHaveText("Passwords don't match")
    await expectAccessible(page)
    await page.getByLabel('Confirm password', { exact: true }).fill('a new password')
    await save.click()
    await expect(page.getByText('Password Reset Successfully')).toBeVisible()
    await expect(page.getByText('Proceed to login with your new password')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Login' }).click()
    await logIn(page, ada.username, 'a new password')
    await expect(page).toHaveURL(/\/c$/)
    await page.goto(path)
    await expect(page.getByText('Reset Failed')).toBeVisible()
    await expect(page.getByText('Invalid reset link')).toBeVisible()
    await expectAccessible(page)
  })

  // shows §2.1.5 §2.5.4 §4.10 §8.25
  test('a link that has run out fails, and so does the page without one', async ({
    page,
    bank,
  }) => {
    const ada = await bank.customer()
    const path = await resetLink(page, bank, ada.email)
    await bank.advance(31 * 60_000)
    await page.goto(path)
    await expect(page.getByText('Reset Failed')).toBeVisible()
    await page.goto('/reset-password')
    await expect(page.getByText('Reset Failed')).toBeVisible()
    await expect(page.getByText('Invalid reset link')).toBeVisible()
  })

  // shows D18
  test('a name that nobody has gets the same answer', async ({ page }) => {
    await page.goto('/request-password-reset')
    await page.getByLabel('Username or Email address').fill('nobody-has-this-name')
    await page.getByRole('button', { name: 'Request reset' }).click()
    await expect(page.getByText('Reset Link Sent Succesfully')).toBeVisible()
  })
})

// shows §2.4.2 §2.5.1 §2.5.2 §2.7.1 §2.13.1 §4.9
test('a link that is looked at says Please Wait, and so does a receipt', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '5.00' })
  await page.goto('/request-password-reset')
  await page.getByLabel('Username or Email address').fill(ada.email)
  await page.getByRole('button', { name: 'Request reset' }).click()
  await expect(page.getByText('Reset Link Sent Succesfully')).toBeVisible()
  const sent = 'If the account exists, a link to reset its password is on the way to its email.'
  await expect(page.getByText(sent)).toBeVisible()
  await expect.poll(async () => (await bank.mailTo(ada.email)).text).toContain('/reset-password/')
  const { text } = await bank.mailTo(ada.email)
  const looked = await hold(page, '**/api/confirm-reset/**')
  await page.goto(new URL(/\S+\/reset-password\/\S+/.exec(text)?.[0] ?? '').pathname)
  await expect(page.getByText('Please Wait')).toBeVisible()
  looked()
  await expect(page.getByRole('heading', { name: 'New Password' })).toBeVisible()
  const first = page.getByLabel('Password', { exact: true })
  const second = page.getByLabel('Confirm password', { exact: true })
  const eyes = page.getByRole('button', { name: 'Show characters' })
  await eyes.last().click()
  await expect(second).toHaveAttribute('type', 'text')
  await expect(first).toHaveAttribute('type', 'password')
  await eyes.first().click()
  await expect(first).toHaveAttribute('type', 'text')

  const entered = await hold(page, '**/api/token-login/**')
  await page.goto(new URL(await bank.operate('login-link', ada.username)).pathname)
  await expect(page.getByText('Please Wait')).toBeVisible()
  entered()
  await expect(page).toHaveURL(/\/c$/)
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$5.00')

  const loaded = await hold(page, '**/api/transaction-receipt/**')
  await page.goto('/transaction-receipt/a1')
  await expect(page.getByText('Please Wait')).toBeVisible()
  loaded()
  await expect(page.getByText('Unable to load the receipt')).toBeVisible()
})

test('the name that was typed at the login is carried to Forgotten password', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Username').fill('ada')
  await page.getByRole('link', { name: 'Forgotton Password' }).click()
  await expect(page.getByLabel('Username or Email address')).toHaveValue('ada')
})
