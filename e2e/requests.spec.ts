import { expectAccessible } from './accessible.ts'
import { call, firstAccount } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { chooseAccount, expectAlert, listening, small, toast, wide } from './steps.ts'
import { confirmAndPin, heading, payer, proceed, success } from './transfer-steps.ts'

test('money is asked for by a link; the payer finds the transfer filled in, and the asker sees it live', async ({
  page,
  bank,
  browser,
}) => {
  const bea = await bank.customer({ firstName: 'Bea', lastName: 'Stone' })
  const ada = await payer(bank)
  await page.setViewportSize(wide)
  const ready = listening(page)
  await bank.enter(page, bea, '/c')
  await ready
  await page
    .getByRole('navigation', { name: 'More' })
    .getByRole('link', { name: 'Requests' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask for money')
  await expect(page.getByText('You have not asked anybody for money yet.')).toBeVisible()
  await chooseAccount(page.getByLabel('Into account'))
  await page.getByLabel('Amount', { exact: true }).fill('125.5')
  await page.getByLabel('What for').fill('Holiday')
  // What was typed is there after a reload.
  await page.reload()
  await expect(page.getByLabel('What for')).toHaveValue('Holiday')
  await page.getByRole('button', { name: 'Ask for money' }).click()
  await expect(page.getByRole('heading', { name: 'Send this link' })).toBeFocused()
  await expect(page.getByAltText('The link as a QR code')).toBeVisible()
  await expectAccessible(page)
  const link = (await page.getByText(/\/pay\//).textContent()) ?? ''
  await page.getByRole('button', { name: 'OK' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Holiday' })
  await expect(row).toContainText('$125.50')
  await expect(row).toContainText('Not opened yet')

  const context = await browser.newContext({ viewport: small, hasTouch: true })
  const other = await context.newPage()
  await other.goto(link)
  // Whoever has to sign in first comes back to it.
  await expect(other).toHaveURL(/\/login\?next=/)
  await expect(other.getByText('Somebody asks you for money. Log in to see it.')).toBeVisible()
  await other.getByLabel('Username').fill(ada.username)
  await other.getByLabel('Password', { exact: true }).fill(ada.password)
  await other.getByLabel('Password', { exact: true }).press('Enter')
  await expect(heading(other, 'Local Transfer')).toBeVisible()
  await expect(row).toContainText('Seen')
  await expect(other.getByRole('group', { name: 'Asked for by' })).toContainText('Bea Stone')
  const amount = other.getByLabel('Amount', { exact: true })
  await expect(amount).toHaveValue('125.50')
  await expect(amount).not.toBeEditable()
  await expect(other.getByLabel('Note')).toHaveValue('Holiday')
  await expectAccessible(other)
  await chooseAccount(other.getByLabel('Source account'))
  await proceed(other)
  await confirmAndPin(other)
  await expect(success(other)).toContainText('$125.50')
  await expect(row).toContainText(`Paid by ${ada.name}`)
  await other.goto(link)
  await expect(other.getByText('This request has been paid.')).toBeVisible()
  await context.close()
  expect((await firstAccount(bank, bea)).CurrentBalance).toBe('125.50')
  expect(await bank.findings()).toEqual([])
})

test(
  'what is asked for in euros is paid from an account in euros, or not at all',
  onlyLong,
  async ({ page, bank }) => {
    const bea = await bank.customer({ firstName: 'Bea', lastName: 'Stone' })
    const ada = await payer(bank)
    await call(bank, bea, 'account', { currency: 'eur', accountName: 'Lisbon' })
    await page.setViewportSize(small)
    await bank.enter(page, bea, '/c/requests')
    await chooseAccount(page.getByLabel('Into account'), 2)
    await page.getByLabel('Amount', { exact: true }).fill('7.77')
    await page.getByRole('button', { name: 'Ask for money' }).click()
    const link = (await page.getByText(/\/pay\//).textContent()) ?? ''
    await bank.enter(page, ada, new URL(link).pathname)
    const main = page.getByRole('main')
    await expect(main).toContainText(
      'Bea Stone asks for €7.77. You have no account in EUR to pay it from.',
    )
    // The page's own button leads to one, and on to the transfer.
    await main.getByRole('button', { name: 'Add account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Account' })
    await dialog.getByLabel('Currency').selectOption('eur')
    await dialog.getByLabel('Account name').fill('Holidays')
    await dialog.getByRole('button', { name: 'Add Account' }).click()
    await expect(heading(page, 'Local Transfer')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/c\/transfer\?step=/)
    const source = page.getByLabel('Source account')
    await expect(source.locator('option')).toHaveCount(2)
    await expect(source.locator('option:checked')).toContainText('Holidays')

    // Nobody ends it by a slip: it is asked about once more.
    const asked = page.getByRole('group', { name: 'Asked for by' })
    await asked.getByRole('button', { name: 'Decline' }).click()
    await expectAccessible(page)
    await asked.getByRole('button', { name: 'Keep it' }).click()
    await asked.getByRole('button', { name: 'Decline' }).click()
    await asked.getByRole('button', { name: 'Decline it' }).click()
    await expect(toast(page, 'Request declined')).toBeVisible()
    await page.goto(link)
    await expect(page.getByText('This request was declined.')).toBeVisible()

    // A link that was copied by half asks for nothing, and leads on.
    await page.goto(link.slice(0, -4))
    await expect(main).toContainText('This request does not exist')
    await expect(main.getByRole('button', { name: 'try again' })).toHaveCount(0)
    await main.getByRole('link', { name: 'Back to the overview' }).click()
    await expect(page).toHaveURL(/\/c$/)
  },
)

test(
  'a code is paid from its text or its picture: another bank’s, this bank’s own, a request',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/pay-code')
    const text = page.getByLabel('Text of the code')
    await text.fill('nothing to pay')
    await proceed(page)
    await expectAlert(page, 'This is no code that can be paid here.')
    await expect(text).toHaveValue('nothing to pay')
    await expectAccessible(page)
    const epc = ['BCD', '002', '1', 'SCT', 'BPOTBEB1', 'Red Cross', 'BE72000000001616', 'EUR1.5']
    const fromElsewhere = [...epc, '', '', 'Urgency fund'].join('\n')
    await text.fill(fromElsewhere)
    await proceed(page)
    await expect(heading(page, 'Wire Transfer')).toBeVisible()
    // Dollars are not what the code asks for.
    await expectAlert(
      page,
      'The code asks for €1.50. You have no account in euros: enter what to send.',
    )
    const amount = page.getByLabel('Amount', { exact: true })
    await expect(amount).toHaveValue('')
    await expect(page.getByLabel('Account number')).toHaveValue('BE72000000001616')
    await expect(page.getByLabel('Account name')).toHaveValue('Red Cross')
    await expect(page.getByLabel('Swift code')).toHaveValue('BPOTBEB1')
    await expect(page.getByLabel('Note')).toHaveValue('Urgency fund')

    await call(bank, ada, 'account', { currency: 'eur', accountName: 'Holidays' })
    await bank.enter(page, ada, '/c/pay-code')
    await text.fill(fromElsewhere)
    await proceed(page)
    await expect(amount).toHaveValue('1.50')
    await expect(page.getByLabel('Source account').locator('option:checked')).toHaveText(/Holidays/)
    await page.reload()
    await expect(amount).toHaveValue('1.50')
    await expect(page.getByLabel('Note')).toHaveValue('Urgency fund')

    await bank.enter(page, ada, '/c/requests')
    await page.getByLabel('Amount in the code').fill('12.05')
    await expect(page.getByLabel('Amount in the code')).toHaveValue('12.05')
    const picture = page.getByAltText('The transfer as an EPC QR code')
    await expect(picture).toBeVisible()
    const tooMuch = 'Enter an amount from 0.01 to 999,999,999.99'
    await page.getByLabel('Amount in the code').fill('1000000000')
    await expect(page.getByLabel('Amount in the code')).toHaveAccessibleDescription(tooMuch)
    await expect(picture).toHaveCount(0)
    await page.getByLabel('Amount in the code').fill('12.05')
    await expect(page.getByText(tooMuch)).toHaveCount(0)
    await expect(picture).toBeVisible()
    const buffer = await picture.screenshot()
    await page.getByRole('link', { name: 'Pay a code' }).click()
    await page
      .getByLabel('Drop a picture of a code here, or choose one')
      .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer })
    await expect(heading(page, 'Local Transfer')).toBeVisible()
    await expect(amount).toHaveValue('12.05')
  },
)
