import type { Locator } from '@playwright/test'
import { call, firstAccount } from './beside-the-browser.ts'
import { fillIn, unused } from './entry-steps.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { small } from './steps.ts'
import { fillLocal, heading, payer, pin, success } from './transfer-steps.ts'

test.use({ viewport: small, hasTouch: true, isMobile: true })

const password = 'sea stories 1906'

// shows §1.1 §2.3.1
test(
  'by touch alone, from sign-up to the first payment received and sent, in few taps',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const bob = await payer(bank)
    const username = unused('touch')
    const email = `${username}@example.com`
    // All but typing: a field is filled without a tap, a key of the PIN's pad is one.
    let taps = 0
    const tap = async (target: Locator) => {
      taps += 1
      await target.tap({ timeout: 15_000 })
    }
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const proceed = () => tap(button('Proceed'))

    await page.goto('/login')
    await tap(page.getByRole('link', { name: 'Create an Account' }))
    await tap(page.getByText('Savings Account'))
    await proceed()
    await fillIn(page, {
      ...{ Username: username, 'First name': 'Grace', 'Last name': 'Hopper', Email: email },
      ...{ 'Phone number': '5551234567', Occupation: 'Admiral', 'Date of birth': '1986-12-09' },
      ...{ Country: 'us', State: 'Virginia', City: 'Arlington' },
    })
    await proceed()
    await expect(page.getByRole('heading', { name: 'Next of Kin' })).toBeVisible()
    await fillIn(page, {
      ...{ 'First name': 'Mary', 'Last name': 'Hopper', Relationship: 'mother' },
      ...{ 'Phone number': '5551234567', Occupation: 'Teacher', Address: '1 Main Street' },
    })
    await proceed()
    await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
    await fillIn(page, { Password: password, 'Confirm password': password })
    await proceed()

    // The name is carried along.
    await expect(page.getByLabel('Username')).toHaveValue(username)
    await fillIn(page, { Password: password })
    await tap(button('Login'))
    const steps = page.getByRole('region', { name: 'Get started' })
    await tap(steps.getByRole('link', { name: 'Set a PIN' }))
    await fillIn(page, { 'New PIN': pin, 'Current password': password })
    await tap(button('Save PIN'))
    await expect(page.getByText('PIN saved successfully')).toBeVisible()
    await tap(page.getByRole('navigation', { name: 'Main' }).getByText('Overview'))

    // The number to be paid at stands on the first page.
    const number = (await steps.getByText(/^\d{10}$/).textContent()) ?? ''
    const paid = await call(bank, bob, 'transfer/local', {
      ...{
        source_account: (await firstAccount(bank, bob)).Id,
        amount: '200.00',
        acc_number: number,
      },
      ...{ acc_name: 'Grace Hopper', pin, otp: '' },
    })
    expect(paid.status).toBe('success')
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$200.00')

    await tap(button('Transfer').first())
    await tap(button(/^Local Transfer/))
    await fillLocal(page, bob, '40.00')
    await tap(button('PROCEED'))
    await expect(heading(page, 'Confirm Transaction')).toBeVisible()
    await tap(button('PROCEED'))
    for (const digit of pin) await tap(page.getByRole('button', { name: digit, exact: true }))
    await tap(button('PROCEED'))
    await expect(heading(page, 'Enter OTP')).toBeVisible()
    await page.getByLabel('Digit 1 of 4').fill(await bank.codeFor(email))
    await tap(button('PROCEED'))
    await expect(success(page)).toContainText('$40.00')
    await tap(success(page).getByRole('button', { name: 'OK' }))
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$160.00')

    expect(taps).toBeLessThan(25)
    expect(await bank.findings()).toEqual([])
  },
)
