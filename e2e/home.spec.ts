import { expectAccessible } from './accessible.ts'
import { firstAccount, fund, openAccount, orderPending, send } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { expectNoOverflow, listening, row, small, timeOf, todayOf, wide } from './steps.ts'
import { payer, pin } from './transfer-steps.ts'

// shows D132 D154
test('a new customer is led through the first steps, which are ticked off and then gone', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.setViewportSize(small)
  const ready = listening(page)
  await bank.enter(page, ada)
  await ready
  const card = page.getByRole('region', { name: 'Get started' })
  await expect(card).toContainText('2 steps left')
  await expect(card.getByRole('heading', { level: 3 })).toHaveText([
    'Set your PIN',
    'Confirm your e-mail (done)',
    'Get your first money',
  ])
  await expect(card).toContainText(ada.accountNumber)
  await expect(card).toContainText(`npm run bank -- fund ${ada.accountNumber} 500.00`)
  await expect(card.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  // The page is complete before the first money too.
  const main = page.getByRole('main')
  await expect(main).toContainText('Your transacton list is empty')
  await expect(page.getByLabel('Start date')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Money Flow Chart' })).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Get a quick loan' }).click()
  await expect(page.getByRole('dialog', { name: 'Quick Loan' })).toBeVisible()
  await page.keyboard.press('Escape')

  await card.getByRole('link', { name: 'Set a PIN' }).click()
  await page.getByLabel('New PIN').fill(pin)
  await page
    .getByRole('region', { name: 'Update PIN' })
    .getByLabel(/password/i)
    .fill(ada.password)
  await page.getByRole('button', { name: 'Save PIN' }).click()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(card).toContainText('1 step left')
  await bank.operate('fund', ada.accountNumber, '500.00')
  await expect(card).toBeHidden()
})

// shows D154
test('the first page tells how the balance went, where money went and what comes up', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  const bob = await bank.customer()
  const { Id } = await firstAccount(bank, ada)
  await send(bank, ada, 'transfer/local', {
    source_account: Id,
    amount: '120.00',
    pin,
    acc_number: bob.accountNumber,
    acc_name: bob.name,
  })
  await send(bank, ada, 'biller', {
    biller: 'Netflix Inc',
    accountName: 'Ada',
    account: Id,
    type: 'recurring',
    amount: '15.49',
    date: '2090-01-31',
  })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const balances = page.getByRole('region', { name: 'Balances' })
  await expect(balances.getByRole('img', { name: /^Balance of the last 30 days/ })).toHaveAttribute(
    'aria-label',
    'Balance of the last 30 days: from $0.00 to $380.00, between $0.00 and $380.00',
  )
  const chart = page.getByRole('region', { name: 'Money Flow Chart' })
  const period = chart.getByLabel('Period')
  await expect(period.locator('option:checked')).toHaveText(await monthName(bank))
  await expect(chart).toContainText(`Expenses · ${await monthName(bank)}−$120.00`)
  await period.selectOption('All time')
  await expect(chart).toContainText('Income · All time+$500.00')
  const went = page.getByRole('region', { name: 'Where it went' })
  await expect(went.getByRole('listitem')).toHaveText(['Family and friends$120.00'])
  await expect(went.getByRole('link', { name: 'All insights' })).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'Account overview' })
  const next = panel.getByRole('region', { name: 'Coming up' })
  await expect(next.getByRole('link')).toHaveText(/Netflix Inc31 Jan 2090 · every month−\$15\.49/)
  await expectAccessible(page)
})

test(
  'a payment that waits comes up however many lines are newer, until it is settled',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const id = await orderPending(bank, ada, { amount: '120.00', pin })
    await fund(bank, ada, 10)
    await page.setViewportSize(wide)
    const ready = listening(page)
    await bank.enter(page, ada)
    await ready
    const next = page.getByRole('region', { name: 'Coming up' })
    await expect(next.getByRole('button')).toHaveText([/Jo Whitfield.*pending−\$120\.00/])
    // The detail that is open turns with it, older than the newest lines as it is.
    await next.getByRole('button').click()
    const detail = page.getByRole('dialog', { name: 'Transaction Details' })
    await expect(detail).toContainText('Pending')
    await bank.operate('settle', id)
    await expect(detail).not.toContainText('Pending')
    await page.keyboard.press('Escape')
    await expect(next).toContainText('Nothing is due.')
  },
)

test(
  'what comes up is not said to be nothing where the bank could not be asked',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await page.route('**/api/biller', (route) => route.abort())
    await bank.enter(page, ada)
    const card = page.getByRole('region', { name: 'Coming up' })
    const again = card.getByRole('button', { name: 'try again' })
    await expect(again).toBeVisible()
    await expect(card).not.toContainText('Nothing is due.')
    await page.unroute('**/api/biller')
    await again.click()
    await expect(card).toContainText('Nothing is due.')
  },
)

// shows D36
test(
  'dates that are asked for are those of the chart too, and it says so',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c?start=2020-01-01&end=2020-01-31')
    const chart = page.getByRole('region', { name: 'Money Flow Chart' })
    await expect(chart).toContainText('01 Jan 2020 – 31 Jan 2020')
    await expect(chart).toContainText('No money has moved')
    const went = page.getByRole('region', { name: 'Where it went' })
    await expect(went).toContainText('Nothing has been spent.')
  },
)

