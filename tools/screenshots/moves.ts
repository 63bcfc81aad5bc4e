import type { Page } from '@playwright/test'
import { amend, daysFromNow, done, pretendRead } from './answers.ts'
import { asked } from './asked.ts'
import { settings } from './settings.ts'
import { inMain, press, pretend, type Shot, screen, visit } from './shot.ts'

const entries: Shot[] = [
  {
    ...{ name: 'login-passkey', who: 'visitor' },
    open: async (page) => {
      // As a bank with a name of its own says it.
      await page.addInitScript(() => {
        const named = new MutationObserver(() => {
          document.documentElement.dataset.passkeySite = window.location.hostname
          named.disconnect()
        })
        named.observe(document, { childList: true })
      })
      await visit(page, '/login')
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    },
  },
  {
    ...{ name: 'login-app-code', who: 'visitor' },
    open: async (page) => {
      const data = { buffer: 'none', header: 'Authentication', code_from: 'app' }
      const reply = { status: 'success', message: 'authentication_required', data }
      await pretend(page, 'login', reply)
      await visit(page, '/login')
      await page.getByLabel('Username').fill('ada')
      await page.getByLabel('Password', { exact: true }).fill('a password of hers')
      await press(page, 'Login')
      await page.getByRole('button', { name: 'Use a backup code' }).waitFor()
    },
  },
  {
    ...{ name: 'sign-in-code-refused', who: 'visitor' },
    open: async (page) => {
      await visit(page, '/authentication/none/Authentication')
      await page.getByLabel('Digit 1 of 5').fill('12345')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    ...{ name: 'signup-refused', who: 'visitor', whole: true },
    open: async (page) => {
      await visit(page, '/signup')
      await page.getByText('Savings Account').click()
      await press(page, 'Proceed')
      await page.getByRole('heading', { name: 'Personal Info' }).waitFor()
      await page.getByLabel('Username').fill('grace1906')
      await press(page, 'Proceed')
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    ...{ name: 'reset-request-sent', who: 'visitor' },
    open: async (page) => {
      const message = 'If the account exists, a link has been sent to its email.'
      await pretend(page, 'request-password-reset', { ...done, message })
      await visit(page, '/request-password-reset')
      await page.getByLabel('Username or Email address').fill('ada')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Reset Link Sent Succesfully' }).waitFor()
    },
  },
  { ...{ name: 'reset-form', who: 'visitor' }, open: resetForm },
  {
    ...{ name: 'reset-done', who: 'visitor' },
    open: async (page) => {
      await resetForm(page)
      await pretend(page, 'reset-password/**', done)
      await page.getByLabel('Confirm password').fill('seven quiet lanterns')
      await press(page, 'Save Password')
      await page.getByRole('heading', { name: 'Password Reset Successfully' }).waitFor()
    },
  },
  screen('link-verify-email', '/verify-email/none', 'visitor'),
  screen('link-undo-email', '/undo-email/none', 'visitor'),
  {
    ...{ name: 'link-not-me-done', who: 'visitor' },
    open: async (page) => {
      await pretend(page, 'not-me/**', done)
      await visit(page, '/not-me/none')
      await press(page, 'Freeze my account')
      await page.getByRole('link', { name: 'Login' }).waitFor()
    },
  },
  screen('pay-link-visitor', '/pay/none', 'visitor'),
]

async function resetForm(page: Page): Promise<void> {
  await page.route('**/api/confirm-reset/**', (route) => route.fulfill({ json: done }))
  await visit(page, '/reset-password/none')
  await page.getByLabel('Password', { exact: true }).fill('seven quiet lanterns')
}

const kinds = ['Own Account', 'Local Transfer', 'Wire Transfer', 'Transfer To Bank Card'] as const

async function transferForm(page: Page, kind: string): Promise<void> {
  await visit(page, '/c/transfer')
  await inMain(page, new RegExp(`^${kind}`)).click()
  await page.getByLabel('Source account').waitFor()
}

/** The form of each way to send money, the first recipient in one of them, and how it may end. */
const transfers: Shot[] = [
  ...kinds.map(
    (kind): Shot => ({
      ...{ name: `transfer-form-${kind.toLowerCase().replaceAll(' ', '-')}`, whole: true },
      open: (page) => transferForm(page, kind),
    }),
  ),
  {
    ...{ name: 'transfer-form-bitcoin', who: 'borrower', whole: true },
    open: (page) => transferForm(page, 'Bitcoin Transfer'),
  },
  {
    ...{ name: 'transfer-picked', whole: true },
    open: async (page) => {
      await visit(page, '/c/transfer')
      const faces = page.getByRole('group', { name: 'Recipients' }).getByRole('button')
      await faces.nth(1).click()
      await page.getByRole('group', { name: 'To', exact: true }).waitFor()
    },
  },
  {
    name: 'transfer-recipients',
    open: async (page) => {
      await transferForm(page, 'Local Transfer')
      await press(page, 'Select Recipient')
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'transfer-form-refused',
    open: async (page) => {
      await transferForm(page, 'Other Banks')
      await press(page, 'PROCEED')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'transfer-pin-refused', open: pinRefused },
  {
    name: 'transfer-unanswered',
    open: async (page) => {
      await page.route('**/api/transfer/own-account', (route) => route.abort())
      await ownOrder(page)
      await page.getByLabel('PIN', { exact: true }).fill('1234')
      await press(page, 'PROCEED')
      // The bank is asked five times before that is said.
      await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 30_000 })
    },
  },
]

/** Between the customer's own accounts, up to the PIN. */
async function ownOrder(page: Page): Promise<void> {
  await transferForm(page, 'Own Account')
  await page.getByLabel('Source account').selectOption({ index: 1 })
  await page.getByLabel('Destination account').selectOption({ index: 2 })
  await page.getByLabel('Amount').fill('64.00')
  await press(page, 'PROCEED')
  await page.getByRole('heading', { name: 'Confirm Transaction' }).waitFor()
  await press(page, 'PROCEED')
  await page.getByLabel('PIN', { exact: true }).waitFor()
}

async function pinRefused(page: Page): Promise<void> {
  const refusal = { status: 'failed', message: 'Invalid PIN', code: 'pin_wrong' }
  await pretend(page, 'transfer/own-account', { ...refusal, data: { triesLeft: 4 } }, 400)
  await ownOrder(page)
  await page.getByLabel('PIN', { exact: true }).fill('0000')
  await press(page, 'PROCEED')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
}

/** The ways in beside Bitcoin, which has pictures of all its steps. */
const deposits: Shot[] = (['Credit/ Debit Card', 'Direct Bank Transfer'] as const).flatMap(
  (method, at) => {
    const name = `deposit-${['card', 'bank'][at]}`
    const form = async (page: Page) => {
      await visit(page, '/c/add-funds')
      await inMain(page, new RegExp(`^${method}`)).click()
      await page.getByLabel('Recipient Account').waitFor()
    }
    return [
      { name, whole: true, open: form },
      {
        ...{ name: `${name}-confirm`, whole: true },
        open: async (page) => {
          await form(page)
          await page.getByLabel('Recipient Account').selectOption({ index: 1 })
          await page.getByLabel('Amount').fill('250.00')
          if (at === 0) {
            await page.getByLabel('Name on card').fill('Ada Okafor')
            await page.getByLabel('Card number').fill('4242424242424242')
            await page.getByLabel('Expiry').fill('1228')
            await page.getByLabel('CVV').fill('123')
          }
          await press(page, 'PROCEED')
          await page.getByRole('button', { name: 'CONFIRM' }).waitFor()
        },
      },
    ]
  },
)

type Cards = { cards: Record<string, unknown>[] }

const cards: Shot[] = [
  {
    ...{ name: 'cards-controlled', whole: true },
    open: async (page) => {
      await amend<Cards>(page, 'init-user', ({ cards: [card] }) =>
        Object.assign(card ?? {}, { PerDay: '500.00', PerPayment: '50.00', Abroad: false }),
      )
      const usd = {
        Currency: 'usd',
        Date: daysFromNow(0),
        Reason: null,
        Online: false,
        Abroad: false,
      }
      await pretendRead(page, 'cards/*/payments', {
        List: [
          { Id: '1', Merchant: 'Corner Shop', Amount: '20.00', State: 'authorised', ...usd },
          { Id: '2', Merchant: 'City Transit', Amount: '7.24', State: 'captured', ...usd },
          {
            ...usd,
            ...{ Id: '3', Merchant: 'Electronics', Amount: '649.00', State: 'refused' },
            Reason: 'It is above the limit of a payment',
          },
        ],
      })
      await visit(page, '/c/cards')
      await page.getByText('Payments with this card').first().waitFor()
    },
  },
  {
    ...{ name: 'cards-frozen', whole: true },
    open: async (page) => {
      await amend<Cards>(page, 'init-user', ({ cards: [card] }) =>
        Object.assign(card ?? {}, { Frozen: true, State: 'frozen' }),
      )
      await visit(page, '/c/cards')
    },
  },
  {
    name: 'cards-lost',
    open: async (page) => {
      await visit(page, '/c/cards')
      await inMain(page, /^Report the card/).click()
      await page.getByRole('button', { name: 'Report lost', exact: true }).scrollIntoViewIfNeeded()
    },
  },
]

type Loans = { List: Record<string, unknown>[] }
const longName = 'Maximiliana Oyelaran-Featherstonehaugh usd for the house by the lake'

const loans: Shot[] = [
  {
    ...{ name: 'debts-long-name', whole: true },
    open: async (page) => {
      await amend<Loans>(page, 'loans', ({ List }) => {
        for (const loan of List) {
          const account = { ...(loan.Account as object), Name: longName }
          Object.assign(loan, { Account: account, AutoRepay: { Account: { Id: '1', ...account } } })
        }
      })
      await visit(page, '/c/debts')
    },
  },
  {
    name: 'repay',
    open: async (page) => {
      await visit(page, '/c/debts')
      await inMain(page, 'Repay').click()
      const dialog = page.getByRole('dialog', { name: 'Quick Loan' })
      await dialog.getByRole('radio', { name: /An amount/ }).check()
      await dialog.getByLabel('Amount to repay').fill('300')
      await dialog.getByText('Interest saved').waitFor()
    },
  },
  {
    name: 'repay-pin',
    open: async (page) => {
      await visit(page, '/c/debts')
      await inMain(page, 'Repay').click()
      const dialog = page.getByRole('dialog', { name: 'Quick Loan' })
      await dialog.getByLabel('Pay from').selectOption({ index: 1 })
      await dialog.getByRole('button', { name: /^Repay/ }).click()
      await dialog.getByLabel('PIN', { exact: true }).waitFor()
    },
  },
  {
    ...{ name: 'auto-repay', whole: true },
    open: async (page) => {
      await amend<Loans>(page, 'loans', ({ List }) => {
        for (const loan of List) {
          loan.AutoRepay = {
            Account: { ...(loan.Account as object), Id: '1' },
            Trouble: 'Insufficient funds',
          }
        }
      })
      await visit(page, '/c/quick-loans')
      await page.getByRole('switch').waitFor()
    },
  },
  {
    ...{ name: 'loan-cost', who: 'newcomer', whole: true },
    open: async (page) => {
      await visit(page, '/c/quick-loans')
      await page.getByLabel('Account', { exact: true }).selectOption({ index: 1 })
      await page.getByLabel('Loan Amount').fill('1500')
    },
  },
]

const bills: Shot[] = [
  {
    name: 'manage-bills',
    open: async (page) => {
      await visit(page, '/c')
      await press(page, 'Manage bills')
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    ...{ name: 'add-biller', whole: true },
    open: async (page) => {
      await visit(page, '/c/pay-bill')
      await inMain(page, 'Add biller').click()
      await page.getByLabel('Biller name').waitFor()
    },
  },
  {
    ...{ name: 'bill-cancel', whole: true },
    open: async (page) => {
      await visit(page, '/c/pay-bill')
      await inMain(page, /^Cancel the bill/).click()
    },
  },
  {
    ...{ name: 'bill-skip', whole: true },
    open: async (page) => {
      await visit(page, '/c/pay-bill')
      await inMain(page, /^Skip the next date/).click()
    },
  },
]

export const moves: readonly Shot[] = [
  ...[...entries, ...transfers, ...deposits, ...cards, ...loans],
  ...[...bills, ...asked, ...settings],
]
