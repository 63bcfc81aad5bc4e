import { expectAccessibleEverywhere } from './accessible.ts'
import { call, firstAccount, send } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { small, toast, todayOf, wide } from './steps.ts'

test('what is safe to spend stands on the overview and opens what makes it, with a buffer', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00', pin: '4821', flags: { UseOtp: false } })
  const bob = await bank.customer()
  const { Id: account } = await firstAccount(bank, ada)
  const { Number: number } = await firstAccount(bank, bob)
  await send(bank, ada, 'standing-orders', {
    ...{ kind: 'local', source_account: account, acc_number: number, acc_name: bob.name },
    ...{ amount: '120.00', every: 'once', date: await todayOf(bank, 10), pin: '4821' },
  })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const way = page.getByRole('main').getByRole('link', { name: /^Safe to spend until/ })
  await expect(way).toContainText('$380.00')
  await way.click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: /^Safe to spend until/ })).toBeVisible()
  await expect(main.getByRole('img', { name: /the lowest point/ })).toHaveAccessibleName(
    /^From \$500\.00 today to \$380\.00, the lowest point, on /,
  )
  const makes = main.getByRole('region', { name: 'What makes it' })
  await expect(makes.getByRole('listitem').last()).toContainText(
    `${bob.name}Standing order−$120.00`,
  )
  await expect(makes.getByRole('link', { name: bob.name })).toHaveAttribute(
    'href',
    '/c/standing-orders',
  )

  // What is kept back is taken off, and what was typed outlives a reload.
  const buffer = main.getByLabel('Keep back').and(main.getByRole('textbox'))
  await buffer.fill('50')
  await page.reload()
  await expect(buffer).toHaveValue('50')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved')).toBeVisible()
  await expect(main).toContainText('$50.00 is kept back.')
  await expect(main).toContainText('$330.00')
  await main.getByRole('button', { name: 'Every day as a table' }).click()
  await expect(main.getByRole('table').getByRole('row').nth(1)).toContainText('$500.00')
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(small)
  await expectAccessibleEverywhere(page)

  await page.goBack()
  await expect(way).toContainText('$330.00')
})

test('money that will be missing is said on the overview', onlyLong, async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '5.00', pin: '4821', flags: { UseOtp: false } })
  const { Id: account } = await firstAccount(bank, ada)
  await send(bank, ada, 'biller', {
    ...{ biller: 'Netflix Inc', accountName: 'Ada', type: 'recurring', amount: '15.00' },
    ...{ account, date: await todayOf(bank, 3) },
    pin: '4821',
  })
  await bank.enter(page, ada)
  const way = page.getByRole('main').getByRole('link', { name: /will be missing on/ })
  await expect(way).toContainText('$10.00 will be missing on')
  await expect(way).toContainText('$0.00')
  await way.click()
  await expect(page.getByRole('main')).toContainText('Netflix Inc: $10.00 will be missing on')
})

test(
  'who has nothing planned is told what would draw the line, and sees no empty drawing',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    await bank.enter(page, ada, '/c/forecast')
    const main = page.getByRole('main')
    await expect(main).toContainText('Nothing is planned yet.')
    await expect(main.getByRole('img', { name: /the lowest point/ })).toHaveCount(0)
    await expect(main.getByRole('heading', { name: /^Safe to spend until/ })).toBeVisible()
  },
)

test(
  'who chooses another account by keyboard goes on from there',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer()
    await call(bank, ada, 'account', { currency: 'eur', accountName: 'Lisbon' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/forecast')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: /^Account: / }).press('Enter')
    await page.getByRole('menuitemradio', { name: /Lisbon/ }).press('Enter')
    await expect(main.getByRole('button', { name: 'Account: Lisbon' })).toBeVisible()
    await expect(page.locator('body')).not.toBeFocused()
  },
)
