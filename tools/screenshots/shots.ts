import type { Page } from '@playwright/test'

/** A screen in one of its states, and how to get there. */
export type Shot = {
  name: string
  open: (page: Page) => Promise<void>
  /** Before the login. */
  visitor?: boolean
  /** All of it, however long it is. */
  whole?: boolean
  /** On narrow screens only. */
  narrow?: boolean
}

/** The stream of events never ends, so the network is never idle: wait for what is drawn. */
async function drawn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await drawn(page)
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

const screen = (name: string, path: string, visitor = false): Shot => ({
  name,
  visitor,
  whole: true,
  open: (page) => visit(page, path),
})

const visitors: Shot[] = [
  screen('login', '/login', true),
  {
    name: 'login-refused',
    visitor: true,
    open: async (page) => {
      await visit(page, '/login')
      await page.getByLabel('Username').fill('nobody')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await press(page, 'Login')
      await page.getByRole('alert').waitFor()
    },
  },
  screen('signup', '/signup', true),
  screen('reset-request', '/request-password-reset', true),
  screen('reset', '/reset-password', true),
  screen('not-found', '/no-such-page', true),
]

const pages: Shot[] = [
  screen('overview', '/c'),
  screen('transfer', '/c/transfer'),
  screen('add-funds', '/c/add-funds'),
  screen('transactions', '/c/transactions'),
  screen('accounts', '/c/my-accounts'),
  screen('debts', '/c/debts'),
  screen('cards', '/c/cards'),
  screen('profile', '/c/profile'),
  screen('security', '/c/profile/security'),
  screen('support', '/c/support'),
  screen('pay-bill', '/c/pay-bill'),
  screen('quick-loans', '/c/quick-loans'),
  screen('notifications', '/c/notifications'),
  screen('area-not-found', '/c/nowhere'),
]

/** A transfer to somebody at another bank, up to the panel that is named. */
async function transfer(page: Page, upTo: 'form' | 'confirm' | 'pin'): Promise<void> {
  await visit(page, '/c/transfer')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Other Banks/ })
    .click()
  const source = page.getByLabel('Source account')
  await source.waitFor()
  if (upTo === 'form') return
  await source.selectOption({ index: 1 })
  await page.getByLabel('Amount').fill('64.00')
  await page.getByLabel('Bank', { exact: true }).selectOption('Chase')
  await page.getByLabel('Account number').fill('8830071154')
  await page.getByLabel('Account name').fill('Priya Raman')
  await press(page, 'PROCEED')
  await page.getByRole('heading', { name: 'Confirm Transaction' }).waitFor()
  if (upTo === 'confirm') return
  await press(page, 'PROCEED')
  await page.getByRole('heading', { name: 'Enter Pin to Confirm' }).waitFor()
}

/** A dialog of the overview, by the button that opens it. */
const dialog = (name: string, button: string | RegExp): Shot => ({
  name,
  open: async (page) => {
    await visit(page, '/c')
    await press(page, button)
    await page.getByRole('dialog').waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  },
})

const states: Shot[] = [
  { name: 'transfer-form', whole: true, open: (page) => transfer(page, 'form') },
  { name: 'transfer-confirm', open: (page) => transfer(page, 'confirm') },
  { name: 'transfer-pin', open: (page) => transfer(page, 'pin') },
  {
    name: 'detail',
    open: async (page) => {
      await visit(page, '/c/transactions')
      await page
        .getByRole('main')
        .getByRole('button', { name: /completed/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'export-menu',
    open: async (page) => {
      await visit(page, '/c/transactions')
      await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
    },
  },
  dialog('recipients', 'Manage recipients'),
  dialog('add-recipient', 'Add a recipient'),
  dialog('add-bill', 'Add a bill'),
  dialog('get-loan', 'Get Loan'),
  dialog('deposit', /^(?:Deposit|Transfer or deposit)$/),
  { ...dialog('menu', 'Open menu'), narrow: true },
  {
    name: 'add-account',
    open: async (page) => {
      await visit(page, '/c/my-accounts')
      await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'offline',
    open: async (page) => {
      await visit(page, '/c')
      await page.locator('[data-live]').waitFor({ state: 'attached' })
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
    },
  },
  {
    name: 'loading',
    open: async (page) => {
      await page.route('**/api/init-user', () => {})
      await page.goto('/c')
      await page.getByText('Please Wait').waitFor()
    },
  },
  {
    name: 'first-load-failed',
    open: async (page) => {
      await page.route('**/api/init-user', (route) => route.abort())
      await page.goto('/c')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'page-failed',
    open: async (page) => {
      await page.route('**/api/transactions/**', (route) => route.abort())
      await visit(page, '/c/transactions')
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'statement',
    open: async (page) => {
      await visit(page, '/c/transactions')
      await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
      const link = page.getByRole('menuitem', { name: /Printable statement/ })
      const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
      await page.goto(opened.url())
      await opened.close()
      await drawn(page)
    },
  },
]

export const shots: readonly Shot[] = [...visitors, ...pages, ...states]
