import { expectAccessible } from './accessible.ts'
import { openAccount } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import { hold, wide } from './steps.ts'

// shows §1.6 §2.9.4 §2.20.1 §2.20.2 §2.20.3 §3.25 §4.35 §4.36 §5.61 §8.32 §9.15 D84 D132
test('a new account is told, appended and can be selected; another account starts empty', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00', firstName: 'Ada', lastName: 'Okafor' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/my-accounts')
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await expect(dialog.getByLabel('Account name')).toHaveValue('Ada Okafor')
  await expect(dialog.getByLabel('Account type')).toHaveValue('savings')
  await expect(dialog.getByLabel('Currency')).toHaveValue('usd')
  await expectAccessible(page)

  await dialog.getByLabel('Account name').fill('  ')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText('Enter a name for the account')
  await expectAccessible(page)
  await told.getByRole('button', { name: 'OK' }).click()
  await expect(dialog.getByLabel('Account name')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog).toContainText('Enter a name for the account')

  await dialog.getByLabel('Account name').fill('Lisbon flat')
  await dialog.getByLabel('Account type').selectOption('current')
  await dialog.getByLabel('Currency').selectOption('eur')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Acount Created' })
  await expect(toast).toContainText('Account created successfully')
  await expect(dialog).toBeHidden()
  const accounts = page.getByRole('main').getByRole('article')
  await expect(accounts).toHaveCount(2)
  await expect(accounts.nth(1)).toContainText('Current Account EUR')
  await expect(accounts.nth(1)).toContainText('Lisbon flat')
  await accounts
    .nth(1)
    .getByRole('button', { name: /^Select/ })
    .click()
  await expect(accounts.nth(1)).toContainText('Selected')

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Overview' })
    .click()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('EUR balance')
  const main = page.getByRole('main')
  await expect(main).toContainText('Your transacton list is empty')
  await expect(main).toContainText(/npm run bank -- fund \d{10} 500\.00/)
  await expectAccessible(page)
})

const types = [
  ['Savings Account', 'Easy Saving'],
  ['Current Account', 'Super flexible'],
  ['Checking Account', 'Super Comfort'],
  ['CDS', 'Efficient Banking'],
  ['Fixed Deposit Account', 'Safe Keeping'],
  ['MMAS', 'So Much More'],
] as const

// shows §2.3.2 §3.5 §3.25 §3.26 §3.27 §3.28 §3.29 §3.30 §3.31 §3.32 §4.34 §4.35 §8.20 §9.16 D84 D85
test('every type of account has its label and tagline, and one more can be added', async ({
  page,
  bank,
}) => {
  await page.goto('/signup')
  const offered = page.getByRole('group', { name: 'Account Type' }).getByRole('radio')
  await expect(offered).toHaveCount(types.length)
  for (const [at, [label, tagline]] of types.entries()) {
    await expect(offered.nth(at)).toHaveAccessibleName(new RegExp(`${label}.*${tagline}`))
  }

  const ada = await bank.customer()
  await bank.enter(page, ada, '/c/my-accounts')
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await expect(dialog.getByLabel('Account type').locator('option')).toHaveText([
    ...types.map((type) => type.join(' · ')),
    'Offshore Account · Global Reach',
  ])
  await expect(dialog.getByLabel('Currency').locator('option')).toHaveCount(8)
  const answer = await hold(page, '**/api/account')
  const add = dialog.getByRole('button', { name: 'Add Account' })
  await add.click()
  await expect(add).toBeDisabled()
  answer()
  await expect(dialog).toBeHidden()
  await page.unroute('**/api/account')
  await page.route('**/api/account', (route) =>
    route.fulfill({ status: 422, json: { status: 'error', message: 'Not this one' } }),
  )
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  await expect(dialog.getByLabel('Account type')).toHaveValue('savings')
  await add.click()
  await expect(page.getByRole('alertdialog')).toContainText('Not this one')
})

// shows §2.20.2 §2.21.1 §2.21.3 §2.21.7 §6.9 D87
test('an account and the profile show what the specification lists', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '1250.00', firstName: 'Ada', lastName: 'Okafor' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/my-accounts')
  const account = page.getByRole('main').getByRole('article')
  await expect(account).toContainText('Savings Account')
  await expect(account).toContainText(ada.accountNumber)
  await expect(account).toContainText(/Current balance\s*\$1,250\.00/i)
  await expect(account).toContainText(/Available balance\s*\$1,250\.00/i)

  await page.goto('/c/profile')
  const header = page.getByRole('region', { name: 'Customer' })
  await expect(header).toContainText('Ada Okafor')
  await expect(header.locator('[aria-hidden]')).toHaveText('A')
  const titles = ['Profile Information', 'Update E-mail', 'Update Password', '2 Step Verification']
  await expect(page.getByRole('main').locator('h2 button')).toHaveText([
    ...titles,
    'Transaction Alerts',
    'Update PIN',
    'Appearance',
    // Below them what the specification does not know.
    'Passkeys',
    'Authenticator App',
    'Undo',
  ])
  const facts = page.getByRole('region', { name: 'Profile Information' })
  const names = ['First name', 'Middle name', 'Last name', 'Email', 'Phone', 'Home address']
  await expect(facts.getByRole('term')).toHaveText([...names, 'City/Region', 'State', 'Country'])
  await expect(facts.getByRole('textbox')).toHaveCount(0)
})

// shows D154
test('an account is renamed in its place, and is called so everywhere', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00', firstName: 'Ada', lastName: 'Okafor' })
  await openAccount(bank, ada, 'usd')
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/my-accounts')
  const main = page.getByRole('main')
  await expect(main).toContainText('Total in USD$500.00')
  // The first bears its owner's name and is shown as what it is: so it begins.
  const first = main.getByRole('article').first()
  await first.getByRole('button', { name: 'Rename Savings' }).click()
  const shown = `Savings USD ··${ada.accountNumber.slice(-4)}`
  await expect(first.getByLabel('New name')).toHaveValue(shown)
  await page.keyboard.press('Escape')
  const account = main.getByRole('article').nth(1)
  await account.getByRole('button', { name: 'Rename Travel' }).click()
  const field = account.getByLabel('New name')
  await expect(field).toHaveValue('Travel')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill('  ')
  await page.keyboard.press('Enter')
  await expect(account).toContainText('Enter a name for the account')
  await page.keyboard.press('Escape')
  await expect(account.getByRole('button', { name: 'Rename Travel' })).toBeFocused()

  await page.keyboard.press('Enter')
  await field.fill('Lisbon flat')
  await page.keyboard.press('Enter')
  const renamed = account.getByRole('button', { name: 'Rename Lisbon flat' })
  await expect(renamed).toBeFocused()
  await expect(page.getByRole('tab', { name: /Lisbon flat/ })).toBeVisible()
  await page.reload()
  await expect(renamed).toBeVisible()
  await account.getByRole('button', { name: /^Select/ }).click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Overview' })
    .click()
  await expect(page.getByRole('button', { name: 'Account: Lisbon flat' })).toBeVisible()
})
