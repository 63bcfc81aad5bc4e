import type { Page, Route } from '@playwright/test'
import { orderPending } from './beside-the-browser.ts'
import { expect, expectAccessible, type Person, type TestedBank, test } from './fixture.ts'

const wide = { width: 1440, height: 900 }
const small = { width: 390, height: 844 }
const pin = '4821'
const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

type Held = {
  accounts: {
    account: {
      Id: string
      Number: string
      CurrentBalance: string
      AvailableBalance: string
      Currency: { Code: string }
    }
    transactions: { Type: string; Amount: string; State: string; Name: string; Method: string }[]
  }[]
}

/** What the bank says a customer holds, asked beside the page. */
async function holdings(bank: TestedBank, { token }: Person) {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${bank.url}/api/init-user`, { headers })
  const { data } = (await reply.json()) as { data: Held }
  return data.accounts.map(({ account, transactions }) => ({ ...account, transactions }))
}

async function first(bank: TestedBank, person: Person) {
  const [account] = await holdings(bank, person)
  if (!account) throw new Error('no account')
  return account
}

async function openAccount(bank: TestedBank, { token }: Person, currency: string) {
  const body = new FormData()
  for (const [name, value] of Object.entries({
    accountType: 'savings',
    currency,
    accountName: 'Travel',
  })) {
    body.append(name, value)
  }
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${bank.url}/api/account`, { method: 'POST', headers, body })
  return ((await reply.json()) as { data: { Id: string; Number: string } }).data
}

const plain = { UseOtp: false }
const payer = (bank: TestedBank, flags: Record<string, boolean> = plain) =>
  bank.customer({ balance: '500.00', pin, flags })

