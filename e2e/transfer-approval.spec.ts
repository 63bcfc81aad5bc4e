import type { Page, Route } from '@playwright/test'
import { call, firstAccount } from './beside-the-browser.ts'
import { expect, onlyLong, type Person, type TestedBank, test } from './fixture.ts'
import { expectAlert } from './steps.ts'
import {
  back,
  confirmAndPin,
  enterCode,
  enterMailedCode,
  enterPin,
  finish,
  heading,
  payer,
  pin,
  proceed,
  toPin,
} from './transfer-steps.ts'

// shows §2.15.8 §4.30 §5.46 §9.3 D64
test('a PIN by keypad and keyboard; a wrong one, five wrong ones, and the end of the lock', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  const bob = await bank.customer()
  await toPin(page, bank, ada, bob, '5')
  await proceed(page)
  await expectAlert(page, 'Invalid PIN')
  const field = page.getByLabel('PIN', { exact: true })
  await expect(field).toBeFocused()
  for (const key of ['4', '8', '9'])
    await page.getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: 'Backspace' }).click()
  await page.keyboard.type('21x9')
  await expect(field).toHaveValue(pin)
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show PIN' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide PIN' }).click()
  for (let at = 0; at < 5; at++) {
    await enterPin(page, '0000')
    await expectAlert(page, 'Invalid PIN')
    await expect(field).toHaveValue('')
  }
  await enterPin(page)
  await expectAlert(page, 'Too many attempts. Try again in 15 minutes')
  await back(page)
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await back(page)
  await expect(page.getByLabel('Account name')).toHaveValue(bob.name)
  expect((await firstAccount(bank, bob)).CurrentBalance).toBe('0.00')
  // The session must not idle away while the lock does.
  for (let minutes = 0; minutes < 16; minutes += 8) {
    await bank.advance(8 * 60_000)
    await firstAccount(bank, ada)
  }
  await proceed(page)
  await confirmAndPin(page)
  await finish(page)
  expect((await firstAccount(bank, ada)).CurrentBalance).toBe('495.00')
})

// shows §5.34 §9.3 D129
test('a code that is short, wrong, run out and sent anew', async ({ page, bank }) => {
  const ada = await payer(bank, { UseOtp: true })
  const bob = await bank.customer()
  await page.clock.install()
  await toPin(page, bank, ada, bob, '5')
  await enterPin(page)
  await enterCode(page, '123')
  await expectAlert(page, 'Invalid OTP. Enter a valid OTP codes')
  await expect(page.getByLabel('Digit 4 of 4')).toBeFocused()
  const code = await bank.codeFor(ada.email)
  const wrong = code === '0000' ? '1111' : '0000'
  await enterCode(page, wrong)
  await expectAlert(page, 'Invalid OTP. Enter a valid OTP codes')
  await expect(page.getByLabel('Digit 1 of 4')).toHaveValue('')
  await expect(page.getByRole('button', { name: /^Resend code in \d+ s$/ })).toBeDisabled()
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: 'Resend code', exact: true }).click()
  await expect(page.getByText('A new code has been sent')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resend code in \d+ s$/ })).toBeDisabled()
  // Five minutes on: the code is no longer good, and another one is.
  await bank.advance(5 * 60_000 + 1000)
  await enterMailedCode(page, bank, ada)
  await expectAlert(page, 'Invalid OTP. Enter a valid OTP codes')
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: 'Resend code', exact: true }).click()
  await expect(page.getByText('A new code has been sent')).toBeVisible()
  await enterMailedCode(page, bank, ada)
  await finish(page)
  expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
})

