import { ask, holdings, openAccount, orderPending } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { listening, row, wide } from './steps.ts'
import { enterPin, finish, payer, pin, toPin } from './transfer-steps.ts'

// shows D10 D34 D107
test('a transfer that settles turns its row and moves the balance in an open page', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  const id = await orderPending(bank, ada, { amount: '120.00', pin })
  await page.setViewportSize(wide)
  const ready = listening(page)
  await bank.enter(page, ada)
  const balances = page.getByRole('region', { name: 'Balances' })
  await expect(balances).toContainText('$500.00')
  await expect(balances).toContainText('$380.00')
  await expect(row(page, /Jo Whitfield.*pending/)).toBeVisible()
  await ready
  await row(page, /Jo Whitfield/).click()
  await expect(page.getByRole('dialog')).toContainText('Pending')

  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await bank.operate('settle', id)
  await expect(page.getByRole('dialog')).toContainText('Completed')
  await page.keyboard.press('Escape')
  await expect(row(page, /Jo Whitfield.*completed/).locator('[data-state=completed]')).toBeVisible()
  await expect(balances).not.toContainText('$500.00')
  await expect(page.locator('[data-live]')).toContainText('Transfer completed')
  const panel = page.getByRole('complementary', { name: 'Account overview' })
  await expect(panel).toContainText('$380.00 USD')
  await expect(page.getByRole('link', { name: /unread notification/ })).toHaveAccessibleName(
    /^[1-9]/,
  )
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
  expect(await bank.findings()).toEqual([])
})

test(
  'an account that the bank closes leaves an open page, and a notice says so',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await openAccount(bank, ada, 'eur')
    const closed = (await holdings(bank, ada)).find(
      ({ Number: number }) => number !== ada.accountNumber,
    )
    await page.setViewportSize(wide)
    const ready = listening(page)
    await bank.enter(page, ada, '/c/my-accounts')
    const main = page.getByRole('main')
    await expect(main).toContainText('2 of 10 accounts')
    await main
      .getByRole('button', { name: /Travel/ })
      .first()
      .click()
    await ready
    await bank.operate('close-account', closed?.Number ?? '')
    await expect(main).toContainText('1 of 10 accounts')
    await expect(main).not.toContainText('Travel')
    await page.goto('/c/notifications')
    await expect(main).toContainText('Account closed')
    await expect(main).toContainText(`Travel, ${closed?.Number}. What was paid`)
  },
)

test('money that comes in shows in every tab, over one line', async ({ page, bank, context }) => {
  const ada = await bank.customer({ balance: '500.00' })
  const lines: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) lines.push(request.url())
  })
  await page.setViewportSize(wide)
  const ready = listening(page)
  await bank.enter(page, ada)
  await ready
  const other = await context.newPage()
  await other.goto('/c/transactions')
  await expect(row(other, /Bank deposit/)).toHaveCount(1)
  await expect(other.locator('[data-live]')).toBeAttached()
  await bank.operate('fund', ada.accountNumber, '7.00')
  for (const tab of [page, other]) {
    await expect(row(tab, /Bank deposit.*\+\$7\.00/)).toBeVisible()
    await expect(tab.locator('[data-live]')).toContainText('Money received')
  }
  expect(lines).toHaveLength(1)
  await page.close()
  await bank.operate('fund', ada.accountNumber, '8.00')
  await expect(row(other, /Bank deposit.*\+\$8\.00/)).toBeVisible()
  expect(lines).toHaveLength(2)
})

for (const alone of [true, false]) {
  test(
    `what came in before a tab listened is shown in it, ${alone ? 'alone' : 'beside another'}`,
    onlyLong,
    async ({ page, bank, context }) => {
      const ada = await bank.customer({ balance: '500.00' })
      await page.setViewportSize(wide)
      const ready = listening(page)
      await bank.enter(page, ada)
      await ready
      const other = await context.newPage()
      if (alone) await page.close()
      // What listens comes after the page, and on a slow line long after it.
      const held = Promise.withResolvers<void>()
      await other.route('**/assets/live-*.js', async (route) => {
        await held.promise
        await route.continue()
      })
      await other.goto('/c/transactions')
      await expect(row(other, /Bank deposit/)).toHaveCount(1)
      const notices = () => ask(bank, ada, 'notifications')
      const { Unread: before } = (await notices()) as { Unread: number }
      await bank.operate('fund', ada.accountNumber, '7.00')
      await expect.poll(notices).toMatchObject({ Unread: before + 1 })
      if (!alone) await expect(row(page, /Bank deposit.*\+\$7\.00/)).toBeVisible()
      await expect(row(other, /Bank deposit/)).toHaveCount(1)
      held.resolve()
      await expect(row(other, /Bank deposit.*\+\$7\.00/)).toBeVisible()
    },
  )
}

test(
  'a line that breaks is opened again, and what was missed is fetched',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    let asked = 0
    await page.route('**/api/events', async (route) => {
      asked += 1
      if (asked > 2) return route.continue()
      if (asked === 2) return route.abort()
      await route.fulfill({
        contentType: 'text/event-stream',
        body: 'data: {"transactions":[],"unReadNotifications":9}\n\n',
      })
    })
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    await expect(page.getByRole('link', { name: '9 unread notifications' })).toBeVisible()
    await bank.operate('fund', ada.accountNumber, '3.00')
    await expect(row(page, /Bank deposit.*\+\$3\.00/)).toBeVisible({ timeout: 25_000 })
    expect(asked).toBe(3)
  },
)

// shows §4.33
test('a balance changes in the other tab without a reload', onlyLong, async ({ page, bank }) => {
  const ada = await payer(bank)
  const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
  await bank.enter(page, ada)
  const balances = page.getByRole('region', { name: 'Balances' })
  await expect(balances).toContainText('$500.00')
  const other = await page.context().newPage()
  await toPin(other, bank, ada, bob, '5')
  await enterPin(other)
  await finish(other)
  await expect(balances).toContainText('$495.00')
  await expect(page.getByRole('main').getByRole('button', { name: /Bob Stone/ })).toBeVisible()
})
