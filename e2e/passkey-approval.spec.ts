import { byLength } from '../server/src/testing/length.ts'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { ask, call, firstAccount, send } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { addPasskey, algorithms, plugIn, plugInOnly, pressKey, tabTo } from './passkey-steps.ts'
import { chooseAccount, small, toast, wide } from './steps.ts'
import { heading, payer, success } from './transfer-steps.ts'

// Passkeys belong to a name, never to a bare IP address.
test.use({ settings: { hostname: 'localhost' } })

for (const [size, alg] of [
  ...byLength([[wide, 'ES256'] as const], []),
  [small, 'ML-DSA-44'],
] as const) {
  test(`a passkey approves a transfer by keyboard alone, ${size.width} wide, ${alg}`, async ({
    page,
    bank,
  }) => {
    test.slow()
    const ada = await payer(bank, { UseOtp: true })
    const eve = await bank.customer()
    await plugInOnly(page, algorithms[alg])
    await page.setViewportSize(size)
    await addPasskey(page, bank, ada, 'My phone')

    await page.goto('/c/transfer')
    const main = page.getByRole('main')
    await pressKey(page, main.getByRole('button', { name: 'Local Transfer' }))
    await tabTo(page, page.getByLabel('Source account'))
    await page.keyboard.press('ArrowDown')
    await tabTo(page, page.getByLabel('Amount'))
    await page.keyboard.type('12.00')
    await tabTo(page, page.getByLabel('Account number'))
    await page.keyboard.type(eve.accountNumber)
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Account name')).toHaveValue(eve.name)
    await pressKey(page, page.getByRole('button', { name: 'PROCEED' }))
    await expect(heading(page, 'Confirm Transaction')).toBeVisible()
    await pressKey(page, page.getByRole('button', { name: 'PROCEED' }))
    await expect(heading(page, 'Enter Pin to Confirm')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve with a passkey' })).toBeVisible()
    await expectAccessible(page)
    await pressKey(page, page.getByRole('button', { name: 'Approve with a passkey' }))
    await expect(success(page)).toBeVisible()
    await expectAccessible(page)
    await pressKey(page, success(page).getByRole('button', { name: 'OK' }))
    await expect(success(page)).toBeHidden()

    const [line] = (await firstAccount(bank, ada)).transactions
    await page.goto(`/transaction-receipt/${line?.Id}`)
    await expect(page.getByRole('main')).toContainText(
      /Approved with the passkey "My phone", \d\d \w+ \d{4}/,
    )
    await expectAccessible(page)
    expect(await bank.findings()).toEqual([])
  })
}

// shows D144
test('a passkey approves a bill', onlyLong, async ({ page, bank }) => {
  test.slow()
  const ada = await payer(bank, { UseOtp: true })
  await send(bank, ada, 'biller', { name: 'City Water' })
  await plugIn(page)
  await page.setViewportSize(wide)
  await addPasskey(page, bank, ada, 'My phone')
  await page.goto('/c')
  await page.getByRole('button', { name: 'Add a bill' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Bill' })
  await dialog.getByRole('radio', { name: 'City Water' }).check()
  await dialog.getByLabel('Account name').fill('flat 4')
  await chooseAccount(dialog.getByLabel('Source account'))
  await dialog.getByText('Recurring').click()
  await dialog.getByLabel('Amount').fill('40')
  await dialog.getByLabel('Date').fill('2099-02-01')
  await dialog.getByRole('button', { name: 'Save Bill' }).click()
  await expect(dialog.getByLabel('PIN', { exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await pressKey(page, dialog.getByRole('button', { name: 'Approve with a passkey' }))
  await expect(toast(page, 'Bill saved successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await ask(bank, ada, 'biller')).toMatchObject([
    { Name: 'City Water', Amount: '40.00', Type: 'recurring', Date: '2099-02-01' },
  ])
})

// shows D144
test('a passkey approves the loan of somebody who has no PIN', onlyLong, async ({ page, bank }) => {
  test.slow()
  const bob = await bank.customer({ balance: '5.00' })
  await plugIn(page)
  await page.setViewportSize(small)
  await addPasskey(page, bank, bob, 'My laptop')
  await page.goto('/c/quick-loans')
  const main = page.getByRole('main')
  await expect(main.getByLabel('Account')).toBeVisible()
  await bank.advance(6 * 60_000)
  await chooseAccount(main.getByLabel('Account'))
  await main.getByLabel('Loan Amount').fill('10')
  await main.getByRole('button', { name: 'Get Loan' }).click()
  await expect(main.getByText('You have no PIN yet')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await pressKey(page, main.getByRole('button', { name: 'Approve with a passkey' }))
  await expect(toast(page, 'Your loan request have been submitted')).toBeVisible()
  expect((await firstAccount(bank, bob)).transactions).toMatchObject([
    { Purpose: 'loan', Amount: '10.00', State: 'pending' },
    {},
  ])
  expect(await bank.findings()).toEqual([])
})

// shows D147
test(
  'a passkey proves who it is, where a sensitive change asks',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await bank.customer()
    await plugIn(page)
    await page.setViewportSize(small)
    await addPasskey(page, bank, ada, 'My phone')
    await bank.advance(6 * 60_000)
    const fresh = `new-${ada.email}`
    await pressKey(page, page.getByRole('button', { name: 'Update E-mail', exact: true }))
    const section = page.getByRole('region', { name: 'Update E-mail', exact: true })
    await tabTo(page, section.getByLabel('New e-mail'))
    await page.keyboard.type(fresh)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await pressKey(page, dialog.getByRole('button', { name: 'Use a passkey' }))
    await expect(toast(page, 'Email changed successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
    const { data } = await call(bank, ada, 'init-user')
    expect((data.user as { Email: string }).Email).toBe(fresh)
  },
)
