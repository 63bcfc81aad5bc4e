import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { ask, firstAccount, send } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { listening, small, toast, wide } from './steps.ts'
import { payer, pin } from './transfer-steps.ts'

test('a payee is put elsewhere for good, insights follow, and a budget speaks at 80 %', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await payer(bank)
  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Barker' })
  const { Id } = await firstAccount(bank, ada)
  const pay = (amount: string) =>
    send(bank, ada, 'transfer/local', {
      ...{ source_account: Id, amount, pin, acc_name: bob.name },
      ...{ acc_number: bob.accountNumber, undo_seconds: '0' },
    })
  await pay('40.00')
  await pay('20.00')
  await page.setViewportSize(wide)
  const ready = listening(page)
  await bank.enter(page, ada, '/c/insights')
  await ready
  const main = page.getByRole('main')
  const categories = main.getByRole('region', { name: 'By category' }).getByRole('row')
  await expect(categories.nth(1)).toContainText('Family and friends$60.002 payments')
  await expect(main.getByRole('region', { name: 'By payee' })).toContainText('Bob Barker')
  // The drawing is a table for whoever wants to read it.
  await main.getByText('Show as a table').click()
  await expect(main.getByRole('row', { name: /^Family and friends \$60\.00$/ })).toBeVisible()
  await expectAccessibleEverywhere(page)

  // From the payee to its lines, and one of them with all that is paid to him elsewhere.
  await main.getByRole('link', { name: 'Bob Barker' }).click()
  await main
    .getByRole('button', { name: /Bob Barker/ })
    .first()
    .click()
  const detail = page.getByRole('dialog', { name: 'Transaction Details' })
  const box = detail.getByRole('region', { name: 'Category and note' })
  await expect(box).toContainText('Family and friendsBy the rules of the bank')
  await box.getByRole('button', { name: 'Change category' }).click()
  await box.getByLabel('Category').selectOption('Groceries')
  await box.getByLabel('Always for Bob Barker').check()
  await expectAccessible(page)
  await box.getByRole('button', { name: 'Save category' }).click()
  await expect(box).toContainText('GroceriesBy your rule for this payee')
  await box.getByRole('button', { name: 'Write a note of your own' }).click()
  await box.getByLabel('Your note').fill('From his garden')
  await box.getByRole('button', { name: 'Save note' }).click()
  await expect(box).toContainText('From his garden')
  await page.keyboard.press('Escape')
  await page
    .getByRole('navigation', { name: 'More' })
    .getByRole('link', { name: 'Insights' })
    .click()
  await expect(categories.nth(1)).toContainText('Groceries$60.002 payments')
  const rules = main.getByRole('region', { name: 'Your rules' })
  await expect(rules).toContainText('Bob Barkeralways under Groceries')

  // A budget of which 80 % go with the next payment: it is told once, and seen as it happens.
  await main.getByRole('button', { name: 'Save budget' }).click()
  await expect(main.getByLabel('Budget for')).toBeFocused()
  await main.getByLabel('Budget for').selectOption('Groceries')
  await main.getByLabel('Amount a month').fill('100')
  await main.getByRole('button', { name: 'Save budget' }).click()
  await expect(toast(page, 'Budget saved')).toBeVisible()
  const budget = main.getByRole('progressbar', { name: 'Budget of Groceries' })
  await expect(budget).toHaveAttribute('aria-valuenow', '60')
  await pay('25.00')
  await expect(budget).toHaveAttribute('aria-valuenow', '85')
  const told = async () => {
    const list = (await ask(bank, ada, 'notifications')) as { List: { Title: string }[] }
    return list.List.map(({ Title }) => Title).filter((title) => /budget/.test(title))
  }
  await expect.poll(told).toEqual(['80% of a budget is gone'])
  await expectAccessibleEverywhere(page)

  await rules.getByRole('button', { name: 'Remove the rule for Bob Barker' }).click()
  await expect(categories.nth(1)).toContainText('Family and friends$85.00')
  await main.getByRole('button', { name: 'Remove the budget of Groceries' }).click()
  await main.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(budget).toBeHidden()
})

