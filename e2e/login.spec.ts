import { expectAccessible } from './accessible.ts'
import { call } from './beside-the-browser.ts'
import { logIn } from './entry-steps.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { banner, hold } from './steps.ts'

test.describe('login', () => {
  // shows §1.2 §2.1.1 §2.1.2 §2.2.1 §2.2.2 §2.2.6 §4.1 §4.3 §5.2 §5.3 §5.4 §8.9 D5
  test('says what is missing, keeps what was typed, and lets the right password in', async ({
    page,
    bank,
  }) => {
    const ada = await bank.customer({ balance: '12.00' })
    await page.goto('/')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expect(page.getByText('Login to access your account')).toBeVisible()
    await expect(page.getByText('Online Banking')).toBeVisible()
    // Beside the form a picture of what is inside.
    const brand = page.getByRole('complementary', { name: 'Passbook' })
    await expect(brand.getByText('$12,480.50')).toBeVisible()
    await expectAccessible(page)
    const button = page.getByRole('button', { name: 'Login' })
    await button.click()
    await expect(banner(page)).toHaveText('Invalid username')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.getByLabel('Username').fill(ada.username)
    await button.click()
    await expect(banner(page)).toHaveText('Invalid password')
    await page.getByLabel('Password', { exact: true }).fill('abc')
    await button.click()
    await expect(banner(page)).toHaveText('Password is too short')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await button.click()
    await expect(banner(page)).toHaveText('Invalid username or password')
    await expect(page.getByLabel('Username')).toHaveValue(ada.username)
    await expectAccessible(page)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByRole('button', { name: /show/i }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
    await page.keyboard.press('Tab')
    await button.click()
    await expect(page).toHaveURL(/\/c$/)
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$12.00')
    await page.goto('/')
    await expect(page).toHaveURL(/\/c$/)
    await page.goto('/login')
    await expect(page).toHaveURL(/\/c$/)
  })

  // shows §2.2.4 §2.2.5 §2.3.5
  test('leads to the other entry pages', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgotton Password' }).click()
    await expect(page).toHaveURL(/\/request-password-reset$/)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Create an Account' }).click()
    await expect(page).toHaveURL(/\/signup$/)
    await page.getByRole('link', { name: 'Have an account already?' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })

  // shows §2.1.10 §6.1 D4
  // asvs 3.7.2
  test('brings a visitor back to where they wanted to go, and nowhere else', async ({
    page,
    bank,
  }) => {
    const ada = await bank.customer()
    await page.goto('/c/cards')
    await expect(page).toHaveURL(/\/login\?next=%2Fc%2Fcards$/)
    await logIn(page, ada.username, ada.password)
    await expect(page).toHaveURL(/\/c\/cards$/)
    for (const next of ['//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      await page.goto('/logout')
      await expect(page).toHaveURL(/\/login$/)
      await page.goto(`/login?next=${encodeURIComponent(next)}`)
      await logIn(page, ada.username, ada.password)
      await expect(page).toHaveURL(`${bank.url}/c`)
    }
  })

  // shows D12
  test('names the time to wait after ten wrong passwords, and a reset opens the door', async ({
    page,
    bank,
  }) => {
    const ada = await bank.customer()
    await page.goto('/login')
    for (let tries = 0; tries < 10; tries += 1) {
      await logIn(page, ada.username, `wrong ${tries}`)
      await expect(banner(page)).toHaveText('Invalid username or password')
      await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
    }
    await logIn(page, ada.username, ada.password)
    await expect(banner(page)).toHaveText(/Too many attempts\. Try again in \d+ minutes?/)
  })

  // shows §8.1 §8.2 §8.3 §8.4 D103
  test('says when the bank cannot be reached or does not make sense', async ({ page }) => {
    await page.goto('/login')
    await page.route('**/api/login', (route) => route.abort())
    await logIn(page, 'someone', 'password')
    await expect(banner(page)).toHaveText('connection error. check your connection and try again')
    await page.unroute('**/api/login')
    await page.route('**/api/login', (route) => route.fulfill({ status: 200, json: {} }))
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(banner(page)).toHaveText('Internal Application error')
    await page.unroute('**/api/login')
    await page.route('**/api/login', (route) => route.fulfill({ status: 404, json: {} }))
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(banner(page)).toHaveText('Internal application error. Try again after some time')
    await page.unroute('**/api/login')
    await page.route('**/api/login', (route) => route.fulfill({ status: 504, json: {} }))
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(banner(page)).toHaveText('connection timed out. try again after a while')
  })
})

test('login works by keyboard alone', async ({ page, bank }) => {
  const ada = await bank.customer()
  await page.goto('/login')
  await page.getByLabel('Username').focus()
  await page.keyboard.type(ada.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/c$/)
})

// shows §2.2.3 §4.1
test('a button that has sent its form is busy and sends nothing more', async ({ page, bank }) => {
  const ada = await bank.customer()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) sent += 1
  })
  await page.goto('/login')
  const answer = await hold(page, '**/api/login')
  await page.getByLabel('Username').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  const button = page.getByRole('button', { name: 'Login' })
  await button.click()
  await expect(button).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  answer()
  await expect(page).toHaveURL(/\/c$/)
  expect(sent).toBe(1)
})

// shows D12
test(
  'a sign-in that failed too often is opened by a reset of the password',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    for (let at = 0; at < 10; at += 1) {
      await call(bank, ada, 'login', { username: ada.username, password: `wrong ${at}` })
    }
    await page.goto('/login')
    await logIn(page, ada.username, ada.password)
    await expect(banner(page)).toHaveText(/Too many attempts\. Try again in \d+ minutes?/)
    await page.getByRole('link', { name: 'Forgotton Password' }).click()
    await page.getByLabel('Username or Email address').fill(ada.username)
    await page.getByRole('button', { name: 'Request reset' }).click()
    await expect(page.getByText('Reset Link Sent Succesfully')).toBeVisible()
    await expect.poll(async () => (await bank.mailTo(ada.email)).text).toContain('/reset-password/')
    const { text } = await bank.mailTo(ada.email)
    await page.goto(new URL(/\S+\/reset-password\/\S+/.exec(text)?.[0] ?? '').pathname)
    await page.getByLabel('Password', { exact: true }).fill('a way back in')
    await page.getByLabel('Confirm password', { exact: true }).fill('a way back in')
    await page.getByRole('button', { name: 'Save Password' }).click()
    await expect(page.getByText('Password Reset Successfully')).toBeVisible()
    await page.goto('/login')
    await logIn(page, ada.username, 'a way back in')
    await expect(page).toHaveURL(/\/c$/)
  },
)

// shows D12 D129
test('a sign-in that failed too often opens again after the time it named', async ({
  page,
  bank,
}) => {
  // What other journeys got wrong from this address in the last minute is another lock.
  await bank.advance(61_000)
  const ada = await bank.customer()
  for (let at = 0; at < 10; at += 1) {
    await call(bank, ada, 'login', { username: ada.username, password: `wrong ${at}` })
  }
  await page.goto('/login')
  await logIn(page, ada.username, ada.password)
  const told = banner(page)
  await expect(told).toHaveText(/Try again in \d+ minutes?/)
  const [minutes] = /\d+/.exec((await told.textContent()) ?? '') ?? []
  await bank.advance(Number(minutes) * 60_000)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/c$/)
})
