import { expectAccessibleEverywhere } from './accessible.ts'
import { stored, walk } from './back-steps.ts'
import { ask, firstAccount, send } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { chooseAccount, expectAlert, small, toast, wide } from './steps.ts'
import { wallet } from './transfer-steps.ts'

test('a standing order is checked, shows its dates, is approved once, skipped, rested, changed and ended', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00', pin: '4821', flags: { UseOtp: false } })
  await send(bank, ada, 'account', { accountName: 'Holiday' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await page
    .getByRole('navigation', { name: 'More' })
    .getByRole('link', { name: 'Standing orders' })
    .click()
  const main = page.getByRole('main')
  await expect(main).toContainText('You have no standing orders yet')
  const go = main.getByRole('button', { name: 'Continue' })
  await go.click()
  await expectAlert(page, 'Fill all reqired fields to continue', main.getByLabel('Source account'))
  await chooseAccount(main.getByLabel('Source account'))
  await go.click()
  await expectAlert(page, 'Select whom to pay', main.getByLabel('Recipient', { exact: true }))
  await main.getByText('My own account').click()
  await chooseAccount(main.getByLabel('Destination account'), 2)
  await main.getByLabel('Amount', { exact: true }).fill('25.00')
  await main.getByLabel('First date').fill('2035-01-31')
  await expect(main).toContainText('Due on 31 Jan 2035 · 28 Feb 2035 · 31 Mar 2035')
  await expectAccessibleEverywhere(page)

  // What was typed outlives a reload, and Back leads from the PIN to the form.
  await go.click()
  await expect(main).toContainText('Enter your PIN to approve this')
  await page.goBack()
  await page.reload()
  await expect(main.getByLabel('First date')).toHaveValue('2035-01-31')
  await go.click()
  await expect(main).toContainText('$25.00 to Holiday')
  await expect(page.getByLabel('PIN', { exact: true })).toBeFocused()
  await page.keyboard.type('4821')
  await main.getByRole('button', { name: 'PROCEED' }).click()
  await expect(toast(page, 'Standing order saved')).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
  const row = main.getByRole('listitem').getByRole('button')
  await expect(row).toContainText('Next on 31 Jan 2035 · Every month')
  await expect(row).toContainText('$25.00')
  expect(await ask(bank, ada, 'standing-orders')).toMatchObject([
    { Name: 'Holiday', Amount: '25.00', Every: 'monthly', State: 'active' },
  ])

  // The open order, and what is being changed of it, outlive Back, Forward and a reload.
  await row.click()
  const dialog = page.getByRole('dialog', { name: 'Standing order' })
  await walk(
    page,
    () => expect(dialog).toBeHidden(),
    () => expect(dialog).toContainText('31 Jan 2035 · 28 Feb 2035 · 31 Mar 2035'),
  )
  await dialog.getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('Amount').fill('21.00')
  await page.reload()
  await expect(dialog.getByLabel('Amount')).toHaveValue('21.00')
  await dialog.getByRole('button', { name: 'BACK', exact: true }).click()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('25.00')
  await dialog.getByRole('button', { name: 'BACK', exact: true }).click()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Skip next date' }).click()
  await dialog.getByRole('button', { name: 'Skip date' }).click()
  await expect(dialog).toContainText('28 Feb 2035 · 31 Mar 2035 · 30 Apr 2035')
  await expect(dialog.getByRole('region', { name: 'Dates that are over' })).toContainText('Skipped')
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog).toContainText('Paused')
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible()

  // Less at once, more with the PIN.
  await dialog.getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('Amount').fill('20.00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('$20.00')
  await dialog.getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('Amount').fill('30.00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('$30.00 to Holiday')
  await expect(page.getByLabel('PIN', { exact: true })).toBeFocused()
  await page.keyboard.type('4821')
  await dialog.getByRole('button', { name: 'PROCEED' }).click()
  await expect(dialog.getByRole('button', { name: 'Change' })).toBeVisible()
  await expect(dialog).toContainText('$30.00')

  await page.setViewportSize(small)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByRole('button', { name: 'End it' }).click()
  await expect(dialog).toContainText('Ended')
  await expectAccessibleEverywhere(page)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Ended')
  expect(await bank.findings()).toEqual([])
})

test(
  'what comes next stands on the overview, and money that will not do is told on the list',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00', pin: '4821', flags: { UseOtp: false } })
    const bob = await bank.customer()
    const { Id: account } = await firstAccount(bank, ada)
    const { Number: number } = await firstAccount(bank, bob)
    await send(bank, ada, 'standing-orders', {
      ...{ kind: 'local', source_account: account, acc_number: number },
      ...{ acc_name: bob.name, amount: '900.00', every: 'weekly', date: '2035-01-31', pin: '4821' },
    })
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    const coming = page.getByRole('region', { name: 'Coming up' })
    await expect(coming).toContainText('31 Jan 2035 · standing order')
    await coming.getByRole('link').first().click()
    await expect(page.getByRole('main').getByRole('listitem')).toContainText(
      'The money that is there now will not do',
    )
  },
)

test(
  'a bank card is paid on its date, approved by a code for that card, and its number is kept nowhere',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await bank.customer({ balance: '500.00', pin: '4821' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/standing-orders')
    const main = page.getByRole('main')
    await expect(main.getByRole('radio')).toHaveCount(3)
    await main.getByRole('radio', { name: 'A bank card' }).check()
    await chooseAccount(main.getByLabel('Source account'))
    const go = main.getByRole('button', { name: 'Continue' })
    await go.click()
    await expectAlert(page, 'Please supply valid card info', main.getByLabel('Card name'))
    await main.getByLabel('Card name').fill('Ada Byron')
    const number = main.getByLabel('Card number')
    await number.pressSequentially('4242424242424242')
    await expect(number).toHaveValue('4242 4242 4242 4242')
    await main.getByLabel('Expiry').pressSequentially('1240')
    await main.getByLabel('Amount', { exact: true }).fill('25.00')
    await main.getByLabel('How often').selectOption('weekly')
    const date = main.getByLabel('First date')
    await date.fill((await date.getAttribute('min')) ?? '')
    await expectAccessibleEverywhere(page)

    // Back and Forward lead to the PIN and from it; a reload asks for the number again.
    await go.click()
    await expect(main).toContainText('$25.00 to Ada Byron · **** 4242')
    await page.goBack()
    await expect(number).toHaveValue('4242 4242 4242 4242')
    await page.goForward()
    await expect(main).toContainText('Enter your PIN to approve this')
    expect(await stored(page)).not.toContain('42424242')
    await page.reload()
    await expect(main.getByLabel('Card name')).toHaveValue('Ada Byron')
    await expect(main.getByLabel('Expiry')).toHaveValue('12/40')
    await expect(number).toHaveValue('')
    await number.fill('4242424242424242')
    await go.click()
    await expect(main).toContainText('Enter your PIN to approve this')
    await expect(page.getByLabel('PIN', { exact: true })).toBeFocused()
    await page.keyboard.type('4821')
    await main.getByRole('button', { name: 'PROCEED' }).click()
    const digit = main.getByLabel('Digit 1 of 4')
    await expect(digit).toBeVisible()
    await digit.fill(await bank.codeFor(ada.email))
    await main.getByRole('button', { name: 'PROCEED' }).click()
    await expect(toast(page, 'Standing order saved')).toBeVisible()
    expect(await stored(page)).not.toContain('42424242')

    await bank.job('due dates')
    await bank.advance(60_000)
    await bank.job('transfers')
    const row = main.getByRole('listitem').getByRole('button')
    await expect(row).toContainText('**** 4242')
    await row.click()
    const dialog = page.getByRole('dialog', { name: 'Standing order' })
    await expect(dialog).toContainText('Card number**** 4242')
    const over = dialog.getByRole('region', { name: 'Dates that are over' })
    await expect(over).toContainText('$25.00Paid')
    await expectAccessibleEverywhere(page)
    const { CurrentBalance, transactions } = await firstAccount(bank, ada)
    expect(CurrentBalance).toBe('475.00')
    expect(transactions[0]).toMatchObject({ Method: 'card', State: 'completed', Amount: '25.00' })
    expect(await bank.findings()).toEqual([])
  },
)

test(
  'Bitcoin is ordered by those who have it, in the currency of the account',
  onlyLong,
  async ({ page, bank }) => {
    const flags = { UseOtp: false, CryptoPayment: true }
    const ada = await bank.customer({ balance: '500.00', pin: '4821', flags })
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/standing-orders')
    const main = page.getByRole('main')
    await main.getByRole('radio', { name: 'A Bitcoin wallet' }).check()
    await chooseAccount(main.getByLabel('Source account'))
    const go = main.getByRole('button', { name: 'Continue' })
    const address = main.getByLabel('Wallet address')
    await address.fill('bc1qnowhere')
    await go.click()
    await expectAlert(page, 'Please enter a valid wallet address', address)
    await address.fill(wallet)
    await main.getByLabel('Amount', { exact: true }).fill('40.00')
    await expect(main).toContainText(
      'Paid from your account in USD. How much Bitcoin arrives depends on the rate of the day.',
    )
    await main.getByLabel('How often').selectOption('once')
    await main.getByLabel('Date', { exact: true }).fill('2035-01-31')
    await expectAccessibleEverywhere(page)
    await go.click()
    await expect(main).toContainText(`$40.00 to ${wallet}`)
    await expect(main).toContainText('Bitcoin at the rate of the day')
    await expect(page.getByLabel('PIN', { exact: true })).toBeFocused()
    await page.keyboard.type('4821')
    await main.getByRole('button', { name: 'PROCEED' }).click()
    const row = main.getByRole('listitem').getByRole('button')
    await expect(row).toContainText('Bitcoin walletbc1qar…wf5mdqNext on 31 Jan 2035 · Once')
    await row.click()
    const dialog = page.getByRole('dialog', { name: 'Standing order' })
    await expect(dialog).toContainText(`Wallet address${wallet}`)
    await expect(dialog).toContainText('Exchange rateThat of the day it is paid')
    await expectAccessibleEverywhere(page)
    expect(await ask(bank, ada, 'standing-orders')).toMatchObject([
      { Kind: 'crypto', Number: wallet, Amount: '40.00', Every: 'once' },
    ])
  },
)
