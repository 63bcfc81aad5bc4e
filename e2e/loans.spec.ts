import { expectAccessibleEverywhere } from './accessible.ts'
import { layersOf } from './back-steps.ts'
import { firstAccount } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import {
  chooseAccount,
  expectAlert,
  expectNoOverflow,
  goWithin,
  small,
  toast,
  wide,
} from './steps.ts'

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
  await goWithin(page, '/c')
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
  // By keys from what was typed, which is beyond the end, to the end and back by a notch.
  const slider = dialog.getByRole('slider', { name: 'How much you want to borrow' })
  await slider.press('ArrowLeft')
  await expect(amount).toHaveValue('4,950.00')
  await expect(slider).toHaveAttribute('aria-valuetext', '$4,950.00')
  await amount.fill('2000')
  const cost = dialog.getByRole('status')
  await expect(cost).toContainText(/12 × \$177\.70, total \$2,132\.37, first on \d\d \w{3} \d{4}/)
  await expect(cost).toContainText('$132.37 of it is interest, and the last payment is $177.67.')
  await expectAccessibleEverywhere(page)
  await get.dblclick()
  await expect(toast(page, 'Your loan request have been submitted')).toBeVisible()
  await expect(dialog).toBeHidden()
  const asked = (await firstAccount(bank, ada)).transactions.filter(
    ({ Purpose }) => Purpose === 'loan',
  )
  expect(asked).toMatchObject([{ Amount: '2000.00', State: 'pending' }])

  // The dialog takes its entry of the history along as it closes.
  await expect.poll(() => layersOf(page)).toEqual([])
  // One at a time: the form is closed while the bank decides, and says so without blame.
  await goWithin(page, '/c/quick-loans')
  const main = page.getByRole('main')
  await expect(main).toContainText('Your request for $2,000.00 is with the bank')
  await expect(main).not.toContainText('You have an open loan')
  await expect(main.getByRole('button', { name: 'Get Loan' })).toHaveCount(0)
  await expect(main.getByLabel('Loan Amount')).toHaveCount(0)
  await expectAccessibleEverywhere(page)

  await goWithin(page, '/c/debts')
  await expect(main).toContainText('Requested')
  await bank.operate('approve-loan', asked[0]?.Id ?? '')
  await page.reload()
  await expect(main).toContainText('Active')
  await expect(main).toContainText('Outstanding$2,000.00 USD')
  await expect(main).toContainText('Principal$2,000.00')
  await expect(main.getByRole('progressbar', { name: '0 of 12 instalments paid' })).toBeVisible()
  await expect(main).toContainText(/Next payment\$177\.70on \d\d \w{3} \d{4}/)
  await expect(main.getByRole('row')).toHaveCount(13)
  await expect(main.getByRole('row').nth(1)).toHaveText(/\$157\.70\$20\.00\$177\.70No$/)
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(small)
  await expectNoOverflow(page)
  expect((await firstAccount(bank, ada)).CurrentBalance).toBe('2500.00')
  await goWithin(page, '/c/quick-loans')
  await expect(main).toContainText('You have an open loan. It must be repaid first')
  await expect(main.getByRole('button', { name: 'Get Loan' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'View debts' })).toBeVisible()

  // Two loans on one page are told apart, and what is paid says so.
  await bank.operate('repay-loan', asked[0]?.Id ?? '', '2000.00')
  await page.goto('/c/quick-loans')
  await chooseAccount(main.getByLabel('Account'))
  await main.getByLabel('Loan Amount').fill('100')
  await main.getByRole('button', { name: 'Get Loan' }).click()
  await expect(main).toContainText('Your request for $100.00 is with the bank')
  await goWithin(page, '/c/debts')
  await expect(main.getByRole('article')).toHaveCount(2)
  await expect(main.getByRole('progressbar', { name: '12 of 12 instalments paid' })).toBeVisible()
  await expectAccessibleEverywhere(page)
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
  await expect(main.getByLabel('Loan Amount')).toHaveCount(0)
  const [line] = (await firstAccount(bank, ada)).transactions
  await bank.operate('decline-loan', line?.Id ?? '', 'No income')
  await goWithin(page, '/c/debts')
  await expect(main.getByRole('listitem')).toHaveText(/^\$100\.00.* · No incomeDeclined$/)
  await goWithin(page, '/c')
  await page.getByRole('button', { name: 'Repay Loan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quick Loan' })
  await expect(dialog).toContainText('contact our support')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('link', { name: 'Contact support' }).click()
  await expect(page).toHaveURL(/\/c\/support$/)
  await expect(dialog).toBeHidden()
})
