import { isLong } from '../server/src/testing/length.ts'
import { send } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { answerLate, filled, movedControls, watch } from './steady-steps.ts'
import { areaPages, hold, listening, small, wide } from './steps.ts'

const lookers = { 'at a desk': wide, 'on a telephone': small }

for (const [look, [where, size]] of Object.entries(lookers).entries()) {
  // What moves between press and release takes the press with it: nothing happens.
  test(`nothing that can be pressed moves while a page is filled, ${where}`, async ({
    page,
    bank,
  }) => {
    test.slow()
    await page.setViewportSize(size)
    await watch(page)
    await answerLate(page)
    const [demo] = await bank.demo()
    if (!demo) throw new Error('there is no demo customer')
    const people = [demo, await bank.customer({ balance: '500.00' })]
    for (const [nth, person] of people.entries()) {
      // Both see every page at both sizes in the long run; else each page is seen once, by whoever's turn it is.
      const turn = nth * 2 + look
      const seen = areaPages.filter((_, at) => isLong || at % 4 === turn)
      for (const path of seen) {
        if (path === seen[0]) await bank.enter(page, person, path)
        else await page.goto(path)
        await filled(page)
        const moved = await movedControls(page)
        expect.soft(moved, path).toEqual([])
      }
    }
  })
}

test(
  'a page of who is frozen waits for the banner above it, however late that is',
  onlyLong,
  async ({ page, bank }) => {
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
  },
)

test(
  'who types below a list that is asked for once more goes on typing',
  onlyLong,
  async ({ page, bank }) => {
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
  },
)

test(
  'what stands below something that hangs can be used all the same',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(wide)
    const letGo = await hold(page, '**/api/standing-orders')
    await bank.enter(page, ada, '/c/standing-orders')
    const goOn = page.getByRole('button', { name: 'Continue' })
    await expect(page.getByRole('main').locator('[data-coming]').first()).toBeVisible()
    await expect(goOn).toBeVisible()
    letGo()
    await expect(page.getByText('You have no standing orders yet')).toBeVisible()
  },
)

test(
  'what is coming up waits for where the money went, which stands above it',
  onlyLong,
  async ({ page, bank }) => {
    const [demo] = await bank.demo()
    await page.setViewportSize(small)
    await watch(page)
    const letGo = await hold(page, '**/api/spending/**')
    await bank.enter(page, demo ?? { token: '' }, '/c')
    await expect(page.getByText('· standing order')).not.toHaveCount(0)
    await page.waitForTimeout(500)
    letGo()
    await expect(page.getByRole('link', { name: 'All insights' })).toBeVisible()
    await expect(page.locator('[data-coming]')).toHaveCount(0)
    expect(await movedControls(page)).toEqual([])
  },
)

test(
  'the types of a transfer wait for the recipients above them, also in a dialog',
  onlyLong,
  async ({ page, bank }) => {
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
  },
)

test.describe('on a slow line', () => {
  test.use({ slowLine: true })

  test(
    'the font comes with the next page, and moves nothing on the one that is read',
    onlyLong,
    async ({ page, bank }) => {
      const [demo] = await bank.demo()
      await page.setViewportSize(small)
      const devtools = await page.context().newCDPSession(page)
      const line = { offline: false, latency: 500, downloadThroughput: -1, uploadThroughput: -1 }
      await devtools.send('Network.emulateNetworkConditions', line)
      const fontCame = page.waitForResponse(/figtree-latin-wght-normal/)
      await bank.enter(page, demo ?? { token: '' }, '/c')
      const root = page.locator('html')
      await expect(root).toHaveAttribute('data-font', 'later')
      await expect(page.locator('[data-coming]')).toHaveCount(0)
      const link = page.getByRole('link', { name: 'History' })
      const place = await link.boundingBox()
      await fontCame
      await page.waitForTimeout(500)
      expect(await link.boundingBox()).toEqual(place)
      await link.click()
      await expect(root).not.toHaveAttribute('data-font', 'later')
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"Figtree/)
    },
  )
})