for (const codes of [true, false]) {
  // shows D139
  test(
    `a code wrong three times is spent, and another is had at once, ${codes ? 'with' : 'without'} the bank's codes`,
    onlyLong,
    async ({ page, bank }) => {
      const ada = await payer(bank, { UseOtp: true })
      const bob = await bank.customer()
      if (!codes) await page.route('**/api/transfer/**', withoutCodes)
      await page.clock.install()
      await toPin(page, bank, ada, bob, '5')
      const began = Date.now()
      await enterPin(page)
      await expect(heading(page, 'Enter OTP')).toBeVisible()
      const wrong = (await bank.codeFor(ada.email)) === '0000' ? '1111' : '0000'
      const spent = page.getByText('This code is spent. Ask for another one.')
      for (const left of [18, 6]) {
        await page.clock.runFor(12_000)
        await enterCode(page, wrong)
        await expectAlert(page, 'Invalid OTP. Enter a valid OTP codes')
        await expect(spent).toBeHidden()
        // It counts on from where it was: by what was put forward, and by what this test took.
        const words = await page.getByRole('button', { name: /^Resend code/ }).textContent()
        const seconds = Number(/in (\d+) s/.exec(words ?? '')?.[1] ?? 0)
        expect(seconds).toBeLessThanOrEqual(left)
        expect(seconds).toBeGreaterThanOrEqual(left - 1 - (Date.now() - began) / 1000)
      }
      await enterCode(page, wrong)
      await expectAlert(page, 'Invalid OTP. Enter a valid OTP codes')
      await expect(spent).toBeVisible()
      await expect(page.getByText('Invalid OTP. Enter a valid OTP codes')).toBeVisible()
      await page.getByRole('button', { name: 'Resend code', exact: true }).click()
      await expect(page.getByText('A new code has been sent')).toBeVisible()
      await expect(spent).toBeHidden()
      await enterMailedCode(page, bank, ada)
      await finish(page)
      expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
    },
  )
}

/** The bank's refusals as a server of the specification sends them. */
async function withoutCodes(route: Route) {
  const reply = await route.fetch()
  const { status, message, data } = await reply.json()
  await route.fulfill({
    response: reply,
    json: status === 'success' ? { status, data } : { status, message },
  })
}

test(
  'a bank that sends no codes is shown as it speaks, and a wrong PIN or code is typed again',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank, { UseOtp: true })
    const bob = await bank.customer()
    const plain: unknown[] = []
    await page.route('**/api/{transfer,request-otp}/**', async (route) => {
      const reply = await route.fetch()
      const { status, message, data } = await reply.json()
      const refused = status !== 'success'
      if (refused) plain.push({ status, message })
      await route.fulfill({
        response: reply,
        json: refused ? { status, message } : { status, data },
      })
    })
    await toPin(page, bank, ada, bob, '5')
    await enterPin(page, '0000')
    await expectAlert(page, 'Invalid PIN')
    await enterPin(page)
    await expect(heading(page, 'Enter OTP')).toBeVisible()
    const code = await bank.codeFor(ada.email)
    await enterCode(page, code === '0000' ? '1111' : '0000')
    await expectAlert(page, 'Invalid OTP. Enter a valid OTP codes')
    await enterCode(page, code)
    await finish(page)
    expect(plain).toHaveLength(2)
    await bank.operate('set-flag', ada.username, 'UseOtp', 'false')
    await toPin(page, bank, ada, bob, '6')
    await enterPin(page, '0000')
    await expectAlert(page, 'Invalid PIN')
    await enterPin(page)
    await finish(page)
    expect((await firstAccount(bank, bob)).CurrentBalance).toBe('11.00')
    expect(await bank.findings()).toEqual([])
  },
)

// shows §8.13
test('a code that cannot be had says so', async ({ page, bank }) => {
  const ada = await payer(bank, { UseOtp: true })
  const bob = await bank.customer()
  await toPin(page, bank, ada, bob, '5')
  await page.route('**/api/request-otp/**', (route) =>
    route.fulfill({ json: { status: 'failed' } }),
  )
  await enterPin(page)
  await expectAlert(page, 'Request failed. try again')
  await expect(heading(page, 'Enter Pin to Confirm')).toBeVisible()
  await page.unroute('**/api/request-otp/**')
  await enterPin(page, '0000')
  await expectAlert(page, 'Invalid PIN')
  await enterPin(page)
  await expect(heading(page, 'Enter OTP')).toBeVisible()
  await enterMailedCode(page, bank, ada)
  await finish(page)
})

