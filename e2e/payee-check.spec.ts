import { expectAccessibleEverywhere } from './accessible.ts'
import { ask, firstAccount } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { expectAlert, small } from './steps.ts'
import {
  back,
  choose,
  confirmAndPin,
  fillOrder,
  finish,
  heading,
  payer,
  proceed,
} from './transfer-steps.ts'

test('a typed name is checked on Local Transfer: close, match, and no match knowingly', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await payer(bank)
  const ayse = await bank.customer({ firstName: 'Ayşe', lastName: 'Yılmaz' })
  await bank.enter(page, ada, '/c/transfer')
  await choose(page, 'Local Transfer')
  await fillOrder(page, '5')
  const main = page.getByRole('main')
  const payee = main.getByLabel('Payee’s name')
  const verdict = main.getByRole('status')
  const lookups: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('resolve-account')) lookups.push(request.url())
  })

  await payee.fill('Ayse Yilmas')
  await main.getByLabel('Account number').fill(ayse.accountNumber)
  await main.getByLabel('Account number').blur()
  await expect(verdict).toHaveText('The name is nearly right. The account belongs to Ayşe Yılmaz')
  await expectAccessibleEverywhere(page)
  await main.getByRole('button', { name: 'Use this name' }).click()
  await expect(verdict).toHaveText('The name matches the account')
  await expect(payee).toHaveValue('Ayşe Yılmaz')
  await proceed(page)
  await expect(main).toContainText('Name matches')
  await back(page)

  await payee.fill('Fatma Demir')
  await payee.blur()
  await expect(verdict).toContainText('The name does not match the account.')
  // Whoever does not know the name is not told it.
  await expect(main).not.toContainText('Yılmaz')
  await expectAccessibleEverywhere(page)
  await proceed(page)
  await expectAlert(page, 'The name does not match the account', payee)
  await main.getByLabel('I know whose account this is and want to go on').check()
  await proceed(page)
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('not the name of who holds this account')
  await expect(main).toContainText('Name does not match')
  await expect(main).not.toContainText('Yılmaz')
  await expectAccessibleEverywhere(page)
  await confirmAndPin(page)
  await finish(page)
  expect((await firstAccount(bank, ayse)).CurrentBalance).toBe('5.00')
  expect(lookups).toEqual([])
})

test(
  'a typed name is checked for a local recipient; without one the bank tells it',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
    await page.setViewportSize(small)
    await bank.enter(page, ada)
    await page.getByRole('button', { name: 'Manage recipients' }).click()
    await page.getByRole('button', { name: 'Add recipient' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Recipient' })
    const payee = dialog.getByLabel('Payee’s name')
    const save = dialog.getByRole('button', { name: 'Save Recipient' })
    await dialog.getByLabel('Account number').fill(bob.accountNumber)
    await expect(dialog.getByLabel('Account name')).toHaveValue('Bob Stone')
    await payee.fill('Alice Miller')
    await payee.blur()
    const verdict = dialog.getByRole('status')
    await expect(verdict).toContainText('The name does not match the account.')
    await expect(dialog).not.toContainText('Stone')
    await save.click()
    await expectAlert(page, 'The name does not match the account', payee)
    await payee.fill('B Stone')
    await expect(verdict).toHaveText('The name is nearly right. The account belongs to Bob Stone')
    await dialog.getByRole('button', { name: 'Use this name' }).click()
    await expect(verdict).toHaveText('The name matches the account')
    await expectAccessibleEverywhere(page)
    await save.click()
    await expect(dialog).toBeHidden()
    expect(await ask(bank, ada, 'beneficiaries')).toMatchObject([{ AccountName: 'Bob Stone' }])
  },
)
