import type { Page } from '@playwright/test'
import { byLength } from '../server/src/testing/length.ts'
import { at, aWord, dialog, layersOf, press, sizes, stored, walk } from './back-steps.ts'
import { firstAccount } from './beside-the-browser.ts'
import { fillIn, unused } from './entry-steps.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { chooseAccount, row, small, wide } from './steps.ts'
import {
  choose,
  enterMailedCode,
  enterPin,
  fillLocal,
  finish,
  heading,
  payer,
  pin,
  proceed,
  success,
} from './transfer-steps.ts'

const menu = (page: Page) => page.getByRole('menu', { name: 'Export as' })

/** What lies over a page: where it is opened, how, and what is seen then. */
const overlays = {
  phone: [
    { at: '/c', opener: 'Menu', seen: (page: Page) => dialog(page, 'Ada Lovelace') },
    {
      at: '/c',
      opener: 'Transfer or deposit',
      seen: (page: Page) => dialog(page, 'Select Transfer Type'),
    },
    { at: '/c/transactions', opener: 'Export', seen: menu },
  ],
  desk: [
    { at: '/c', opener: 'Transfer', seen: (page: Page) => dialog(page, 'Select Transfer Type') },
    { at: '/c', opener: 'Deposit', seen: (page: Page) => dialog(page, 'Select Deposit Method') },
    {
      at: '/c/my-accounts',
      opener: 'Add account',
      seen: (page: Page) => dialog(page, 'Add Account'),
    },
    { at: '/c/transactions', opener: 'Export', seen: menu },
  ],
}

for (const [size, list] of Object.entries(overlays).slice(byLength(0, 1))) {
  // shows D152
  test(`Back closes what lies over a page and stays there, on a ${size}`, async ({
    page,
    bank,
  }) => {
    test.slow()
    const ada = await bank.customer({ firstName: 'Ada', lastName: 'Lovelace', balance: '500.00' })
    await page.setViewportSize(sizes[size as keyof typeof sizes])
    await bank.enter(page, ada, '/c/debts')
    for (const { at: path, opener, seen } of list) {
      if (at(page) !== path) await page.goto(path)
      await press(page, opener)
      await expect(seen(page)).toBeVisible()
      await page.goBack()
      await expect(seen(page)).toBeHidden()
      expect(at(page)).toBe(path)
      // Closed by hand it leaves nothing behind.
      await press(page, opener)
      await expect(seen(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(seen(page)).toBeHidden()
      await expect.poll(() => layersOf(page)).toEqual([])
    }
    // The way back is as long as the pages that were walked to.
    await page.goBack()
    await expect.poll(() => at(page)).not.toBe('/c/transactions')
  })
}

// shows D152
test(
  'a link out of a menu takes its place, and a detail closes before the page',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ firstName: 'Ada', balance: '500.00' })
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/transactions')
    await row(page, /500/).first().click()
    const over = page.getByRole('dialog')
    await expect(over).toBeVisible()
    await page.goBack()
    await expect(over).toBeHidden()
    expect(at(page)).toBe('/c/transactions')

    await press(page, 'Menu')
    await over.getByRole('link', { name: 'My Cards' }).click()
    await expect(page).toHaveURL(/\/c\/cards$/)
    await expect(over).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(/\/c\/transactions$/)
    await expect(over).toHaveCount(0)
    await page.goForward()
    await expect(page).toHaveURL(/\/c\/cards$/)
  },
)

// shows D152
test(
  'a panel is there again after Forward and a reload, a menu is not',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    await press(page, 'Transfer')
    const panel = dialog(page, 'Select Transfer Type')
    await expect(panel).toBeVisible()
    await page.goBack()
    await expect(panel).toBeHidden()
    await page.goForward()
    await expect(panel).toBeVisible()
    await page.reload()
    await expect(panel).toBeVisible()
    await page.goBack()
    await expect(panel).toBeHidden()
    expect(at(page)).toBe('/c')

    await page.goto('/c/transactions')
    await press(page, 'Export')
    await expect(menu(page)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
    await expect(menu(page)).toBeHidden()
    await expect.poll(() => layersOf(page)).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL(/\/c$/)
  },
)

