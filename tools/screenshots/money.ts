import type { Page } from '@playwright/test'
import { inMain, press, type Shot, screen, visit } from './shot.ts'

const still = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))

type Act = (page: Page) => Promise<void>

/** A page and what is done there; the picture shows what then lies over it. */
function over(name: string, path: string, act: Act): Shot {
  return {
    name,
    open: async (page) => {
      await visit(page, path)
      await act(page)
      await page.getByRole('dialog').waitFor()
      await still(page)
    },
  }
}

/** Changes what the bank answers to a question, and nothing in the bank. */
async function alter(page: Page, path: string, change: (data: Answer) => object): Promise<void> {
  await page.route(`**/api/${path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: Answer }
    const json = { ...body, data: { ...body.data, ...change(body.data) } }
    await route.fulfill({ response: reply, json })
  })
}

type Answer = { Month?: string; days?: { on: string }[] }

/** A line that a search finds, with what is asked of its detail. */
const detail = (name: string, search: string, line: RegExp, act?: Act): Shot =>
  over(`detail-${name}`, `/c/transactions?${search}`, async (page) => {
    await inMain(page, line).click()
    await page.getByRole('region', { name: 'Category and note' }).waitFor()
    await act?.(page)
  })

const ride = ['q=City+Transit', /City Transit/] as const

const lines: Shot[] = [
  detail('pending', 'state=pending', /pending/),
  detail('failed', 'state=failed', /failed/),
  detail('credit', 'q=Northwind', /Northwind/),
  detail('category', ...ride, async (page) => {
    await press(page, 'Change category')
    await page.getByRole('button', { name: 'Save category' }).waitFor()
  }),
  detail('split', ...ride, async (page) => {
    await press(page, 'Split')
    await page.getByRole('button', { name: 'Save split' }).waitFor()
  }),
  detail('note', ...ride, async (page) => {
    await press(page, 'Write a note of your own')
    await page.getByLabel('Your note').waitFor()
  }),
  screen('search-filtered', '/c/transactions?q=market&direction=out&min=5.00'),
  screen('transactions-dates', '/c/transactions?start=2020-01-01&end=2020-01-31'),
]

// On a mirrored page what is put into a name stands between marks of its own.
const figures: readonly [name: string, path: string, figure: RegExp][] = [
  ['balance', '/c', /^Explain .*USD.* balance/],
  ['available', '/c', /^Explain .*Available balance/],
  ['spent', '/c', /^Explain .*Spent this month/],
  ['income', '/c', /^Explain .*Income/],
  ['expenses', '/c', /^Explain .*Expenses/],
  ['total', '/c/my-accounts', /Total in/],
  ['interest', '/c/debts', /Explain .*Interest/],
  ['outstanding', '/c/debts', /Explain .*Outstanding/],
  ['safe', '/c/forecast', /Explain .*Safe to spend/],
  ['category', '/c/insights', /Explain .*Groceries/],
  ['card', '/c/cards', /Balance of the card/],
]

const explained: Shot[] = [
  ...figures.map(([name, path, figure]) =>
    over(`explain-${name}`, path, (page) => press(page, figure)),
  ),
  over('explain-ledger', '/c', async (page) => {
    await press(page, /^Explain .*Available balance/)
    for (const name of ['Current balance', 'Net', 'Transaction']) {
      await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
      await page.getByRole('dialog', { name, exact: true }).waitFor()
      await still(page)
    }
    await page.getByRole('heading', { name: 'In the ledger' }).waitFor()
  }),
]

/** A month with a budget that is kept, one that is nearly gone and one that is. */
const severalBudgets = (page: Page) =>
  alter(page, 'budgets**', () => ({
    List: [
      { Category: 'groceries', Currency: { Code: 'usd' }, Amount: '420.00', Spent: '180.40' },
      { Category: 'eating-out', Currency: { Code: 'usd' }, Amount: '150.00', Spent: '131.25' },
      { Category: 'transport', Currency: { Code: 'usd' }, Amount: '60.00', Spent: '74.80' },
    ],
  }))

const insights: Shot[] = [
  {
    ...{ name: 'insights-last-month', whole: true },
    open: async (page) => {
      await visit(page, '/c/insights')
      await press(page, 'The month before')
      await still(page)
    },
  },
  {
    ...{ name: 'insights-table', whole: true },
    open: async (page) => {
      await visit(page, '/c/insights')
      await page.getByText('Show as a table').click()
    },
  },
  {
    ...{ name: 'budgets', whole: true },
    open: async (page) => {
      await severalBudgets(page)
      await alter(page, 'category-rules', () => ({
        List: [{ Id: 'a', Payee: 'Harbour Books', Category: 'shopping' }],
      }))
      await visit(page, '/c/insights')
      await page.getByRole('region', { name: 'Your rules' }).waitFor()
    },
  },
  {
    name: 'budget-remove',
    open: async (page) => {
      await severalBudgets(page)
      await visit(page, '/c/insights')
      await press(page, /^Remove the budget of/)
      await page.getByText('Remove this budget?').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'budget-refused',
    open: async (page) => {
      await visit(page, '/c/insights')
      await press(page, 'Save budget')
      await page.getByLabel('Budget for').scrollIntoViewIfNeeded()
    },
  },
  screen('empty-insights', '/c/insights', 'newcomer'),
]

const ahead: Shot[] = [
  {
    ...{ name: 'forecast-table', whole: true },
    open: async (page) => {
      await visit(page, '/c/forecast')
      await press(page, 'Every day as a table')
      await page.getByRole('table').waitFor()
    },
  },
  {
    ...{ name: 'forecast-missing', whole: true },
    open: async (page) => {
      await tooLittle(page)
      await visit(page, '/c/forecast')
    },
  },
  {
    ...{ name: 'overview-missing', whole: true },
    open: async (page) => {
      await tooLittle(page)
      await visit(page, '/c')
      await page.getByText(/will be missing on/).waitFor()
    },
  },
  screen('empty-forecast', '/c/forecast', 'newcomer'),
]

/** Too little of it for the rent. */
const tooLittle = (page: Page) =>
  alter(page, 'forecast**', ({ days }) => ({
    safeToSpend: '0.00',
    missing: { on: days?.[9]?.on ?? '', text: 'Harbour Lettings', amount: '212.40' },
  }))

/** What is done with a pot of the demo customer's. */
const pot = (name: string, ...buttons: (string | RegExp)[]): Shot =>
  over(`pot-${name}`, '/c/pots', async (page) => {
    for (const button of buttons) {
      await page.getByRole('button', { name: button, exact: true }).last().click()
      await page.getByRole('dialog').waitFor()
    }
  })

const pots: Shot[] = [
  pot('new', 'New pot'),
  pot('move-in', /^Move into .*Japan/),
  pot('move-out', /^Move out of .*Japan/),
  pot('detail', /^Details of .*Japan/),
  pot('change', /^Details of .*Japan/, 'Change'),
  pot('every', /^Details of .*Japan/, 'Pay in every …'),
  pot('close', /^Details of .*Japan/, 'Close pot'),
  screen('empty-pots', '/c/pots', 'newcomer'),
]

/** A statement of the bank, as it was made or with a bit of it changed, is checked. */
async function verify(page: Page, file: 'good' | 'changed' | 'other'): Promise<void> {
  await visit(page, '/c/documents')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Download/ })
      .first()
      .click(),
  ])
  const pieces = await (await download.createReadStream()).toArray()
  const buffer = file === 'other' ? Buffer.from('%PDF-1.7 of somebody') : Buffer.concat(pieces)
  const middle = Math.floor(buffer.length / 2)
  if (file === 'changed') buffer[middle] = (buffer[middle] ?? 0) ^ 1
  await visit(page, '/verify')
  await page
    .getByLabel('Drop a PDF file here, or choose one')
    .setInputFiles({ name: download.suggestedFilename(), mimeType: 'application/pdf', buffer })
  await page.getByText(/Signed by|Do not rely on it/).waitFor()
}

const documents: Shot[] = [
  ...(['good', 'changed', 'other'] as const).map(
    (file): Shot => ({
      ...{ name: `verify-${file}`, whole: true },
      open: (page) => verify(page, file),
    }),
  ),
  screen('empty-documents', '/c/documents', 'newcomer'),
]

const clock = /^The bank’s date is/

const around: Shot[] = [
  over('time-machine', '/c', (page) => press(page, clock)),
  over('time-machine-passing', '/c', async (page) => {
    await alter(page, 'demo/clock', () => ({ Passing: { Done: 6, Days: 15 } }))
    await press(page, clock)
    await page.getByRole('progressbar', { name: 'Days that have passed' }).waitFor()
  }),
  {
    name: 'account-menu',
    open: async (page) => {
      await visit(page, '/c')
      await inMain(page, /^Account: /).click()
      await page.getByRole('menu', { name: 'Accounts' }).waitFor()
    },
  },
  { ...over('money-panel', '/c', (page) => press(page, 'Transfer or deposit')), narrow: true },
  {
    ...{ name: 'rail-low', wide: true },
    open: async (page) => {
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 1024, height: 560 })
      await visit(page, '/c/forecast')
    },
  },
]

/** What money did, does and will do, and what the bank says of it. */
export const moneyShots: Shot[] = [
  ...[...lines, ...explained, ...insights, ...ahead, ...pots, ...documents, ...around],
]