const proceed = (page: Page) => page.getByRole('button', { name: 'PROCEED' }).click()
const back = (page: Page) => page.getByRole('button', { name: 'BACK', exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

async function choose(page: Page, type: string) {
  await page.getByRole('main').getByRole('button', { name: type }).click()
  await expect(heading(page, type)).toBeVisible()
}

/** The first account that is offered, and an amount. */
async function fillOrder(page: Page, amount: string) {
  await page.getByLabel('Source account').selectOption({ index: 1 })
  await page.getByLabel('Amount').fill(amount)
}

async function fillLocal(page: Page, to: Person, amount: string) {
  await fillOrder(page, amount)
  await page.getByLabel('Account number').fill(to.accountNumber)
  await page.getByLabel('Account number').blur()
  await expect(page.getByLabel('Account name')).toHaveValue(to.name)
}

async function enterPin(page: Page, digits = pin) {
  await expect(page.getByText('Enter Pin to Confirm')).toBeVisible()
  await page.getByLabel('PIN', { exact: true }).fill(digits)
  await proceed(page)
}

async function confirmAndPin(page: Page, digits = pin) {
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await proceed(page)
  await enterPin(page, digits)
}

async function enterCode(page: Page, code: string) {
  await expect(heading(page, 'Enter OTP')).toBeVisible()
  await page.getByLabel('Digit 1 of 4').fill(code)
  await proceed(page)
}

async function expectAlert(page: Page, text: string) {
  const box = page.getByRole('alertdialog')
  await expect(box).toHaveText(`${text}OK`)
  await box.getByRole('button', { name: 'OK' }).click()
  await expect(box).toBeHidden()
}

const success = (page: Page) => page.getByRole('dialog', { name: /^Transfer (?:successful|sent)$/ })

async function finish(page: Page) {
  await expect(success(page)).toBeVisible()
  await success(page).getByRole('button', { name: 'OK' }).click()
  await expect(success(page)).toBeHidden()
}

/** A local transfer up to the panel for the PIN. */
async function toPin(page: Page, bank: TestedBank, from: Person, to: Person, amount: string) {
  await bank.enter(page, from, '/c/transfer')
  await choose(page, 'Local Transfer')
  await fillLocal(page, to, amount)
  await proceed(page)
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await proceed(page)
  await expect(heading(page, 'Enter Pin to Confirm')).toBeVisible()
}

test.describe('each type of transfer', () => {
  test('own account: the money is in the other one', async ({ page, bank }) => {
    const ada = await payer(bank)
    await openAccount(bank, ada, 'usd')
    await bank.enter(page, ada, '/c/transfer')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Select Transfer Type')
    await choose(page, 'Own Account')
    await fillOrder(page, '40')
    await page.getByLabel('Destination account').selectOption({ index: 2 })
    await page.getByLabel('Note').fill('Holiday')
    await proceed(page)
    await expect(page.getByText('Fee$0.00')).toBeVisible()
    await expect(page.getByText('NoteHoliday')).toBeVisible()
    await expect(page.getByText('Exchange rate')).toHaveCount(0)
    await confirmAndPin(page)
    await finish(page)
    const balances = (await holdings(bank, ada)).map(({ CurrentBalance }) => CurrentBalance)
    expect(balances).toEqual(['460.00', '40.00'])
    expect(await bank.findings()).toEqual([])
  })

  test('local, with PIN and code: the payee has it, the line is on top', async ({ page, bank }) => {
    const ada = await payer(bank, { UseOtp: true })
    const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
    await page.setViewportSize(wide)
    await toPin(page, bank, ada, bob, '120.5')
    await enterPin(page)
    await expect(heading(page, 'Enter OTP')).toBeVisible()
    const mail = await bank.mailTo(ada.email)
    expect(mail.text).toContain(`$120.50 to Bob Stone (${bob.accountNumber})`)
    await enterCode(page, await bank.codeFor(ada.email))
    await expect(success(page)).toContainText('$120.50')
    await expect(success(page)).toContainText('Bob Stone')
    await finish(page)
    expect((await first(bank, bob)).CurrentBalance).toBe('120.50')
    expect((await first(bank, ada)).CurrentBalance).toBe('379.50')
    const side = page.getByRole('complementary')
    await expect(side.getByRole('button', { name: /^.*Bob Stone.*120\.50/ }).first()).toBeVisible()
    // OK has emptied the form.
    await choose(page, 'Local Transfer')
    await expect(page.getByLabel('Amount')).toHaveValue('')
    await expect(page.getByLabel('Account number')).toHaveValue('')
    expect(await bank.findings()).toEqual([])
  })

  test('other banks: held, with a name that is typed by hand', async ({ page, bank }) => {
    const ada = await payer(bank)
    await bank.enter(page, ada, '/c/transfer')
    await choose(page, 'Other Banks')
    await fillOrder(page, '75')
    await page.getByLabel('Bank', { exact: true }).selectOption('Akbank')
    await page.getByLabel('Account number').fill('9988776655')
    await expect(page.getByLabel('Account name')).not.toBeEditable()
    await page.getByLabel('Account number').blur()
    await expect(page.getByText('Name not verified').first()).toBeVisible()
    await page.getByLabel('Account name').fill('Cem Kaya')
    await proceed(page)
    await expect(page.getByText('BankAkbank')).toBeVisible()
    await confirmAndPin(page)
    await expect(success(page)).toContainText('on its way')
    await finish(page)
    const held = await first(bank, ada)
    expect([held.CurrentBalance, held.AvailableBalance]).toEqual(['500.00', '425.00'])
    expect(held.transactions[0]).toMatchObject({ Name: 'Cem Kaya', State: 'pending' })
    expect(await bank.findings()).toEqual([])
  })

  test('wire: held, with Swift code and bank name', async ({ page, bank }) => {
    const ada = await payer(bank)
    await bank.enter(page, ada, '/c/transfer')
    await choose(page, 'Wire Transfer')
    await fillOrder(page, '60')
    await page.getByLabel('Swift code').fill('DEUTDEFF')
    await page.getByLabel('Bank name').fill('Deutsche Bank')
    await page.getByLabel('Account number').fill('DE89370400440532013000')
    await page.getByLabel('Account number').blur()
    await page.getByLabel('Account name').fill('Eva Keller')
    await proceed(page)
    await expect(page.getByText('Swift codeDEUTDEFF')).toBeVisible()
    await confirmAndPin(page)
    await finish(page)
    const held = await first(bank, ada)
    expect(held.AvailableBalance).toBe('440.00')
    expect(held.transactions[0]).toMatchObject({ Method: 'wire', State: 'pending' })
    expect(await bank.findings()).toEqual([])
  })

  test('bank card: held, and only its last four digits are shown', async ({ page, bank }) => {
    const ada = await payer(bank)
    await bank.enter(page, ada, '/c/transfer')
    await choose(page, 'Transfer To Bank Card')
    await fillOrder(page, '30')
    await page.getByLabel('Card name').fill('Ada Byron')
    await page.getByLabel('Card number').pressSequentially('4242424242424242')
    await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
    await page.getByLabel('Expiry').pressSequentially('1230')
    await expect(page.getByLabel('Expiry')).toHaveValue('12/30')
    await page.getByLabel('CVV').fill('123')
    await proceed(page)
    await expect(page.getByText('**** 4242')).toBeVisible()
    await confirmAndPin(page)
    await finish(page)
    const held = await first(bank, ada)
    expect(held.AvailableBalance).toBe('470.00')
    expect(held.transactions[0]).toMatchObject({ Method: 'card', State: 'pending' })
    expect(await bank.findings()).toEqual([])
  })

  test('Bitcoin: only for those who have it, and held', async ({ page, bank }) => {
    const ada = await payer(bank)
    await bank.enter(page, ada, '/c/transfer')
    await expect(page.getByRole('main').getByRole('button', { name: /Wire/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bitcoin Transfer' })).toHaveCount(0)
    await bank.operate('set-flag', ada.username, 'CryptoPayment', 'true')
    await page.reload()
    await choose(page, 'Bitcoin Transfer')
    await fillOrder(page, '20')
    await page.getByLabel('Wallet address').fill(wallet)
    await proceed(page)
    await confirmAndPin(page)
    await finish(page)
    const held = await first(bank, ada)
    expect(held.AvailableBalance).toBe('480.00')
    expect(held.transactions[0]).toMatchObject({ Method: 'crypto', State: 'pending' })
    expect(await bank.findings()).toEqual([])
  })
})

test('two currencies show their rate, and a new rate is confirmed anew', async ({ page, bank }) => {
  const ada = await payer(bank)
  await openAccount(bank, ada, 'eur')
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Own Account')
  await fillOrder(page, '100')
  await page.getByLabel('Destination account').selectOption({ index: 2 })
  await proceed(page)
  await expect(page.getByText(/Exchange rate1 USD = 0\.\d{6} EUR/)).toBeVisible()
  const told = await page.getByText(/You receive€/).textContent()
  const keys: (string | undefined)[] = []
  await page.route('**/api/transfer/own-account', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const message = 'The exchange rate has changed. Look at it again: 0.500000'
    if (keys.length > 1) await route.continue()
    else await route.fulfill({ status: 409, json: { status: 'error', message } })
  })
  await confirmAndPin(page)
  await expectAlert(page, 'The exchange rate has changed. Look at it again')
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await expect(page.getByText('Exchange rate1 USD = 0.500000 EUR')).toBeVisible()
  await expect(page.getByText('You receive€50.00')).toBeVisible()
  // The bank itself has the old rate and says so in turn.
  await confirmAndPin(page)
  await expectAlert(page, 'The exchange rate has changed. Look at it again')
  await expect(page.getByText(told ?? '')).toBeVisible()
  await confirmAndPin(page)
  await finish(page)
  const [usd, eur] = await holdings(bank, ada)
  expect(usd?.CurrentBalance).toBe('400.00')
  expect(`You receive€${eur?.CurrentBalance}`).toBe(told)
  expect(new Set(keys).size).toBe(1)
  expect(await bank.findings()).toEqual([])
})

test.describe('what the form asks for, in the words of the specification', () => {
  const cases: [
    type: string,
    fill: (page: Page) => Promise<unknown>,
    text: string,
    label: string,
  ][] = [
    ['Own Account', async () => {}, 'Fill all reqired fields to continue', 'Source account'],
    [
      'Own Account',
      (page) => page.getByLabel('Source account').selectOption({ index: 1 }),
      'Fill all reqired fields to continue',
      'Amount',
    ],
    [
      'Own Account',
      (page) => fillOrder(page, '5'),
      'Select destination account to continue',
      'Destination account',
    ],
    [
      'Own Account',
      async (page) => {
        await fillOrder(page, '5')
        await page.getByLabel('Destination account').selectOption({ index: 1 })
      },
      'Select destination account to continue',
      'Destination account',
    ],
    [
      'Local Transfer',
      async (page) => {
        await fillOrder(page, '5')
        await page.getByLabel('Account number').fill('1234567')
      },
      'Enter a valid account number',
      'Account number',
    ],
    [
      'Local Transfer',
      async (page) => {
        await fillOrder(page, '5')
        await page.getByLabel('Account number').fill('1234567890')
      },
      'Enter a valid account number',
      'Account name',
    ],
    ['Other Banks', (page) => fillPayee(page), 'Select a valid bank', 'Bank'],
    [
      'Wire Transfer',
      (page) => fillPayee(page),
      'Both swift and bank name are required',
      'Swift code',
    ],
    [
      'Transfer To Bank Card',
      (page) => fillOrder(page, '5'),
      'Please supply valid card info',
      'Card name',
    ],
    [
      'Bitcoin Transfer',
      (page) => fillOrder(page, '5'),
      'Please enter a valid wallet address',
      'Wallet address',
    ],
  ]

  async function fillPayee(page: Page) {
    await fillOrder(page, '5')
    await page.getByLabel('Account number').fill('9988776655')
    await page.getByLabel('Account number').blur()
    await page.getByLabel('Account name').fill('Cem Kaya')
  }

  test('every problem is told, marked and focused, and nothing typed is lost', async ({
    page,
    bank,
  }) => {
    test.slow()
    const ada = await payer(bank, { UseOtp: false, CryptoPayment: true })
    for (const [type, fill, text, label] of cases) {
      await bank.enter(page, ada, '/c/transfer')
      await choose(page, type)
      await fill(page)
      await proceed(page)
      await expectAlert(page, text)
      const field = page.getByLabel(label, { exact: true })
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(new RegExp(text))
    }
    // The last one but for the wallet: the amount is still there, with its cents.
    await expect(page.getByLabel('Amount')).toHaveValue('5.00')
  })
})

test('the bank refuses what is not there, and marks the amount', async ({ page, bank }) => {
  const ada = await payer(bank)
  const bob = await bank.customer()
  await toPin(page, bank, ada, bob, '500.00')
  // Meanwhile some of it goes elsewhere.
  await orderPending(bank, ada, { amount: '100.00', pin })
  await enterPin(page)
  await expectAlert(page, 'Insufficient funds')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await expect(page.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Account name')).toHaveValue(bob.name)
  // What plainly is not there is told at the form.
  await page.getByLabel('Amount').fill('500.01')
  await proceed(page)
  await expectAlert(page, 'Insufficient funds')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await page.getByLabel('Amount').fill('400')
  await proceed(page)
  await confirmAndPin(page)
  await finish(page)
  expect((await first(bank, bob)).CurrentBalance).toBe('400.00')
  expect(await bank.findings()).toEqual([])
})

test('a wrong status says Transfer failed, and switched-off transfers say why', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  const bob = await bank.customer()
  await toPin(page, bank, ada, bob, '5')
  await page.route('**/api/transfer/local', (route) =>
    route.fulfill({ json: { status: 'failed', message: 'no' } }),
  )
  await enterPin(page)
  await expectAlert(page, 'Transfer failed')
  await page.unroute('**/api/transfer/local')
  await bank.operate('set-flag', ada.username, 'AllowTransfer', 'false')
  await proceed(page)
  await confirmAndPin(page)
  await expectAlert(page, 'Transfers are switched off for you. Contact support')
  await expect(page.getByLabel('Account name')).toHaveValue(bob.name)
})

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
  expect((await first(bank, bob)).CurrentBalance).toBe('0.00')
  // The session must not idle away while the lock does.
  for (let minutes = 0; minutes < 16; minutes += 8) {
    await bank.advance(8 * 60_000)
    await first(bank, ada)
  }
  await proceed(page)
  await confirmAndPin(page)
  await finish(page)
  expect((await first(bank, ada)).CurrentBalance).toBe('495.00')
})

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
  await enterCode(page, await bank.codeFor(ada.email))
  await expectAlert(page, 'Invalid OTP. Enter a valid OTP codes')
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: 'Resend code', exact: true }).click()
  await expect(page.getByText('A new code has been sent')).toBeVisible()
  await enterCode(page, await bank.codeFor(ada.email))
  await finish(page)
  expect((await first(bank, bob)).CurrentBalance).toBe('5.00')
})

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
  await enterCode(page, await bank.codeFor(ada.email))
  await finish(page)
})