// shows D17
test('without a PIN the way leads to the profile and back to the same transfer', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00', flags: { UseOtp: false } })
  const bob = await bank.customer()
  await toPin(page, bank, ada, bob, '5')
  await expect(page.getByText('Set a PIN first')).toBeVisible()
  await page.getByRole('link', { name: 'Update PIN' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
  await page.getByLabel('New PIN').fill(pin)
  await page.getByLabel('Current password').fill(ada.password)
  await page.getByRole('button', { name: 'Save PIN' }).click()
  await page.getByRole('link', { name: 'Back to your transfer' }).click()
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await back(page)
  await expect(page.getByLabel('Account name')).toHaveValue(bob.name)
  await expect(page.getByLabel('Amount')).toHaveValue('5.00')
  await proceed(page)
  await confirmAndPin(page)
  await finish(page)
  expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
})

/** A quarter of an hour and more, with a sign of life in the middle: the sessions go on. */
async function waitOut(bank: TestedBank, ...people: Person[]) {
  for (let at = 0; at < 2; at += 1) {
    await bank.advance(8 * 60_000)
    for (const person of people) await call(bank, person, 'init-user')
  }
}

async function guess(bank: TestedBank, person: Person, times: number) {
  for (let at = 0; at < times; at += 1) await call(bank, person, 'request-otp/0000')
}

/** A local transfer of 5.00 up to its PIN, which is entered. */
async function order(page: Page, bank: TestedBank, from: Person, to: Person) {
  await toPin(page, bank, from, to, '5')
  await enterPin(page)
}

async function savePinAnew(page: Page, person: Person) {
  await page.goto('/c/profile#pin')
  await page.getByLabel('New PIN').fill(pin)
  await page.getByLabel('Current password').fill(person.password)
  await page.getByRole('button', { name: 'Update PIN' }).last().click()
  await expect(page.getByText('PIN saved successfully')).toBeVisible()
}

async function expectPaid(page: Page, bank: TestedBank, to: Person) {
  await expect(page.getByRole('dialog', { name: 'Transfer successful' })).toBeVisible()
  const { data } = await call(bank, to, 'init-user')
  expect(data.user).toMatchObject({ Accounts: [{ CurrentBalance: '5.00' }] })
  expect(await bank.findings()).toEqual([])
}

// shows D62 D129
test(
  'a PIN that was wrong five times works again after a quarter of an hour',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '50.00', pin, flags: { UseOtp: false } })
    const bob = await bank.customer()
    await guess(bank, ada, 5)
    await order(page, bank, ada, bob)
    await expectAlert(page, 'Too many attempts. Try again in 15 minutes')
    await waitOut(bank, ada, bob)
    await enterPin(page)
    await expectPaid(page, bank, bob)
  },
)

// shows D62 D129
test(
  'a PIN that was wrong fifteen times works again once it is saved anew',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '50.00', pin, flags: { UseOtp: false } })
    const bob = await bank.customer()
    for (let round = 0; round < 3; round += 1) {
      await guess(bank, ada, 5)
      await waitOut(bank, ada, bob)
    }
    await order(page, bank, ada, bob)
    await expectAlert(page, 'Your PIN is locked. Save a new PIN in your profile to unlock it')
    await savePinAnew(page, ada)
    await order(page, bank, ada, bob)
    await expectPaid(page, bank, bob)
  },
)

// shows D60 D129
test(
  'codes that are locked come again once the PIN is saved anew',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '50.00', pin, flags: { UseOtp: true } })
    const bob = await bank.customer()
    const { data } = await call(bank, ada, 'init-user')
    const [account] = (data.user as { Accounts: { Id: string }[] }).Accounts
    const fields = {
      source_account: account?.Id ?? '',
      amount: '5.00',
      pin,
      acc_number: bob.accountNumber,
    }
    for (let round = 0; round < 5; round += 1) {
      await call(bank, ada, `request-otp/${pin}`)
      const otp = (await bank.codeFor(ada.email)) === '0000' ? '1111' : '0000'
      for (let at = 0; at < 3; at += 1) {
        await call(bank, ada, 'transfer/local', { ...fields, acc_name: bob.name, otp })
      }
    }
    await order(page, bank, ada, bob)
    await expectAlert(page, 'Codes are locked. Save your PIN again in your profile to unlock them')
    await savePinAnew(page, ada)
    await order(page, bank, ada, bob)
    await expect(page.getByRole('heading', { name: 'Enter OTP' })).toBeVisible()
    await page.getByLabel('Digit 1 of 4').fill(await bank.codeFor(ada.email))
    await proceed(page)
    await expectPaid(page, bank, bob)
  },
)
