import { expect, type Page } from '@playwright/test'
import type { Person, TestedBank } from './fixture.ts'

// The way of a transfer: type, form, confirm, PIN, code, success.

export const pin = '4821'
export const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

export const payer = (bank: TestedBank, flags: Record<string, boolean> = { UseOtp: false }) =>
  bank.customer({ balance: '500.00', pin, flags })

export const proceed = (page: Page) => page.getByRole('button', { name: 'PROCEED' }).click()
export const back = (page: Page) => page.getByRole('button', { name: 'BACK', exact: true }).click()
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

export async function choose(page: Page, type: string) {
  await page.getByRole('main').getByRole('button', { name: type }).click()
  await expect(heading(page, type)).toBeVisible()
}

/** The first account that is offered, and an amount. */
export async function fillOrder(page: Page, amount: string) {
  await page.getByLabel('Source account').selectOption({ index: 1 })
  await page.getByLabel('Amount').fill(amount)
}

export async function fillLocal(page: Page, to: Person, amount: string) {
  await fillOrder(page, amount)
  const number = page.getByRole('textbox', { name: 'Account number' })
  await number.fill(to.accountNumber)
  await number.blur()
  await expect(page.getByLabel('Account name')).toHaveValue(to.name)
}

export async function enterPin(page: Page, digits = pin) {
  await expect(page.getByText('Enter Pin to Confirm')).toBeVisible()
  await page.getByLabel('PIN', { exact: true }).fill(digits)
  await proceed(page)
}

export async function confirmAndPin(page: Page, digits = pin) {
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await proceed(page)
  await enterPin(page, digits)
}

export async function enterCode(page: Page, code: string) {
  await expect(heading(page, 'Enter OTP')).toBeVisible()
  await page.getByLabel('Digit 1 of 4').fill(code)
  await proceed(page)
}

/** The code that was mailed for this panel, and not one from before: the panel is there first. */
export async function enterMailedCode(page: Page, bank: TestedBank, { email }: Person) {
  await expect(heading(page, 'Enter OTP')).toBeVisible()
  await enterCode(page, await bank.codeFor(email))
}

export const success = (page: Page) =>
  page.getByRole('dialog', { name: /^Transfer (?:successful|sent|on its way)$/ })

export async function finish(page: Page) {
  await expect(success(page)).toBeVisible()
  await success(page).getByRole('button', { name: 'OK' }).click()
  await expect(success(page)).toBeHidden()
}

/** After OK every field is as it was at first: empty, but who pays is known where only one can. */
export async function expectEmptied(page: Page, type: string, known = ['source_account']) {
  await choose(page, type)
  const fields = page.getByRole('main').locator('input, select, textarea')
  const values = await fields.evaluateAll((all) =>
    (all as HTMLInputElement[]).map(({ name, type, checked, value }) => ({
      name,
      value: type === 'checkbox' ? checked : value,
    })),
  )
  expect(values.length).toBeGreaterThanOrEqual(4)
  const filled = values.filter(({ value }) => value).map(({ name }) => name)
  expect(filled).toEqual(known)
}

/** A local transfer up to the panel for the PIN. */
export async function toPin(
  page: Page,
  bank: TestedBank,
  from: Person,
  to: Person,
  amount: string,
) {
  await bank.enter(page, from, '/c/transfer')
  await choose(page, 'Local Transfer')
  await fillLocal(page, to, amount)
  await proceed(page)
  await expect(heading(page, 'Confirm Transaction')).toBeVisible()
  await proceed(page)
  await expect(heading(page, 'Enter Pin to Confirm')).toBeVisible()
}
