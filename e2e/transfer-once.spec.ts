import type { Page, Route } from '@playwright/test'
import { byLength } from '../server/src/testing/length.ts'
import { expectAccessible } from './accessible.ts'
import { aWord } from './back-steps.ts'
import { firstAccount } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import {
  choose,
  confirmAndPin,
  enterMailedCode,
  enterPin,
  fillOrder,
  finish,
  heading,
  payer,
  pin,
  proceed,
  toPin,
} from './transfer-steps.ts'

test.describe('one order has one effect', () => {
  const path = '**/api/transfer/local'
  const keysOf = (page: Page) => {
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/transfer/local')) {
        keys.push(request.headers()['idempotency-key'])
      }
    })
    return keys
  }
  /** The bank gets the order and the page never hears of it. */
  const loseReply = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  /**
   * Loses what is sent to this path until told otherwise. A switch, and no `unroute`: that lets go of a
   * request whose reply is just being lost, which then cannot be lost any more.
   */
  async function losing(page: Page, path: string, lose = loseReply): Promise<() => void> {
    let lost = true
    await page.route(path, (route) => (lost ? lose(route) : route.fallback()))
    return () => {
      lost = false
    }
  }

  // shows D59
  test('a double click', async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    const keys = keysOf(page)
    await toPin(page, bank, ada, bob, '5')
    await page.getByLabel('PIN', { exact: true }).fill(pin)
    await page.getByRole('button', { name: 'PROCEED' }).dblclick()
    await finish(page)
    expect(keys).toHaveLength(1)
    expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
  })

  // shows §2.15.10 D59 D128
  test('replies that are lost, then an answer', async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    const keys = keysOf(page)
    await toPin(page, bank, ada, bob, '5')
    await page.route(path, loseReply, { times: 2 })
    await enterPin(page)
    await expect(page.getByText('Sending your transfer')).toBeVisible()
    await finish(page)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
    expect(await bank.findings()).toEqual([])
  })

  test(
    'no network at all: still working, then a clear end, then Try again',
    onlyLong,
    async ({ page, bank }) => {
      const ada = await payer(bank)
      const bob = await bank.customer()
      const keys = keysOf(page)
      await toPin(page, bank, ada, bob, '5')
      await page.clock.install()
      let tries = 0
      await page.route(path, async (route) => {
        tries += 1
        // The first try arrives and its reply does not; the others get nowhere.
        if (tries === 1) await route.fetch()
        await route.abort()
      })
      await enterPin(page)
      for (let at = 1; at < 5; at++) {
        await expect.poll(() => tries).toBeGreaterThanOrEqual(at)
        await page.clock.runFor(8000)
      }
      await expect(
        page.getByText('connection error. check your connection and try again'),
      ).toBeVisible()
      await expect(page.getByText('It is never paid twice.')).toBeVisible()
      await expectAccessible(page)
      await page.unroute(path)
      await page.getByRole('button', { name: 'Try again' }).click()
      await finish(page)
      expect(new Set(keys).size).toBe(1)
      expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
      expect((await firstAccount(bank, ada)).CurrentBalance).toBe('495.00')
    },
  )

  // shows §8.5 D135
  test('a fault in words is shown and not repeated; Try again asks about the same order', async ({
    page,
    bank,
  }) => {
    const ada = await payer(bank)
    const bob = await bank.customer()
    const keys = keysOf(page)
    await toPin(page, bank, ada, bob, '5')
    const json = { status: 'failed', message: 'The ledger is resting' }
    await page.route(path, (route) => route.fulfill({ status: 500, json }), { times: 1 })
    await enterPin(page)
    await expect(page.getByText('The ledger is resting')).toBeVisible()
    await expect(page.getByText('connection error')).toHaveCount(0)
    await page.waitForTimeout(1500)
    expect(keys).toHaveLength(1)
    await page.getByRole('button', { name: 'Try again' }).click()
    await finish(page)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
  })

  test(
    'a bank that takes its time: still working after fifteen seconds',
    onlyLong,
    async ({ page, bank }) => {
      const ada = await payer(bank)
      const bob = await bank.customer()
      await toPin(page, bank, ada, bob, '5')
      await page.clock.install()
      const held = Promise.withResolvers<void>()
      await page.route(path, async (route) => {
        await held.promise
        await route.continue()
      })
      await enterPin(page)
      await expect(page.getByText('Sending your transfer')).toBeVisible()
      await expectAccessible(page)
      await page.clock.runFor(15_500)
      await expect(page.getByText('Still working')).toBeVisible()
      await expectAccessible(page)
      held.resolve()
      await finish(page)
      expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
    },
  )

  const endings = [
    ['that was made', loseReply],
    ['that was not made', (route: Route) => route.abort()],
  ] as const
  for (const [name, lost] of endings.slice(0, byLength(2, 1))) {
    // shows D128
    test(`a reload in the middle of an order ${name}`, async ({ page, bank }) => {
      const ada = await payer(bank)
      const bob = await bank.customer()
      const keys = keysOf(page)
      await toPin(page, bank, ada, bob, '5')
      const stop = await losing(page, path, lost)
      await enterPin(page)
      await expect.poll(() => keys.length).toBeGreaterThan(0)
      const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
      expect(stored).toContain(keys[0])
      expect(stored).not.toMatch(aWord(pin))
      await page.reload()
      stop()
      await expect(
        page.getByText(/Your transfer was on its way when this page was left/),
      ).toBeVisible()
      await expectAccessible(page)
      await enterPin(page)
      await finish(page)
      expect(new Set(keys).size).toBe(1)
      expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(keys[0])
    })
  }

  test(
    'a reload in the middle, with codes: asked for first, then a new code',
    onlyLong,
    async ({ page, bank }) => {
      const ada = await payer(bank, { UseOtp: true })
      const bob = await bank.customer()
      const keys = keysOf(page)
      await toPin(page, bank, ada, bob, '5')
      await enterPin(page)
      await expect(heading(page, 'Enter OTP')).toBeVisible()
      await page.route(path, (route) => route.abort())
      await enterMailedCode(page, bank, ada)
      await expect.poll(() => keys.length).toBeGreaterThan(0)
      await page.reload()
      await page.unroute(path)
      await enterPin(page)
      await expect(heading(page, 'Enter OTP')).toBeVisible()
      await enterMailedCode(page, bank, ada)
      await finish(page)
      expect(new Set(keys).size).toBe(1)
      expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
    },
  )

  test(
    'a reload in the middle of a card transfer asks for the card again',
    onlyLong,
    async ({ page, bank }) => {
      const ada = await payer(bank)
      await bank.enter(page, ada, '/c/transfer')
      await choose(page, 'Transfer To Bank Card')
      await fillOrder(page, '30')
      await page.getByLabel('Card name').fill('Ada Byron')
      const enterCard = async () => {
        await page.getByLabel('Card number').fill('4242424242424242')
        await page.getByLabel('CVV').fill('123')
      }
      await page.getByLabel('Expiry').pressSequentially('1230')
      await enterCard()
      await proceed(page)
      const sent = page.waitForRequest('**/api/transfer/card')
      const stop = await losing(page, '**/api/transfer/card')
      await confirmAndPin(page)
      await sent
      await page.reload()
      stop()
      await expect(page.getByText(/Enter the card again/)).toBeVisible()
      await expect(page.getByLabel('Card name')).toHaveValue('Ada Byron')
      await enterCard()
      await proceed(page)
      await confirmAndPin(page)
      await finish(page)
      expect((await firstAccount(bank, ada)).AvailableBalance).toBe('470.00')
    },
  )

  test(
    'a copy of the tab asks with the same key, and the other tab shows the new balance',
    onlyLong,
    async ({ page, bank }) => {
      const ada = await payer(bank)
      const bob = await bank.customer()
      const keys = keysOf(page)
      await toPin(page, bank, ada, bob, '5')
      // The first reply is lost; what is asked again waits, however long the other tab takes.
      const held = Promise.withResolvers<void>()
      let first = true
      await page.route(path, async (route) => {
        if (!first) return held.promise.then(() => route.continue()).catch(() => undefined)
        first = false
        return loseReply(route)
      })
      await enterPin(page)
      await expect.poll(() => keys.length).toBeGreaterThan(0)
      const [copy] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate(() => void window.open('/c/transfer')),
      ])
      const overview = await page.context().newPage()
      await overview.goto('/c')
      await enterPin(copy)
      await finish(copy)
      held.resolve()
      await finish(page)
      await expect(overview.getByRole('region', { name: 'Balances' })).toContainText('$495.00')
      expect((await firstAccount(bank, bob)).CurrentBalance).toBe('5.00')
      expect(await bank.findings()).toEqual([])
    },
  )
})
