import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { logIn } from './entry-steps.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { banner, fieldNames } from './steps.ts'

test.describe('one-time code', () => {
  const withCode = { flags: { UseLoginVerification: true } }
  const boxes = (page: Page) =>
    page.getByRole('group', { name: 'One-time code' }).getByRole('textbox')

  // shows §1.3 §2.1.6 §2.6.1 §2.6.2 §2.6.3 §2.6.4 §2.6.5 §2.6.6 §4.2 §4.12 §5.33 §7.11 §9.2 D103
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
    const sent = page.waitForRequest('**/api/confirm-2fa/*')
    await page.keyboard.type(wrong)
    expect(fieldNames(await sent)).toEqual(['otp'])
    await expect(banner(page)).toHaveText('Invalid or expired code')
    await expect(boxes(page).first()).toBeFocused()
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect(banner(page)).toHaveText('Invalid or expired code')
    await boxes(page).first().click()
    await page.keyboard.type(`a ${code}`)
    await expect(page).toHaveURL(/\/c$/)
  })

  // shows §2.6.7 D22
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

  // shows D21 D129
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

  // shows §2.1.6 §2.6.1 D20 D140
  test('shows only a title that the bank could have given', onlyLong, async ({ page }) => {
    await page.route('**/api/login', (route) =>
      route.fulfill({
        json: {
          status: 'success',
          message: 'authentication_required',
          data: { buffer: 'abc', header: 'Confirm it is you' },
        },
      }),
    )
    await page.goto('/login')
    await logIn(page, 'ada', 'secret')
    const path = '/authentication/abc/Confirm%20it%20is%20you'
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm it is you')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm it is you')
    // The same words, only in an address, are anybody's.
    await page.goto('/login')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication')
    for (const spoofed of ['Your%20account%20is%20locked', 'Call%20%2B1%20555%20010%200100']) {
      await page.goto(`/authentication/abc/${spoofed}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication')
    }
  })
})