test('a number is looked up once, after a second or on leaving, and its name goes with it', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  const bob = await bank.customer()
  const asked: string[] = []
  page.on('request', (request) => {
    const [, number] = /resolve-account\/(\w+)/.exec(request.url()) ?? []
    if (number) asked.push(number)
  })
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Local Transfer')
  const number = page.getByLabel('Account number')
  const name = page.getByLabel('Account name')
  await number.fill(bob.accountNumber.slice(0, 7))
  await number.blur()
  expect(asked).toEqual([])
  await number.fill(bob.accountNumber)
  await expect(name).toHaveValue(bob.name)
  await expect(name).not.toBeEditable()
  await number.press('End')
  await number.press('Backspace')
  await expect(name).toHaveValue('')
  await number.press('End')
  await number.pressSequentially(bob.accountNumber.slice(-1))
  await expect(name).toHaveValue(bob.name)
  expect(asked).toEqual([bob.accountNumber])
  await expect(page.getByText('Name not verified')).toHaveCount(0)
})

test('recipients are saved on the way and picked the next time', async ({ page, bank }) => {
  const ada = await payer(bank)
  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Local Transfer')
  await page.route('**/api/beneficiaries', (route) => route.abort())
  await page.getByRole('button', { name: 'Select Recipient' }).click()
  const picker = page.getByRole('dialog', { name: 'Select Recipient' })
  await expect(picker).toContainText('connection error. check your connection and try again')
  await page.unroute('**/api/beneficiaries')
  await picker.getByRole('button', { name: 'try again' }).click()
  await expect(picker).toContainText('Your beneficiaries list is empty')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()

  await fillLocal(page, bob, '5')
  await page.getByLabel('Save recipient').check()
  await proceed(page)
  await expect(page.getByText('Save recipientYes')).toBeVisible()
  await confirmAndPin(page)
  await finish(page)
  await choose(page, 'Local Transfer')
  await fillOrder(page, '6')
  await page.getByRole('button', { name: 'Select Recipient' }).click()
  await expectAccessible(page)
  await picker.getByRole('button', { name: /Bob Stone/ }).click()
  await expect(picker).toBeHidden()
  await expect(page.getByLabel('Account number')).toHaveValue(bob.accountNumber)
  await expect(page.getByLabel('Account name')).toHaveValue('Bob Stone')
  await proceed(page)
  await confirmAndPin(page)
  await finish(page)
  expect((await first(bank, bob)).CurrentBalance).toBe('11.00')
})

