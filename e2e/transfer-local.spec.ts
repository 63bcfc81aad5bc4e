import { expectAccessible } from './accessible.ts'
import { call, firstAccount } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { expectAlert, hold, row, wide } from './steps.ts'
import {
  choose,
  confirmAndPin,
  enterMailedCode,
  enterPin,
  expectEmptied,
  fillLocal,
  fillOrder,
  finish,
  heading,
  payer,
  pin,
  proceed,
  success,
} from './transfer-steps.ts'

// shows §1.11 §2.15.2 §2.15.9 §4.29 §4.31 §4.32 §6.7 §7.23 D23
test('local, with PIN and code: the payee has it, the line is on top', async ({ page, bank }) => {
  const ada = await payer(bank, { UseOtp: true })
  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Local Transfer')
  await fillLocal(page, bob, '120.5')
  await page.getByLabel('Note').fill('Lunch')
  await page.getByLabel('Save recipient').check()
  await proceed(page)
  await confirmAndPin(page)
  await expect(heading(page, 'Enter OTP')).toBeVisible()
  // Whoever approves sees what.
  await expect(page.getByRole('main')).toContainText('$120.50 to Bob Stone')
  const mail = await bank.mailTo(ada.email)
  expect(mail.text).toContain(`$120.50 to Bob Stone (${bob.accountNumber})`)
  await enterMailedCode(page, bank, ada)
  await expect(success(page)).toContainText('$120.50')
  await expect(success(page)).toContainText('Bob Stone')
  const [line] = (await firstAccount(bank, ada)).transactions
  const receipt = success(page).getByRole('link', { name: 'Receipt' })
  await expect(receipt).toHaveAttribute('href', new RegExp(`${line?.Id}$`))
  await finish(page)
  expect((await firstAccount(bank, bob)).CurrentBalance).toBe('120.50')
  expect((await firstAccount(bank, ada)).CurrentBalance).toBe('379.50')
  const side = page.getByRole('complementary')
  await expect(side.getByRole('button', { name: /^.*Bob Stone.*120\.50/ }).first()).toBeVisible()
  await expectEmptied(page, 'Local Transfer')
  expect(await bank.findings()).toEqual([])
  // The list says what it was for.
  await page.goto('/c/transactions')
  await expect(row(page, /Bob Stone\s*Lunch/)).toBeVisible()
})

// shows §4.39 §4.40 §5.47 D66
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

// shows §4.41 D138
test('a name that cannot be had can be typed, but money goes only to one that the bank knows', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  const bob = await bank.customer()
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Local Transfer')
  const [number, name] = [page.getByLabel('Account number'), page.getByLabel('Account name')]
  await fillOrder(page, '5')
  const letGo = await hold(page, '**/api/resolve-account/**')
  await number.fill('1234567897')
  await expect(name).not.toBeEditable()
  letGo()
  await number.blur()
  await expect(page.getByText('Name not verified').first()).toBeVisible()
  await name.fill('Somebody')
  await proceed(page)
  await expectAlert(page, 'Enter a valid account number', number)

  await page.route('**/api/resolve-account/**', (route) => route.abort())
  await number.fill(bob.accountNumber)
  await number.blur()
  await name.fill(bob.name)
  await proceed(page)
  await expectAlert(page, 'connection error. check your connection and try again', number)
  await page.unroute('**/api/resolve-account/**')
  await proceed(page)
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await expect(page.getByText('Name not verified')).toHaveCount(0)
})

// shows D138
test(
  'who asked about too many numbers of nobody is told until when',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    const { Id } = await firstAccount(bank, ada)
    const nobody = {
      source_account: Id,
      amount: '5.00',
      pin,
      acc_number: '1234567897',
      acc_name: 'x',
    }
    for (let misses = 0; misses < 20; misses++) await call(bank, ada, 'transfer/local', nobody)
    await bank.enter(page, ada, '/c/transfer')
    await choose(page, 'Local Transfer')
    await fillOrder(page, '5')
    const number = page.getByLabel('Account number')
    await number.fill(bob.accountNumber)
    const told = page.getByText(
      /^Too many names looked up\. Try again at \d\d \w{3} \d{4}, \d\d:\d\d$/,
    )
    await expect(told.first()).toBeVisible()
    await expect(page.getByLabel('Account name')).toHaveValue('')
    await expectAccessible(page)
    // The press takes the focus from the number, which is asked for once more; nothing moves meanwhile.
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/resolve*/**', (route) => answered.then(() => route.continue()))
    await number.focus()
    await page.getByRole('button', { name: 'PROCEED' }).hover()
    const asked = page.waitForRequest('**/api/resolve*/**')
    await page.mouse.down()
    await asked
    await expect(told.first()).toBeVisible()
    await page.mouse.up()
    answer()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAlert(page, (await told.first().textContent()) ?? '')
    await expect(number).toBeFocused()
  },
)

// shows §2.15.12 §2.17.3
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
  expect((await firstAccount(bank, bob)).CurrentBalance).toBe('11.00')
})

// shows §2.10.3
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

test('a local transfer by keyboard alone', onlyLong, async ({ page, bank }) => {
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
  expect((await firstAccount(bank, bob)).CurrentBalance).toBe('12.00')
})
