import { expectAccessible } from './accessible.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { row, wide } from './steps.ts'

// shows §1.4 §2.1.7 §2.7.1 §4.13 §8.26 D24
test('a login link enters once; after that it leads to the login page', async ({ page, bank }) => {
  const ada = await bank.customer()
  const link = await bank.operate('login-link', ada.username)
  await page.goto(new URL(link).pathname)
  await expect(page).toHaveURL(/\/c$/)
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(new URL(link).pathname)
  await expect(page).toHaveURL(/\/login$/)
})

// shows §2.1.9 §6.4 D6 D115
// asvs 14.3.1
test('logging out ends the session on the server and in every tab', async ({
  page,
  bank,
  context,
}) => {
  const ada = await bank.customer()
  await bank.enter(page, ada)
  await expect(page.getByRole('region', { name: 'Balances' })).toBeVisible()
  const second = await context.newPage()
  await second.goto(`${bank.url}/c`)
  await expect(second.getByRole('region', { name: 'Balances' })).toBeVisible()
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login$/)
  await expect(second).toHaveURL(/\/login/)
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  const reply = await page.request.get('/api/init-user', {
    headers: { authorization: `Bearer ${ada.token}` },
  })
  expect(reply.status()).toBe(401)
})

// shows §7.6 D118
test('a session that has ended leads to the login in silence, and back', async ({ page, bank }) => {
  const ada = await bank.customer({ balance: '500.00' })
  await bank.enter(page, { ...ada, token: 'ended' }, '/c/transactions?page=1')
  await expect(page).toHaveURL('/login?next=%2Fc%2Ftransactions%3Fpage%3D1')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
  await page.getByLabel('Username').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/c/transactions?page=1')
  await expect(row(page, /Bank deposit/)).toHaveCount(1)
})

test('logging out in one tab signs out the other', onlyLong, async ({ page, bank, context }) => {
  const ada = await bank.customer()
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  const other = await context.newPage()
  await other.goto('/c/cards')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Cards')
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login?next=%2Fc%2Fcards')
})

// shows D114
test('an idle customer is warned, may stay, and is signed out in the end', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.clock.install()
  await bank.enter(page, ada, '/c/cards')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Cards')
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await page.clock.fastForward('13:40')
  await expect(warning).toBeHidden()
  await page.clock.fastForward(25_000)
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await page.mouse.move(200, 200)
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning).toBeHidden()
  await page.clock.fastForward('14:30')
  await expect(warning).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(page).toHaveURL('/login?next=%2Fc%2Fcards')
})
