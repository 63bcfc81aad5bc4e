import { expectAccessibleEverywhere } from './accessible.ts'
import { ask } from './beside-the-browser.ts'
import { expect, onlyLong, type TestedBank, test } from './fixture.ts'
import { hold, small, wide } from './steps.ts'

test.use({ kind: { living: true } })

async function demoCustomer(bank: TestedBank) {
  const form = new FormData()
  form.append('username', 'demo')
  form.append('password', 'demo1234')
  const reply = await fetch(`${bank.url}/api/login`, { method: 'POST', body: form })
  const { data } = (await reply.json()) as { data: { token: string } }
  const email = 'demo@passbook.example'
  const rest = { username: 'demo', password: 'demo1234', name: 'Ada Okafor', accountNumber: '' }
  return { token: data.token, email, ...rest }
}

const shown = new Intl.DateTimeFormat('en-GB', {
  ...{ day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' },
})

test(
  'days are passed to the next pay-day: the salary is there, the bills are gone, the dates follow',
  onlyLong,
  async ({ page, bank }) => {
    test.slow()
    const ada = await demoCustomer(bank)
    const now = new Date()
    const payDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    await page.setViewportSize(small)
    await bank.enter(page, ada)
    const strip = page.getByRole('complementary', { name: 'About this bank' })
    const open = strip.getByRole('button', { name: /^The bank’s date is .* Pass days$/ })
    await expect(strip).toContainText(String(now.getUTCFullYear()))
    await open.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Pass days' })
    await expect(dialog).toContainText('At this bank it is')
    await expectAccessibleEverywhere(page)
    const letGo = await hold(page, '**/api/demo/clock')
    await dialog.getByRole('button', { name: 'To the next pay-day' }).press('Enter')
    await expect(dialog.getByRole('status')).toContainText(/\d+ of \d+ days/)
    await expect(strip).toContainText(/\d+ of \d+ days/)
    letGo()
    await expect(strip).toContainText(shown.format(payDay).replace('Sept', 'Sep'), {
      timeout: 30_000,
    })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    // The page tells of what has come, without a reload.
    await expect(page.getByRole('main')).toContainText('Northwind Studio')
    await expect(page.getByRole('main')).toContainText('Today')
    const day = payDay.toISOString().slice(0, 10)
    const bills = (await ask(bank, ada, 'biller')) as { Name: string; Date: string }[]
    expect(bills.length).toBeGreaterThan(3)
    for (const { Name, Date: due } of bills) expect(due > day, `${Name} on ${due}`).toBe(true)
    await page.setViewportSize(wide)
    await page
      .getByRole('navigation', { name: 'More' })
      .getByRole('link', { name: 'Standing orders' })
      .click()
    await expect(page.getByLabel('First date')).toHaveAttribute('min', day)
    expect(await bank.findings()).toEqual([])
  },
)
