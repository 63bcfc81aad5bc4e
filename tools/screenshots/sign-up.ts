import type { Page } from '@playwright/test'
import { press, type Shot, visit } from './shot.ts'

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true })
    if (label === 'Country' || label === 'Relationship') await field.selectOption(value)
    else await field.fill(value)
  }
}

/** The four steps of the form, up to the one that is wanted. */
async function signUpTo(page: Page, step: 1 | 2 | 3 | 4): Promise<void> {
  await visit(page, '/signup')
  if (step === 1) return
  await page.getByText('Savings Account').click()
  await press(page, 'Proceed')
  await page.getByRole('heading', { name: 'Personal Info' }).waitFor()
  if (step === 2) return
  await fill(page, {
    ...{ Username: 'grace1906', 'First name': 'Grace', 'Last name': 'Hopper' },
    ...{ 'Phone number': '5551234567', Email: 'grace@example.com', Occupation: 'Admiral' },
    ...{ 'Date of birth': '1986-12-09', Country: 'us', State: 'Virginia', City: 'Arlington' },
  })
  await press(page, 'Proceed')
  await page.getByRole('heading', { name: 'Next of Kin' }).waitFor()
  if (step === 3) return
  await fill(page, {
    ...{ 'First name': 'Mary', 'Last name': 'Hopper', Relationship: 'mother' },
    ...{ 'Phone number': '5551234567', Occupation: 'Teacher', Address: '1 Main Street' },
  })
  await press(page, 'Proceed')
  await page.getByRole('heading', { name: 'Security' }).waitFor()
}

export const signUp: Shot[] = ([1, 2, 3, 4] as const).map((step) => ({
  ...{ name: `signup-${step}`, who: 'visitor', whole: true },
  open: (page) => signUpTo(page, step),
}))
