import { moneyShots } from './money.ts'
import { moves } from './moves.ts'
import { orders } from './orders.ts'
import { drawn, inMain, press, pretend, type Shot, screen, visit } from './shot.ts'
import { signUp } from './sign-up.ts'

const visitors: Shot[] = [
  screen('login', '/login', 'visitor'),
  {
    name: 'login-refused',
    who: 'visitor',
    open: async (page) => {
      await visit(page, '/login')
      await page.getByLabel('Username').fill('nobody')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await press(page, 'Login')
      await page.getByRole('alert').waitFor()
    },
  },
  screen('sign-in-code', '/authentication/none/Authentication', 'visitor'),
  screen('reset-request', '/request-password-reset', 'visitor'),
  screen('reset', '/reset-password', 'visitor'),
  screen('not-found', '/no-such-page', 'visitor'),
  screen('verify', '/verify', 'visitor'),
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
  screen('standing-orders', '/c/standing-orders'),
  screen('pots', '/c/pots'),
  screen('forecast', '/c/forecast'),
  screen('quick-loans', '/c/quick-loans'),
  screen('insights', '/c/insights'),
  screen('notifications', '/c/notifications'),
  screen('documents', '/c/documents'),
  screen('area-not-found', '/c/nowhere'),
]

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
  {
    name: 'detail',
    open: async (page) => {
      await visit(page, '/c/transactions')
      await inMain(page, /completed/).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'export-menu',
    open: async (page) => {
      await visit(page, '/c/transactions')
      await inMain(page, 'Export').click()
    },
  },
  dialog('recipients', 'Manage recipients'),
  dialog('add-recipient', 'Add a recipient'),
  dialog('add-bill', 'Add a bill'),
  dialog('get-loan', 'Get Loan'),
  dialog('deposit', /^(?:Deposit|Transfer or deposit)$/),
  { ...dialog('menu', 'Open menu'), narrow: true },
  {
    name: 'interest',
    open: async (page) => {
      await visit(page, '/c/my-accounts')
      await page.getByRole('button', { name: /interest a year/ }).click()
      const months = page.getByRole('dialog').getByRole('listitem').getByRole('button')
      await months.nth(1).click()
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'add-account',
    open: async (page) => {
      await visit(page, '/c/my-accounts')
      await inMain(page, 'Add account').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'rename-account',
    open: async (page) => {
      await visit(page, '/c/my-accounts')
      await inMain(page, /^Rename/).click()
      await page.getByLabel('New name').waitFor()
    },
  },
  screen('search', '/c/transactions?q=rent'),
  screen('search-none', '/c/transactions?q=zephyrine'),
  {
    name: 'search-filters',
    open: async (page) => {
      await visit(page, '/c/transactions')
      await press(page, 'Filters')
      await page.getByRole('dialog', { name: 'Filters' }).waitFor()
    },
  },
  {
    name: 'proof',
    open: async (page) => {
      const refusal = {
        status: 'failed',
        message: 'Confirm that it is you',
        code: 'reauth_required',
      }
      await pretend(page, 'change-email', refusal, 403)
      await visit(page, '/c/profile')
      const email = page.getByLabel('New e-mail')
      // On a phone the sections of the page are shut.
      if (!(await email.isVisible())) await press(page, 'Update E-mail')
      await email.fill('ada@example.com')
      await email.press('Enter')
      await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
    },
  },
  {
    name: 'support-sent',
    open: async (page) => {
      await pretend(page, 'support', { status: 'success', data: { ticket: 'PB-000123' } })
      await visit(page, '/c/support')
      await page.getByLabel('Subject').fill('My card')
      await page.getByLabel('Message').fill('Where is my card?')
      await press(page, 'SUBMIT')
      await page.getByRole('heading', { name: 'Message Sent' }).waitFor()
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
      await inMain(page, 'try again').waitFor()
    },
  },
  {
    name: 'receipt',
    whole: true,
    open: async (page) => {
      await visit(page, '/c/transactions')
      await inMain(page, /completed/).click()
      const link = page.getByRole('dialog').getByRole('link', { name: 'Transaction receipt' })
      await visit(page, (await link.getAttribute('href')) ?? '')
    },
  },
  {
    name: 'statement',
    open: async (page) => {
      await visit(page, '/c/transactions')
      await inMain(page, 'Export').click()
      const link = page.getByRole('menuitem', { name: /Printable statement/ })
      const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
      await page.goto(opened.url())
      await opened.close()
      await drawn(page)
    },
  },
]

// The last one: a clock that was moved stays so for all pages of a browser's context.
const idle: Shot = {
  name: 'idle',
  open: async (page) => {
    await page.clock.install()
    await visit(page, '/c')
    await page.locator('[data-live]').waitFor({ state: 'attached' })
    await page.clock.fastForward('14:10')
    await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor()
    await page.clock.resume()
  },
}

/** What is empty, or new, for somebody who is. */
const firstSteps: Shot[] = [
  screen('first-home', '/c', 'newcomer'),
  screen('empty-transactions', '/c/transactions', 'newcomer'),
  screen('empty-debts', '/c/debts', 'newcomer'),
  screen('empty-cards', '/c/cards', 'newcomer'),
  screen('empty-bills', '/c/pay-bill', 'newcomer'),
  screen('empty-notifications', '/c/notifications', 'newcomer'),
  screen('one-account', '/c/my-accounts', 'newcomer'),
  { ...dialog('empty-recipients', 'Manage recipients'), who: 'newcomer' },
  screen('loan-begun', '/c/debts', 'borrower'),
  {
    ...{ name: 'loan-requested', who: 'borrower', whole: true },
    open: async (page) => {
      // The demonstration decides at once.
      await page.route('**/api/loans', async (route) => {
        const reply = await route.fetch()
        const body = await reply.json()
        const asked = { State: 'requested', NextDue: null, Schedule: [], Standing: undefined }
        Object.assign(body.data.List[0], asked)
        await route.fulfill({ response: reply, json: body })
      })
      await visit(page, '/c/debts')
    },
  },
  screen('no-second-loan', '/c/quick-loans', 'borrower'),
]

export const shots: readonly Shot[] = [
  ...[...visitors, ...signUp, ...pages, ...orders, ...states, ...moneyShots, ...firstSteps],
  ...[...moves, idle],
]
