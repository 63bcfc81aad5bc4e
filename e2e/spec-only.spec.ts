import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { logIn } from './entry-steps.ts'
import { onlyLong } from './fixture.ts'
import { enter, sendIt, test, toPin } from './spec-only-steps.ts'
import { ordered, sendAllSix, transfers } from './spec-only-walk.ts'
import { loginCode, transferCode, wallet } from './spec-server/world.ts'
import { chooseAccount, expectAlert, goWithin, row, toast } from './steps.ts'
import { enterCode, finish, proceed } from './transfer-steps.ts'

// The built client with a server that has the calls of section 7 and nothing besides.

// shows §4.1 §4.2 §4.13 D133
test('signs in without a code, with one, and by a link', async ({ page, bank }) => {
  await page.goto('/login')
  await logIn(page, 'ada', 'wrong-secret')
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password')
  await logIn(page, 'ada', 'secret')
  await expect(page).toHaveURL(/\/c$/)
  await expect(page.getByRole('banner')).toContainText('Ada Okafor')

  bank.world.user.UseLoginVerification = true
  await page.goto('/logout')
  await logIn(page, 'ada', 'secret')
  await expect(page).toHaveURL(/\/authentication\/buffer-1/)
  await page.getByRole('group', { name: 'One-time code' }).getByRole('textbox').first().click()
  await page.keyboard.type(loginCode)
  await expect(page).toHaveURL(/\/c$/)

  await page.goto('/logout')
  // Who is still signed in would be asked first.
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/user-login/good')
  await expect(page).toHaveURL(/\/c$/)
})

// shows §2.8.4 §2.10.1 §2.13.7 §2.13.8 §2.19.1 D133
test('shows the overview, the history, a receipt, cards and a bell that leads nowhere', async ({
  page,
  bank,
  context,
}) => {
  await enter(page)
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$500.00')
  const bell = page.getByRole('banner').getByRole('img', { name: '3 unread notifications' })
  await expect(bell).toContainText('3')
  await expect(page.getByRole('link', { name: /notification/ })).toHaveCount(0)

  await page.goto('/c/notifications')
  await expect(page).toHaveURL(/\/c$/)

  await goWithin(page, '/c/transactions')
  await expect(page.getByRole('button', { name: 'Page 3' })).toBeVisible()
  // It has neither a name nor a sender: the note is not what it is called.
  await row(page, /^Crypto Deposit/).click()
  const detail = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(detail).toContainText('Crypto Deposit')
  const opened = context.waitForEvent('page')
  await detail.getByRole('link', { name: 'Transaction receipt' }).click()
  const receipt = await opened
  await expect(receipt.getByRole('heading', { level: 1 })).toHaveText('Transaction Receipt')
  await expect(receipt.getByRole('main')).toContainText('CounterpartyCrypto Deposit')
  await receipt.close()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Page 3' }).click()
  await expect(row(page, /^Payer 1\b/)).toBeVisible()

  await goWithin(page, '/c/cards')
  await expect(page.getByRole('article')).toContainText('$12.50 USD')
  expect(bank.strange).toEqual([])
})

// shows §2.15.1 §2.15.2 §2.15.3 §2.15.4 §2.15.5 §2.15.6 §7.24 §7.25 §7.26 §7.27 §7.28 D133 D158 D159
test('all six transfers are each sent once, with the fields of section 7 and no others', async ({
  page,
  bank,
}) => {
  await enter(page, '/c/transfer')
  await sendAllSix(page, bank)
  expect(bank.orders.map(({ fields }) => fields)).toEqual(
    Object.values(transfers).map(({ fields }) => ({ ...ordered, ...fields })),
  )
  await page.goto('/c')
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$440.00')
  expect(bank.strange).toEqual([])
})

// shows §2.15.9 §7.23 D133
test(
  'a transfer with a code asks for it by the call of the specification',
  onlyLong,
  async ({ page, bank }) => {
    bank.world.user.UseOtp = true
    await enter(page, '/c/transfer')
    await toPin(page, '10')
    await sendIt(page)
    await enterCode(page, transferCode)
    await finish(page)
    const { acc_number, acc_name, save_recipient } = transfers['Local Transfer'].fields
    const person = { acc_number, acc_name, save_recipient }
    expect(bank.orders).toEqual([
      { call: 'transfer/local', lost: false, fields: { ...ordered, ...person, otp: transferCode } },
    ])
    expect(bank.strange).toEqual([])
  },
)