test('a number loses its spaces, and a saved name elsewhere is not verified', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  await page.route('**/api/beneficiaries', (route) =>
    route.fulfill({
      json: {
        status: 'success',
        data: [
          {
            Type: 'other banks',
            BankName: 'Bank of Nowhere',
            AccountName: 'Cem Ak',
            AccountNumber: '55501000001',
          },
        ],
      },
    }),
  )
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Other Banks')
  const number = page.getByLabel('Account number')
  await number.pressSequentially('1234 5678-90')
  await expect(number).toHaveValue('1234567890')
  await page.getByLabel('Bank', { exact: true }).selectOption('Akbank')
  await page.getByRole('button', { name: 'Select Recipient' }).click()
  await page.getByRole('button', { name: /Cem Ak/ }).click()
  await expect(number).toHaveValue('55501000001')
  await expect(page.getByLabel('Account name')).toHaveValue('Cem Ak')
  await expect(page.getByLabel('Bank', { exact: true })).toHaveValue('')
  await expect(page.getByText('Name not verified').first()).toBeVisible()
})

test('without a PIN the way leads to the profile and back to the same transfer', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00', flags: plain })
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
  expect((await first(bank, bob)).CurrentBalance).toBe('5.00')
})

test('an ended session loses nothing that was typed', async ({ page, bank }) => {
  const ada = await payer(bank)
  const bob = await bank.customer()
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Local Transfer')
  await fillLocal(page, bob, '5')
  await page.route('**/api/beneficiaries', (route) =>
    route.fulfill({
      status: 401,
      json: { status: 'error', message: 'Session ended. Log in again' },
    }),
  )
  await page.getByRole('button', { name: 'Select Recipient' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.unroute('**/api/beneficiaries')
  await page.getByLabel('Username').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, 'Local Transfer')).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveValue('5.00')
  await expect(page.getByLabel('Account name')).toHaveValue(bob.name)
})

