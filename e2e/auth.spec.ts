import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixture.ts'

const banner = (page: Page) => page.getByRole('alert')
let drawn = 0

/** A name that no other test has. */
function unused(name: string): string {
  drawn += 1
  return `${name}${process.pid}x${drawn}`
}

async function logIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test.describe('login', () => {
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

test.describe('sign-up', () => {
  const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed' }).click()

  async function refuse(page: Page, message: string) {
    await proceed(page)
    await expect(banner(page)).toHaveText(message)
  }

  async function fill(page: Page, label: string, value: string) {
    const field = page.getByLabel(label, { exact: true })
    if (label === 'Country' || label === 'Relationship') await field.selectOption(value)
    else await field.fill(value)
  }

  test('walks through all four steps with every text, back and forth, to a first login', async ({
    page,
    bank,
  }) => {
    const username = unused('newcomer')
    await page.goto('/signup')
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
    await expect(page.getByText('We are happy to have you')).toBeVisible()
    await expect(page.getByText('Online Banking')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back' })).toBeHidden()
    await refuse(page, 'Select an account type')
    await expectAccessible(page)
    await page.getByText('Savings Account').click()
    await proceed(page)
    await expect(page.getByRole('heading', { name: 'Personal Info' })).toBeVisible()

    await refuse(page, 'Make a valid username')
    await expect(page.getByLabel('Username')).toBeFocused()
    await fill(page, 'Username', 'ab')
    await refuse(page, 'Username is too short')
    await expectAccessible(page)
    await fill(page, 'Username', username)
    await refuse(page, 'Enter your legal first name')
    await fill(page, 'First name', 'Grace')
    await fill(page, 'Last name', 'Li')
    await refuse(page, 'Enter your legal last name')
    await fill(page, 'Last name', 'Hopper')
    await refuse(page, 'Enter your phone number')
    await fill(page, 'Phone number', '12345')
    await refuse(page, 'Invalid phone number')
    await fill(page, 'Phone number', '(555) 123-4567')
    await fill(page, 'Email', 'grace')
    await refuse(page, 'Enter your valid email')
    await fill(page, 'Email', `${username}@example.com`)
    await refuse(page, 'Enter your occupation')
    await fill(page, 'Occupation', 'Admiral')
    await refuse(page, 'Select your date of birth')
    await fill(page, 'Date of birth', '1986-12-09')
    await refuse(page, 'Country is required')
    await fill(page, 'Country', 'us')
    await refuse(page, 'State of residence is required')
    await fill(page, 'State', 'Virginia')
    await refuse(page, 'City of residence is required')
    await fill(page, 'City', 'Arlington')
    await expect(page.getByRole('radio', { name: 'Male', exact: true })).toBeChecked()
    await proceed(page)

    await expect(page.getByRole('heading', { name: 'Next of Kin' })).toBeVisible()
    await refuse(page, 'Enter a valid first name')
    await fill(page, 'First name', 'Al')
    await refuse(page, 'Name is too short')
    await expectAccessible(page)
    await fill(page, 'First name', 'Mary')
    await refuse(page, 'Enter a valid last name')
    await fill(page, 'Last name', 'Li')
    await refuse(page, 'Select relationship')
    await fill(page, 'Relationship', 'aunty')
    await refuse(page, 'Invalid phone number')
    await fill(page, 'Phone number', '555 123 4567')
    await refuse(page, 'Enter a valid occupation')
    await fill(page, 'Occupation', 'Teacher')
    await refuse(page, 'Address is required')
    await fill(page, 'Address', '1 Main Street')

    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('Username')).toHaveValue(username)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('radio', { name: /Savings Account/ })).toBeChecked()
    await proceed(page)
    await proceed(page)
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue('1 Main Street')
    await proceed(page)

    await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
    await refuse(page, 'Make a hard to guess password')
    await fill(page, 'Password', 'abc')
    await refuse(page, 'The password is too short')
    await fill(page, 'Password', 'sea stories 1906')
    await fill(page, 'Confirm password', 'sea stories')
    await refuse(page, "Passwords don't match")
    await expectAccessible(page)
    await fill(page, 'Confirm password', 'sea stories 1906')
    await proceed(page)
    await expect(page).toHaveURL(/\/login$/)
    await logIn(page, username, 'sea stories 1906')
    await expect(page).toHaveURL(/\/c$/)
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$0.00')
    expect(await bank.findings()).toEqual([])
  })

  test('a taken username leads back to its field and loses nothing', async ({ page, bank }) => {
    const ada = await bank.customer()
    await page.goto('/signup')
    await page.getByText('Checking Account').click()
    await proceed(page)
    const personal = {
      Username: ada.username.toUpperCase(),
      'First name': 'Grace',
      'Last name': 'Hopper',
      'Phone number': '5551234567',
      Email: `${unused('free')}@example.com`,
      Occupation: 'Admiral',
      'Date of birth': '1986-12-09',
      Country: 'us',
      State: 'Virginia',
      City: 'Arlington',
    }
    for (const [label, value] of Object.entries(personal)) await fill(page, label, value)
    await proceed(page)
    const kin = {
      'First name': 'Mary',
      'Last name': 'Hopper',
      Relationship: 'mother',
      'Phone number': '5551234567',
      Occupation: 'Teacher',
      Address: '1 Main Street',
    }
    for (const [label, value] of Object.entries(kin)) await fill(page, label, value)
    await proceed(page)
    await fill(page, 'Password', 'sea stories 1906')
    await fill(page, 'Confirm password', 'sea stories 1906')
    await proceed(page)
    await expect(banner(page)).toHaveText('Username is not available')
    await expect(page.getByRole('heading', { name: 'Personal Info' })).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    await expect(page.getByLabel('City', { exact: true })).toHaveValue('Arlington')
    await fill(page, 'Username', unused('second'))
    await proceed(page)
    await proceed(page)
    await proceed(page)
    await expect(page).toHaveURL(/\/login$/)
  })
})

test.describe('one-time code', () => {
  const withCode = { flags: { UseLoginVerification: true } }
  const boxes = (page: Page) =>
    page.getByRole('group', { name: 'One-time code' }).getByRole('textbox')

  test('typed digit by digit it enters by itself; a wrong one says so', async ({ page, bank }) => {
    const ada = await bank.customer(withCode)
    await page.goto('/login')
    await logIn(page, ada.username, ada.password)
    await expect(page).toHaveURL(/\/authentication\//)
    await expect(page.getByRole('heading', { name: 'Authentication' })).toBeVisible()
    await expect(page.getByText('Complete auth to proceed')).toBeVisible()
    await expect(
      page.getByText(
        'An OTP have been sent to your registered email. Enter the OTP to confirm account ownrship',
      ),
    ).toBeVisible()
    await expect(boxes(page)).toHaveCount(5)
    await expectAccessible(page)
    const code = await bank.codeFor(ada.email)
    const wrong = code === '00000' ? '00001' : '00000'
    await boxes(page).first().click()
    await page.keyboard.type(wrong)
    await expect(banner(page)).toHaveText('Invalid or expired code')
    await expect(boxes(page).first()).toBeFocused()
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect(banner(page)).toHaveText('Invalid or expired code')
    await boxes(page).first().click()
    await page.keyboard.type(`a ${code}`)
    await expect(page).toHaveURL(/\/c$/)
  })

  test('pasted whole it enters once', async ({ page, bank, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const ada = await bank.customer(withCode)
    let sent = 0
    page.on('request', (request) => {
      if (request.url().includes('/confirm-2fa/')) sent += 1
    })
    await page.goto('/login')
    await logIn(page, ada.username, ada.password)
    await expect(boxes(page)).toHaveCount(5)
    const code = await bank.codeFor(ada.email)
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      ` ${code.slice(0, 2)} ${code.slice(2)} `,
    )
    await boxes(page).first().click()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page).toHaveURL(/\/c$/)
    expect(sent).toBe(1)
  })

  test('one that has run out is refused, and a new one can be had', async ({ page, bank }) => {
    const ada = await bank.customer(withCode)
    await page.clock.install()
    await page.goto('/login')
    await logIn(page, ada.username, ada.password)
    await expect(page.getByRole('button', { name: /Resend code in \d+ s/ })).toBeDisabled()
    const old = await bank.codeFor(ada.email)
    await bank.advance(5 * 60_000)
    await boxes(page).first().click()
    await page.keyboard.type(old)
    await expect(banner(page)).toHaveText('Invalid or expired code')
    await page.clock.fastForward(31_000)
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(page.getByText('A new code has been sent')).toBeVisible()
    await boxes(page).first().click()
    await page.keyboard.type(await bank.codeFor(ada.email))
    await expect(page).toHaveURL(/\/c$/)
  })

  test('shows only a title that the bank could have given', async ({ page }) => {
    for (const spoofed of ['Your%20account%20is%20locked', 'Call%20%2B1%20555%20010%200100']) {
      await page.goto(`/authentication/abc/${spoofed}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication')
    }
  })
})

test.describe('reset', () => {
  async function linkFor(
    page: Page,
    bank: { mailTo(email: string): Promise<{ text: string }> },
    email: string,
  ) {
    await page.goto('/request-password-reset')
    await page.getByLabel('Username or Email address').fill(email)
    await page.getByRole('button', { name: 'Request reset' }).click()
    await expect(page.getByText('Reset Link Sent Succesfully')).toBeVisible()
    await expect.poll(async () => (await bank.mailTo(email)).text).toContain('/reset-password/')
    const { text } = await bank.mailTo(email)
    return new URL(/\S+\/reset-password\/\S+/.exec(text)?.[0] ?? '').pathname
  }

  test('a link from the mail saves a new password, once', async ({ page, bank }) => {
    const ada = await bank.customer()
    await page.goto('/request-password-reset')
    await page.getByRole('button', { name: 'Request reset' }).click()
    await expect(banner(page)).toHaveText('Enter your username or email address')
    await expectAccessible(page)
    const path = await linkFor(page, bank, ada.email)
    await expectAccessible(page)
    await page.goto(path)
    const save = page.getByRole('button', { name: 'Save Password' })
    await save.click()
    await expect(banner(page)).toHaveText('Password is empty')
    await page.getByLabel('Password', { exact: true }).fill('abc')
    await save.click()
    await expect(banner(page)).toHaveText('Password is too short')
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

  test('a link that has run out fails, and so does the page without one', async ({
    page,
    bank,
  }) => {
    const ada = await bank.customer()
    const path = await linkFor(page, bank, ada.email)
    await bank.advance(31 * 60_000)
    await page.goto(path)
    await expect(page.getByText('Reset Failed')).toBeVisible()
    await page.goto('/reset-password')
    await expect(page.getByText('Reset Failed')).toBeVisible()
    await expect(page.getByText('Invalid reset link')).toBeVisible()
  })

  test('a name that nobody has gets the same answer', async ({ page }) => {
    await page.goto('/request-password-reset')
    await page.getByLabel('Username or Email address').fill('nobody-has-this-name')
    await page.getByRole('button', { name: 'Request reset' }).click()
    await expect(page.getByText('Reset Link Sent Succesfully')).toBeVisible()
  })
})

test.describe('links, tabs and leaving', () => {
  test('a login link enters once; after that it leads to the login page', async ({
    page,
    bank,
  }) => {
    const ada = await bank.customer()
    const link = await bank.operate('login-link', ada.username)
    await page.goto(new URL(link).pathname)
    await expect(page).toHaveURL(/\/c$/)
    await page.goto('/logout')
    await expect(page).toHaveURL(/\/login$/)
    await page.goto(new URL(link).pathname)
    await expect(page).toHaveURL(/\/login$/)
  })

  test('logging out ends the session on the server and in every tab', async ({
    page,
    bank,
    context,
  }) => {
    const ada = await bank.customer()
    await bank.enter(page, ada)
    await expect(page.getByRole('region', { name: 'Balances' })).toBeVisible()
    const second = await context.newPage()
    await second.goto(`${bank.url}/c`)
    await expect(second.getByRole('region', { name: 'Balances' })).toBeVisible()
    await page.goto('/logout')
    await expect(page).toHaveURL(/\/login$/)
    await expect(second).toHaveURL(/\/login/)
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
    const reply = await page.request.get('/api/init-user', {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    expect(reply.status()).toBe(401)
  })

  test('a page that does not exist says so', async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found/i)
    await expectAccessible(page)
  })
})

test.describe('small and dark', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every entry page fits 320 px and is accessible in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
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
        await expectAccessible(page)
      }
    })
  }

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
})
