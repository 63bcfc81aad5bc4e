import type { Page } from '@playwright/test'
import { inMain, press, pretend, type Shot, visit } from './shot.ts'

const steps = ['form', 'confirm', 'pin', 'code', 'sent'] as const
type Step = (typeof steps)[number]

/** A transfer to somebody at another bank, up to the panel that is named. No money moves. */
async function transfer(page: Page, upTo: Step): Promise<void> {
  if (upTo === 'code' || upTo === 'sent') await pretendApproval(page)
  await visit(page, '/c/transfer')
  await inMain(page, /^Other Banks/).click()
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
  if (upTo === 'pin') return
  await page.getByLabel('PIN', { exact: true }).fill('1234')
  await press(page, 'PROCEED')
  await page.getByRole('heading', { name: 'Enter OTP' }).waitFor()
  if (upTo === 'code') return
  await page.getByLabel('Digit 1 of 4').fill('1234')
  await press(page, 'PROCEED')
  await page.getByRole('dialog', { name: /^Transfer (?:successful|sent)$/ }).waitFor()
}

/** A customer who has codes, a code that is sent, and an order that is taken. */
async function pretendApproval(page: Page): Promise<void> {
  let taken = {}
  await page.route('**/api/init-user', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    body.data.user.UseOtp = true
    const [{ account, transactions }] = body.data.accounts
    const to = { Name: 'Priya Raman', Accountnumber: '8830071154', Bank: 'Chase' }
    const paid = { ...to, Type: 'debit', Amount: '64.00', State: 'completed' }
    taken = { account, transaction: { ...transactions[0], ...paid } }
    await route.fulfill({ response: reply, json: body })
  })
  await pretend(page, 'request-otp', { status: 'success' })
  await pretend(page, 'transfer/', () => ({ status: 'success', data: taken }))
}

/** Money by Bitcoin, up to the panel that is named. */
async function deposit(page: Page, upTo: 'form' | 'confirm' | 'wallet'): Promise<void> {
  await visit(page, '/c/add-funds')
  await inMain(page, /^Crypto Currency/).click()
  const account = page.getByLabel('Recipient Account')
  await account.waitFor()
  if (upTo === 'form') return
  await account.selectOption({ index: 1 })
  await page.getByLabel('Amount').fill('250.00')
  await press(page, 'PROCEED')
  await page.getByRole('button', { name: 'CONFIRM' }).waitFor()
  if (upTo === 'confirm') return
  await press(page, 'CONFIRM')
  await page.getByRole('img', { name: 'QR code of the wallet address' }).waitFor()
}

export const orders: Shot[] = [
  ...steps.map(
    (step): Shot => ({
      ...{ name: `transfer-${step}`, whole: step === 'form' },
      open: (page) => transfer(page, step),
    }),
  ),
  ...(['form', 'confirm', 'wallet'] as const).map(
    (step): Shot => ({
      ...{ name: `deposit-${step}`, who: 'borrower', whole: true },
      open: (page) => deposit(page, step),
    }),
  ),
]