for (const [size, viewport] of Object.entries(sizes).slice(byLength(0, 1))) {
  // shows D152
  test(`a transfer goes back, forward and through reloads at each step, on a ${size}`, async ({
    page,
    bank,
  }) => {
    test.slow()
    const ada = await payer(bank, { UseOtp: true })
    const bob = await bank.customer()
    await page.setViewportSize(viewport)
    await bank.enter(page, ada, '/c/debts')
    await page.goto('/c/transfer')
    await choose(page, 'Local Transfer')
    await fillLocal(page, bob, '5')

    const form = async () => {
      await expect(heading(page, 'Local Transfer')).toBeVisible()
      await expect(page.getByLabel('Amount')).toHaveValue('5.00')
      await expect(page.getByLabel('Account name')).toHaveValue(bob.name)
      await expect(page).toHaveURL(/\?step=local$/)
    }
    const confirm = async () => {
      await expect(heading(page, 'Confirm Transaction')).toBeVisible()
      await expect(page.getByRole('main')).toContainText(bob.accountNumber)
      await expect(page).toHaveURL(/\?step=confirm$/)
    }
    const atPin = async () => {
      await expect(heading(page, 'Enter Pin to Confirm')).toBeVisible()
      await expect(page).toHaveURL(/\?step=pin$/)
    }
    let before = () => expect(page.getByRole('button', { name: 'Local Transfer' })).toBeVisible()
    for (const here of [form, confirm, atPin]) {
      if (here !== form) await proceed(page)
      await walk(page, before, here)
      before = here
    }

    await enterPin(page)
    await expect(heading(page, 'Enter OTP')).toBeVisible()
    expect(await stored(page)).not.toMatch(aWord(pin))
    // A code needs the PIN, which nothing has kept.
    await page.goBack()
    await atPin()
    await page.goForward()
    await atPin()
    await enterPin(page)
    await expect(heading(page, 'Enter OTP')).toBeVisible()
    await page.reload()
    await atPin()
    await enterPin(page)
    await enterMailedCode(page, bank, ada)
    await expect(success(page)).toBeVisible()

    // The entries of the steps go first, which takes milliseconds: only then is anybody so quick.
    await expect.poll(async () => (await layersOf(page)).length).toBe(1)
    // Whatever is pressed now, it leads to the start and sends nothing again.
    await page.goBack()
    await expect(success(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Local Transfer' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/c\/debts$/)
    await page.goForward()
    await expect(page.getByRole('button', { name: 'Local Transfer' })).toBeVisible()
    await choose(page, 'Local Transfer')
    await expect(page.getByLabel('Amount')).toHaveValue('')
    expect(await stored(page)).not.toContain(bob.accountNumber)
    expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
  })
}

// shows D152
test(
  'a transfer in a dialog goes back step by step, and then closes',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    await press(page, 'Transfer')
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Local Transfer' }).click()
    await fillLocal(page, bob, '5')
    await proceed(page)
    await expect(heading(page, 'Confirm Transaction')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Confirm Transaction')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Amount')).toHaveValue('5.00')
    await page.goBack()
    await expect(dialog(page, 'Select Transfer Type')).toBeVisible()
    await page.goBack()
    await expect(panel).toHaveCount(0)
    expect(at(page)).toBe('/c')
    for (const _ of [1, 2, 3]) await page.goForward()
    await expect(heading(page, 'Confirm Transaction')).toBeVisible()
    await proceed(page)
    await enterPin(page)
    await finish(page)
    await expect.poll(() => layersOf(page)).toEqual([])
    expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
  },
)

