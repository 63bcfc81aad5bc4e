import { expectAccessible } from './accessible.ts'
import { orderPending } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { small, wide } from './steps.ts'
import { payer, pin } from './transfer-steps.ts'

// shows §1.16 §2.19.1 §2.19.2 §2.19.4 §9.14 D82 D83
test('a card keeps its security code covered until it is asked for', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await bank.enter(page, ada, '/c/cards')
  const card = page.getByRole('article')
  await expect(card).toContainText('$500.00 USD')
  await expect(card).toContainText(/\*{4} \d{4}/)
  await expect(card).toContainText('covered')
  await card.getByRole('button', { name: /^Show CVV/ }).click()
  await expect(card.getByRole('definition').last()).toHaveText(/^\d{3}$/)
  await expectAccessible(page)
})

// shows §2.19.3 §2.19.4
test('a card shows what the specification lists', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '5.00' })
  await bank.enter(page, ada, '/c/cards')
  const card = page.getByRole('article')
  await expect(card.getByRole('term')).toHaveText(['Balance', 'Card Number', 'Expiry', 'CVV'])
  await expect(card.getByRole('definition').nth(2)).toHaveText(/^\d\d\/\d\d$/)
})

test(
  'beside a card stands the account that it pays from, and on a phone what left it last',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    await orderPending(bank, ada, { amount: '20.00', pin })
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/cards')
    const account = page.getByRole('region', { name: /^Account of the card ending in \d{4}$/ })
    await expect(account).toContainText(ada.accountNumber)
    await expect(account.getByRole('button', { name: 'Copy the account number' })).toBeVisible()
    // The panel beside the page lists the same account already.
    const latest = page.getByRole('region', { name: /^Latest payments/ })
    await expect(latest).toHaveCount(0)
    await page.setViewportSize(small)
    await expect(latest.getByRole('heading')).toHaveText('Latest from its account')
    await expect(latest.getByRole('button')).toContainText('Jo Whitfield')
    await expectAccessible(page)
  },
)
