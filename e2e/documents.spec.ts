import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { expect, onlyLong, type Person, test } from './fixture.ts'
import { goWithin, row, small, timeOf, title, wide } from './steps.ts'

// A bank of its own: its clock goes into the next month, and other journeys live in this one.
test.use({ settings: { undoSeconds: 1 }, kind: { months: true } })

/** Signs in with the form: sessions of the last month are over. */
async function signIn(page: Page, who: Person, next: string) {
  await page.goto(`/login?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

async function saved(page: Page, name: RegExp) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

test(
  'a statement of the last month is downloaded and checked without a network; a changed digit is seen',
  onlyLong,
  async ({ page, bank, context }) => {
    const ada = await bank.customer({ balance: '500.00', firstName: 'Ada', lastName: 'Stone' })
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/documents')
    await expect(page.getByText('Your first statement comes when the month is over.')).toBeVisible()
    // One month is over, whatever day it is.
    const now = await timeOf(bank)
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2)
    await bank.advance(next - now.getTime())
    await signIn(page, ada, '/c/documents')
    await expect(title(page)).toHaveText('Documents')
    await expect(
      page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Documents' }),
    ).toBeVisible()
    const statement = await saved(page, /^Download/)
    expect(statement.name).toMatch(
      new RegExp(`^statement-${ada.accountNumber}-\\d{4}-\\d\\d\\.pdf$`),
    )
    await expectAccessibleEverywhere(page)

    // The receipt of a transaction is such a file, too.
    await goWithin(page, '/c')
    await row(page, /Bank deposit/).click()
    const opened = context.waitForEvent('page')
    await page
      .getByRole('dialog', { name: 'Transaction Details' })
      .getByRole('link', { name: 'Transaction receipt' })
      .click()
    const sheet = await opened
    const receipt = await saved(sheet, /^Save as PDF$/)
    expect(receipt.name).toMatch(/^receipt-[0-9a-f-]{36}\.pdf$/)
    await sheet.close()

    await goWithin(page, '/c/documents')
    await page.getByRole('link', { name: 'Check a document' }).click()
    await expect(title(page)).toHaveText('Check a document')
    const chooser = page.getByLabel('Drop a PDF file here, or choose one')
    await expect(chooser).toBeEnabled()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    const believed = page.getByRole('region', { name: 'What the bank signed' })
    await chooser.setInputFiles(pdf(statement.name, statement.bytes))
    await expect(believed).toContainText('Signed by Passbook, and not changed since.')
    await expect(believed).toContainText('Ada Stone')
    await expect(believed).toContainText(ada.accountNumber)
    await expect(believed).toContainText('500.00 USD')
    await expectAccessibleEverywhere(page)

    const changed = Buffer.from(statement.bytes)
    const place = Math.floor(changed.length / 2)
    changed[place] = (changed[place] ?? 0) ^ 1
    await chooser.setInputFiles(pdf('changed.pdf', changed))
    await expect(page.getByRole('alert')).toContainText('something in it was changed')
    await expect(believed).toHaveCount(0)
    await expectAccessible(page)

    await chooser.setInputFiles(pdf(receipt.name, receipt.bytes))
    await expect(believed).toContainText('Transaction receipt')
    await expect(believed.getByRole('term').filter({ hasText: 'Receiver' })).toBeVisible()
    await chooser.setInputFiles(pdf('other.pdf', Buffer.from('%PDF-1.7 of somebody')))
    await expect(page.getByRole('alert')).toContainText('no signature of the bank')

    // Dropped on the page, on a telephone's width, mirrored.
    await page.setViewportSize(small)
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    const files = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer()
        data.items.add(new File([Uint8Array.from(bytes)], 'dropped.pdf'))
        return data
      },
      [...statement.bytes],
    )
    await page.getByText('Drop a PDF file here, or choose one').dispatchEvent('drop', {
      dataTransfer: files,
    })
    await expect(believed).toContainText('dropped.pdf')
    const overflow = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(overflow)).toBe(0)
    await page.keyboard.press('Tab')
    await expect(chooser).toBeFocused()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Back to the overview' }).click()
    await expect(title(page)).toHaveText('Welcome to Dashboard')
  },
)