/** The steps of the sign-up after its first, and what is typed there. */
const signupSteps = (username: string) => [
  {
    name: 'Personal Info',
    typed: {
      Username: username,
      'First name': 'Grace',
      'Last name': 'Hopper',
      'Phone number': '5551234567',
      Email: `${username}@example.com`,
      Occupation: 'Admiral',
      'Date of birth': '1986-12-09',
      Country: 'us',
      State: 'Virginia',
      City: 'Arlington',
    },
  },
  {
    name: 'Next of Kin',
    typed: {
      'First name': 'Mary',
      'Last name': 'Hopper',
      Relationship: 'mother',
      'Phone number': '5551234567',
      Occupation: 'Teacher',
      Address: '1 Main Street',
    },
  },
  { name: 'Security', typed: {} },
]

for (const [size, viewport] of Object.entries(sizes)) {
  // shows D152
  test(
    `a sign-up goes back, forward and through reloads at each step, on a ${size}`,
    onlyLong,
    async ({ page }) => {
      test.slow()
      const username = unused('returning')
      const next = () => page.getByRole('button', { name: 'Proceed' }).click()
      const password = 'sea stories 1906'
      await page.setViewportSize(viewport)
      await page.goto('/request-password-reset')
      await page.goto('/signup')
      await page.getByText('Savings Account').click()
      let before = () => expect(page.getByRole('radio', { name: /Savings/ })).toBeChecked()
      for (const { name, typed } of signupSteps(username)) {
        await next()
        const here = async () => {
          await expect(page.getByRole('heading', { name })).toBeVisible()
          for (const [label, value] of Object.entries(typed)) {
            await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
          }
        }
        await expect(page.getByRole('heading', { name })).toBeVisible()
        await fillIn(page, typed)
        await walk(page, before, here)
        before = here
      }
      await expect(page).toHaveURL(/#security$/)
      await fillIn(page, { Password: password, 'Confirm password': password })
      expect(await stored(page)).not.toContain(password)
      await next()
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByLabel('Username')).toHaveValue(username)
      await expect(page.getByText(/^Try it with username/)).toHaveCount(0)
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
      await page.goBack()
      await expect(page).toHaveURL(/\/request-password-reset$/)
    },
  )

  // shows D152
  test(
    `a deposit goes back, forward and through reloads at each step, on a ${size}`,
    onlyLong,
    async ({ page, bank }) => {
      test.slow()
      const ada = await bank.customer({ balance: '500.00', flags: { CryptoPayment: true } })
      await page.setViewportSize(viewport)
      await bank.enter(page, ada, '/c/add-funds')
      const main = page.getByRole('main')
      const methods = () =>
        expect(main.getByRole('button', { name: /^Crypto Currency/ })).toBeVisible()
      const form = () => expect(main.getByLabel('Amount')).toHaveValue('250.00')
      const confirm = () => expect(main.locator('dl')).toContainText('$250.00')
      await main.getByRole('button', { name: /^Crypto Currency/ }).click()
      await chooseAccount(main.getByLabel('Recipient Account'))
      await main.getByLabel('Amount').fill('250')
      await main.getByLabel('Amount').blur()
      let before = methods
      for (const here of [form, confirm]) {
        if (here === confirm) await main.getByRole('button', { name: 'PROCEED' }).click()
        await walk(page, before, here)
        before = here
      }
      const log = main.getByRole('button', { name: 'LOG PAYMENT' })
      await main.getByRole('button', { name: 'CONFIRM' }).click()
      await expect(log).toBeVisible()
      await page.goBack()
      await confirm()
      await page.goForward()
      await expect(log).toBeVisible()
      // The answer is lost and the page loaded anew: the same payment is logged once all the same.
      await page.route(
        '**/api/init-deposit/bitcoin',
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await log.click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await page.reload()
      await confirm()
      await main.getByRole('button', { name: 'CONFIRM' }).click()
      await log.click()
      await expect(main.getByText(/^Your deposit is pending/)).toBeVisible()
      const { transactions } = await firstAccount(bank, ada)
      expect(transactions.filter(({ State }) => State === 'pending')).toHaveLength(1)
      await page.reload()
      await methods()
      await main.getByRole('button', { name: /^Crypto Currency/ }).click()
      await expect(main.getByLabel('Amount')).toHaveValue('')
    },
  )
}
