import type { Page, Route } from '@playwright/test'
import { byLength } from '../server/src/testing/length.ts'
import { at, aWord, dialog, layersOf, press, sizes, stored, walk } from './back-steps.ts'
import { ask, firstAccount, openAccount, send } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { chooseAccount, row, small, toast, wide } from './steps.ts'
import { choose, heading, payer, pin, proceed } from './transfer-steps.ts'

type Fields = Record<string, string>

/** Forms and what is typed into each; what opens it, where it lies over a page, and what sends it. */
const forms = [
  {
    at: '/c',
    opener: 'Add a recipient',
    typed: {
      'Transfer type': 'other banks',
      'Bank name': 'Akbank',
      'Account number': '4401882201',
      'Account name': 'Jo Whitfield',
    },
    sender: 'Save Recipient',
    told: 'Beneficiary saved succesfully',
  },
  {
    at: '/c/my-accounts',
    opener: 'Add account',
    typed: { 'Account type': 'current', Currency: 'eur', 'Account name': 'Lisbon flat' },
    sender: 'Add Account',
    told: 'Account created successfully',
  },
  {
    at: '/c/my-accounts',
    opener: 'Rename Savings',
    typed: { 'New name': 'Rainy days' },
    sender: 'Save',
    told: 'Rainy days',
  },
  {
    at: '/c/support',
    typed: { Subject: 'A question', Message: 'Where is my card?' },
    sender: 'SUBMIT',
    told: 'one of our support agents will communicate as soon as possible',
  },
  {
    at: '/c/profile',
    typed: { 'Time to undo a transfer': '30' },
    sender: 'Save undo time',
    told: 'Undo time set successfully',
  },
  {
    at: '/c/profile/security',
    typed: { 'Most in a day': '800.00', 'Most at a time': '70.00' },
    sender: 'Save limits',
    told: 'Limits saved',
  },
  {
    at: '/c/insights',
    typed: { 'Budget for': 'groceries', 'Amount a month': '300.00' },
    sender: 'Save budget',
    told: 'Budget saved',
  },
]

const field = (page: Page, label: string) => page.getByLabel(label).last()

async function type(page: Page, typed: Fields) {
  for (const [label, value] of Object.entries(typed)) {
    const one = field(page, label)
    if ((await one.evaluate((element) => element.localName)) === 'select') {
      await one.selectOption(value)
    } else {
      await one.fill(value)
      await one.blur()
    }
  }
}

async function expectTyped(page: Page, typed: Fields) {
  for (const [label, value] of Object.entries(typed)) {
    await expect(field(page, label)).toHaveValue(value)
  }
}

const draftsOf = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft-')))

// shows D152
test('what is typed into a form stays through Back, Forward and a reload until it is sent', async ({
  page,
  bank,
}) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada, '/c/debts')
  // In the usual run one over a page and one in a page: they keep what is typed in one way.
  const some = byLength(
    forms,
    [forms[0], forms[4]].flatMap((form) => form ?? []),
  )
  for (const { at: path, opener, typed, sender, told } of some) {
    await page.goto(path)
    if (opener) await press(page, opener)
    await type(page, typed)
    const here = () => expectTyped(page, typed)
    const before = async () => {
      if (opener) await expect(field(page, Object.keys(typed)[0] ?? '')).toHaveCount(0)
      else await expect.poll(() => at(page)).not.toBe(path)
    }
    await walk(page, before, here)
    await press(page, sender)
    await expect(page.getByText(told).first()).toBeVisible()
    expect(await draftsOf(page), path).toEqual([])
  }

  // Whoever leaves leaves nothing behind, wherever it was typed.
  await page.goto('/c/profile')
  await type(page, { 'New e-mail': 'ada@new.example' })
  await page.reload()
  await expectTyped(page, { 'New e-mail': 'ada@new.example' })
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

// shows D152
test(
  'a link that asks about something else begins another message',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/support')
    await type(page, { Message: 'Where is my card?' })
    await bank.operate('fund', ada.accountNumber, '7.00')
    const { transactions } = await firstAccount(bank, ada)
    await page.goto(`/transaction-receipt/${transactions[0]?.Id}`)
    await page.getByRole('link', { name: 'Raise a dispute' }).click()
    await expect(page.getByLabel('Transaction reference')).toHaveValue(transactions[0]?.Id ?? '')
    await expect(page.getByLabel('Message')).toHaveValue('')
    await page.goto('/c/debts')
    await page.goto('/c/support')
    await expect(page.getByLabel('Message')).toHaveValue('Where is my card?')
  },
)

/** How often the browser has sent a form to the bank. */
function countSent(page: Page, path: string) {
  const sent = { times: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`/api/${path}`)) sent.times += 1
  })
  return sent
}

