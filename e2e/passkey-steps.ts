import type { Locator, Page } from '@playwright/test'
import { softwarePasskey } from '../server/src/testing/software-passkey.ts'
import { expect, type Person, type TestedBank } from './fixture.ts'

/** COSE's numbers of the algorithms that journeys are made with. */
export const algorithms = { ES256: -7, Ed25519: -8, 'ML-DSA-44': -48 } as const

/** A device with passkeys, whose owner touches its sensor at once, or never. */
export type Device = { touch(enabled: boolean): Promise<unknown> }

/** Plugs in the browser's own virtual device; its owner touches it as soon as it asks. */
export async function plugIn(page: Page): Promise<Device> {
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
  return {
    touch: (enabled) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

/**
 * A device that has one algorithm of those that the bank takes. Where the browser's own does not know
 * ML-DSA-44 yet, one of software takes its place.
 */
export async function plugInOnly(page: Page, alg: number): Promise<Device> {
  await page.route('**/api/passkeys/options', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    const offered: { alg: number }[] = body.data.pubKeyCredParams ?? []
    if (offered.length > 0) expect(offered.map((one) => one.alg)).toContain(alg)
    body.data.pubKeyCredParams = offered.filter((one) => one.alg === alg)
    await route.fulfill({ response: reply, json: body })
  })
  const device = await plugIn(page)
  return (await makes(page, alg)) ? device : softwareDevice(page)
}

/** Whether the device that is plugged in makes a passkey of this algorithm. */
async function makes(page: Page, alg: number): Promise<boolean> {
  await page.goto('/healthz')
  return page.evaluate(async (alg) => {
    const publicKey: PublicKeyCredentialCreationOptions = {
      challenge: new Uint8Array(32),
      rp: { name: 'probe' },
      user: { id: new Uint8Array(8), name: 'probe', displayName: 'probe' },
      pubKeyCredParams: [{ type: 'public-key', alg }],
      authenticatorSelection: { userVerification: 'required' },
    }
    return navigator.credentials.create({ publicKey }).then(
      () => true,
      () => false,
    )
  }, alg)
}

type Asked = { deed: 'create' | 'sign'; challenge: string; rpId: string }

/** One passkey of ML-DSA-44 in place of all that the browser has. */
async function softwareDevice(page: Page): Promise<Device> {
  const { origin } = new URL(page.url())
  const key = softwarePasskey({ algorithm: 'ML-DSA-44', origin })
  let touched = true
  await page.exposeFunction('askDevice', ({ deed, ...options }: Asked) =>
    touched ? key[deed](options) : new Promise(() => {}),
  )
  await page.addInitScript(() => {
    const { askDevice } = window as unknown as { askDevice: (asked: Asked) => Promise<string> }
    const base64url = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    const ask = (deed: Asked['deed']) => async (options: CredentialCreationOptions) => {
      const { challenge } = options.publicKey as { challenge: ArrayBuffer }
      const asked = { deed, challenge: base64url(challenge), rpId: location.hostname }
      const made = JSON.parse(await askDevice(asked))
      return { toJSON: () => made } as unknown as Credential
    }
    navigator.credentials.create = ask('create')
    navigator.credentials.get = ask('sign') as typeof navigator.credentials.get
  })
  return {
    touch: async (enabled) => {
      touched = enabled
    },
  }
}

/** Presses Tab until it has the focus. */
export async function tabTo(page: Page, wanted: Locator) {
  await expect(wanted).toBeVisible()
  const there = () => wanted.evaluate((element) => element === document.activeElement)
  for (let times = 0; times < 40; times += 1) {
    await page.keyboard.press('Tab')
    if (await there()) return
  }
  throw new Error('Tab does not lead there')
}

/** Goes there with Tab and presses Enter. */
export async function pressKey(page: Page, wanted: Locator) {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}

export const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys', exact: true })

/** Adds a passkey in the profile, by keyboard alone. */
export async function addPasskey(page: Page, bank: TestedBank, person: Person, name: string) {
  await bank.enter(page, person, '/c/profile#passkeys')
  await expect(passkeys(page).getByLabel('Name of the passkey')).toBeVisible()
  await page.getByRole('button', { name: 'Passkeys', exact: true }).focus()
  await tabTo(page, passkeys(page).getByLabel('Name of the passkey'))
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(passkeys(page).getByRole('listitem')).toContainText(name)
}
