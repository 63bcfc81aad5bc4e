import { expect, type Page } from '@playwright/test'
import { fillIn, logIn } from './entry-steps.ts'
import { sendIt, toPin } from './spec-only-steps.ts'
import { payloads } from './spec-server/payloads.ts'
import type { SpecServer } from './spec-server/spec-server.ts'
import { loginCode, pin, transferCode, wallet } from './spec-server/world.ts'
import { chooseAccount, expectAlert, goWithin, row, toast } from './steps.ts'
import { choose, confirmAndPin, enterCode, fillOrder, finish, proceed } from './transfer-steps.ts'

// All screens and flows of the specification, with a server that has nothing besides.

/** What every order of ten dollars says. */
export const ordered = { source_account: 'acc-1', amount: '10.00', pin, otp: '' }

/** How each form is filled, and what it sends besides source, amount, PIN and code. */
export const transfers = {
  'Own Account': {
    fill: async (page: Page) =>
      void (await page.getByLabel('Destination account').selectOption({ index: 2 })),
    fields: { destination_account: 'acc-2' },
  },
  'Local Transfer': {
    async fill(page: Page) {
      await expect(page.getByLabel('Payee’s name')).toHaveCount(0)
      await page.getByLabel('Account number').fill('1234567897')
      await page.getByLabel('Account number').blur()
      await expect(page.getByLabel('Account name')).toHaveValue('Bob Stone')
    },
    fields: { acc_number: '1234567897', acc_name: 'Bob Stone', save_recipient: 'false' },
  },
  'Other Banks': {
    async fill(page: Page) {
      await page.getByLabel('Bank', { exact: true }).selectOption('Akbank')
      await page.getByLabel('Account number').fill('9988776655')
      await page.getByLabel('Account number').blur()
      await page.getByLabel('Account name').fill('Cem Kaya')
    },
    fields: {
      ...{ acc_number: '9988776655', acc_name: 'Cem Kaya', save_recipient: 'false' },
      ...{ bank: 'Akbank', bank_name: 'Akbank', swift: '' },
    },
  },
  'Wire Transfer': {
    async fill(page: Page) {
      await page.getByLabel('Swift code').fill('DEUTDEFF')
      await page.getByLabel('Bank name').fill('Deutsche Bank')
      await page.getByLabel('Account number').fill('DE89370400440532013000')
      await page.getByLabel('Account number').blur()
      await page.getByLabel('Account name').fill('Eva Keller')
    },
    fields: {
      ...{ acc_number: 'DE89370400440532013000', acc_name: 'Eva Keller', save_recipient: 'false' },
      ...{ swift: 'DEUTDEFF', bank_name: 'Deutsche Bank', bank: '' },
    },
  },
  'Transfer To Bank Card': {
    async fill(page: Page) {
      await page.getByLabel('Card name').fill('Ada Byron')
      await page.getByLabel('Card number').fill('4242424242424242')
      await page.getByLabel('Expiry').pressSequentially('1239')
      await page.getByLabel('CVV').fill('123')
    },
    fields: {
      ...{ card_name: 'Ada Byron', card_number: '4242424242424242' },
      ...{ card_expiry: '12/39', card_cv2: '123' },
    },
  },
  'Bitcoin Transfer': {
    fill: (page: Page) => page.getByLabel('Wallet address').fill(wallet),
    fields: { wallet_address: wallet },
  },
} as const satisfies Record<string, { fill: (page: Page) => Promise<void>; fields: object }>

/** Ten dollars by each of the six. */
export async function sendAllSix(page: Page, bank: SpecServer) {
  bank.orders.length = 0
  for (const [type, { fill }] of Object.entries(transfers)) {
    await choose(page, type)
    await fillOrder(page, '10')
    await fill(page)
    await proceed(page)
    await confirmAndPin(page)
    await finish(page)
  }
}

/** Everything once. What is refused on the way is told in the server's words or those of section 8. */
export async function walk(page: Page, bank: SpecServer) {
  await signInWithCode(page, bank)
  await seeScreens(page)
  await payWithCode(page, bank)
  await sendAllSix(page, bank)
  await goWithin(page, '/c')
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$430.00')
  await saveThings(page)
  await changeProfile(page)
  await comeAnew(page)
  // Without a login nobody can say what a server has: these two are asked, and need no answer.
  const early = ['POST logout', 'GET username-free']
  const isTold = (name: string) => !early.includes(name)
  expect(bank.strange.filter(isTold)).toEqual([])
  expect([...bank.asked].filter(isTold).sort()).toEqual(Object.keys(payloads).sort())
}

