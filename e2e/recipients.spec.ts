import type { Locator } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { ask, call } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { expectAlert, hold, small, toast, wide } from './steps.ts'

// shows §1.14 §2.9.7 §2.17.1 §2.17.2 §2.17.4 §4.40 §4.41 §5.50 §5.51 §8.15 §8.30 §9.6 D11 D69 D76 D137
test('a recipient is looked up, saved, listed and deleted', async ({ page, bank }) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await page.getByRole('button', { name: 'Manage recipients' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage Recipient' })
  await expect(manage).toContainText('Your beneficiaries list is empty')
  await expectAccessibleEverywhere(page)
  await manage.getByRole('button', { name: 'Add recipient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Recipient' })
  const [number, name] = [dialog.getByLabel('Account number'), dialog.getByLabel('Account name')]
  const save = dialog.getByRole('button', { name: 'Save Recipient' })
  await number.fill('123456')
  await save.click()
  await expectAlert(page, 'Invalid account number', number)
  await expectAccessibleEverywhere(page)

  const lookups: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('resolve-account')) lookups.push(request.url())
  })
  await number.fill('')
  await number.pressSequentially('1234567', { delay: 60 })
  await expect(dialog).toContainText('Name not verified')
  // Its check digit shows that nobody can have it.
  expect(lookups).toHaveLength(0)
  await expect(name).toBeEditable()
  await save.click()
  await expectAlert(page, 'Unable to resolve account name. Please supply account name', name)
  for (const nobody of ['1234567', '1234567897']) {
    await number.fill(nobody)
    await expect(dialog).toContainText('No account of this bank has this number')
    await name.fill('Somebody')
    await save.click()
    await expectAlert(page, 'Invalid account number', number)
  }
  expect(lookups).toHaveLength(1)
  const letGo = await hold(page, '**/api/resolve-account/**')
  await number.fill(bob.accountNumber)
  await expect(name).toHaveValue('')
  letGo()
  await expect(name).toHaveValue('Bob Stone')
  await expect(name).not.toBeEditable()
  await expect(dialog).toContainText('Name verified')
  expect(lookups).toHaveLength(2)
  await expectAccessibleEverywhere(page)
  await save.click()
  const saved = toast(page, 'Beneficiary saved succesfully')
  await expect(saved).toContainText('Beneficiary saved')
  await expect(dialog).toBeHidden()
  expect(await ask(bank, ada, 'beneficiaries')).toMatchObject([
    { Type: 'local transfer', AccountNumber: bob.accountNumber, AccountName: 'Bob Stone' },
  ])

  await page.getByRole('button', { name: 'Manage recipients' }).click()
  await expect(manage.getByRole('listitem')).toContainText(bob.accountNumber)
  await manage.getByRole('button', { name: 'Delete Bob Stone' }).click()
  await expect(manage.getByRole('button', { name: 'Keep' })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Enter')
  await expect(manage.getByRole('button', { name: 'Delete Bob Stone' })).toBeFocused()
  await page.keyboard.press('Enter')
  await manage.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(manage).toContainText('Your beneficiaries list is empty')
  expect(await ask(bank, ada, 'beneficiaries')).toEqual([])
})

// shows D147
test(
  'after a while one is removed by who can tell the password, above the list',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
    const saved = { type: 'local transfer', account_number: bob.accountNumber, account_name: 'Bob' }
    await call(bank, ada, 'beneficiaries', saved)
    await page.setViewportSize(small)
    await bank.enter(page, ada)
    await page.getByRole('button', { name: 'Manage recipients' }).click()
    const manage = page.getByRole('dialog', { name: 'Manage Recipient' })
    await expect(manage.getByRole('listitem')).toContainText('Bob Stone')
    await bank.advance(6 * 60_000)
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    const sure = manage.getByRole('button', { name: 'Delete', exact: true })
    await manage.getByRole('button', { name: 'Delete Bob Stone' }).click()
    await sure.click()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(manage.getByText('Nothing was done. It needs your password.')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(manage.getByRole('listitem')).toContainText('Bob Stone')
    await sure.click()
    await question.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.keyboard.press('Enter')
    await expect(manage).toContainText('Your beneficiaries list is empty')
    expect(await ask(bank, ada, 'beneficiaries')).toEqual([])
  },
)

// shows §2.17.1 §2.17.3 §5.52 §5.53 §8.14
test(
  'recipients at other banks need their bank, and a wire its swift code',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await bank.customer()
    await page.setViewportSize(small)
    await bank.enter(page, ada)
    await page.getByRole('button', { name: 'Add a recipient' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Recipient' })
    const save = dialog.getByRole('button', { name: 'Save Recipient' })
    await dialog.getByLabel('Transfer type').selectOption('other banks')
    const number = dialog.getByLabel('Account number')
    await number.fill('TR33-0006 1005 1978 6457 8413 27')
    await expect(number).toHaveValue('TR330006100519786457841327')
    await dialog.getByLabel('Account name').fill('Deniz Kaya')
    await dialog.getByLabel('Bank name').selectOption('Akbank')
    await save.click()
    await expectAlert(page, 'Invalid account number', number)
    await number.fill('TR33-0006 1005 1978 6457 8413 26')
    await dialog.getByLabel('Account name').fill('Deniz Kaya')
    await dialog.getByLabel('Bank name').selectOption('')
    await save.click()
    await expectAlert(page, 'enter bank name', dialog.getByLabel('Bank name'))
    await dialog.getByLabel('Bank name').selectOption('Akbank')
    await dialog.getByLabel('Transfer type').selectOption('wire transfer')
    await expect(dialog.getByLabel('Bank name')).toHaveValue('Akbank')
    await save.click()
    await expectAlert(page, 'Enter customer swift code', dialog.getByLabel('Swift code'))
    await expectAccessibleEverywhere(page)
    await dialog.getByLabel('Swift code').fill('AKBKTRIS')
    await save.click()
    await expect(toast(page, 'Beneficiary saved succesfully')).toBeVisible()
    expect(await ask(bank, ada, 'beneficiaries')).toMatchObject([
      { Type: 'wire transfer', BankName: 'Akbank', Swift: 'AKBKTRIS', AccountName: 'Deniz Kaya' },
    ])

    await page.route('**/api/beneficiaries', (route) => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Manage recipients' }).click()
    const manage = page.getByRole('dialog', { name: 'Manage Recipient' })
    await expect(manage.getByRole('alert')).toContainText(
      'connection error. check your connection and try again',
    )
    await expectAccessibleEverywhere(page)
    await page.unroute('**/api/beneficiaries')
    await manage.getByRole('button', { name: 'try again' }).click()
    await expect(manage.getByRole('listitem')).toContainText('Deniz Kaya')
  },
)

test(
  'a recipient is added with the keyboard alone, and the focus returns to the tile',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    const tile = page.getByRole('button', { name: 'Add a recipient' })
    await tile.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add Recipient' })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByLabel('Transfer type')).toBeVisible()
    const to = async (target: Locator) => {
      for (let press = 0; press < 12; press++) {
        if (await target.evaluate((node) => node === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      await expect(target).toBeFocused()
    }
    await to(dialog.getByLabel('Account number'))
    await page.keyboard.type(bob.accountNumber)
    await page.keyboard.press('Tab')
    await expect(dialog.getByLabel('Account name')).toHaveValue('Bob Stone')
    await to(dialog.getByRole('button', { name: 'Save Recipient' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(tile).toBeFocused()
    expect(await ask(bank, ada, 'beneficiaries')).toMatchObject([{ AccountName: 'Bob Stone' }])
  },
)
