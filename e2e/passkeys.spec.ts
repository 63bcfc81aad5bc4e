import type { CDPSession, Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { firstAccount } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import { banner, small, toast, wide } from './steps.ts'
import { payer, success, toPin } from './transfer-steps.ts'

type Device = { session: CDPSession; authenticatorId: string }

/** A device whose owner touches it as soon as it asks. */
async function plugIn(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

/** Whether the owner touches the sensor at once, or never. */
const touch = ({ session, authenticatorId }: Device, enabled: boolean) =>
  session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })

/** Leaves the device one algorithm of those that the bank takes (COSE numbers). */
async function only(page: Page, alg: number) {
  await page.route('**/api/passkeys/options', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    const offered: { alg: number }[] = body.data.pubKeyCredParams ?? []
    expect(offered.map((one) => one.alg)).toContain(alg)
    body.data.pubKeyCredParams = offered.filter((one) => one.alg === alg)
    await route.fulfill({ response: reply, json: body })
  })
}

/** Presses Tab until it has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  const there = () => wanted.evaluate((element) => element === document.activeElement)
  for (let times = 0; times < 20; times += 1) {
    await page.keyboard.press('Tab')
    if (await there()) return
  }
  throw new Error('Tab does not lead there')
}

// Passkeys belong to a name, never to a bare IP address.
test.use({ settings: { hostname: 'localhost' } })

for (const [look, size, alg] of [
  ['by the button, wide, ES256', wide, -7],
  ['from the username, small, Ed25519', small, -8],
] as const) {
  test(`a passkey is added, signs in and is removed by keyboard alone: ${look}`, async ({
    page,
    bank,
  }) => {
    const ada = await bank.customer({ balance: '12.00' })
    const device = await plugIn(page)
    await only(page, alg)
    await page.setViewportSize(size)
    await bank.enter(page, ada, '/c/profile#passkeys')
    const section = page.getByRole('region', { name: 'Passkeys', exact: true })
    await expect(section.getByLabel('Name of the passkey')).toBeVisible()

    await page.getByRole('button', { name: 'Passkeys', exact: true }).focus()
    await tabTo(page, section.getByLabel('Name of the passkey'))
    await page.keyboard.type('My laptop')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Passkey added')).toBeVisible()
    await expect(section.getByRole('listitem')).toContainText('My laptop')
    await expect(section.getByRole('listitem')).toContainText('not used yet')
    await expectAccessible(page)

    await touch(device, false)
    await page.goto('/logout')
    await expect(page).toHaveURL(/\/login$/)
    const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
    await expect(enter).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username webauthn')
    await touch(device, true)
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

test('a browser that can offer no passkey at the username says nothing about it', async ({
  page,
}) => {
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
})

test('a passkey that the bank does not know is told at the login', async ({ page, bank }) => {
  const ada = await bank.customer()
  const device = await plugIn(page)
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile')
  const section = page.getByRole('region', { name: 'Passkeys', exact: true })
  await section.getByLabel('Name of the passkey').fill('Lost')
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByRole('button', { name: 'Remove Lost' }).click()
  await section.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await touch(device, false)
  await page.goto('/logout')
  const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(enter).toBeVisible()
  await touch(device, true)
  await enter.click()
  await expect(banner(page)).toHaveText('This passkey was not accepted')
})

for (const size of [wide, small]) {
  test(`a passkey approves a transfer by keyboard alone, ${size.width} wide`, async ({
    page,
    bank,
  }) => {
    const ada = await payer(bank, { UseOtp: true })
    const eve = await bank.customer()
    await plugIn(page)
    await page.setViewportSize(size)
    await bank.enter(page, ada, '/c/profile#passkeys')
    const section = page.getByRole('region', { name: 'Passkeys', exact: true })
    await section.getByLabel('Name of the passkey').fill('My phone')
    await section.getByRole('button', { name: 'Add a passkey' }).press('Enter')
    await expect(section.getByRole('listitem')).toContainText('My phone')

    await toPin(page, bank, ada, eve, '12.00')
    const approve = page.getByRole('button', { name: 'Approve with a passkey' })
    await expect(approve).toBeVisible()
    await expectAccessible(page)
    await tabTo(page, approve)
    await page.keyboard.press('Enter')
    await expect(success(page)).toBeVisible()
    const [line] = (await firstAccount(bank, ada)).transactions
    await page.goto(`/transaction-receipt/${line?.Id}`)
    await expect(page.getByRole('main')).toContainText(/Approved with My phone, \d\d \w+ \d{4}/)
    await expectAccessible(page)
    expect(await bank.findings()).toEqual([])
  })
}