async function signInWithCode(page: Page, bank: SpecServer) {
  bank.world.user.UseLoginVerification = true
  await page.goto('/login')
  await logIn(page, 'ada', 'wrong-secret')
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password')
  await logIn(page, 'ada', 'secret')
  await expect(page).toHaveURL(/\/authentication\/buffer-1/)
  const digits = page.getByRole('group', { name: 'One-time code' }).getByRole('textbox')
  await digits.first().click()
  await page.keyboard.type('00000')
  await expect(page.getByText('Wrong code')).toBeVisible()
  // Of a server at fault the digits are kept, for another try.
  await page.reload()
  await digits.first().click()
  await page.keyboard.type(loginCode)
  await expect(page).toHaveURL(/\/c$/)
}

async function seeScreens(page: Page) {
  const main = page.getByRole('main')
  await expect(page.getByRole('banner')).toContainText('Ada Okafor')
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$500.00')
  await expect(main).toContainText('+$393.00')
  await goWithin(page, '/c/transactions')
  await expect(row(page, /^Crypto Deposit.*pending/)).toContainText('+$40.00')
  await expect(row(page, /^Cem Ak.*failed/)).toContainText('\u2212$9.99')
  await expect(row(page, /^Payer 22\b.*completed/)).toContainText('+$22.00')
  await row(page, /^Payer 22\b/).click()
  const detail = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(detail).toContainText('22.00 USD')
  const href = await detail.getByRole('link', { name: 'Transaction receipt' }).getAttribute('href')
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: 'Page 3' }).click()
  await expect(row(page, /^Payer 1\b/)).toContainText('+$1.00')
  await page.goto(href ?? '')
  await expect(main).toContainText('Payer 22')
  await expect(main).toContainText('22.00')
  await page.goto('/transaction-receipt/none')
  await expect(main).toContainText(/No such transaction|Unable to load the receipt/)
  await page.goto('/c/cards')
  await expect(main.getByRole('article')).toContainText('$12.50 USD')
  await expect(main.getByRole('article')).toContainText('04/29')
  await goWithin(page, '/c/my-accounts')
  await expect(main.getByRole('article')).toHaveCount(2)
  await expect(main).toContainText('$70.50')
  await goWithin(page, '/c/debts')
  await expect(main).toHaveText('No debts available.')
}

/** A number that nobody has, a wrong PIN, and then ten dollars with a code. */
async function payWithCode(page: Page, bank: SpecServer) {
  bank.world.user.UseOtp = true
  await page.goto('/c/transfer')
  await choose(page, 'Local Transfer')
  await fillOrder(page, '10')
  await page.getByLabel('Account number').fill('1000000024')
  await page.getByLabel('Account number').blur()
  await expect(page.getByLabel('Account name')).toBeEditable()
  await proceed(page)
  await expectAlert(page, 'Enter a valid account number', page.getByLabel('Account number'))
  await page.getByRole('button', { name: 'BACK', exact: true }).click()
  await toPin(page, '10')
  await page.getByLabel('PIN', { exact: true }).fill('0000')
  await proceed(page)
  const refused = page.getByRole('alertdialog')
  await expect(refused).toContainText(/Request failed. try again|Wrong PIN/)
  await refused.getByRole('button', { name: 'OK' }).click()
  await sendIt(page)
  await enterCode(page, transferCode)
  await finish(page)
  bank.world.user.UseOtp = false
  await page.goto('/c/transfer')
}