// shows §2.14.8 §2.16.1 §2.17.1 §2.18.2 §2.20.2 §3.16 D133 D136
test('deposits, loans, bills, recipients and accounts', async ({ page, bank }) => {
  await enter(page, '/c/add-funds')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Crypto Currency/ }).click()
  await chooseAccount(main.getByLabel('Recipient Account'))
  await main.getByLabel('Amount').fill('25')
  await proceed(page)
  await main.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(main).toContainText(wallet)
  await main.getByRole('button', { name: 'LOG PAYMENT' }).click()
  await expect(main).toContainText('Your deposit is pending.')
  expect(bank.orders).toEqual([
    {
      call: 'init-deposit/bitcoin',
      lost: false,
      fields: { account: 'acc-1', amount: '25.00', usd: '25.00' },
    },
  ])

  await goWithin(page, '/c/quick-loans')
  await chooseAccount(main.getByLabel('Account'))
  await main.getByLabel('Loan Amount').fill('300')
  await main.getByRole('button', { name: 'Get Loan' }).click()
  await expect(toast(page, 'Your loan request have been submitted')).toBeVisible()
  await goWithin(page, '/c/debts')
  await expect(main).toHaveText('No debts available.')

  await goWithin(page, '/c/pay-bill')
  await expect(main).toContainText('Your bills list is empty')
  const billers = main.getByRole('group', { name: 'Select Biller' }).getByRole('radio')
  await expect(billers).toHaveCount(5)
  await main.getByRole('radio', { name: 'AT&T Inc' }).check()
  await main.getByLabel('Account name').fill('ada@home')
  await chooseAccount(main.getByLabel('Source account'))
  await main.getByText('One time').click()
  await main.getByLabel('Amount').fill('15.49')
  await main.getByLabel('Date').fill('2099-01-31')
  await main.getByRole('button', { name: 'Save Bill' }).click()
  await expect(toast(page, 'Bill saved successfully')).toBeVisible()
  const bill = main.getByRole('listitem').filter({ hasText: '31 Jan 2099' })
  await expect(bill).toContainText('AT&T Inc')
  await expect(bill.getByRole('button')).toHaveCount(0)

  await goWithin(page, '/c')
  await page.getByRole('button', { name: 'Add a recipient' }).click()
  const add = page.getByRole('dialog', { name: 'Add Recipient' })
  await expect(add.getByLabel('Payee’s name')).toHaveCount(0)
  await add.getByLabel('Account number').fill('1234567897')
  await add.getByLabel('Account number').blur()
  await expect(add.getByLabel('Account name')).toHaveValue('Bob Stone')
  await add.getByRole('button', { name: 'Save Recipient' }).click()
  await expect(toast(page, 'Beneficiary saved succesfully')).toBeVisible()
  await page.getByRole('button', { name: 'Manage recipients' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage Recipient' })
  await expect(manage.getByRole('listitem')).toContainText('Bob Stone')
  await expect(manage.getByRole('button', { name: /^Delete/ })).toHaveCount(0)

  await goWithin(page, '/c/my-accounts')
  await main.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(toast(page, 'Account created successfully')).toBeVisible()
  await expect(main.getByRole('article')).toHaveCount(3)
  expect(bank.strange).toEqual([])
})

// shows §4.37 §8.21 §8.33 D133
test('profile and support promise only what this server does', onlyLong, async ({ page, bank }) => {
  await enter(page, '/c/profile')
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const email = section('Update E-mail')
  await expect(email).toContainText('Your e-mail is ada@example.com.')
  await email.getByLabel('New e-mail').fill('new@example.com')
  await email.getByRole('button', { name: 'Update E-mail' }).click()
  await expect(toast(page, 'Email changed successfully')).toBeVisible()
  const alerts = section('Transaction Alerts').getByRole('switch')
  await alerts.click()
  await expectAlert(page, 'Alerts are closed for today')
  await expect(alerts).toBeChecked()
  await expect(page.getByRole('main')).not.toContainText(/other devices|puts it back|The bell/)
  await expect(page.getByRole('link', { name: /^Security/ })).toHaveCount(0)
  await page.goto('/c/profile/security')
  await expect(page).toHaveURL(/\/c\/profile$/)

  await goWithin(page, '/c/support')
  await page.getByLabel('Subject').fill('A question')
  await page.getByLabel('Message').fill('Where is my card?')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  await expect(page.getByText(/ticket/)).toHaveCount(0)
  expect(bank.strange).toEqual([])
})

// shows §2.10.8 §2.11.2 D35 D133
test(
  'exports what it can make of the pages, and offers nothing else',
  onlyLong,
  async ({ page, bank, context }) => {
    await enter(page, '/c/transactions')
    await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([/^CSV/, /^Printable statement/])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toContain('1000000008')
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(1 + 25 + 2)
    expect(lines.at(-1)).toContain('closing,,500.00')

    await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
    const [sheet] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('menuitem', { name: /Printable statement/ }).click(),
    ])
    await expect(sheet.getByRole('heading', { name: 'Account Statement' })).toBeVisible()
    await expect(sheet.getByRole('row', { name: /Closing balance 500\.00/ })).toBeVisible()
    await expect(sheet.getByRole('row')).toHaveCount(1 + 25 + 2)
    expect(bank.strange).toEqual([])
  },
)
