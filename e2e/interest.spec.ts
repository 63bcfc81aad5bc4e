import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { goWithin, small, wide } from './steps.ts'

const dayMs = 86_400_000

// A bank of its own, whose clock the other journeys do not share: months pass here.
test.use({ settings: { undoSeconds: 2 }, kind: { months: true } })

test(
  'a savings account says what it earns, and every cent of it down to its days',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await bank.customer({ balance: '36500.00' })
    await bank.advance(63 * dayMs)
    await bank.job('interest')
    await page.setViewportSize(wide)
    await page.goto('/login')
    await page.getByLabel('Username').fill(ada.username)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(/\/c$/)
    await goWithin(page, '/c/my-accounts')
    const main = page.getByRole('main')
    const earns = main.getByRole('button', { name: '2 to 2.5 % interest a year' })
    await expect(earns).toContainText(/Earned \$\d+\.\d\d this year · \$\d+\.\d\d this month/)
    await earns.click()
    const dialog = page.getByRole('dialog', { name: /^Interest on / })
    await expect(dialog).toContainText('2.5 % above $10,000.00')
    const months = dialog.getByRole('listitem').getByRole('button')
    await expect(months.filter({ hasText: /Paid on/ }).first()).toBeVisible()
    // A whole month, of which every day is told.
    const whole = months.nth(1)
    await whole.click()
    const table = dialog.getByRole('table')
    await expect(table.getByRole('row').first()).toContainText('Balance × rate ÷ 365')
    await expect(table).toContainText('$10,000.00 × 2 % ÷ 365')
    await expect(table).toContainText('$26,500.00 × 2.5 % ÷ 365')
    const earned = await table
      .getByRole('cell')
      .filter({ hasText: /^\$\d+\.\d{8}$/ })
      .allTextContents()
    expect(earned.length).toBeGreaterThanOrEqual(28)
    const sum = earned.reduce((total, text) => total + BigInt(text.replace(/\D/g, '')), 0n)
    const told = async (label: string) => {
      const value = dialog.locator('dl div', { hasText: label }).last().getByRole('definition')
      return BigInt(((await value.textContent()) ?? '').replace(/\D/g, ''))
    }
    const carried = (await dialog.getByText('From the month before').count())
      ? await told('From the month before')
      : 0n
    expect(await told('Adds up to')).toBe(sum + carried)
    // Paid, in cents, and what goes over.
    const paid = dialog.locator('dl div', { hasText: /^Paid/ }).getByRole('definition')
    const cents = BigInt(((await paid.textContent()) ?? '').replace(/\D/g, ''))
    expect(cents * 1_000_000n + (await told('Goes over to the next month'))).toBe(sum + carried)
    await expectAccessibleEverywhere(page)
    await page.setViewportSize(small)
    await expectAccessibleEverywhere(page)

    // A reload finds it open, Back closes it, and the payment is on the statement.
    await page.reload()
    await expect(dialog).toContainText('2.5 % above $10,000.00')
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(earns).toBeVisible()
    await goWithin(page, '/c/transactions')
    await expect(
      page
        .getByRole('main')
        .getByText(/^Interest \w+ \d{4}$/)
        .first(),
    ).toBeVisible()
    expect(await bank.findings()).toEqual([])
  },
)
