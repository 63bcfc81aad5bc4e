import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from './accessible.ts'
import { firstAccount, orderPending } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { expectAlert, expectNoOverflow, small, wide } from './steps.ts'
import {
  back,
  choose,
  confirmAndPin,
  enterMailedCode,
  enterPin,
  fillLocal,
  fillOrder,
  finish,
  heading,
  payer,
  pin,
  proceed,
  success,
  toPin,
  wallet,
} from './transfer-steps.ts'

test.describe('what the form asks for, in the words of the specification', () => {
  const cases: [
    type: string,
    fill: (page: Page) => Promise<unknown>,
    text: string,
    label: string,
  ][] = [
    [
      'Own Account',
      (page) => page.getByLabel('Source account').selectOption(''),
      'Fill all reqired fields to continue',
      'Source account',
    ],
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
      'Account number',
    ],
    // Nobody holds it, and a name that was typed does not change that.
    [
      'Local Transfer',
      async (page) => {
        await fillOrder(page, '5')
        await page.getByLabel('Account number').fill('1234567897')
        await page.getByLabel('Account number').blur()
        await page.getByLabel('Account name').fill('Somebody')
      },
      'Enter a valid account number',
      'Account number',
    ],
    [
      'Other Banks',
      async (page) => {
        await fillOrder(page, '5')
        await page.getByLabel('Account number').fill('9988776655')
      },
      'Enter a valid account number',
      'Account name',
    ],
    [
      'Other Banks',
      (page) => fillPayee(page, 'DE89370400440532013001'),
      'Enter a valid account number',
      'Account number',
    ],
    ['Other Banks', (page) => fillPayee(page), 'Select a valid bank', 'Bank'],
    [
      'Wire Transfer',
      (page) => fillPayee(page),
      'Both swift and bank name are required',
      'Swift code',
    ],
    [
      'Wire Transfer',
      async (page) => {
        await fillPayee(page)
        await page.getByLabel('Swift code').fill('DEUTDEF')
        await page.getByLabel('Bank name').fill('Deutsche Bank')
      },
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
      'Transfer To Bank Card',
      (page) => fillCard(page, '4242424242424241', '12/30'),
      'Please supply valid card info',
      'Card number',
    ],
    [
      'Transfer To Bank Card',
      (page) => fillCard(page, '4242424242424242', '01/20'),
      'Please supply valid card info',
      'Expiry',
    ],
    [
      'Bitcoin Transfer',
      (page) => fillOrder(page, '5'),
      'Please enter a valid wallet address',
      'Wallet address',
    ],
    [
      'Bitcoin Transfer',
      async (page) => {
        await fillOrder(page, '5')
        await page.getByLabel('Wallet address').fill(`${wallet.slice(0, -1)}p`)
      },
      'Please enter a valid wallet address',
      'Wallet address',
    ],
  ]

  async function fillPayee(page: Page, number = '9988776655') {
    await fillOrder(page, '5')
    await page.getByLabel('Account number').fill(number)
    await page.getByLabel('Account name').fill('Cem Kaya')
  }

  async function fillCard(page: Page, number: string, expiry: string) {
    await fillOrder(page, '5')
    await page.getByLabel('Card name').fill('Ada Byron')
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel('Expiry').fill(expiry)
    await page.getByLabel('CVV').fill('123')
  }

  // shows §5.39 §5.40 §5.41 §5.42 §5.43 §5.44 §5.45 §8.8 D55 D113 D138 D143
  test('every problem is told, marked and focused, and nothing typed is lost', async ({
    page,
    bank,
  }) => {
    test.slow()
    const ada = await payer(bank, { UseOtp: false, CryptoPayment: true })
    for (const [at, [type, fill, text, label]] of cases.entries()) {
      // What the last problem left in the form of this type stays in it.
      if (type !== cases[at - 1]?.[0]) {
        await bank.enter(page, ada, '/c/transfer')
        await choose(page, type)
      }
      await fill(page)
      await proceed(page)
      await expectAlert(page, text)
      const field = page.getByLabel(label, { exact: true })
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(new RegExp(text))
    }
    // The amount is still there, with its cents.
    await expect(page.getByLabel('Amount')).toHaveValue('5.00')
  })
})

// shows D56
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
  expect((await firstAccount(bank, bob)).CurrentBalance).toBe('400.00')
  expect(await bank.findings()).toEqual([])
})

// shows §8.12 D57
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

test(
  'the link to the content keeps the step that the transfer is at',
  onlyLong,
  async ({ page, bank }) => {
    const [ada, bob] = [await payer(bank), await bank.customer()]
    await page.setViewportSize(wide)
    await toPin(page, bank, ada, bob, '5.00')
    const digits = page.getByRole('button', { name: '7', exact: true })
    await expect(digits).toBeVisible()
    const skip = page.getByRole('link', { name: 'Skip to content' }).first()
    await skip.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(digits).toBeVisible()
    await expect(page).toHaveURL(/\/c\/transfer\?step=pin$/)
  },
)

// shows D118
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

for (const viewport of [wide, small]) {
  test(
    `every step is accessible and fits at ${viewport.width} in light and in dark`,
    onlyLong,
    async ({ page, bank }) => {
      test.slow()
      const ada = await payer(bank, { UseOtp: true, CryptoPayment: true })
      const bob = await bank.customer()
      await page.setViewportSize(viewport)
      const look = async () => {
        await expectAccessibleInBoth(page)
        await expectNoOverflow(page)
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
      await enterMailedCode(page, bank, ada)
      await expect(success(page)).toBeVisible()
      await look()
    },
  )
}