// shows D144 D152
test(
  'a bill goes back, forward and through reloads at each step, and is saved once',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await payer(bank, { UseOtp: true })
    const { Number: number } = await firstAccount(bank, ada)
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/debts')
    await page.goto('/c/pay-bill')
    const main = page.getByRole('main')
    const sent = countSent(page, 'biller')
    const first = { 'Account name': 'flat 4' }
    await type(page, first)
    const form = () => expectTyped(page, first)
    await walk(page, () => expect.poll(() => at(page)).toBe('/c/debts'), form)

    await main.getByRole('button', { name: 'Add biller' }).click()
    await type(page, { 'Biller name': 'City Water' })
    await walk(page, form, async () => {
      await expectTyped(page, { 'Biller name': 'City Water' })
      await expect(page).toHaveURL(/\?step=biller$/)
    })
    await main.getByRole('button', { name: 'Save Biller' }).click()
    await expect(main.getByRole('radio', { name: 'City Water' })).toBeChecked()
    await expect.poll(() => layersOf(page)).toEqual([])
    await expect(page).toHaveURL(/\/c\/pay-bill$/)
    expect(sent.times).toBe(1)

    const filled = { ...first, Amount: '40.00', Date: '2099-02-01' }
    await chooseAccount(main.getByLabel('Source account'))
    await main.getByText('One time').click()
    await type(page, filled)
    await main.getByRole('button', { name: 'Save Bill' }).click()
    const atPin = async () => {
      await expect(main.getByLabel('PIN', { exact: true })).toHaveValue('')
      await expect(main).toContainText('$40.00 to City Water')
      await expect(main).toContainText(
        `flat 4 · on 01 Feb 2099 · from Savings ·· ${number.slice(-4)}`,
      )
      await expect(page).toHaveURL(/\?step=pin$/)
      await expect(main.getByRole('button', { name: 'Add biller' })).toHaveCount(0)
    }
    const wholeForm = async () => {
      await expectTyped(page, filled)
      await expect(main.getByRole('radio', { name: 'City Water' })).toBeChecked()
      await expect(main.getByRole('radio', { name: 'One time' })).toBeChecked()
      await expect(main.getByRole('button', { name: 'Add biller' })).toBeVisible()
    }
    await walk(page, wholeForm, atPin)
    const toCode = async () => {
      await main.getByLabel('PIN', { exact: true }).fill(pin)
      await proceed(page)
      await expect(main.getByText('A code for this is on its way')).toBeVisible()
      await expect(main).toContainText('$40.00 to City Water')
      await expect(page).toHaveURL(/\?step=code$/)
      expect(await stored(page)).not.toMatch(aWord(pin))
    }
    // A code needs the PIN, which nothing has kept.
    await toCode()
    await page.goBack()
    await atPin()
    await page.goForward()
    await atPin()
    await toCode()
    await page.reload()
    await atPin()
    // Another bill is none that the bank has asked about.
    await page.goBack()
    await type(page, { Amount: '41.00' })
    await page.goForward()
    await expect(page).toHaveURL(/\/c\/pay-bill$/)
    await expectTyped(page, { Amount: '41.00' })
    await type(page, { Amount: '40.00' })
    await page.goForward()
    await atPin()
    expect(sent.times).toBe(2)

    // The answer is lost and the page loaded anew: the same bill is saved once all the same.
    await toCode()
    const lost = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/api/biller', lost, { times: 1 })
    await main.getByLabel('Digit 1 of 4').fill(await bank.codeFor(ada.email))
    await proceed(page)
    await expect(page.getByRole('alertdialog')).toBeVisible()
    // The entries of the steps go first.
    await expect.poll(() => layersOf(page)).toHaveLength(1)
    await page.goBack()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.reload()
    await wholeForm()
    await main.getByRole('button', { name: 'Save Bill' }).click()
    await expect(toast(page, 'Bill saved successfully')).toBeVisible()
    expect(await ask(bank, ada, 'biller')).toMatchObject([{ Name: 'City Water', Amount: '40.00' }])
    expect(await stored(page)).not.toContain('flat 4')
    await page.goForward()
    await expect(main.getByLabel('Account name')).toHaveValue('')
    await expect(page).toHaveURL(/\/c\/pay-bill$/)
  },
)

// A dialog where there is room, and a page of its own on a telephone.
const loanPlaces = {
  phone: { from: '/c/debts', page: '/c/quick-loans', layers: 0 },
  desk: { from: '/c', page: null, layers: 1 },
}

