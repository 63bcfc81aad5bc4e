import { expect } from '@playwright/test'
import { byLength } from '../server/src/testing/length.ts'
import { logIn } from './entry-steps.ts'
import { onlyLong } from './fixture.ts'
import { enter, sendIt, test, toPin } from './spec-only-steps.ts'
import { walk } from './spec-only-walk.ts'
import { type Laxness, laxnesses, namesOf } from './spec-server/laxness.ts'
import { startPage, startSpecServer } from './spec-server/spec-server.ts'
import { mixtures } from './spec-server/ways.ts'
import { row } from './steps.ts'
import { finish } from './transfer-steps.ts'

// Servers that follow the specification and still differ from each other, one difference at a time.

/** Where a laxness shows, and what is seen there all the same. */
const places: Partial<Record<Laxness, { path: string; sees: string | RegExp }>> = {
  'no accounts at all: null': { path: '/c', sees: 'Ada Okafor' },
  'no cards: null': { path: '/c/cards', sees: 'You do not have a card yet' },
  'cards with numbers': { path: '/c/cards', sees: '$12.50 USD' },
  'List: null': { path: '/c/transactions', sees: 'Your transacton list is empty' },
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
const ofOne = (name: Laxness) => {
  const laxness = laxnesses[name]
  return 'of' in laxness ? laxness.of : ''
}
// In any run web/src/checks/other-servers.test.ts asks every call of servers with each of these.
// shows D134
test('the page stands with each laxness of one call', onlyLong, async ({ page, bank }) => {
  test.setTimeout(300_000)
  await enter(page, '/c/support')
  for (const name of namesOf.changes) {
    await test.step(name, async () => {
      bank.switches.lax = [name]
      const { path, sees } = places[name] ?? usual(ofOne(name))
      await page.goto(path)
      await expect(page.locator('body')).toContainText(sees)
      await expect(page.locator('body')).not.toContainText(/Internal application error/i)
      await expect(page.getByRole('banner')).toContainText('Ada Okafor')
    })
  }
})

/** Where each of them is told. */
const faultPath = (name: Laxness) => {
  if (/card/.test(name)) return '/c/cards'
  return ofOne(name) === 'biller' ? '/c/pay-bill' : '/c/transactions'
}
const falsehoods = /list is empty|no account yet|do not have a card|0 of 10|\$0\.00/

// shows D161
test('what cannot be read is an error with a way to try again, and never nothing or zero', async ({
  page,
  bank,
}) => {
  const names = byLength<readonly Laxness[]>(namesOf.faults, [
    ...(['one line that makes no sense', 'cards without a balance'] as const),
    ...(['a bill without a name', 'accounts of other fields'] as const),
  ])
  await enter(page, '/c/support')
  for (const name of names) {
    await test.step(name, async () => {
      if (/beneficiaries/.test(name)) return
      bank.switches.lax = [name]
      await page.goto(ofOne(name) === 'acount-overview' ? '/c' : faultPath(name))
      await expect(page.getByRole('button', { name: 'try again' }).first()).toBeVisible()
      await expect(page.locator('body')).toContainText('Internal Application error')
      await expect(page.locator('body')).not.toContainText(falsehoods)
    })
  }
})

for (const [at, lax] of mixtures.entries()) {
  // shows §7.2 §7.4 §7.5 §7.7 §7.8 §7.9 §7.10 §7.11 §7.12 §7.13 §7.15 §7.16 §7.17 §7.18 §7.19 §7.20
  // shows §7.21 §7.22 §7.23 §7.24 §7.25 §7.26 §7.27 §7.28 §7.29 §7.30 §7.31 §7.32 §7.33 §7.34 §7.35
  // shows §7.36 §7.37 D134 D158 D159 D160 D161 D162 D170
  test(
    `all screens, flows and 33 calls of a server that differs in one way of each kind, ${at + 1} of ${mixtures.length}`,
    at === 0 ? {} : onlyLong,
    async ({ page, bank }) => {
      test.slow()
      bank.switches.lax = lax
      // Half of them read the login from the query.
      bank.switches.auth = at % 2 === 0 ? 'query' : 'bearer'
      await walk(page, bank)
    },
  )
}

// shows D134
test(
  'a page count as text has its pages, a state that is left out its icon',
  onlyLong,
  async ({ page, bank }) => {
    bank.switches.lax = ['PageSize as text']
    await enter(page, '/c/transactions')
    await expect(page.getByRole('button', { name: 'Page 3' })).toBeVisible()
    bank.switches.lax = ['lines without a state']
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
    bank.switches.lax = ['transfers answered without data']
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
