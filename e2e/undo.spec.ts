import { byLength } from '../server/src/testing/length.ts'
import { expectAccessible } from './accessible.ts'
import { call, firstAccount } from './beside-the-browser.ts'
import { logIn } from './entry-steps.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { movedControls, watch } from './steady-steps.ts'
import { row, small, toast, wide } from './steps.ts'
import {
  choose,
  confirmAndPin,
  fillLocal,
  finish,
  payer,
  proceed,
  success,
  toPin,
} from './transfer-steps.ts'

// A bank of its own: how long there is to undo is a matter of clocks, which other journeys move.
test.use({ settings: { undoSeconds: 60 } })

const calledBack = 'Your transfer was called back. The money is back in your account.'

for (const [name, size] of Object.entries(byLength({ wide, small }, { wide }))) {
  // shows D155
  test(`a transfer to somebody new waits, can be undone and sent again: ${name}`, async ({
    page,
    bank,
  }) => {
    const ada = await payer(bank)
    const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
    await page.setViewportSize(size)
    await toPin(page, bank, ada, bob, '120.50')
    await page.getByLabel('PIN', { exact: true }).fill('4821')
    await proceed(page)
    await expect(success(page)).toContainText(/waits \d+ seconds and then goes by itself/)
    await expect(page.getByRole('dialog', { name: 'Transfer on its way' })).toBeVisible()
    const undo = success(page).getByRole('button', { name: 'Undo Bob Stone' })
    await expect(undo).toHaveText(/\d+ s$/)
    await expectAccessible(page)
    expect((await firstAccount(bank, ada)).AvailableBalance).toBe('379.50')
    expect((await firstAccount(bank, bob)).CurrentBalance).toBe('0.00')
    // By the keyboard alone.
    await undo.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Transfer called back' })
    await expect(dialog).toContainText(calledBack)
    expect((await firstAccount(bank, ada)).AvailableBalance).toBe('500.00')
    await dialog.getByRole('button', { name: 'Change and send again' }).click()
    await expect(page.getByLabel('Account number')).toHaveValue(bob.accountNumber)
    await expect(page.getByLabel('Account name')).toHaveValue('Bob Stone')
    await page.getByLabel('Amount').fill('20')
    await proceed(page)
    await confirmAndPin(page)
    await finish(page)
    // Whoever has left the success page still has the toast.
    const offer = toast(page, 'Your transfer to Bob Stone goes in a moment.')
    await offer.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, calledBack).last()).toBeVisible()
    // The first one's toast may still be there, so the money says when this one is back.
    const available = async () => (await firstAccount(bank, ada)).AvailableBalance
    await expect.poll(available).toBe('500.00')
    expect(await bank.findings()).toEqual([])
  })
}

// shows D155
test(
  'after a reload the row, its detail and the receipt can undo it',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
    const { Id } = await firstAccount(bank, ada)
    const order = (amount: string) =>
      call(bank, ada, 'transfer/local', {
        source_account: Id,
        amount,
        acc_number: bob.accountNumber,
        acc_name: bob.name,
        pin: '4821',
        undo_seconds: '60',
      })
    await order('10.00')
    await order('20.00')
    const third = await order('30.00')
    await page.setViewportSize(wide)
    await watch(page)
    await bank.enter(page, ada, '/c/transactions')
    const main = page.getByRole('main')
    await expect(main.getByRole('button', { name: 'Undo Bob Stone' })).toHaveCount(3)
    expect(await movedControls(page)).toEqual([])
    await expectAccessible(page)
    await main.getByRole('button', { name: 'Undo Bob Stone' }).last().click()
    await expect(row(page, /Bob Stone.*10\.00.*failed/i)).toBeVisible()
    // Of the lines above it, which tell their time, none gave way.
    const lines = (await movedControls(page)).filter((one) => /\d:\d\d\D*[23]0\.00/.test(one))
    expect(lines).toEqual([])
    await row(page, /Bob Stone.*20\.00/).click()
    const detail = page.getByRole('dialog', { name: 'Transaction Details' })
    await detail.getByRole('button', { name: 'Undo Bob Stone' }).click()
    await expect(detail).toContainText('Called back by you. The money is back in your account.')
    const { Id: reference } = third.data.transaction as { Id: string }
    await page.goto(`/transaction-receipt/${reference}`)
    await page.getByRole('button', { name: 'Undo Bob Stone' }).click()
    await expect(page.getByText('Called back by you.')).toBeVisible()
    expect((await firstAccount(bank, ada)).AvailableBalance).toBe('500.00')
  },
)

// shows D155
test(
  'a receipt that is open while the time passes turns by itself',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
    const { Id } = await firstAccount(bank, ada)
    const { data } = await call(bank, ada, 'transfer/local', {
      source_account: Id,
      amount: '10.00',
      acc_number: bob.accountNumber,
      acc_name: bob.name,
      pin: '4821',
      undo_seconds: '60',
    })
    await page.clock.install()
    const { Id: reference } = data.transaction as { Id: string }
    await bank.enter(page, ada, `/transaction-receipt/${reference}`)
    const noProof = page.getByText(
      'This transaction is pending. This receipt is not proof of payment.',
    )
    await expect(page.getByRole('button', { name: 'Undo Bob Stone' })).toBeVisible()
    await expect(noProof).toBeVisible()
    await bank.advance(61_000)
    await bank.job('transfers')
    await page.clock.fastForward(63_000)
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await expect(noProof).toBeHidden()
  },
)

// shows D155
test(
  'the time is chosen in the profile, and none sends at once',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/profile')
    const time = page.getByLabel('Time to undo a transfer')
    await expect(time).toHaveValue('60')
    await time.selectOption('0')
    await page.getByRole('button', { name: 'Save undo time' }).click()
    await expect(toast(page, 'Undo time set successfully')).toBeVisible()
    await bank.enter(page, ada, '/c/transfer')
    await choose(page, 'Local Transfer')
    await fillLocal(page, bob, '20')
    await proceed(page)
    await confirmAndPin(page)
    await expect(page.getByRole('dialog', { name: 'Transfer successful' })).toBeVisible()
    expect((await firstAccount(bank, bob)).CurrentBalance).toBe('20.00')
  },
)

test(
  'whoever signs in next on the same page is told nothing of it',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const bob = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
    await page.setViewportSize(wide)
    await toPin(page, bank, ada, bob, '20')
    await page.getByLabel('PIN', { exact: true }).fill('4821')
    await proceed(page)
    await finish(page)
    const offer = toast(page, 'Your transfer to Bob Stone goes in a moment.')
    await expect(offer).toBeVisible()
    // Lost by a reload, which neither of them makes.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.getByRole('link', { name: 'Logout' }).click()
    await logIn(page, bob.username, bob.password)
    // Toasts are shown by then: here is one of Bob's own.
    await page.getByRole('link', { name: 'Accounts', exact: true }).first().click()
    await page.getByRole('button', { name: 'Add account' }).last().click()
    await page
      .getByRole('dialog', { name: 'Add Account' })
      .getByRole('button', { name: 'Add Account' })
      .click()
    await expect(toast(page, 'Account created successfully')).toBeVisible()
    await expect(offer).toHaveCount(0)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  },
)