async function saveThings(page: Page) {
  const main = page.getByRole('main')
  await goWithin(page, '/c/add-funds')
  await main.getByRole('button', { name: /^Crypto Currency/ }).click()
  await chooseAccount(main.getByLabel('Recipient Account'))
  await main.getByLabel('Amount').fill('25')
  await proceed(page)
  await main.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(main).toContainText(wallet)
  const picture = main.getByRole('img', { name: 'QR code of the wallet address' })
  const widthOf = (img: HTMLImageElement) => img.naturalWidth
  await expect.poll(() => picture.evaluate(widthOf)).toBeGreaterThan(0)
  await main.getByRole('button', { name: 'LOG PAYMENT' }).click()
  await expect(main).toContainText('Your deposit is pending.')

  await goWithin(page, '/c/quick-loans')
  await chooseAccount(main.getByLabel('Account'))
  await main.getByLabel('Loan Amount').fill('300')
  await main.getByRole('button', { name: 'Get Loan' }).click()
  await expect(toast(page, 'Your loan request have been submitted')).toBeVisible()

  await saveBills(page)

  await goWithin(page, '/c')
  await page.getByRole('button', { name: 'Add a recipient' }).click()
  const add = page.getByRole('dialog', { name: 'Add Recipient' })
  await add.getByLabel('Account number').fill('1234567897')
  await add.getByLabel('Account number').blur()
  await expect(add.getByLabel('Account name')).toHaveValue('Bob Stone')
  await add.getByRole('button', { name: 'Save Recipient' }).click()
  await expect(toast(page, 'Beneficiary saved succesfully')).toBeVisible()
  await page.getByRole('button', { name: 'Manage recipients' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage Recipient' })
  await expect(manage.getByRole('listitem')).toContainText('Bob Stone')

  await goWithin(page, '/c/my-accounts')
  await main.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await expect(dialog.getByLabel('Account name')).toHaveValue('Ada Okafor')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(toast(page, 'Account created successfully')).toBeVisible()
  await expect(main.getByRole('article')).toHaveCount(3)
}

async function saveBills(page: Page) {
  const main = page.getByRole('main')
  await goWithin(page, '/c/pay-bill')
  await expect(main).toContainText('Your bills list is empty')
  await main.getByRole('button', { name: 'Add biller' }).click()
  await main.getByLabel('Biller name').fill('City Gas')
  await main.getByRole('button', { name: 'Save Biller' }).click()
  await expect(main.getByRole('radio', { name: 'City Gas' })).toBeChecked()
  await main.getByLabel('Account name').fill('ada@home')
  await chooseAccount(main.getByLabel('Source account'))
  await main.getByText('One time').click()
  await main.getByLabel('Amount').fill('15.49')
  await main.getByLabel('Date').fill('2099-01-31')
  await main.getByRole('button', { name: 'Save Bill' }).click()
  await expect(toast(page, 'Bill saved successfully')).toBeVisible()
  const bill = main.getByRole('listitem').filter({ hasText: '31 Jan 2099' })
  await expect(bill).toContainText('City Gas')
}

async function changeProfile(page: Page) {
  await goWithin(page, '/c/profile')
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('Profile Information')).toContainText('Ikeja')
  const press = (name: string) => section(name).getByRole('button', { name, exact: true }).click()
  await section('Update E-mail').getByLabel('New e-mail').fill('new@example.com')
  await press('Update E-mail')
  await expect(toast(page, 'Email changed successfully')).toBeVisible()
  await section('Update Password').getByLabel('Old password').fill('wrong-secret')
  await section('Update Password').getByLabel('New password').fill('a long secret')
  await press('Update Password')
  await expectAlert(page, 'Wrong password')
  await section('Update Password').getByLabel('Old password').fill('secret')
  await press('Update Password')
  await expect(toast(page, 'Password changed successfully')).toBeVisible()
  await section('Update PIN').getByLabel('New PIN').fill('1357')
  await section('Update PIN').getByLabel('Current password').fill('secret')
  await press('Update PIN')
  await expect(toast(page, 'PIN saved successfully')).toBeVisible()
  await page.getByRole('switch', { name: 'Ask for a code at sign-in' }).click()
  await expect(toast(page, '2FA set successfully')).toBeVisible()
  const alerts = page.getByRole('switch', { name: 'E-mail about every transaction' })
  await alerts.click()
  await expectAlert(page, 'Alerts are closed for today')
  await expect(alerts).toBeChecked()

  await goWithin(page, '/c/support')
  await page.getByLabel('Subject').fill('A question')
  await page.getByLabel('Message').fill('Where is my card?')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
}

/** A link that signs in, a forgotten password, and somebody new. */
async function comeAnew(page: Page) {
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/user-login/good')
  await expect(page).toHaveURL(/\/c$/)
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/request-password-reset')
  await page.getByLabel('Username or Email address').fill('ada')
  await page.getByRole('button', { name: 'Request reset' }).click()
  await expect(page.getByText('Reset Link Sent Succesfully')).toBeVisible()
  await page.goto('/reset-password/bad')
  await expect(page.getByText('Reset Failed')).toBeVisible()
  await page.goto('/reset-password/good')
  await fillIn(page, { Password: 'sea stories 1906', 'Confirm password': 'sea stories 1906' })
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Password Reset Successfully')).toBeVisible()

  const onward = async (step: string) => {
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  }
  await page.goto('/signup')
  await page.getByText('Savings Account').click()
  await onward('Personal Info')
  await fillIn(page, {
    ...{ Username: 'newcomer', 'First name': 'Grace', 'Last name': 'Hopper' },
    ...{ 'Phone number': '(555) 123-4567', Email: 'grace@example.com', Occupation: 'Admiral' },
    ...{ 'Date of birth': '1986-12-09', Country: 'us', State: 'Virginia', City: 'Arlington' },
  })
  await onward('Next of Kin')
  await fillIn(page, {
    ...{ 'First name': 'Mary', 'Last name': 'Li', Relationship: 'aunty' },
    ...{ 'Phone number': '555 123 4567', Occupation: 'Teacher', Address: '1 Main Street' },
  })
  await onward('Security')
  await fillIn(page, { Password: 'sea stories 1906', 'Confirm password': 'sea stories 1906' })
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/login$/)
}