for (const [size, place] of Object.entries(loanPlaces)) {
  // shows D144 D152
  test(
    `a loan goes back step by step, and interrupted it is asked for once, on a ${size}`,
    onlyLong,
    async ({ page, bank }) => {
      test.slow()
      const ada = await payer(bank)
      const { Number: number } = await firstAccount(bank, ada)
      await page.setViewportSize(sizes[size as keyof typeof sizes])
      await bank.enter(page, ada, place.from)
      await bank.advance(6 * 60_000)
      if (place.page) await page.goto(place.page)
      else await press(page, 'Get Loan')
      const over = place.page ? page.getByRole('main') : dialog(page, 'Quick Loan')
      const before = async () => {
        await expect(page.getByLabel('Loan Amount')).toHaveCount(0)
        await expect.poll(() => at(page)).toBe(place.from)
      }
      await chooseAccount(over.getByLabel('Account'))
      await type(page, { 'Loan Amount': '120.00' })
      const form = () => expectTyped(page, { 'Loan Amount': '120.00' })
      await walk(page, before, form)
      await over.getByRole('button', { name: 'Get Loan' }).click()
      const atPin = async () => {
        await expect(over.getByLabel('PIN', { exact: true })).toHaveValue('')
        await expect(over).toContainText(`A loan of $120.00 to Savings ·· ${number.slice(-4)}`)
        await expect(over).toContainText('12% a year · 12 monthly payments')
      }
      await walk(page, form, atPin)
      await page.goBack()
      await form()
      await page.goBack()
      await before()
      await page.goForward()
      await form()
      await page.goForward()
      await atPin()

      // The bank has it, and the page is loaded anew before it hears so.
      const { promise, resolve } = Promise.withResolvers<void>()
      const unanswered = async (route: Route) => {
        await route.fetch()
        resolve()
      }
      await page.route('**/api/loan', unanswered, { times: 1 })
      await over.getByLabel('PIN', { exact: true }).fill(pin)
      await proceed(page)
      await promise
      // Back cannot end what is under way.
      await page.goBack()
      await expect.poll(() => layersOf(page)).toHaveLength(place.layers + 1)
      await expect(over.getByLabel('PIN', { exact: true })).toBeVisible()
      await page.reload()
      await expect(over).toContainText('Your request for $120.00 is with the bank')
      await expect(page.getByLabel('Loan Amount')).toHaveCount(0)
      await expect.poll(() => layersOf(page)).toHaveLength(place.layers)
      await page.goForward()
      await expect(over).toContainText('Your request for $120.00 is with the bank')
      const { transactions } = await firstAccount(bank, ada)
      expect(transactions.filter(({ Purpose }) => Purpose === 'loan')).toHaveLength(1)
      expect(await draftsOf(page)).toEqual([])
    },
  )
}

// shows D152
test(
  'an open detail is there again after Forward and a reload',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00' })
    await openAccount(bank, ada, 'eur')
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/transactions')
    await row(page, /500/).first().click()
    const detail = dialog(page, 'Transaction Details')
    await walk(
      page,
      () => expect(detail).toHaveCount(0),
      async () => {
        await expect(detail).toContainText('$500.00')
        await expect.poll(() => layersOf(page)).toHaveLength(1)
      },
    )
    await page.keyboard.press('Escape')
    await expect(detail).toHaveCount(0)
    await expect.poll(() => layersOf(page)).toEqual([])

    // One that cannot be had leaves no entry behind that Back would stop at.
    await page.goForward()
    await expect(detail).toBeVisible()
    await page.route('**/api/transaction-receipt/**', (route) => route.abort())
    await page.reload()
    await expect(row(page, /500/).first()).toBeVisible()
    await expect.poll(() => layersOf(page)).toEqual([])
    await expect(detail).toHaveCount(0)
  },
)

// shows D152
test(
  'the list of recipients is open again after Forward and a reload',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const jo = { account_number: '4401882201', account_name: 'Jo Whitfield', bank_name: 'Akbank' }
    await send(bank, ada, 'beneficiaries', { type: 'other banks', ...jo })
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/transfer')
    await choose(page, 'Other Banks')
    await press(page, 'Select Recipient')
    const list = dialog(page, 'Select Recipient')
    const here = () => expect(list.getByRole('button', { name: /Jo Whitfield/ })).toBeVisible()
    await walk(page, () => expect(list).toHaveCount(0), here)
    await list.getByRole('button', { name: /Jo Whitfield/ }).click()
    await expect(list).toHaveCount(0)
    await expect(heading(page, 'Other Banks')).toBeVisible()
    await expect(page.getByLabel('Account number')).toHaveValue('4401882201')
    await expect.poll(() => layersOf(page)).toHaveLength(1)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Other Banks' })).toBeVisible()
  },
)