test.describe('one order has one effect', () => {
  const path = '**/api/transfer/local'
  const keysOf = (page: Page) => {
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/transfer/local')) {
        keys.push(request.headers()['idempotency-key'])
      }
    })
    return keys
  }
  /** The bank gets the order and the page never hears of it. */
  const loseReply = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }

  test('a double click', async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    const keys = keysOf(page)
    await toPin(page, bank, ada, bob, '5')
    await page.getByLabel('PIN', { exact: true }).fill(pin)
    await page.getByRole('button', { name: 'PROCEED' }).dblclick()
    await finish(page)
    expect(keys).toHaveLength(1)
    expect((await first(bank, bob)).CurrentBalance).toBe('5.00')
  })

  test('replies that are lost, then an answer', async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    const keys = keysOf(page)
    await toPin(page, bank, ada, bob, '5')
    await page.route(path, loseReply, { times: 2 })
    await enterPin(page)
    await expect(page.getByText('Sending your transfer')).toBeVisible()
    await finish(page)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect((await first(bank, bob)).CurrentBalance).toBe('5.00')
    expect(await bank.findings()).toEqual([])
  })

  test('no network at all: still working, then a clear end, then Try again', async ({
    page,
    bank,
  }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    const keys = keysOf(page)
    await toPin(page, bank, ada, bob, '5')
    await page.clock.install()
    let tries = 0
    await page.route(path, async (route) => {
      tries += 1
      // The first try arrives and its reply does not; the others get nowhere.
      if (tries === 1) await route.fetch()
      await route.abort()
    })
    await enterPin(page)
    for (let at = 1; at < 5; at++) {
      await expect.poll(() => tries).toBe(at)
      await page.clock.runFor(8000)
    }
    await expect(page.getByText('We could not reach the bank')).toBeVisible()
    await expect(page.getByText('It is never paid twice.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await finish(page)
    expect(new Set(keys).size).toBe(1)
    expect((await first(bank, bob)).CurrentBalance).toBe('5.00')
    expect((await first(bank, ada)).CurrentBalance).toBe('495.00')
  })

  test('a bank that takes its time: still working after fifteen seconds', async ({
    page,
    bank,
  }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    await toPin(page, bank, ada, bob, '5')
    await page.clock.install()
    const held = Promise.withResolvers<void>()
    await page.route(path, async (route) => {
      await held.promise
      await route.continue()
    })
    await enterPin(page)
    await expect(page.getByText('Sending your transfer')).toBeVisible()
    await expectAccessible(page)
    await page.clock.runFor(15_500)
    await expect(page.getByText('Still working')).toBeVisible()
    await expectAccessible(page)
    held.resolve()
    await finish(page)
    expect((await first(bank, bob)).CurrentBalance).toBe('5.00')
  })

  for (const [name, lost] of [
    ['that was made', loseReply],
    ['that was not made', (route: Route) => route.abort()],
  ] as const) {
    test(`a reload in the middle of an order ${name}`, async ({ page, bank }) => {
      const ada = await payer(bank)
      const bob = await bank.customer()
      const keys = keysOf(page)
      await toPin(page, bank, ada, bob, '5')
      await page.route(path, lost)
      await enterPin(page)
      await expect.poll(() => keys.length).toBeGreaterThan(0)
      const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
      expect(stored).toContain(keys[0])
      expect(stored).not.toContain(pin)
      await page.reload()
      await page.unroute(path)
      await expect(
        page.getByText(/Your transfer was on its way when this page was left/),
      ).toBeVisible()
      await expectAccessible(page)
      await enterPin(page)
      await finish(page)
      expect(new Set(keys).size).toBe(1)
      expect((await first(bank, bob)).CurrentBalance).toBe('5.00')
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(keys[0])
    })
  }

  test('a reload in the middle, with codes: asked for first, then a new code', async ({
    page,
    bank,
  }) => {
    const ada = await payer(bank, { UseOtp: true })
    const bob = await bank.customer()
    const keys = keysOf(page)
    await toPin(page, bank, ada, bob, '5')
    await enterPin(page)
    await expect(heading(page, 'Enter OTP')).toBeVisible()
    await page.route(path, (route) => route.abort())
    await enterCode(page, await bank.codeFor(ada.email))
    await expect.poll(() => keys.length).toBeGreaterThan(0)
    await page.reload()
    await page.unroute(path)
    await enterPin(page)
    await expect(heading(page, 'Enter OTP')).toBeVisible()
    await enterCode(page, await bank.codeFor(ada.email))
    await finish(page)
    expect(new Set(keys).size).toBe(1)
    expect((await first(bank, bob)).CurrentBalance).toBe('5.00')
  })

  test('a reload in the middle of a card transfer asks for the card again', async ({
    page,
    bank,
  }) => {
    const ada = await payer(bank)
    await bank.enter(page, ada, '/c/transfer')
    await choose(page, 'Transfer To Bank Card')
    await fillOrder(page, '30')
    await page.getByLabel('Card name').fill('Ada Byron')
    const enterCard = async () => {
      await page.getByLabel('Card number').fill('4242424242424242')
      await page.getByLabel('CVV').fill('123')
    }
    await page.getByLabel('Expiry').pressSequentially('1230')
    await enterCard()
    await proceed(page)
    const sent = page.waitForRequest('**/api/transfer/card')
    await page.route('**/api/transfer/card', loseReply)
    await confirmAndPin(page)
    await sent
    await page.reload()
    await page.unroute('**/api/transfer/card')
    await expect(page.getByText(/Enter the card again/)).toBeVisible()
    await expect(page.getByLabel('Card name')).toHaveValue('Ada Byron')
    await enterCard()
    await proceed(page)
    await confirmAndPin(page)
    await finish(page)
    expect((await first(bank, ada)).AvailableBalance).toBe('470.00')
  })

  test('a copy of the tab asks with the same key, and the other tab shows the new balance', async ({
    page,
    bank,
  }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    const keys = keysOf(page)
    await toPin(page, bank, ada, bob, '5')
    await page.route(path, loseReply)
    await enterPin(page)
    await expect.poll(() => keys.length).toBeGreaterThan(0)
    const [copy] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open('/c/transfer')),
    ])
    const overview = await page.context().newPage()
    await overview.goto('/c')
    await enterPin(copy)
    await finish(copy)
    await page.unroute(path)
    await finish(page)
    await expect(overview.getByRole('region', { name: 'Balances' })).toContainText('$495.00')
    expect((await first(bank, bob)).CurrentBalance).toBe('5.00')
    expect(await bank.findings()).toEqual([])
  })
})

