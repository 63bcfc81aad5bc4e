import { expectAccessibleEverywhere } from './accessible.ts'
import { ask, firstAccount, send } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import { chooseAccount, expectAlert, small, toast, wide } from './steps.ts'

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
  await main.getByLabel('First date').fill('2099-01-31')
  await expect(main).toContainText('Due on 31 Jan 2099 · 28 Feb 2099 · 31 Mar 2099')
  await expectAccessibleEverywhere(page)

  // What was typed outlives a reload, and Back leads from the PIN to the form.
  await go.click()
  await expect(main).toContainText('Enter your PIN to approve this')
  await page.goBack()
  await page.reload()
  await expect(main.getByLabel('First date')).toHaveValue('2099-01-31')
  await go.click()
  await expect(main).toContainText('$25.00 to Holiday')
  await page.keyboard.type('4821')
  await main.getByRole('button', { name: 'PROCEED' }).click()
  await expect(toast(page, 'Standing order saved')).toBeVisible()
  const row = main.getByRole('listitem').getByRole('button')
  await expect(row).toContainText('Next on 31 Jan 2099 · Every month')
  await expect(row).toContainText('$25.00')
  expect(await ask(bank, ada, 'standing-orders')).toMatchObject([
    { Name: 'Holiday', Amount: '25.00', Every: 'monthly', State: 'active' },
  ])

  await row.click()
  const dialog = page.getByRole('dialog', { name: 'Standing order' })
  await expect(dialog).toContainText('31 Jan 2099 · 28 Feb 2099 · 31 Mar 2099')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Skip next date' }).click()
  await dialog.getByRole('button', { name: 'Skip date' }).click()
  await expect(dialog).toContainText('28 Feb 2099 · 31 Mar 2099 · 30 Apr 2099')
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

test('what comes next stands on the overview, and money that will not do is told on the list', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00', pin: '4821', flags: { UseOtp: false } })
  const bob = await bank.customer()
  const { Id: account } = await firstAccount(bank, ada)
  const { Number: number } = await firstAccount(bank, bob)
  await send(bank, ada, 'standing-orders', {
    ...{ kind: 'local', source_account: account, acc_number: number },
    ...{ acc_name: bob.name, amount: '900.00', every: 'weekly', date: '2099-01-31', pin: '4821' },
  })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const coming = page.getByRole('region', { name: 'Coming up' })
  await expect(coming).toContainText('31 Jan 2099 · standing order')
  await coming.getByRole('link').first().click()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(
    'The money that is there now will not do',
  )
})
