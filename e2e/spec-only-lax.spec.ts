import { expect } from '@playwright/test'
import { logIn } from './entry-steps.ts'
import { onlyLong } from './fixture.ts'
import { enter, sendIt, test, toPin } from './spec-only-steps.ts'
import { type Laxness, laxnesses } from './spec-server/laxness.ts'
import { startPage, startSpecServer } from './spec-server/spec-server.ts'
import { row } from './steps.ts'
import { finish } from './transfer-steps.ts'

// Servers that follow the specification and still differ from each other, one difference at a time.

/** Where each laxness shows, and what is seen there all the same. */
const places: Partial<Record<Laxness, { path: string; sees: string | RegExp }>> = {
  'no accounts at all: null': { path: '/c', sees: 'Ada Okafor' },
  'no cards: null': { path: '/c/cards', sees: 'You do not have a card yet' },
  'cards with numbers': { path: '/c/cards', sees: '$12.50 USD' },
  'List: null': { path: '/c/transactions', sees: 'Your transacton list is empty' },
  'one line that makes no sense': { path: '/c/transactions', sees: 'Crypto Deposit' },
  'beneficiaries: null': { path: '/c', sees: '$500.00' },
  'bills: null': { path: '/c/pay-bill', sees: 'Your bills list is empty' },
  'bills with odd fields': { path: '/c/pay-bill', sees: 'Netflix Inc' },
  'billers: null': { path: '/c/pay-bill', sees: 'Meta Platforms' },
  'transfers answered without data': { path: '/c/transfer', sees: 'Own Account' },
}
const usual = (of: string) =>
  of === 'transactions'
    ? { path: '/c/transactions', sees: 'Payer 22' }
    : { path: '/c', sees: '$500.00' }
const names = Object.keys(laxnesses) as Laxness[]
const half = Math.ceil(names.length / 2)
// In any run contract/src/lenient.test.ts reads replies with each of their fields missing or odd.
for (const [part, some] of [names.slice(0, half), names.slice(half)].entries()) {
  // shows D134
  test(
    `the page stands with each laxness alone, part ${part + 1}`,
    onlyLong,
    async ({ page, bank }) => {
      await enter(page, '/c/support')
      for (const name of some) {
        await test.step(name, async () => {
          bank.switches.lax = name
          const { path, sees } = places[name] ?? usual(laxnesses[name].of)
          await page.goto(path)
          await expect(page.locator('body')).toContainText(sees)
          await expect(page.locator('body')).not.toContainText(/Internal application error/i)
          await expect(page.getByRole('banner')).toContainText('Ada Okafor')
        })
      }
    },
  )
}

// shows D134
test(
  'a page count as text has its pages, a state that is left out its icon',
  onlyLong,
  async ({ page, bank }) => {
    bank.switches.lax = 'PageSize as text'
    await enter(page, '/c/transactions')
    await expect(page.getByRole('button', { name: 'Page 3' })).toBeVisible()
    bank.switches.lax = 'lines without a state'
    await page.reload()
    await expect(row(page, /^Crypto Deposit.*pending/)).toBeVisible()
    await expect(row(page, /^Payer 22.*completed/)).toBeVisible()
  },
)

// shows D134
test(
  'a transfer that is answered with success alone was made, once',
  onlyLong,
  async ({ page, bank }) => {
    bank.switches.lax = 'transfers answered without data'
    await enter(page, '/c/transfer')
    await toPin(page, '10')
    await sendIt(page)
    await finish(page)
    expect(bank.orders).toHaveLength(1)
    await page.goto('/c')
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$490.00')
  },
)

// shows §7.1 §7.40 D119 D133
test('the page asks an API of another origin, and sends nothing that it would not allow', async ({
  page,
}) => {
  const api = await startSpecServer('api')
  const client = await startPage(api.url)
  await page.goto(`${client.url}/login`)
  await logIn(page, 'ada', 'secret')
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$500.00')
  await page.goto(`${client.url}/c/transfer`)
  await toPin(page, '10')
  await sendIt(page)
  await finish(page)
  expect(api.orders).toHaveLength(1)
  expect(api.strange).toEqual([])
  await client.stop()
  await api.stop()
})