test('a balance changes in the other tab without a reload', async ({ page, bank }) => {
  const ada = await payer(bank)
  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  await bank.enter(page, ada)
  const balances = page.getByRole('region', { name: 'Balances' })
  await expect(balances).toContainText('$500.00')
  const other = await page.context().newPage()
  await toPin(other, bank, ada, bob, '5')
  await enterPin(other)
  await finish(other)
  await expect(balances).toContainText('$495.00')
  await expect(page.getByRole('main').getByRole('button', { name: /Bob Stone/ })).toBeVisible()
})

test('from the dashboard the same flow runs in a dialog', async ({ page, bank }) => {
  const ada = await payer(bank)
  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const actions = page.getByRole('navigation', { name: 'Quick actions' })
  await actions.getByRole('button', { name: 'Transfer' }).click()
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await expect(dialog('Select Transfer Type')).toBeVisible()
  await expectAccessible(page)
  await dialog('Select Transfer Type').getByRole('button', { name: 'Local Transfer' }).click()
  await fillLocal(page, bob, '5')
  await page.getByRole('button', { name: 'Select Recipient' }).click()
  await expect(dialog('Select Recipient')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog('Select Recipient')).toBeHidden()
  await expect(dialog('Local Transfer')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog('Local Transfer')).toBeHidden()
  await actions.getByRole('button', { name: 'Transfer' }).click()
  await expect(page.getByLabel('Account name')).toHaveValue('Bob Stone')
  await proceed(page)
  await expect(dialog('Confirm Transaction')).toBeVisible()
  await proceed(page)
  await enterPin(page)
  await finish(page)
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$495.00')
  const line = page.getByRole('main').getByRole('button', { name: /Bob Stone|Bank deposit/ })
  await expect(line.first()).toHaveText(/Bob Stone.*−?\$5\.00/)
})

