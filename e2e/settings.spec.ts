import { fillIn } from './entry-steps.ts'
import { expect, onlyLong, test } from './fixture.ts'

// A bank that is set differently: short last names are taken.
test.use({ kind: { lastNameMin: 2 } })

// shows D110
test(
  'somebody called Li signs up where the bank takes short last names',
  onlyLong,
  async ({ page, bank }) => {
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
  },
)
