import { expectAccessible } from './accessible.ts'
import { call } from './beside-the-browser.ts'
import { expect, test } from './fixture.ts'

// shows D167
test('a link that signs in asks first where somebody else is signed in', async ({ page, bank }) => {
  const [ada, eve] = [await bank.customer(), await bank.customer()]
  const linkOf = async () => new URL(await bank.operate('login-link', eve.username)).pathname
  await bank.enter(page, ada)
  await page.goto(await linkOf())
  const main = page.getByRole('main')
  await expect(main).toContainText(
    `You are signed in as ${ada.username}. Sign in with this link instead?`,
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page).toHaveURL(/\/c$/)
  const signedInAs = () =>
    page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}')
      const headers = { authorization: `Bearer ${token}` }
      const reply = await fetch('/api/init-user', { headers })
      return (await reply.json()).data.user.Username
    })
  expect(await signedInAs()).toBe(ada.username)

  await page.goto(await linkOf())
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await expect(page).toHaveURL(/\/c$/)
  expect(await signedInAs()).toBe(eve.username)
  // The login of before is over, here and at the bank.
  expect((await call(bank, ada, 'init-user')).status).toBe('failed')

  // A login that has ended is asked about by nobody.
  await page.evaluate(() => localStorage.setItem('auth', JSON.stringify({ token: 'of-nobody' })))
  await page.goto(await linkOf())
  await expect(page).toHaveURL(/\/c$/)
  expect(await signedInAs()).toBe(eve.username)
})

// shows D167
test('a link that proves an address asks for the password elsewhere, and hears that it is nobody’s', async ({
  page,
  bank,
}) => {
  const moved = async () => {
    const ada = await bank.customer()
    const address = `moved-${crypto.randomUUID()}@example.org`
    await call(bank, ada, 'change-email', { newEmail: address })
    const { text } = await bank.mailTo(address)
    return { ada, link: /\/verify-email\/[\w-]{43}/.exec(text)?.[0] ?? '' }
  }
  const { ada, link } = await moved()
  await page.goto(link)
  const confirm = page.getByRole('button', { name: 'Confirm email' })
  await confirm.click()
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not the password')
  await confirm.click()
  await expect(page.getByText('Your current password is not right')).toBeVisible()
  await expectAccessible(page)
  await password.fill(ada.password)
  await confirm.click()
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()

  const stranger = await moved()
  await page.goto(stranger.link)
  await confirm.click()
  await page.getByRole('button', { name: 'I did not open this account' }).click()
  await expect(page.getByText('This address is free again.')).toBeVisible()

  const own = await moved()
  await bank.enter(page, own.ada)
  await page.goto(own.link)
  await confirm.click()
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()
})
