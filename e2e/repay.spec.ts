import { expectAccessibleEverywhere } from './accessible.ts'
import { firstAccount } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import { chooseAccount, expectAlert, goWithin, small, wide } from './steps.ts'

const pin = '4821'

// shows §2.16.2 D153
test('a loan is paid back: an extra amount as previewed, each instalment by itself, then all of it', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '2000.00', pin, flags: { UseOtp: false } })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/quick-loans')
  const main = page.getByRole('main')
  await chooseAccount(main.getByLabel('Account', { exact: true }))
  await main.getByLabel('Loan Amount').fill('1000')
  await main.getByRole('button', { name: 'Get Loan' }).click()
  await expect(main).toContainText('Your request for $1,000.00 is with the bank')
  // While nothing is owed there is nothing but the told words.
  await expect(main).toContainText('contact our support')
  await expect(main.getByRole('region', { name: 'Repay Loan' }).getByRole('radio')).toHaveCount(0)
  const [asked] = (await firstAccount(bank, ada)).transactions
  await bank.operate('approve-loan', asked?.Id ?? '')

  await goWithin(page, '/c/debts')
  await page.getByRole('button', { name: 'Repay', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Quick Loan' })
  await expect(dialog).toContainText('contact our support')
  await expect(dialog).toContainText('Or repay it yourself, right here:')
  await expect(dialog.getByRole('radio', { name: /Next instalment\s*\$88\.85/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /An amount/ }).check()
  const [amount, from] = [dialog.getByLabel('Amount to repay'), dialog.getByLabel('Pay from')]
  await dialog.getByRole('button', { name: 'Repay', exact: true }).click()
  await expectAlert(page, 'Enter a valid amount', amount)
  await amount.fill('1000.01')
  await chooseAccount(from)
  await dialog.getByRole('button', { name: 'Repay $1,000.01' }).click()
  await expectAlert(page, 'Only $1,000.00 is owed today', amount)
  await amount.fill('588.85')
  const preview = dialog.locator('output')
  await expect(preview).toContainText('Left to pay$411.15')
  await expect(preview).toContainText(/Interest saved\$49\.\d\d/)
  await expect(preview).toContainText('$500.00 goes beyond the next instalment')
  await expectAccessibleEverywhere(page)
  // A reload loses nothing that was chosen.
  await page.reload()
  await expect(amount).toHaveValue('588.85')
  await dialog.getByRole('button', { name: 'Repay $588.85' }).click()
  // What the PIN approves stands above it.
  await expect(dialog).toContainText('$588.85 to Quick loan')
  const code = dialog.getByLabel('PIN', { exact: true })
  await code.fill('0000')
  // Nothing else is to be decided now.
  await expect(dialog.getByRole('switch')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'PROCEED' }).click()
  await expectAlert(page, 'Invalid PIN')
  await code.fill(pin)
  await dialog.getByRole('button', { name: 'PROCEED' }).click()
  await expect(dialog.getByRole('status')).toContainText('$588.85')
  await expect(dialog).toContainText('Left to pay$411.15')
  await expect(dialog.getByRole('link', { name: /Receipt/ })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  await expect(main).toContainText('Outstanding$411.15 USD')
  await expect(main.getByRole('progressbar', { name: '1 of 6 instalments paid' })).toBeVisible()
  expect((await firstAccount(bank, ada)).CurrentBalance).toBe('2411.15')

  // The switch, with its account.
  await page.setViewportSize(small)
  await goWithin(page, '/c/quick-loans')
  const toggle = main.getByRole('switch', { name: 'Pay each instalment on its day' })
  await toggle.click()
  await expect(main).toContainText('Choose the account that pays')
  await chooseAccount(main.getByLabel('Account for the instalments'))
  await toggle.click()
  await expect(toggle).toBeChecked()
  await goWithin(page, '/c/debts')
  await expect(main).toContainText('Paid on each due date from')
  await main.getByText('1 payment').click()
  await expect(main.getByRole('listitem')).toContainText(['$588.85'])
  await expectAccessibleEverywhere(page)

  // Less than an instalment is a part of the next one.
  await goWithin(page, '/c/quick-loans')
  await main.getByRole('radio', { name: /An amount/ }).check()
  await main.getByLabel('Amount to repay').fill('20')
  await chooseAccount(main.getByLabel('Pay from'))
  await main.getByRole('button', { name: 'Repay $20.00' }).click()
  await main.getByLabel('PIN', { exact: true }).fill(pin)
  await main.getByRole('button', { name: 'PROCEED' }).click()
  await main.getByRole('button', { name: 'OK' }).click()
  await goWithin(page, '/c/debts')
  const rows = main.getByRole('table').getByRole('row')
  await expect(rows.nth(1)).toContainText('Yes')
  await expect(rows.nth(2)).toContainText('$20.00 paid')
  await expect(rows.nth(3)).toContainText('No')
  await expectAccessibleEverywhere(page)

  await goWithin(page, '/c/quick-loans')
  await main.getByRole('radio', { name: /All of it\s*\$391\.15/ }).check()
  await chooseAccount(main.getByLabel('Pay from'))
  await expect(main).toContainText('None: it is paid back')
  await main.getByRole('button', { name: 'Repay $391.15' }).click()
  await main.getByLabel('PIN', { exact: true }).fill(pin)
  await main.getByRole('button', { name: 'PROCEED' }).click()
  await expect(main.getByRole('status').filter({ hasText: '$391.15' })).toBeVisible()
  await main.getByRole('button', { name: 'OK' }).click()
  await goWithin(page, '/c/debts')
  await expect(main).toContainText('All of it is paid back.')
  expect((await firstAccount(bank, ada)).CurrentBalance).toBe('2000.00')
  expect(await bank.findings()).toEqual([])
})
