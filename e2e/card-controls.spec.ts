import { expectAccessibleEverywhere } from './accessible.ts'
import { firstAccount } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import { expectAlert, expectNoOverflow, goWithin, small, toast, wide } from './steps.ts'

test('a card is limited, frozen, thawed and lost, and each control controls something', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/cards')
  const main = page.getByRole('main')
  const number = (await main.getByText(/^\*{4} \d{4}$/).textContent()) ?? ''
  const last = number.slice(-4)
  // What is refused ends the command as a failed one.
  const pay = (...words: string[]) =>
    bank.operate('card-pay', last, ...words).catch((error: Error) => error.message)
  await main.getByLabel('Limit of a payment').fill('50')
  await main.getByRole('button', { name: 'Save limits' }).click()
  await expect(toast(page, 'Limits saved')).toBeVisible()
  await expect(main.getByLabel('Limit of a payment')).toHaveValue('50.00')
  // Zero is refused: it must never be taken for no limit.
  await main.getByLabel('Limit of a payment').fill('0')
  await main.getByRole('button', { name: 'Save limits' }).click()
  await expectAlert(page, 'Enter a valid amount', main.getByLabel('Limit of a payment'))
  await main.getByLabel('Limit of a payment').fill('50')
  await expect
    .poll(() => pay('50.01', 'Electronics'))
    .toContain('Refused: It is above the limit of a payment')
  expect(await pay('20.00', 'Corner Shop')).toContain('has been paid to Corner Shop')
  expect((await firstAccount(bank, ada)).CurrentBalance).toBe('480.00')
  const freeze = main.getByRole('switch', { name: 'Freeze this card' })
  await freeze.click()
  await expect(freeze).toBeChecked()
  await expect(main.getByText('Frozen', { exact: true })).toBeVisible()
  expect(await pay('1.00', 'Kiosk', '--online')).toContain('Refused: The card is frozen')
  // Without a reload: what a merchant asks for is seen as it happens.
  const paid = main.getByRole('region', { name: /^Payments with the card/ })
  await expect(paid.getByRole('listitem')).toHaveCount(3)
  await expect(paid).toContainText('Refused: The card is frozen')
  await expectAccessibleEverywhere(page)
  await goWithin(page, '/c/notifications')
  await expect(main).toContainText(`$1.00 at Kiosk, card ending in ${last}: The card is frozen.`)

  await page.setViewportSize(small)
  await goWithin(page, '/c/cards')
  await freeze.click()
  await expect(freeze).not.toBeChecked()
  await main.getByRole('button', { name: /^Show CVV/ }).click()
  await expect(main.getByText('covered')).toHaveCount(0)
  await main.getByRole('button', { name: /^Report the card/ }).click()
  await main.getByRole('button', { name: 'Report lost', exact: true }).click()
  await expect(main.getByText(`**** ${last}`)).toHaveCount(0)
  await expect(main.getByText(/^\*{4} \d{4}$/)).toBeVisible()
  // The code of the new one has been asked for by nobody yet.
  await expect(main.getByText('covered')).toHaveCount(1)
  await expect(page.locator('body')).not.toBeFocused()
  expect(await pay('1.00', 'Kiosk')).toContain('Refused: The card was reported lost')
  await expectNoOverflow(page)
  await expectAccessibleEverywhere(page)
  expect(await bank.findings()).toEqual([])
})
