import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillIn, logIn, unused } from './entry-steps.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { banner, fieldNames } from './steps.ts'

test.describe('sign-up', () => {
  const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed' }).click()

  async function refuse(page: Page, message: string) {
    await proceed(page)
    await expect(banner(page)).toHaveText(message)
  }

  /** The sign-up payload of section 3, as it spells its fields. */
  const payload = [
    ...['username', 'firstName', 'middleName', 'lastName', 'phone', 'email', 'city', 'state'],
    ...['country', 'street', 'sex', 'dob', 'occupation', 'account_type', 'kinname', 'kinsurname'],
    ...['kinrelaionship', 'kinphone', 'kinemail', 'kinoccupation', 'kinaddress', 'password'],
    'confirmPassword',
  ]

  // shows §1.1 §2.1.3 §2.3.1 §2.3.2 §2.3.3 §2.3.4 §2.3.6 §3.23 §4.4 §4.5 §4.6 §4.8 §5.5 §5.6 §5.7
  // shows §5.8 §5.9 §5.10 §5.11 §5.12 §5.13 §5.14 §5.15 §5.16 §5.17 §5.18 §5.19 §5.20 §5.21 §5.22
  // shows §5.23 §5.24 §5.26 §5.27 §5.28 §7.7 §8.9 D14 D90 D108 D109 D110 D111
  test('walks through all four steps with every text, back and forth, to a first login', async ({
    page,
    bank,
  }) => {
    test.slow()
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
    await fillIn(page, { Username: 'ab' })
    await refuse(page, 'Username is too short')
    await expectAccessible(page)
    await fillIn(page, { Username: username })
    await refuse(page, 'Enter your legal first name')
    await fillIn(page, { 'First name': 'Grace' })
    await fillIn(page, { 'Last name': 'Li' })
    await refuse(page, 'Enter your legal last name')
    await fillIn(page, { 'Last name': 'Hopper' })
    await refuse(page, 'Enter your phone number')
    await fillIn(page, { 'Phone number': '12345' })
    await refuse(page, 'Invalid phone number')
    await fillIn(page, { 'Phone number': '(555) 123-4567' })
    await fillIn(page, { Email: 'grace' })
    await refuse(page, 'Enter your valid email')
    await fillIn(page, { Email: `${username}@example.com` })
    await refuse(page, 'Enter your occupation')
    await fillIn(page, { Occupation: 'Admiral' })
    await refuse(page, 'Select your date of birth')
    await fillIn(page, { 'Date of birth': '1986-12-09' })
    await refuse(page, 'Country is required')
    await fillIn(page, { Country: 'us' })
    await refuse(page, 'State of residence is required')
    await fillIn(page, { State: 'Virginia' })
    await refuse(page, 'City of residence is required')
    await fillIn(page, { City: 'Arlington' })
    await expect(page.getByRole('radio', { name: 'Male', exact: true })).toBeChecked()
    await proceed(page)

    await expect(page.getByRole('heading', { name: 'Next of Kin' })).toBeVisible()
    await refuse(page, 'Enter a valid first name')
    await fillIn(page, { 'First name': 'Al' })
    await refuse(page, 'Name is too short')
    await expectAccessible(page)
    await fillIn(page, { 'First name': 'Mary' })
    await refuse(page, 'Enter a valid last name')
    await fillIn(page, { 'Last name': 'Li' })
    await refuse(page, 'Select relationship')
    await fillIn(page, { Relationship: 'aunty' })
    await refuse(page, 'Invalid phone number')
    await fillIn(page, { 'Phone number': '555 123 4567' })
    await refuse(page, 'Enter a valid occupation')
    await fillIn(page, { Occupation: 'Teacher' })
    await refuse(page, 'Address is required')
    await fillIn(page, { Address: '1 Main Street' })

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
    await fillIn(page, { Password: 'abc' })
    await refuse(page, 'The password is too short')
    await fillIn(page, { Password: 'sea stories 1906' })
    await fillIn(page, { 'Confirm password': 'sea stories' })
    await refuse(page, "Passwords don't match")
    await expectAccessible(page)
    await fillIn(page, { 'Confirm password': 'sea stories 1906' })
    const sent = page.waitForRequest('**/api/signup')
    await proceed(page)
    expect(fieldNames(await sent).sort()).toEqual([...payload].sort())
    await expect(page).toHaveURL(/\/login$/)
    await logIn(page, username, 'sea stories 1906')
    await expect(page).toHaveURL(/\/c$/)
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$0.00')
    expect(await bank.findings()).toEqual([])
  })

  // shows D13
  test('a taken username is told at its step', async ({ page, bank }) => {
    const ada = await bank.customer()
    await page.goto('/signup')
    await page.getByText('Checking Account').click()
    await proceed(page)
    await fillIn(page, {
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
    })
    await refuse(page, 'Username is not available')
    await expect(page.getByRole('heading', { name: 'Personal Info' })).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    await expectAccessible(page)
    await fillIn(page, { Username: unused('second') })
    await proceed(page)
    await expect(page.getByRole('heading', { name: 'Next of Kin' })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
  })

  // shows §2.3.6 D13
  test(
    'a taken username leads back to its field, at a bank that cannot be asked before',
    onlyLong,
    async ({ page, bank }) => {
      const ada = await bank.customer()
      await page.route('**/api/username-free*', (route) =>
        route.fulfill({ status: 404, json: { status: 'error', message: 'no such path' } }),
      )
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
      await fillIn(page, personal)
      await proceed(page)
      await expect(page.getByRole('heading', { name: 'Next of Kin' })).toBeVisible()
      const kin = {
        'First name': 'Mary',
        'Last name': 'Hopper',
        Relationship: 'mother',
        'Phone number': '5551234567',
        Occupation: 'Teacher',
        Address: '1 Main Street',
      }
      await fillIn(page, kin)
      await proceed(page)
      await fillIn(page, { Password: 'sea stories 1906' })
      await fillIn(page, { 'Confirm password': 'sea stories 1906' })
      await proceed(page)
      await expect(banner(page)).toHaveText('Username is not available')
      await expect(page.getByRole('heading', { name: 'Personal Info' })).toBeVisible()
      await expect(page.getByLabel('Username')).toBeFocused()
      await expect(page.getByLabel('City', { exact: true })).toHaveValue('Arlington')
      await fillIn(page, { Username: unused('second') })
      await proceed(page)
      await expect(page.getByRole('heading', { name: 'Next of Kin' })).toBeVisible()
      await proceed(page)
      await proceed(page)
      await expect(page).toHaveURL(/\/login$/)
    },
  )
})

test(
  'a field says what is wrong with it when it is left, until it is mended',
  onlyLong,
  async ({ page }) => {
    await page.goto('/signup')
    await page.getByText('Savings Account').click()
    await page.getByRole('button', { name: 'Proceed' }).click()
    const email = page.getByLabel('Email')
    await email.fill('grace')
    const wrong = page.getByText('Enter your valid email')
    await expect(wrong).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(wrong).toBeVisible()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(banner(page)).toHaveCount(0)
    await expectAccessible(page)
    await email.fill('grace@example.com')
    await expect(wrong).toHaveCount(0)
  },
)

// shows D15 D90 D157
test('the last step of the sign-up asks for consent and rates the password', async ({ page }) => {
  const steps = [
    {
      Username: 'somebody-else',
      'First name': 'Grace',
      'Last name': 'Hopper',
      'Phone number': '5551234567',
      Email: 'somebody-else@example.com',
      Occupation: 'Admiral',
      'Date of birth': '1986-12-09',
      Country: 'us',
      State: 'Virginia',
      City: 'Arlington',
    },
    {
      'First name': 'Mary',
      'Last name': 'Hopper',
      Relationship: 'mother',
      'Phone number': '5551234567',
      Occupation: 'Teacher',
      Address: '1 Main Street',
    },
  ]
  const proceed = () => page.getByRole('button', { name: 'Proceed' }).click()
  await page.goto('/signup')
  await page.getByText('Savings Account').click()
  await proceed()
  // A step is left only when the bank has said that the name is free.
  for (const [at, step] of steps.entries()) {
    await fillIn(page, step)
    await proceed()
    const next = at === 0 ? 'Next of Kin' : 'Security'
    await expect(page.getByRole('heading', { name: next })).toBeVisible()
  }
  await expect(page.getByText(/By selecting Proceed you agree to the terms/)).toBeVisible()
  const choose = (password: string) =>
    fillIn(page, { Password: password, 'Confirm password': password })
  await choose('Grace1906')
  const rated = page.locator('p', { hasText: /^Not accepted\./ })
  await expect(rated).toContainText('It contains your name, your username, your email')
  await choose('kestrel')
  await expect(rated).toHaveText('Not accepted. It is one of the passwords that are guessed first.')
  // The bank says the same: the told words, and below them why.
  await proceed()
  await expect(banner(page)).toHaveText('Make a hard to guess password')
  const told = page.getByText('Make a hard to guess password').last()
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0
  expect(await top(rated)).toBeGreaterThan(await top(told))
  await expect(rated).toBeVisible()
  await choose('quiet lamp river stone')
  await expect(rated).toHaveCount(0)
})
