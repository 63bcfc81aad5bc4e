import { send } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'
import { movedControls, watch } from './steady-steps.ts'
import { areaPages, hold, listening, small, wide } from './steps.ts'

const lookers = { 'at a desk': wide, 'on a telephone': small }

for (const [where, size] of Object.entries(lookers)) {
  // What moves between press and release takes the press with it: nothing happens.
  test(`nothing that can be pressed moves while a page is filled, ${where}`, async ({
    page,
    bank,
  }) => {
    test.slow()
    await page.setViewportSize(size)
    await watch(page)
    await page.route(/\/api\/(?!events$)/, async (route) => {
      await page.waitForTimeout(100)
      await route.continue()
    })
    const [demo] = await bank.demo()
    for (const person of [demo, await bank.customer({ balance: '500.00' })]) {
      if (!person) throw new Error('there is no demo customer')
      for (const path of areaPages) {
        await bank.enter(page, person, path)
        await expect(page.locator('[data-live]')).toBeAttached()
        await expect(page.locator('[data-coming]')).toHaveCount(0)
        const moved = await movedControls(page)
        expect.soft(moved, path).toEqual([])
      }
    }
  })
}

test('a page of who is frozen waits for the banner above it, however late that is', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await send(bank, ada, 'freeze', { frozen: 'true' })
  await page.setViewportSize(wide)
  await watch(page)
  const letGo = await hold(page, /\/assets\/frozen-banner-[^/]+\.js$/)
  await bank.enter(page, ada, '/c/quick-loans')
  await page.waitForTimeout(1000)
  letGo()
  await expect(page.getByRole('region', { name: 'Frozen' })).toBeVisible()
  await expect(page.locator('[data-coming]')).toHaveCount(0)
  expect(await movedControls(page)).toEqual([])
})

test('who types below a list that is asked for once more goes on typing', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  const list = '**/api/standing-orders'
  await page.route(list, (route) => route.abort())
  const ready = listening(page)
  await bank.enter(page, ada, '/c/standing-orders')
  await expect(page.getByRole('button', { name: 'try again' })).toBeVisible()
  await ready
  const note = page.getByLabel('Note')
  await note.pressSequentially('Rent')
  await page.unroute(list)
  const letGo = await hold(page, list)
  await bank.operate('fund', ada.accountNumber, '10.00')
  await expect(page.getByRole('main').locator('[data-coming]').first()).toBeVisible()
  await page.keyboard.type(' of May')
  letGo()
  await expect(page.getByText('You have no standing orders yet')).toBeVisible()
  await expect(note).toBeFocused()
  await expect(note).toHaveValue('Rent of May')
})

test('what stands below something that hangs can be used all the same', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  const letGo = await hold(page, '**/api/standing-orders')
  await bank.enter(page, ada, '/c/standing-orders')
  const goOn = page.getByRole('button', { name: 'Continue' })
  await expect(page.getByRole('main').locator('[data-coming]').first()).toBeVisible()
  await expect(goOn).toBeVisible()
  letGo()
  await expect(page.getByText('You have no standing orders yet')).toBeVisible()
})

test('the types of a transfer wait for the recipients above them, also in a dialog', async ({
  page,
  bank,
}) => {
  const [demo] = await bank.demo()
  await page.setViewportSize(wide)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await watch(page)
  const letGo = await hold(page, '**/api/beneficiaries')
  await bank.enter(page, demo ?? { token: '' }, '/c')
  await page.getByRole('button', { name: 'Transfer', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Select Transfer Type' })
  await expect(dialog).toBeVisible()
  await page.waitForTimeout(500)
  letGo()
  await expect(dialog.getByRole('group', { name: 'Recipients' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Local Transfer/ })).toBeVisible()
  expect(await movedControls(page)).toEqual([])
})