const monthName = async (bank: { url: string }) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(await timeOf(bank))

// shows §2.10.2 D154
test(
  'on a phone the accounts lie beside each other, for a finger and for keys',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00', pin })
    await openAccount(bank, ada, 'eur')
    await page.setViewportSize(small)
    await bank.enter(page, ada)
    const dots = page.getByRole('group', { name: 'Accounts' }).getByRole('button')
    await expect(dots).toHaveCount(2)
    await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true')
    const switcher = page.getByRole('button', { name: /^Account:/ })
    await expect(switcher).toHaveText('Savings USD')
    await dots.nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(switcher).toHaveText('Travel')
    await expect(switcher).toBeInViewport()
    await expect(page.getByRole('main')).toContainText('Your transacton list is empty')
    await expectAccessible(page)
    // As a finger leaves it: at rest on the first card.
    const track = page.getByRole('region', { name: 'Balances' }).locator('div:has(> [inert])')
    await track.evaluate((node) => node.scrollTo({ left: 0, behavior: 'instant' }))
    await expect(switcher).toHaveText('Savings USD')
    await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true')
    await expectNoOverflow(page)
  },
)

// shows D154
test(
  'a phone shows a page of lines before the chart, and turns it',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00', pin })
    await fund(bank, ada, 11)
    await page.setViewportSize(small)
    await bank.enter(page, ada)
    const lines = row(page, /Bank deposit/)
    const list = page.getByRole('region', { name: 'Transactions', exact: true })
    const chart = page.getByRole('region', { name: 'Money Flow Chart' })
    await expect(lines).toHaveCount(10)
    await expect(chart).toBeVisible()
    const top = async (of: typeof list) => (await of.boundingBox())?.y ?? 0
    expect(await top(list)).toBeLessThan(450)
    // Its place holder has the same name and is taken away when the chart has come: then it is nowhere.
    await expect.poll(async () => (await top(chart)) - (await top(lines.nth(9)))).toBeGreaterThan(0)
    await expectAccessible(page)
    await list.getByRole('button', { name: 'Next page' }).click()
    await expect(lines).toHaveCount(2)
    // A chip asks for its days.
    await list.getByRole('button', { name: 'This month' }).click()
    await expect(page).toHaveURL(/\/c\?start=\d{4}-\d\d-01&end=/)
    await expect(lines).toHaveCount(10)
    await list.getByRole('button', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL(/\/c$/)
  },
)

// shows §2.10.7 D154
test(
  'chips below the told dates choose the period, wide as well',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00', pin })
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    const list = page.getByRole('region', { name: 'Transactions', exact: true })
    await list.getByRole('button', { name: 'Last month' }).click()
    await expect(list).toContainText('Your transacton list is empty')
    await expect(list.getByLabel('Start date')).toHaveValue(/-01$/)
    await list.getByRole('button', { name: 'Custom' }).click()
    await expect(list.getByLabel('Start date')).toBeFocused()
    await list.getByLabel('End date').fill(await todayOf(bank))
    await expect(row(page, /Bank deposit/)).toHaveCount(1)
    await expect(list.getByRole('button', { name: 'Custom' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  },
)

test(
  'a balance that changes counts to its new value, and not where motion is unwanted',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00', pin })
    await page.setViewportSize(wide)
    const seen = async (reducedMotion: 'reduce' | 'no-preference', amount: string) => {
      await page.emulateMedia({ reducedMotion })
      const ready = listening(page)
      await bank.enter(page, ada)
      await ready
      const figure = page.getByText('USD balance').locator('xpath=../following-sibling::*[1]')
      const before = await figure.textContent()
      await figure.evaluate((node) => {
        const texts = new Set<string>()
        Object.assign(window, { texts })
        new MutationObserver(() => texts.add(node.textContent ?? '')).observe(node, {
          subtree: true,
          characterData: true,
          childList: true,
        })
      })
      await bank.operate('fund', ada.accountNumber, amount)
      await expect(figure).not.toHaveText(before ?? '')
      await expect.poll(() => figure.textContent()).toMatch(/^\$(600|700)\.00$/)
      return page.evaluate(() => (window as unknown as { texts: Set<string> }).texts.size)
    }
    expect(await seen('reduce', '100.00')).toBe(1)
    expect(await seen('no-preference', '100.00')).toBeGreaterThan(1)
  },
)

test('a link that proves the address is mailed again', onlyLong, async ({ page, bank }) => {
  const ada = await bank.customer()
  const address = `again-${ada.username}@example.com`
  await send(bank, ada, 'change-email', { newEmail: address })
  const { text: first } = await bank.mailTo(address)
  await page.setViewportSize(small)
  await bank.enter(page, ada)
  const card = page.getByRole('region', { name: 'Get started' })
  await card.getByRole('button', { name: 'Send the link again' }).click()
  await expect(card).toContainText('It is on its way. Only the newest link works.')
  await expectAccessible(page)
  await expect.poll(async () => (await bank.mailTo(address)).text).not.toBe(first)
  expect((await bank.mailTo(address)).subject).toBe('Confirm your e-mail address')
})
