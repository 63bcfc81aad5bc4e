import { expectAccessibleEverywhere } from './accessible.ts'
import { ask, firstAccount, send } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { chooseAccount, expectAlert, small, toast, todayOf, wide } from './steps.ts'

// shows §1.15 §2.18.2 §2.18.3 §2.18.4 §3.15 §3.17 §5.54 §5.55 §5.56 §5.57 §5.58 §5.59 §8.16 §8.31
// shows D79 D81
test('a bill is checked field by field, saved once, listed and cancelled', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await page.getByRole('button', { name: 'Add a bill' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Bill' })
  const billers = dialog.getByRole('group', { name: 'Select Biller' }).getByRole('radio')
  await expect(billers).toHaveCount(5)
  await expect(dialog.getByLabel('PIN')).toHaveCount(0)
  const save = dialog.getByRole('button', { name: 'Save Bill' })
  await save.click()
  await expectAlert(page, 'Select a biller', billers.first())
  // All that is missing is marked with it.
  for (const label of ['Account name', 'Source account', 'Amount', 'Date']) {
    await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(dialog.getByRole('group', { name: 'Type' })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('radio', { name: 'Netflix Inc' }).check()
  await save.click()
  await expectAlert(page, 'Enter your account name', dialog.getByLabel('Account name'))
  await dialog.getByLabel('Account name').fill('ada@home')
  await save.click()
  await expectAlert(page, 'Select a source acount', dialog.getByLabel('Source account'))
  await chooseAccount(dialog.getByLabel('Source account'))
  await save.click()
  await expectAlert(page, 'Select bill type', dialog.getByRole('radio', { name: 'Recurring' }))
  await dialog.getByRole('radio', { name: 'Recurring' }).check()
  await save.click()
  await expectAlert(page, 'Enter a valid amount', dialog.getByLabel('Amount'))
  await dialog.getByLabel('Amount').fill('15.49')
  await save.click()
  await expectAlert(page, 'select billing date', dialog.getByLabel('Date'))
  await dialog.getByLabel('Date').fill('2020-01-31')
  await save.click()
  await expectAlert(page, 'Select a billing date from today on', dialog.getByLabel('Date'))
  await expectAccessibleEverywhere(page)
  await dialog.getByLabel('Date').fill('2099-01-31')
  await save.dblclick()
  await expect(toast(page, 'Bill saved successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await ask(bank, ada, 'biller')).toMatchObject([
    { Name: 'Netflix Inc', Type: 'recurring', Amount: '15.49', Date: '2099-01-31' },
  ])

  await page.getByRole('button', { name: 'Manage bills' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage Bills' })
  const row = manage.getByRole('listitem')
  await expect(row).toContainText('31 Jan 2099 · recurring')
  await expect(row).toContainText('Ne')
  await expect(row).toContainText('$15.49')
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Cancel the bill of Netflix Inc' }).click()
  await expectAccessibleEverywhere(page)
  await row.getByRole('button', { name: 'Cancel bill' }).click()
  await expect(manage).toContainText('Your bills list is empty')
  expect(await ask(bank, ada, 'biller')).toEqual([])
  expect(await bank.findings()).toEqual([])
})

// shows D79
test(
  'the next date of a recurring bill is skipped, with both dates named, and never twice',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await bank.customer({ balance: '500.00' })
    const { Id: account } = await firstAccount(bank, ada)
    const order = { accountName: 'ada@home', account, type: 'recurring', amount: '15.49' }
    await send(bank, ada, 'biller', { ...order, biller: 'Netflix Inc', date: '2099-01-31' })
    await send(bank, ada, 'biller', { ...order, biller: 'Apple Inc', date: '2099-02-15' })
    await send(bank, ada, 'biller', {
      ...order,
      biller: 'AT&T Inc',
      date: '2099-01-10',
      type: 'one time',
    })
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/pay-bill')
    const saved = async () => (await ask(bank, ada, 'biller')) as { Id: string; Name: string }[]
    const list = page.getByRole('main').getByRole('list')
    const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
    await expect(row('AT&T Inc').getByRole('button')).toHaveCount(1)
    const netflix = row('Netflix Inc')
    const skip = netflix.getByRole('button', { name: 'Skip the next date of Netflix Inc' })
    await skip.click()
    const question = netflix.getByRole('group', {
      name: 'Skip Netflix Inc on 31 Jan 2099? Nothing is paid for that date. The next one is 28 Feb 2099.',
    })
    await expect(question).toBeVisible()
    await expect(netflix.getByRole('button', { name: 'Cancel the bill' })).toHaveCount(0)
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Enter')
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Skip date' }).click()
    const told = 'Date skipped. Netflix Inc is due again on 28 Feb 2099'
    await expect(toast(page, told)).toBeVisible()
    await expect(netflix).toContainText('28 Feb 2099 · recurring')
    await expect(list.getByRole('listitem').nth(2)).toContainText('Netflix Inc')

    // Another window is first: this one hears of it and shows how the bill stands.
    await skip.click()
    const { Id: id } = (await saved()).find(({ Name }) => Name === 'Netflix Inc') ?? {}
    await send(bank, ada, `biller/${id}/skip`, { date: '2099-02-28' })
    await netflix.getByRole('button', { name: 'Skip date' }).click()
    await expectAlert(page, 'This bill is no longer due on that date')
    await expect(netflix).toContainText('31 Mar 2099')
    await expect(skip).toBeVisible()
    expect(await saved()).toMatchObject([
      { Name: 'AT&T Inc', Date: '2099-01-10' },
      { Name: 'Apple Inc', Date: '2099-02-15' },
      { Name: 'Netflix Inc', Date: '2099-03-31', NextDate: '2099-04-30', State: 'active' },
    ])
    expect(await bank.findings()).toEqual([])
  },
)

// shows §2.1.20 §2.18.1 §3.17 §5.60 §8.11 §9.30 D78 D80 D144
test('the pay-bill page shows on which of the next days a bill is paid', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  const { Id: account } = await firstAccount(bank, ada)
  const order = { accountName: 'ada@home', account, type: 'recurring', amount: '15.49' }
  const date = await todayOf(bank, 5)
  await send(bank, ada, 'biller', { ...order, biller: 'Netflix Inc', date })
  await send(bank, ada, 'biller', { ...order, biller: 'Apple Inc', date: '2099-02-15' })
  await page.setViewportSize(small)
  await bank.enter(page, ada, '/c/pay-bill')
  const days = page.getByRole('list', { name: 'Due in the next four weeks' })
  await expect(days.getByRole('listitem')).toHaveCount(1)
  await expect(days.getByRole('listitem')).toContainText('Netflix Inc $15.49')
  await expect(days.locator('li')).toHaveCount(28)
  await expectAccessibleEverywhere(page)
})

test(
  'the pay-bill page adds billers with its plus and keeps what was typed meanwhile',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await bank.customer({ balance: '500.00', pin: '4821', flags: { UseOtp: false } })
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/pay-bill')
    const main = page.getByRole('main')
    await expect(main.getByRole('radio', { name: 'Amazon Prime' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await main.getByLabel('Account name').fill('flat 4')
    await main.getByRole('button', { name: 'Add biller' }).click()
    const name = main.getByLabel('Biller name')
    await expect(name).toBeFocused()
    await main.getByRole('button', { name: 'Back' }).click()
    await expect(main.getByRole('button', { name: 'Add biller' })).toBeFocused()
    await expect(main.getByLabel('Account name')).toHaveValue('flat 4')
    await page.keyboard.press('Enter')
    await name.press('Enter')
    await expectAlert(page, 'Enter biller name', name)
    await expectAccessibleEverywhere(page)
    await name.fill('amazon prime')
    await main.getByRole('button', { name: 'Save Biller' }).click()
    await expectAlert(page, 'This biller is already on your list')
    await expect(name).toHaveValue('amazon prime')
    await name.fill('City Water')
    await main.getByRole('button', { name: 'Save Biller' }).click()
    await expect(main.getByRole('radio', { name: 'City Water' })).toBeChecked()
    expect(await ask(bank, ada, 'billers')).toHaveLength(6)

    await chooseAccount(main.getByLabel('Source account'))
    await main.getByText('One time').click()
    await main.getByLabel('Amount').fill('40')
    await main.getByLabel('Date').fill('2099-02-01')
    await main.getByRole('button', { name: 'Save Bill' }).click()
    // Anybody can be added, so this one takes the PIN; back at the form nothing is lost.
    await expect(main.getByText('Enter your PIN to approve this')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await main.getByRole('button', { name: 'BACK', exact: true }).click()
    await expect(main.getByLabel('Account name')).toHaveValue('flat 4')
    await main.getByRole('button', { name: 'Save Bill' }).click()
    await main.getByLabel('PIN', { exact: true }).fill('4822')
    await main.getByRole('button', { name: 'PROCEED' }).click()
    await expectAlert(page, 'Invalid PIN')
    expect(await ask(bank, ada, 'biller')).toEqual([])
    await main.getByLabel('PIN', { exact: true }).fill('4821')
    await main.getByRole('button', { name: 'PROCEED' }).click()
    await expect(toast(page, 'Bill saved successfully')).toBeVisible()
    await expect(page.locator('body')).not.toBeFocused()
    await expect(main.getByRole('listitem')).toContainText('01 Feb 2099 · one time · flat 4')
    await expectAccessibleEverywhere(page)
    expect(await ask(bank, ada, 'biller')).toMatchObject([{ Name: 'City Water', State: 'active' }])
  },
)

// shows §2.18.2 §3.16 D136
test('the five fixed billers are there whatever the list of the bank says', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  const five = ['Amazon Prime', 'Apple Inc', 'Netflix Inc', 'AT&T Inc', 'Meta Platforms']
  const billers = page.getByRole('group', { name: 'Select Biller' }).getByRole('radio')
  const expectOffered = async (names: string[]) => {
    await expect(billers).toHaveCount(names.length)
    for (const [at, name] of names.entries()) {
      await expect(billers.nth(at)).toHaveAccessibleName(new RegExp(name))
    }
  }
  let data = ['City Water', 'NETFLIX INC']
  await page.route('**/api/billers', (route) =>
    route.fulfill({ json: { status: 'success', data: data.map((Name) => ({ Name })) } }),
  )
  await bank.enter(page, ada, '/c/pay-bill')
  await expectOffered([...five, 'City Water'])
  data = []
  await page.reload()
  await expectOffered(five)

  await page.unroute('**/api/billers')
  await page.route('**/api/billers', (route) => route.abort())
  await page.reload()
  const told = page.getByRole('alert').filter({ hasText: 'connection error' })
  await expect(told).toBeVisible()
  await expectOffered(five)
  await page.unroute('**/api/billers')
  await told.getByRole('button', { name: 'try again' }).click()
  await expect(told).toBeHidden()
  await expectOffered(five)
})

// shows D144
test(
  'who uses codes approves a bill with PIN and code, and without a PIN is led to one',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00', pin: '4821' })
    await send(bank, ada, 'biller', { name: 'City Water' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    await page.getByRole('button', { name: 'Add a bill' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Bill' })
    await dialog.getByRole('radio', { name: 'City Water' }).check()
    await dialog.getByLabel('Account name').fill('flat 4')
    await chooseAccount(dialog.getByLabel('Source account'))
    await dialog.getByText('One time').click()
    await dialog.getByLabel('Amount').fill('40')
    await dialog.getByLabel('Date').fill('2099-02-01')
    await dialog.getByRole('button', { name: 'Save Bill' }).click()
    await dialog.getByLabel('PIN', { exact: true }).fill('4821')
    await dialog.getByRole('button', { name: 'PROCEED' }).click()
    await expect(dialog.getByText('A code for this is on its way')).toBeVisible()
    const mail = await bank.mailTo(ada.email)
    expect(mail.text).toContain('$40.00 to "City Water" for "flat 4", on 2099-02-01, as a bill')
    const code = await bank.codeFor(ada.email)
    await dialog.getByLabel('Digit 1 of 4').pressSequentially(code === '0000' ? '1111' : '0000')
    await dialog.getByRole('button', { name: 'PROCEED' }).click()
    await expectAlert(page, 'Invalid OTP. Enter a valid OTP codes')
    await dialog.getByLabel('Digit 1 of 4').pressSequentially(code)
    await dialog.getByRole('button', { name: 'PROCEED' }).click()
    await expect(toast(page, 'Bill saved successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await ask(bank, ada, 'biller')).toMatchObject([{ Name: 'City Water', Amount: '40.00' }])

    const bob = await bank.customer({ balance: '500.00' })
    await bank.enter(page, bob, '/c/quick-loans')
    await bank.advance(6 * 60_000)
    const main = page.getByRole('main')
    await chooseAccount(main.getByLabel('Account'))
    await main.getByLabel('Loan Amount').fill('10')
    await main.getByRole('button', { name: 'Get Loan' }).click()
    await expect(main.getByText('Set a PIN first')).toBeVisible()
    await main.getByRole('link', { name: 'Update PIN' }).click()
    await expect(page.getByLabel('New PIN')).toBeFocused()
  },
)