test(
  'a line is split with the keyboard alone, on a small screen',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    const { Id } = await firstAccount(bank, ada)
    await send(bank, ada, 'transfer/local', {
      ...{ source_account: Id, amount: '50.00', pin, acc_name: bob.name },
      ...{ acc_number: bob.accountNumber, undo_seconds: '0' },
    })
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/transactions')
    const row = page.getByRole('main').getByRole('button', { name: bob.name })
    await row.press('Enter')
    const box = page.getByRole('region', { name: 'Category and note' })
    await box.getByRole('button', { name: 'Split' }).press('Enter')
    const part = (number: number) => box.getByRole('group', { name: `Part ${number}` })
    const save = box.getByRole('button', { name: 'Save split' })
    await expect(part(1).getByLabel('Category')).toBeFocused()
    await part(2).getByLabel('Category').selectOption('Home')
    await part(2).getByLabel('Amount').fill('20')
    await expect(box).toContainText('$20.00 too much')
    await page.goBack()
    await expect(box).toBeHidden()
    await row.press('Enter')
    await box.getByRole('button', { name: 'Split' }).press('Enter')
    await expect(part(2).getByLabel('Category')).toHaveValue('home')
    // Who cancels wants none of it.
    await box.getByRole('button', { name: 'Cancel' }).press('Enter')
    await box.getByRole('button', { name: 'Split' }).press('Enter')
    await expect(part(2).getByLabel('Category')).toHaveValue('')
    await part(2).getByLabel('Category').selectOption('Home')
    await part(2).getByLabel('Amount').fill('20')
    await expect(box).toContainText('$20.00 too much')
    await expect(save).toBeDisabled()
    await part(1).getByLabel('Amount').fill('29.99')
    await expect(box).toContainText('$0.01 left to put somewhere')
    await part(1).getByLabel('Amount').fill('30')
    await expect(box).toContainText('The parts add up to $50.00')
    await expectAccessible(page)
    await save.press('Enter')
    await expect(box.getByRole('listitem')).toHaveText([
      'Family and friendsChosen by you$30.00',
      'HomeChosen by you$20.00',
    ])
    await expect(box.getByRole('button', { name: 'Split' })).toBeFocused()
    await box.getByRole('button', { name: 'Write a note' }).press('Enter')
    await expect(box.getByLabel('Your note')).toBeFocused()
    await box.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(box.getByRole('button', { name: 'Write a note' })).toBeFocused()
  },
)

test('the months as a table widen no page, mirrored either', onlyLong, async ({ page, bank }) => {
  const [person] = await bank.demo()
  await page.setViewportSize(small)
  await bank.enter(page, person ?? { token: '' }, '/c/insights')
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('columnheader').nth(6)).toBeVisible()
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overflow)).toBe(0)
})

test(
  'the month that is looked at is in the address: Back, Forward and a reload keep it',
  onlyLong,
  async ({ page, bank }) => {
    const [person] = await bank.demo()
    await page.setViewportSize(wide)
    await bank.enter(page, person ?? { token: '' }, '/c/insights')
    const month = page.getByLabel('Month', { exact: true })
    const now = await month.inputValue()
    await page.getByRole('button', { name: 'The month before' }).click()
    await expect(page).toHaveURL(/\?month=\d{4}-\d{2}$/)
    const before = new URL(page.url()).searchParams.get('month') ?? ''
    await expect(month).toHaveValue(before)
    await page.reload()
    await expect(month).toHaveValue(before)
    await page.goBack()
    await expect(month).toHaveValue(now)
    await page.goForward()
    await expect(month).toHaveValue(before)
    await page.goto('/c/insights?month=2026-13&currency=xyz')
    await expect(month).toHaveValue(now)
  },
)
