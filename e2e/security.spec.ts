import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { call, firstAccount, send } from './beside-the-browser.ts'
import { expect, onlyLong, type Person, type TestedBank, test } from './fixture.ts'
import {
  chooseAccount,
  expectAlert,
  expectNoOverflow,
  goWithin,
  small,
  title,
  toast,
  wide,
} from './steps.ts'
import {
  choose,
  confirmAndPin,
  enterPin,
  fillLocal,
  payer,
  proceed,
  toPin,
} from './transfer-steps.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const devices = (page: Page) => region(page, 'Where you are signed in').getByRole('listitem')
const log = (page: Page) => region(page, 'Security log').getByRole('listitem')

/** Signs in elsewhere, with another browser. */
async function signInElsewhere(bank: TestedBank, { username, password }: Person, agent: string) {
  const body = new FormData()
  body.set('username', username)
  body.set('password', password)
  const headers = { 'user-agent': agent }
  const reply = await fetch(`${bank.url}/api/login`, { method: 'POST', headers, body })
  const { data } = (await reply.json()) as { data: { token: string } }
  return data.token
}

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/605.1'
const laptop = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Whether a token still opens anything. */
async function isSignedIn(bank: TestedBank, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${bank.url}/api/init-user`, { headers })).ok
}

// asvs 7.5.2
test('a customer sees where they are signed in, and ends one and then all others', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  const [first, second, third] = [
    await signInElsewhere(bank, ada, phone),
    await signInElsewhere(bank, ada, laptop),
    await signInElsewhere(bank, ada, laptop),
  ]
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile')
  await page.getByRole('link', { name: /^Security/ }).click()
  await expect(title(page)).toHaveText('Security')
  await expect(page).toHaveURL(/\/c\/profile\/security$/)
  await expect(devices(page)).toHaveCount(4)
  await expect(devices(page).filter({ hasText: 'This device' })).toHaveCount(1)
  await expectAccessible(page)

  // Long after the sign-in, so that the password is asked for, and by keyboard alone.
  await bank.advance(6 * 60_000)
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Safari on iPhone was signed out')).toBeVisible()
  await expect(devices(page)).toHaveCount(3)
  expect(await isSignedIn(bank, first)).toBe(false)
  expect(await isSignedIn(bank, second)).toBe(true)

  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await page.getByRole('button', { name: 'Sign out all', exact: true }).click()
  await expect(toast(page, 'All other devices were signed out')).toBeVisible()
  await expect(devices(page)).toHaveCount(1)
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  expect(await isSignedIn(bank, third)).toBe(false)
  expect(await isSignedIn(bank, ada.token)).toBe(true)
})

test(
  'the security log is told in words, page by page, on a phone too',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    for (let times = 0; times < 21; times++) {
      await call(bank, ada, 'reauthenticate', { password: ada.password })
    }
    const mine = await signInElsewhere(bank, ada, phone)
    await page.setViewportSize(small)
    await bank.enter(page, { ...ada, token: mine }, '/c/profile/security')
    await expect(log(page).filter({ hasText: 'Signed in' }).first()).toContainText(
      'You · Safari on iPhone · 127.0.0.x',
    )
    await expect(log(page)).toHaveCount(20)
    await expect(log(page).last()).toContainText('Confirmed that it is you')
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/\?page=2$/)
    await expect(log(page)).not.toHaveCount(20)
  },
)

test(
  'a list that cannot be loaded says so and is asked for again',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    await page.route('**/api/sessions', (route) => route.abort())
    await bank.enter(page, ada, '/c/profile/security')
    const place = region(page, 'Where you are signed in')
    await expect(place.getByRole('alert')).toBeVisible()
    await page.unroute('**/api/sessions')
    await place.getByRole('button', { name: 'try again' }).click()
    await expect(devices(page)).toHaveCount(1)
  },
)

test('freezing stops a transfer with words on every page, until it is thawed with the password', async ({
  page,
  bank,
}) => {
  const [ada, bob] = [await payer(bank), await bank.customer()]
  const elsewhere = await signInElsewhere(bank, ada, phone)
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/profile/security')
  await bank.advance(6 * 60_000)
  // By keyboard alone, and without the password: whoever sits there may stop everything.
  await page.getByRole('button', { name: 'Freeze everything' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Not now' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const banner = region(page, 'Frozen')
  await expect(banner).toContainText('Everything is frozen.')
  await expect(devices(page)).toHaveCount(1)
  expect(await isSignedIn(bank, elsewhere)).toBe(false)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Transfer', exact: true }).first().click()
  await choose(page, 'Local Transfer')
  await fillLocal(page, bob, '20')
  await proceed(page)
  await confirmAndPin(page)
  await expectAlert(page, 'Everything is frozen. Thaw it in your profile first')
  await expect(page.getByRole('link', { name: 'Go to Security to thaw it' })).toBeVisible()
  expect((await firstAccount(bank, bob)).CurrentBalance).toBe('0.00')

  await banner.getByRole('button', { name: 'Thaw' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(ada.password)
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(banner).toBeHidden()
  await expect(question).toBeHidden()
  await goWithin(page, '/c/profile/security')
  await expect(log(page).nth(0)).toContainText('Everything was thawed')
  await expect(page.getByRole('button', { name: 'Freeze everything' })).toBeVisible()
})

test('a lower limit holds at once, a higher one the next day, and it can be taken back', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.setViewportSize(small)
  await bank.enter(page, ada, '/c/profile/security')
  const limits = region(page, 'Limits')
  const [day, once] = [limits.getByLabel(/^Most in a day/), limits.getByLabel(/^Most at a time/)]
  const save = limits.getByRole('button', { name: 'Save limits' })
  await day.fill('99999999')
  await save.click()
  await expectAlert(page, 'The bank lets at most $50,000.00 go out in a day', day)
  await day.fill('800')
  await once.fill('300')
  await save.click()
  await expect(toast(page, 'Limits saved')).toBeVisible()
  await expect(limits).toContainText('$0.00 of $800.00 sent today')

  await once.fill('500')
  await save.click()
  await expect(limits).toContainText(/These limits hold from \d\d \w{3} \d{4}, \d\d:\d\d:/)
  await expect(limits.getByText('$500.00')).toBeVisible()
  await expect(once).toHaveValue('300.00')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await limits.getByRole('button', { name: 'Cancel this change' }).click()
  await expect(limits.getByText(/These limits hold from/)).toBeHidden()
  await expect(log(page).first()).toContainText('Higher limits asked for')
})

test(
  'who is stopped by a limit of their own, or by freezing, is shown the way to it',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await payer(bank)
    const bob = await bank.customer()
    await send(bank, ada, 'limits', { per_day: '10.00' })
    await page.setViewportSize(wide)
    await toPin(page, bank, ada, bob, '12.00')
    await enterPin(page)
    const told = 'This is above your own limit of $10.00 a day'
    await expectAlert(page, told, page.getByLabel('Amount'))
    await expectAccessibleEverywhere(page)
    await page.getByRole('link', { name: 'Go to Security to change it' }).click()
    await expect(page).toHaveURL(/\/c\/profile\/security$/)

    await send(bank, ada, 'freeze', { frozen: 'true' })
    const frozen = 'Everything is frozen. Thaw it in your profile first'
    const way = page.getByRole('link', { name: 'Go to Security to thaw it' })
    await page.goto('/c/quick-loans')
    const main = page.getByRole('main')
    await chooseAccount(main.getByLabel('Account'))
    await main.getByLabel('Loan Amount').fill('10')
    await main.getByRole('button', { name: 'Get Loan' }).click()
    await expectAlert(page, frozen)
    await expect(way).toBeVisible()
    await page.goto('/c')
    await page.getByRole('button', { name: 'Add a bill' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Bill' })
    await dialog.getByRole('radio', { name: 'Netflix Inc' }).check()
    await dialog.getByLabel('Account name').fill('ada@home')
    await chooseAccount(dialog.getByLabel('Source account'))
    await dialog.getByText('One time').click()
    await dialog.getByLabel('Amount').fill('15.49')
    await dialog.getByLabel('Date').fill('2099-01-31')
    await dialog.getByRole('button', { name: 'Save Bill' }).click()
    await expectAlert(page, frozen)
    await way.click()
    await expect(page).toHaveURL(/\/c\/profile\/security$/)
    await expect(dialog).toBeHidden()
  },
)
