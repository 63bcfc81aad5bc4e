import { byLength } from '../server/src/testing/length.ts'
import { expectAccessible } from './accessible.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { addPasskey, algorithms, passkeys, plugIn, plugInOnly, tabTo } from './passkey-steps.ts'
import { banner, small, toast, wide } from './steps.ts'

// Passkeys belong to a name, never to a bare IP address.
test.use({ settings: { hostname: 'localhost' } })

const looks = [
  ['by the button, wide', wide, 'ES256'],
  ['from the username, small', small, 'Ed25519'],
  ['from the username, small', small, 'ML-DSA-44'],
] as const

for (const [look, size, alg] of looks.slice(0, byLength(3, 1))) {
  test(`a passkey is added, signs in and is removed by keyboard alone: ${look}, ${alg}`, async ({
    page,
    bank,
  }) => {
    test.slow()
    const ada = await bank.customer({ balance: '12.00' })
    const device = await plugInOnly(page, algorithms[alg])
    await page.setViewportSize(size)
    await addPasskey(page, bank, ada, 'My laptop')
    await expect(toast(page, 'Passkey added')).toBeVisible()
    const section = passkeys(page)
    await expect(section.getByRole('listitem')).toContainText('not used yet')
    await expectAccessible(page)

    await device.touch(false)
    await page.goto('/logout')
    await expect(page).toHaveURL(/\/login$/)
    const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
    await expect(enter).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username webauthn')
    await device.touch(true)
    if (size === wide) {
      await tabTo(page, enter)
      await page.keyboard.press('Enter')
    } else {
      // The device picks the passkey that the browser would offer at the username.
      await page.reload()
    }
    await expect(page).toHaveURL(/\/c$/)
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$12.00')

    await page.goto('/c/profile#passkeys')
    await expect(section.getByRole('listitem')).toContainText('last used')
    await page.getByRole('button', { name: 'Passkeys', exact: true }).focus()
    await tabTo(page, section.getByRole('button', { name: 'Remove My laptop' }))
    await page.keyboard.press('Enter')
    await expect(section.getByRole('button', { name: 'Keep' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'My laptop was removed')).toBeVisible()
    await expect(section.getByRole('listitem')).toHaveCount(0)
    expect((await bank.mailTo(ada.email)).subject).toBe('A passkey was removed')
  })
}

test(
  'a browser that can offer no passkey at the username says nothing about it',
  onlyLong,
  async ({ page }) => {
    await page.addInitScript(() => {
      navigator.credentials.get = async () => {
        // The page has had its chance to say something once the next task runs.
        setTimeout(() => document.documentElement.setAttribute('data-refused', ''))
        throw new DOMException('none', 'NotSupportedError')
      }
    })
    await page.goto('/login')
    const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
    await expect(enter).toBeVisible()
    await expect(page.locator('html[data-refused]')).toHaveCount(1)
    await expect(page.getByLabel('Username')).toBeEditable()
    await expect(page.getByRole('alert')).toHaveCount(0)
    // Who presses the button is told.
    await enter.click()
    await expect(page.getByRole('alert')).toContainText('This passkey was not accepted')
  },
)

test(
  'a passkey that the bank does not know is told at the login',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    const device = await plugIn(page)
    await page.setViewportSize(wide)
    await addPasskey(page, bank, ada, 'Lost')
    const section = passkeys(page)
    await section.getByRole('button', { name: 'Remove Lost' }).click()
    await section.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(section.getByRole('listitem')).toHaveCount(0)
    await device.touch(false)
    await page.goto('/logout')
    const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
    await expect(enter).toBeVisible()
    await device.touch(true)
    await enter.click()
    await expect(banner(page)).toHaveText('This passkey was not accepted')
  },
)
