import { expectAccessible } from './accessible.ts'
import { ask } from './beside-the-browser.ts'
import { fillIn } from './entry-steps.ts'
import { expect, test } from './fixture.ts'
import { expectAlert } from './steps.ts'

// A bank that is set differently: bills want the PIN, and short last names are taken.
test.use({ settings: { billPin: true, lastNameMin: 2 } })

// shows D79
test('a bill asks for the PIN, says when it is wrong and keeps what was typed', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00', pin: '4821' })
  await bank.enter(page, ada, '/c/pay-bill')
  const main = page.getByRole('main')
  await main.getByRole('radio', { name: 'Netflix Inc' }).check()
  await main.getByLabel('Account name').fill('ada@home')
  await main.getByLabel('Source account').selectOption({ index: 1 })
  await main.getByText('One time').click()
  await main.getByLabel('Amount').fill('15.49')
  await main.getByLabel('Date').fill('2099-01-31')
  const pin = main.getByLabel('PIN', { exact: true })
  const save = main.getByRole('button', { name: 'Save Bill' })
  await expect(pin).toHaveAttribute('type', 'password')
  await pin.pressSequentially('4a8-2')
  await expect(pin).toHaveValue('482')
  await save.click()
  await expectAlert(page, 'Invalid PIN')
  await expect(pin).toBeFocused()
  await pin.fill('4822')
  await save.click()
  await expectAlert(page, 'Invalid PIN')
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAttribute('aria-invalid', 'true')
  await expect(pin).toHaveValue('4822')
  await expect(main.getByLabel('Account name')).toHaveValue('ada@home')
  await expect(main.getByLabel('Amount')).toHaveValue('15.49')
  await expect(main.getByLabel('Date')).toHaveValue('2099-01-31')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
  expect(await ask(bank, ada, 'biller')).toEqual([])
  await pin.fill('4821')
  await save.click()
  await expect(page.getByText('Bill saved successfully')).toBeVisible()
  await expect(pin).toHaveValue('')
  await expect(main.getByRole('listitem')).toContainText('31 Jan 2099 · one time')
  expect(await ask(bank, ada, 'biller')).toMatchObject([{ Name: 'Netflix Inc', Amount: '15.49' }])
})

test('who has no PIN is led to where one is set, also from the dialog', async ({ page, bank }) => {
  const ada = await bank.customer()
  await page.setViewportSize({ width: 1440, height: 900 })
  await bank.enter(page, ada)
  await page.getByRole('button', { name: 'Add a bill' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Bill' })
  await dialog.getByRole('link', { name: 'Set a PIN' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('New PIN')).toBeFocused()
})

// shows D110
test('somebody called Li signs up where the bank takes short last names', async ({
  page,
  bank,
}) => {
  test.slow()
  const username = `ping${process.pid}`
  const proceed = () => page.getByRole('button', { name: 'Proceed' }).click()
  await page.goto('/signup')
  await page.getByText('Checking Account').click()
  await proceed()
  await fillIn(page, { Username: username, 'First name': 'Ping', 'Last name': 'L' })
  await proceed()
  await expect(page.getByRole('alert')).toHaveText('Enter your legal last name')
  await fillIn(page, { 'Last name': 'Li' })
  await proceed()
  await expect(page.getByRole('alert')).toHaveText('Enter your phone number')
  await fillIn(page, { 'Phone number': '555 123 4567', Email: `${username}@example.com` })
  await fillIn(page, { Occupation: 'Nurse', 'Date of birth': '1990-03-05', Country: 'us' })
  await fillIn(page, { State: 'Virginia', City: 'Arlington' })
  await proceed()
  await expect(page.getByRole('heading', { name: 'Next of Kin' })).toBeVisible()
  await fillIn(page, { 'First name': 'Mei', 'Last name': 'Li', Relationship: 'mother' })
  await fillIn(page, {
    'Phone number': '555 123 4567',
    Occupation: 'Teacher',
    Address: '1 Main Street',
  })
  await proceed()
  await fillIn(page, { Password: 'sea stories 1906', 'Confirm password': 'sea stories 1906' })
  await proceed()
  await expect(page).toHaveURL(/\/login$/)
  expect((await bank.mailTo(`${username}@example.com`)).text).toContain('Ping')
})
