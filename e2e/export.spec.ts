import { readFileSync } from 'node:fs'
import { expectAccessible } from './accessible.ts'
import { orderPending } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { wide } from './steps.ts'
import { payer, pin } from './transfer-steps.ts'

const readers = {
  CSV: (text: string) => text.trim().split('\r\n').length - 3,
  OFX: (text: string) => text.match(/<STMTTRN>/g)?.length ?? 0,
  QIF: (text: string) => text.match(/^T-?\d/gm)?.length ?? 0,
  'camt.053': (text: string) => text.match(/<Ntry>/g)?.length ?? 0,
}

// shows §2.10.8 §2.11.2 §7.39 D35
test('each export holds the account and the dates on screen', async ({ page, bank }) => {
  test.slow()
  const ada = await bank.customer()
  for (let at = 1; at <= 12; at++) await bank.operate('fund', ada.accountNumber, `${at}.00`)
  await page.setViewportSize(wide)
  const save = async (name: string) => {
    await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ])
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
  }
  for (const path of ['/c', '/c/transactions']) {
    await bank.enter(page, ada, path)
    for (const [label, rows] of Object.entries(readers)) {
      const { name, text } = await save(label)
      expect(name).toContain(ada.accountNumber)
      // A QIF file opens with an entry of its own: the balance of before.
      expect(rows(text)).toBe(label === 'QIF' ? 13 : 12)
    }
  }
  await bank.enter(page, ada, '/c/transactions?start=2020-01-01&end=2020-12-31')
  const { name, text } = await save('CSV')
  expect(name).toContain('2020-01-01-2020-12-31')
  expect(readers.CSV(text)).toBe(0)

  await page.route('**/api/export/**', (route) => route.abort())
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'OFX' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('connection error')
})

// shows §2.10.8 D35
test(
  'the export menu is worked by keyboard, and a statement opens to be printed',
  onlyLong,
  async ({ page, bank, context }) => {
    const ada = await payer(bank)
    await orderPending(bank, ada, { amount: '20.00', pin })
    await page.setViewportSize(wide)
    await bank.enter(page, ada)
    const button = page.getByRole('main').getByRole('button', { name: 'Export' })
    // Its menu comes after the page.
    await expect(button).toBeEnabled()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    // The menu takes the focus when it has opened; a key before that would be the button's.
    await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: /Printable statement/ })).toBeFocused()
    const [sheet] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
    await expect(sheet.getByRole('heading', { name: 'Account Statement' })).toBeVisible()
    await expect(sheet.getByRole('main')).toContainText(ada.accountNumber)
    await expect(sheet.getByRole('row', { name: /Closing balance 500\.00/ })).toBeVisible()
    await expect(sheet.getByRole('row', { name: /Jo Whitfield Pending/ })).toContainText(
      '\u221220.00',
    )
    await expectAccessible(sheet)
    // On a phone every figure of a line is to be seen without scrolling.
    await sheet.setViewportSize({ width: 390, height: 844 })
    const balance = sheet.getByRole('row', { name: /Closing balance/ }).getByText('500.00')
    const box = await balance.boundingBox()
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThan(390)
    await sheet.emulateMedia({ media: 'print' })
    await expect(sheet.getByRole('button', { name: 'Print' })).toBeHidden()
  },
)
