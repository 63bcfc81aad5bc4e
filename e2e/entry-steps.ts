import { expect, type Page } from '@playwright/test'

// What journeys do before somebody is signed in.

let drawn = 0

/** A name that no other test has. */
export function unused(name: string): string {
  drawn += 1
  return `${name}${process.pid}x${drawn}`
}

export async function logIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Fills fields of the sign-up form by their labels. */
export async function fillIn(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true })
    if (label === 'Country' || label === 'Relationship') await field.selectOption(value)
    else await field.fill(value)
  }
}

/** Asks for a reset link and takes its path out of the mail. */
export async function resetLink(
  page: Page,
  bank: { mailTo(email: string): Promise<{ text: string }> },
  email: string,
) {
  await page.goto('/request-password-reset')
  await page.getByLabel('Username or Email address').fill(email)
  await page.getByRole('button', { name: 'Request reset' }).click()
  await expect(page.getByText('Reset Link Sent Succesfully')).toBeVisible()
  await expect.poll(async () => (await bank.mailTo(email)).text).toContain('/reset-password/')
  const { text } = await bank.mailTo(email)
  return new URL(/\S+\/reset-password\/\S+/.exec(text)?.[0] ?? '').pathname
}