test('a local transfer by keyboard alone', async ({ page, bank }) => {
  const ada = await payer(bank, { UseOtp: true })
  const bob = await bank.customer()
  await bank.enter(page, ada, '/c/transfer')
  const tabTo = async (name: string, role: 'button' | 'field') => {
    const target =
      role === 'button'
        ? page.getByRole('button', { name, exact: name === 'OK' || name === 'PROCEED' })
        : page.getByLabel(name, { exact: true })
    for (let press = 0; press < 40; press++) {
      if (await target.evaluate((node) => node === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} cannot be reached`)
  }
  await expect(page.getByRole('main').getByRole('button', { name: 'Local Transfer' })).toBeVisible()
  await page.locator('#content').focus()
  await tabTo('Local Transfer', 'button')
  await page.keyboard.press('Enter')
  await tabTo('Source account', 'field')
  await page.keyboard.press('ArrowDown')
  await tabTo('Amount', 'field')
  await page.keyboard.type('12')
  await tabTo('Account number', 'field')
  await page.keyboard.type(bob.accountNumber)
  // Straight on: the name is looked up before the form goes.
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await tabTo('PROCEED', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('PIN', { exact: true })).toBeFocused()
  await page.keyboard.type(pin)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Digit 1 of 4')).toBeFocused()
  await page.keyboard.type(await bank.codeFor(ada.email))
  await page.keyboard.press('Enter')
  await expect(success(page)).toBeVisible()
  await tabTo('OK', 'button')
  await page.keyboard.press('Enter')
  await expect(success(page)).toBeHidden()
  expect((await first(bank, bob)).CurrentBalance).toBe('12.00')
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [wide, small]) {
    test(`every step is accessible and fits at ${viewport.width} in ${colorScheme}`, async ({
      page,
      bank,
    }) => {
      test.slow()
      const ada = await payer(bank, { UseOtp: true, CryptoPayment: true })
      const bob = await bank.customer()
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const look = async () => {
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      }
      await bank.enter(page, ada, '/c/transfer')
      for (const type of [
        'Own Account',
        'Other Banks',
        'Wire Transfer',
        'Transfer To Bank Card',
        'Bitcoin Transfer',
      ]) {
        await choose(page, type)
        await look()
        await back(page)
      }
      await look()
      await choose(page, 'Local Transfer')
      await proceed(page)
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await look()
      await page.keyboard.press('Enter')
      await fillOrder(page, '5')
      await page.getByLabel('Account number').fill('1234567890')
      await page.getByLabel('Account number').blur()
      await expect(page.getByText('Name not verified').first()).toBeVisible()
      await look()
      await fillLocal(page, bob, '5')
      await proceed(page)
      await expect(heading(page, 'Confirm Transaction')).toBeVisible()
      await look()
      await proceed(page)
      await expect(heading(page, 'Enter Pin to Confirm')).toBeVisible()
      await look()
      await enterPin(page)
      await expect(heading(page, 'Enter OTP')).toBeVisible()
      await look()
      await enterCode(page, await bank.codeFor(ada.email))
      await expect(success(page)).toBeVisible()
      await look()
    })
  }
}
