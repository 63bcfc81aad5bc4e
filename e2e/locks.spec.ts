import type { Page } from '@playwright/test'
import { call } from './beside-the-browser.ts'
import { expect, type Person, type TestedBank, test } from './fixture.ts'

// Every lock says when or how it ends, and here somebody walks out of it.
const pin = '4821'

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

const proceed = (page: Page) => page.getByRole('button', { name: 'PROCEED' }).click()

/** A local transfer of 5.00 up to its PIN, which is entered. */
async function order(page: Page, to: Person) {
  await page.goto('/c/transfer')
  await page.getByRole('main').getByRole('button', { name: 'Local Transfer' }).click()
  await page.getByLabel('Source account').selectOption({ index: 1 })
  await page.getByLabel('Amount').fill('5')
  await page.getByLabel('Account number').fill(to.accountNumber)
  await page.getByLabel('Account number').blur()
  await expect(page.getByLabel('Account name')).toHaveValue(to.name)
  await proceed(page)
  await expect(page.getByRole('heading', { name: 'Confirm Transaction' })).toBeVisible()
  await proceed(page)
  await enterPin(page)
}

async function enterPin(page: Page) {
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await proceed(page)
}

async function expectAlert(page: Page, text: string | RegExp) {
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText(text)
  await box.getByRole('button', { name: 'OK' }).click()
  await expect(box).toBeHidden()
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

test('a sign-in that failed too often is opened by a reset of the password', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  for (let at = 0; at < 10; at += 1) {
    await call(bank, ada, 'login', { username: ada.username, password: `wrong ${at}` })
  }
  const logIn = async (password: string) => {
    await page.goto('/login')
    await page.getByLabel('Username').fill(ada.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  await logIn(ada.password)
  await expect(page.getByRole('alert')).toHaveText(/Too many attempts\. Try again in \d+ minutes?/)
  await page.getByRole('link', { name: 'Forgotton Password' }).click()
  await page.getByLabel('Username or Email address').fill(ada.username)
  await page.getByRole('button', { name: 'Request reset' }).click()
  await expect(page.getByText('Reset Link Sent Succesfully')).toBeVisible()
  await expect.poll(async () => (await bank.mailTo(ada.email)).text).toContain('/reset-password/')
  const { text } = await bank.mailTo(ada.email)
  await page.goto(new URL(/\S+\/reset-password\/\S+/.exec(text)?.[0] ?? '').pathname)
  await page.getByLabel('Password', { exact: true }).fill('a way back in')
  await page.getByLabel('Confirm password', { exact: true }).fill('a way back in')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Password Reset Successfully')).toBeVisible()
  await logIn('a way back in')
  await expect(page).toHaveURL(/\/c$/)
})

test('a sign-in that failed too often opens again after the time it named', async ({
  page,
  bank,
}) => {
  // What other journeys got wrong from this address in the last minute is another lock.
  await bank.advance(61_000)
  const ada = await bank.customer()
  for (let at = 0; at < 10; at += 1) {
    await call(bank, ada, 'login', { username: ada.username, password: `wrong ${at}` })
  }
  await page.goto('/login')
  await page.getByLabel('Username').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Login' }).click()
  const told = page.getByRole('alert')
  await expect(told).toHaveText(/Try again in \d+ minutes?/)
  const [minutes] = /\d+/.exec((await told.textContent()) ?? '') ?? []
  await bank.advance(Number(minutes) * 60_000)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/c$/)
})

test('a PIN that was wrong five times works again after a quarter of an hour', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '50.00', pin, flags: { UseOtp: false } })
  const bob = await bank.customer()
  await guess(bank, ada, 5)
  await bank.enter(page, ada)
  await order(page, bob)
  await expectAlert(page, 'Too many attempts. Try again in 15 minutes')
  await waitOut(bank, ada, bob)
  await enterPin(page)
  await expectPaid(page, bank, bob)
})

test('a PIN that was wrong fifteen times works again once it is saved anew', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '50.00', pin, flags: { UseOtp: false } })
  const bob = await bank.customer()
  for (let round = 0; round < 3; round += 1) {
    await guess(bank, ada, 5)
    await waitOut(bank, ada, bob)
  }
  await bank.enter(page, ada)
  await order(page, bob)
  await expectAlert(page, 'Your PIN is locked. Save a new PIN in your profile to unlock it')
  await savePinAnew(page, ada)
  await order(page, bob)
  await expectPaid(page, bank, bob)
})

test('codes that are locked come again once the PIN is saved anew', async ({ page, bank }) => {
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
  await bank.enter(page, ada)
  await order(page, bob)
  await expectAlert(page, 'Codes are locked. Save your PIN again in your profile to unlock them')
  await savePinAnew(page, ada)
  await order(page, bob)
  await expect(page.getByRole('heading', { name: 'Enter OTP' })).toBeVisible()
  await page.getByLabel('Digit 1 of 4').fill(await bank.codeFor(ada.email))
  await proceed(page)
  await expectPaid(page, bank, bob)
})
