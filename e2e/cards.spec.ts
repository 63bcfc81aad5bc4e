import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixture.ts'

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
