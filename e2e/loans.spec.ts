import { expectAccessibleEverywhere } from './accessible.ts'
import { firstAccount } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import { chooseAccount, expectAlert, small, toast, wide } from './steps.ts'

// shows §1.13 §2.1.16 §2.16.1 §5.48 §5.49 §8.11 §8.19 §8.29 D9 D73 D74
test('a loan shows its terms, is asked for once, approved, and stands among the debts', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/debts')
  await expect(page.getByRole('main')).toHaveText(/^No debts available\.$/)
  await page.goto('/c')
  await page.getByRole('button', { name: 'Get Loan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quick Loan' })
  await expect(dialog).toContainText('Select an account to see the rate')
  const [account, amount] = [dialog.getByLabel('Account'), dialog.getByLabel('Loan Amount')]
  const get = dialog.getByRole('button', { name: 'Get Loan' })
  await get.click()
  await expectAlert(page, 'Select a destination account', account)
  await chooseAccount(account)
  await expect(dialog).toContainText('Interest12% a year')
  await expect(dialog).toContainText('Term12 monthly payments')
  await expect(dialog).toContainText('You can borrow up to$5,000.00')
  await get.click()
  await expectAlert(page, 'Enter a valid amount', amount)
  await expectAccessibleEverywhere(page)
  await amount.fill('5000.01')
  await get.click()
  await expectAlert(page, 'This is more than you can borrow')
  await expect(amount).toHaveValue('5,000.01')
  await amount.fill('2000')
  await get.dblclick()
  await expect(toast(page, 'Your loan request have been submitted')).toBeVisible()
  await expect(dialog).toBeHidden()
  const asked = (await firstAccount(bank, ada)).transactions.filter(
    ({ Purpose }) => Purpose === 'loan',
  )
  expect(asked).toMatchObject([{ Amount: '2000.00', State: 'pending' }])

  await page.goto('/c/quick-loans')
  const main = page.getByRole('main')
  await expect(main).toContainText('You have an open loan. It must be repaid first')
  await expectAccessibleEverywhere(page)
  await chooseAccount(main.getByLabel('Account'))
  await main.getByLabel('Loan Amount').fill('10')
  await main.getByRole('button', { name: 'Get Loan' }).click()
  await expectAlert(page, 'You have an open loan. It must be repaid first')

  await page.goto('/c/debts')
  await expect(main).toContainText('Requested')
  await bank.operate('approve-loan', asked[0]?.Id ?? '')
  await page.reload()
  await expect(main).toContainText('Active')
  await expect(main).toContainText('Outstanding$2,000.00 USD')
  await expect(main).toContainText('Principal$2,000.00')
  await expect(main.getByRole('progressbar', { name: '0 of 12 instalments paid' })).toBeVisible()
  await expect(main).toContainText(/Next due date\d\d \w{3} \d{4} · \$177\.70/)
  await main.getByText('Repayment schedule').first().click()
  await expect(main.getByRole('row')).toHaveCount(13)
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(small)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(small.width)
  expect((await firstAccount(bank, ada)).CurrentBalance).toBe('2500.00')
  expect(await bank.findings()).toEqual([])
})

// shows §1.13 §2.1.21 §2.9.6 §2.16.2 D74
test('a declined loan says so, and repaying leads to support', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/quick-loans')
  const main = page.getByRole('main')
  await chooseAccount(main.getByLabel('Account'))
  await main.getByLabel('Loan Amount').fill('100')
  await main.getByLabel('Loan Amount').press('Enter')
  await expect(toast(page, 'Your loan request have been submitted')).toBeVisible()
  await expect(main.getByLabel('Loan Amount')).toHaveValue('')
  const [line] = (await firstAccount(bank, ada)).transactions
  await bank.operate('decline-loan', line?.Id ?? '', 'No income')
  await page.goto('/c/debts')
  await expect(main.getByRole('listitem')).toHaveText(/^\$100\.00.* · No incomeDeclined$/)
  await page.goto('/c')
  await page.getByRole('button', { name: 'Repay Loan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quick Loan' })
  await expect(dialog).toContainText('contact our support')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('link', { name: 'Contact support' }).click()
  await expect(page).toHaveURL(/\/c\/support$/)
  await expect(dialog).toBeHidden()
})
