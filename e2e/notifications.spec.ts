import type { Page } from '@playwright/test'
import { call, orderPending } from './beside-the-browser.ts'
import { expect, onlyLong, type TestedBank, test } from './fixture.ts'
import { hold, holdAnswers, listening, small, title, wide } from './steps.ts'
import { payer, pin } from './transfer-steps.ts'

// shows §2.8.4 D10 D31
test('notifications are listed, marked, read by opening them and lead to their transaction', async ({
  page,
  bank,
}) => {
  const ada = await payer(bank)
  const id = await orderPending(bank, ada, { amount: '20.00', pin })
  await page.setViewportSize(wide)
  const ready = listening(page)
  await bank.enter(page, ada)
  await ready
  await bank.operate('settle', id)
  const bell = page.getByRole('link', { name: /unread notification/ })
  await expect(bell).toHaveAccessibleName('3 unread notifications')
  await bell.click()
  await expect(bell).toHaveAccessibleName('0 unread notifications')
  const sent = page.getByRole('main').getByRole('button', { name: /New: Money sent/ })
  await expect(sent).toContainText('$20.00 to Jo Whitfield')
  // With the face of who was paid, under the day that it was told on.
  await expect(sent).toContainText('JW')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Today'])
  await sent.click()
  await expect(page.getByRole('dialog', { name: 'Transaction Details' })).toContainText(
    'Jo Whitfield',
  )
  await page.keyboard.press('Escape')
  await expect(sent).toBeFocused()

  // What comes while the list is open is on top of it, and read.
  await bank.operate('fund', ada.accountNumber, '5.00')
  await expect(page.getByRole('main').getByRole('button').first()).toContainText('Money received')
  await expect(bell).toHaveAccessibleName('0 unread notifications')
  await page.reload()
  await expect(page.getByRole('main').getByRole('button', { name: /^Money sent/ })).toBeVisible()
  await expect(page.getByText('New: ')).toHaveCount(0)
})

test(
  'the detail of a notice is shown to nobody who has gone on to another page',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    await orderPending(bank, ada, { amount: '20.00', pin })
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/notifications')
    const letGo = await hold(page, '**/api/transaction-receipt/**')
    const asked = page.waitForRequest('**/api/transaction-receipt/**')
    await page.getByRole('main').getByRole('button').first().click()
    await asked
    await page.getByRole('link', { name: 'Accounts', exact: true }).first().click()
    await expect(title(page)).toHaveText('My Accounts')
    const answered = page.waitForResponse('**/api/transaction-receipt/**')
    letGo()
    await (await answered).finished()
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    await expect(page.getByRole('dialog', { name: 'Transaction Details' })).toBeHidden()
  },
)

/** A customer with two notices whose page hears the bank, and the bell on it. */
async function rung(page: Page, bank: TestedBank) {
  const ada = await payer(bank)
  await page.setViewportSize(wide)
  const ready = listening(page)
  await bank.enter(page, ada)
  await ready
  return { ada, bell: page.getByRole('link', { name: /unread notification/ }) }
}

test(
  'what was asked for before the notices were read rings the bell no more',
  onlyLong,
  async ({ page, bank }) => {
    const { ada, bell } = await rung(page, bank)
    const { answers, letGo } = await holdAnswers(page, '**/api/init-user')
    await bank.operate('fund', ada.accountNumber, '5.00')
    await expect.poll(() => answers[0]?.data.unReadNotifications).toBe(3)
    await bell.click()
    await expect(page.getByRole('main').getByText('$5.00')).toBeVisible()
    await expect(bell).toHaveAccessibleName('0 unread notifications')
    letGo()
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$505.00')
    await expect(bell).toHaveAccessibleName('0 unread notifications')
  },
)

const allNew = [/New: .*\$5\.00/, /New: .*\$500\.00/, /New: Welcome/]

test(
  'what is told while the list is on its way is in it, and marked as new',
  onlyLong,
  async ({ page, bank }) => {
    const { ada, bell } = await rung(page, bank)
    const { answers, letGo } = await holdAnswers(page, '**/api/notifications*', { times: 1 })
    await bell.click()
    await expect.poll(() => answers.length).toBe(1)
    await bank.operate('fund', ada.accountNumber, '5.00')
    await expect(bell).toHaveAccessibleName('3 unread notifications')
    letGo()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText(allNew)
    await expect(bell).toHaveAccessibleName('0 unread notifications')
  },
)

test(
  'what is told while the notices are being marked is read too',
  onlyLong,
  async ({ page, bank }) => {
    const { ada, bell } = await rung(page, bank)
    const { answers, letGo } = await holdAnswers(page, '**/api/notifications/read', { times: 1 })
    await bell.click()
    await expect.poll(() => answers.length).toBe(1)
    await bank.operate('fund', ada.accountNumber, '5.00')
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows.first()).toContainText('$5.00')
    letGo()
    await expect(bell).toHaveAccessibleName('0 unread notifications')
    await expect(rows).toHaveText(allNew)
    await expect(async () => {
      const { data } = await call(bank, ada, 'notifications')
      expect(data.Unread).toBe(0)
    }).toPass()
  },
)

test('notifications come in pages', onlyLong, async ({ page, bank }) => {
  const ada = await bank.customer()
  for (let at = 1; at <= 24; at++) await bank.operate('fund', ada.accountNumber, `${at}.00`)
  await page.setViewportSize(small)
  await expect(async () => {
    const { data } = await call(bank, ada, 'notifications')
    expect((data.Meta as { PageSize: number }).PageSize).toBe(2)
  }).toPass()
  await bank.enter(page, ada, '/c/notifications')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(20)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(
    page.getByRole('main').getByRole('button', { name: /New: .*\$1\.00/s }),
  ).toBeVisible()
})
