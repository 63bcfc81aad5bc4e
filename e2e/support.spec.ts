import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixture.ts'
import { expectAlert, small } from './steps.ts'

// shows §1.18 §2.1.19 §2.22.1 §2.22.2 §2.22.3 §2.22.4 §4.38 §5.67 §5.68 §5.69 §5.70 §8.22 §9.7 D94
test('a message to support is checked, sent and acknowledged with its number', async ({
  page,
  bank,
}) => {
  const ada = await bank.customer()
  await page.setViewportSize(small)
  await bank.enter(page, ada, '/c/support')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leave Us a Message')
  await expect(page.getByLabel('Email')).toHaveValue(ada.email)
  const banner = page.getByRole('main').getByRole('alert')
  const submit = page.getByRole('button', { name: 'SUBMIT' })
  await expect(page.getByText('You have not written to us yet.')).toBeVisible()
  await page.getByLabel('Email').fill('nobody')
  await submit.click()
  await expectAlert(page, 'invalid email address')
  await expect(banner).toHaveCount(0)
  await page.getByLabel('Email').fill(ada.email)
  await submit.click()
  await expectAlert(page, 'Subject is empty')
  // A topic fills in the subject, which can still be changed.
  const topic = page.getByRole('button', { name: 'My card' })
  await topic.press('Enter')
  await expect(topic).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Subject')).toHaveValue('My card')
  await page.getByLabel('Subject').fill('A question')
  await expect(topic).toHaveAttribute('aria-pressed', 'false')
  await page.getByLabel('Message').fill('Hm')
  await submit.click()
  await expectAlert(page, 'message content is empty')
  await expect(page.getByLabel('Message')).toBeFocused()
  await expectAccessible(page)

  await page.route('**/api/support', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Message').fill('Where is my card?')
  await submit.click()
  await expect(banner).toHaveText('connection error. check your connection and try again')
  await expect(page.getByLabel('Message')).toHaveValue('Where is my card?')
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused()
  await expect(
    page.getByText('one of our support agents will communicate as soon as possible'),
  ).toBeVisible()
  await expect(page.getByText(/Your ticket number is PB-\d{6}/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('')

  // What was written stays to be read, under its number.
  const written = page.getByRole('region', { name: 'What you wrote to us' }).getByRole('listitem')
  await expect(written).toHaveText(/^AQA questionPB-\d{6} · /)
  await written.getByText('A question').click()
  await expect(written.getByText('Where is my card?')).toBeVisible()
  await expect(written).toContainText(`We answer to ${ada.email}.`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/c$/)
})
