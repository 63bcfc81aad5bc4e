import { expectAccessibleEverywhere } from './accessible.ts'
import { walk } from './back-steps.ts'
import { ask, firstAccount, send } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { expectAlert, listening, small, toast, wide } from './steps.ts'

const available = async (...of: Parameters<typeof firstAccount>) =>
  (await firstAccount(...of)).AvailableBalance

test('a pot is made, filled, emptied in part, paid into, changed and closed, and no step is lost', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00', pin: '4821' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Pots' }).click()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'New pot' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make pot' }).click()
  await expectAlert(page, 'Name the pot', dialog.getByLabel('Name', { exact: true }))
  await dialog.getByLabel('Name', { exact: true }).fill('Japan')
  await dialog.getByRole('radio', { name: 'Travel' }).check()
  await dialog.getByRole('radio', { name: 'Violet' }).check()
  await dialog.getByLabel('Goal').fill('1200')
  await dialog.getByLabel('Wanted by').fill('2090-06-01')
  await expectAccessibleEverywhere(page)

  // What was typed outlives Back, Forward and a reload.
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Japan')
  await page.reload()
  await expect(dialog.getByLabel('Goal')).toHaveValue('1,200.00')
  await dialog.getByRole('button', { name: 'Make pot' }).click()
  await expect(toast(page, 'Pot made')).toBeVisible()
  const pot = main.getByRole('article', { name: 'Japan' })
  await expect(pot).toContainText('0% of $1,200.00')

  await pot.getByRole('button', { name: 'Move into Japan' }).click()
  await dialog.getByLabel('Amount', { exact: true }).fill('500.01')
  await dialog.getByRole('button', { name: 'Move in' }).click()
  await expectAlert(page, 'Insufficient funds', dialog.getByLabel('Amount', { exact: true }))
  await dialog.getByRole('button', { name: '$100.00', exact: true }).click()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Move in' }).click()
  await expect(pot).toContainText('$100.00')
  await expect(pot).toContainText('8% of $1,200.00')
  expect(await available(bank, ada)).toBe('400.00')

  await pot.getByRole('button', { name: 'Move out of Japan' }).click()
  await dialog.getByLabel('Amount', { exact: true }).fill('40')
  await dialog.getByRole('button', { name: 'Move out' }).click()
  await expect(pot).toContainText('$60.00')
  expect(await available(bank, ada)).toBe('440.00')

  await pot.getByRole('button', { name: 'Details of Japan' }).click()
  await dialog.getByRole('switch', { name: 'Round up payments' }).click()
  await expect(dialog.getByRole('switch', { name: 'Round up payments' })).toBeChecked()
  await expect(dialog.getByRole('region', { name: 'Last moves' })).toContainText('−$40.00')
  await expectAccessibleEverywhere(page)

  // What is in it opens into its moves, over the pot; Back and a reload know both.
  const detail = page.getByRole('dialog', { name: 'Japan' })
  const explained = page.getByRole('dialog', { name: 'In the pot' })
  await detail.getByRole('button', { name: 'Explain Balance of Japan' }).click()
  await walk(
    page,
    async () => {
      await expect(explained).toBeHidden()
      await expect(detail).toBeVisible()
    },
    async () => {
      await expect(explained.getByRole('listitem')).toHaveCount(2)
      await expect(explained).toContainText('adds up to $60.00')
    },
  )
  await page.goBack()
  await expect(explained).toBeHidden()
  await dialog.getByRole('button', { name: 'Pay in every …' }).click()
  await dialog.getByLabel('Amount', { exact: true }).fill('25')
  await dialog.getByLabel('First date').fill('2035-01-31')
  await expect(dialog).toContainText('Due on 31 Jan 2035 · 28 Feb 2035 · 31 Mar 2035')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(pot).toContainText('$25.00 · Every month · next on 31 Jan 2035')
  await expect(pot).toContainText('Payments are rounded up into it')

  await pot.getByRole('button', { name: 'Details of Japan' }).click()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Kyoto')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const kyoto = main.getByRole('article', { name: 'Kyoto' })
  await kyoto.getByRole('button', { name: 'Details of Kyoto' }).click()
  await dialog.getByRole('button', { name: 'Close pot' }).click()
  await dialog.getByRole('button', { name: 'Close it' }).click()
  await expect(main).toContainText('Set money aside for what you plan.')
  expect(await available(bank, ada)).toBe('500.00')
  expect(await ask(bank, ada, 'standing-orders')).toMatchObject([{ State: 'ended' }])
  expect(await bank.findings()).toEqual([])
})

test(
  'what is set aside elsewhere is seen at once, on a telephone too',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    const account = (await firstAccount(bank, ada)).Id
    const { Id } = await send(bank, ada, 'pots', {
      ...{ account, name: 'Roof', picture: 'home', colour: 'teal' },
    })
    await page.setViewportSize(small)
    const ready = listening(page)
    await bank.enter(page, ada, '/c/pots')
    await ready
    const pot = page.getByRole('article', { name: 'Roof' })
    await expect(pot).toContainText('$0.00')
    await send(bank, ada, `pots/${Id}/move`, { direction: 'in', amount: '120.00' })
    await expect(pot).toContainText('$120.00')
    await pot.getByRole('button', { name: 'Move into Roof' }).click()
    await expect(page.getByRole('dialog')).toContainText('Available $380.00')
    await expectAccessibleEverywhere(page, { here: true })
    await page.goto('/c')
    const safe = page.getByRole('main').getByRole('link', { name: /^Safe to spend until/ })
    await expect(safe).toContainText('In pots $120.00')
  },
)
