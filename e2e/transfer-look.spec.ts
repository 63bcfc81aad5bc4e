import type { Locator } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { send } from './beside-the-browser.ts'
import { expect, onlyLong, test } from './fixture.ts'
import { chooseAccount, expectAlert, small, wide } from './steps.ts'
import { choose, fillOrder, heading, payer, pin, proceed } from './transfer-steps.ts'

test(
  'a form says what is available, marks all that is empty and offers known faces',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    const jo = { account_number: '4401882201', account_name: 'Jo Whitfield', bank_name: 'Akbank' }
    await send(bank, ada, 'beneficiaries', { type: 'other banks', ...jo })
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/transfer')
    await expect(page).toHaveTitle('Select Transfer Type · Passbook')
    await choose(page, 'Other Banks')
    await expect(page).toHaveTitle('Other Banks · Select Transfer Type · Passbook')
    await expect(page.getByText('Step 1 of 3')).toBeVisible()
    const [source, amount] = [page.getByLabel('Source account'), page.getByLabel('Amount')]
    // There is one account only, and it pays; whoever would rather not is told to choose.
    await expect(source).toHaveValue(/./)
    await source.selectOption('')
    const others = ['Bank', 'Account number', 'Account name'].map((label) =>
      page.getByLabel(label, { exact: true }),
    )
    await proceed(page)
    await expectAlert(page, 'Fill all reqired fields to continue', source)
    for (const field of [source, amount, ...others]) {
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(page.getByLabel('Note')).not.toHaveAttribute('aria-invalid', 'true')
    await expectAccessibleEverywhere(page)
    await fillOrder(page, '120.5')
    await expect(page.locator('p', { hasText: 'Available $500.00' })).toBeVisible()
    await expect(amount).not.toHaveAttribute('aria-invalid', 'true')

    const faces = page.getByRole('group', { name: 'Recipients' })
    await faces.getByRole('button', { name: 'Jo Whitfield' }).click()
    await expect(page.getByLabel('Account number')).toHaveValue('4401882201')
    await expect(page.getByLabel('Account name')).toHaveValue('Jo Whitfield')
    await expect(page.getByLabel('Bank', { exact: true })).toHaveValue('Akbank')
    await proceed(page)
    await expect(heading(page, 'Confirm Transaction')).toBeVisible()
    await expect(page).toHaveTitle('Confirm Transaction · Select Transfer Type · Passbook')
    await expect(page.getByText('Step 2 of 3')).toBeVisible()
    await expect(
      page.getByText('Arrives once the other side has accepted it · no fee'),
    ).toBeVisible()
    await expectAccessibleEverywhere(page)
    await proceed(page)

    // The way to another PIN is shown to those whose PIN was refused.
    const update = page.getByRole('link', { name: 'Update PIN' })
    await expect(page.getByText('$120.50 to Jo Whitfield')).toBeVisible()
    await expect(page.getByText('Step 3 of 3')).toBeVisible()
    await expect(update).toHaveCount(0)
    await page.getByLabel('PIN', { exact: true }).fill('0000')
    await proceed(page)
    await expectAlert(page, 'Invalid PIN')
    await expect(update).toBeVisible()
    await expect(page.getByText('4 tries left')).toBeVisible()
    await expect(page).toHaveTitle('Enter Pin to Confirm · Select Transfer Type · Passbook')
    await page.getByLabel('PIN', { exact: true }).fill(pin)
    await proceed(page)
    await expect(page.getByRole('dialog', { name: /^Transfer/ })).toContainText('$120.50')
  },
)

for (const size of [{ width: 1024, height: 768 }, small]) {
  test(
    `each step of a transfer is seen from its start (${size.width} px)`,
    onlyLong,
    async ({ page, bank }) => {
      const ada = await payer(bank)
      await page.setViewportSize(size)
      await bank.enter(page, ada, '/c/transfer')
      await choose(page, 'Other Banks')
      await fillOrder(page, '5')
      await page.getByLabel('Bank', { exact: true }).selectOption('Akbank')
      await page.getByLabel('Account number').fill('4401882201')
      await expect(page.getByText('Name not verified')).toHaveCount(1)
      await page.getByLabel('Account name').fill('Jo Whitfield')
      await expect(page.getByText('Name not verified')).toHaveCount(2)
      // As far down as a thumb scrolls it.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(60)
      for (const step of ['Confirm Transaction', 'Enter Pin to Confirm']) {
        await proceed(page)
        await expect(heading(page, step)).toBeVisible()
        await expect
          .poll(() => topOf(heading(page, step)))
          .toBeGreaterThan(await bottomOf(page.getByRole('banner')))
      }
    },
  )
}

const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? 0
async function bottomOf(place: Locator) {
  const box = await place.boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

for (const size of [wide, small]) {
  test(
    `one press on a face leads into the filled form (${size.width} px)`,
    onlyLong,
    async ({ page, bank }) => {
      const [ada, emeka] = await Promise.all([payer(bank), bank.customer()])
      await page.setViewportSize(size)
      await bank.enter(page, ada, '/c/transfer')
      const faces = page.getByRole('group', { name: 'Recipients' })
      // The first recipient is made from here as well, and its face is there then.
      await faces.getByRole('button', { name: 'New recipient' }).click()
      const form = page.getByRole('dialog', { name: 'Add Recipient' })
      await form.getByLabel('Account number').fill(emeka.accountNumber)
      await expect(form.getByLabel('Account name')).toHaveValue(emeka.name)
      await form.getByRole('button', { name: 'Save Recipient' }).click()
      await expect(form).toBeHidden()
      await faces.getByRole('button', { name: emeka.name }).click()
      await expect(heading(page, 'Local Transfer')).toBeVisible()
      await expect(page.getByLabel('Account number')).toHaveValue(emeka.accountNumber)
      await expect(page.getByLabel('Account name')).toHaveValue(emeka.name)
      await expect(page.getByLabel('Save recipient')).not.toBeChecked()
      // Whoever is paid stands above all that is asked for.
      const to = page.getByRole('group', { name: 'To', exact: true })
      await expect(to).toContainText(emeka.name)
      await expect(to).toContainText(emeka.accountNumber)
      expect(await bottomOf(to)).toBeLessThan(await topOf(page.getByLabel('Source account')))
      await fillOrder(page, '40')

      // Somebody else instead: the amount stays, the account is another's.
      const jo = { account_number: '4401882201', account_name: 'Jo Whitfield', bank_name: 'Akbank' }
      await send(bank, ada, 'beneficiaries', {
        ...{ type: 'wire transfer', swift_code: 'AKBKTRIS' },
        ...jo,
      })
      await page.reload()
      await page.goBack()
      await expect(page.getByRole('button', { name: /^Own Account/ })).toBeVisible()
      await expectAccessibleEverywhere(page)
      await faces.getByRole('button', { name: 'Jo Whitfield Akbank' }).click()
      await expect(heading(page, 'Wire Transfer')).toBeVisible()
      await expect(page.getByLabel('Swift code')).toHaveValue('AKBKTRIS')
      await expect(page.getByLabel('Bank name')).toHaveValue('Akbank')
      await expect(to).toHaveText(/Jo Whitfield.*4401882201 · Akbank/)
      // A number that is typed is nobody's yet, and the faces are there again.
      await page.getByLabel('Account number').fill('4401882202')
      await expect(to).toHaveCount(0)
      await expect(faces.getByRole('button', { name: 'Jo Whitfield' })).toBeVisible()
      await page.goBack()
      await faces.getByRole('button', { name: emeka.name }).click()
      await expect(page.getByLabel('Amount')).toHaveValue('40')
      await proceed(page)
      await expect(heading(page, 'Confirm Transaction')).toBeVisible()
      await expect(page.getByText(emeka.name).first()).toBeVisible()
    },
  )
}

test(
  'a swift code is refused at the form, which says what one looks like',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await payer(bank)
    await page.setViewportSize(wide)
    await bank.enter(page, ada, '/c/transfer')
    await choose(page, 'Wire Transfer')
    await fillOrder(page, '5')
    await expect(page.getByText('8 or 11 letters and digits')).toBeVisible()
    await page.getByLabel('Swift code').fill('ABC')
    await page.getByLabel('Bank name').fill('Akbank')
    await page.getByLabel('Account number').fill('4401882201')
    await page.getByLabel('Account name').fill('Jo Whitfield')
    await proceed(page)
    const text = 'Both swift and bank name are required'
    await expectAlert(page, text, page.getByLabel('Swift code'))
  },
)

test(
  'a Bitcoin deposit says how much to send, and the price for as long as it holds',
  onlyLong,
  async ({ page, bank }) => {
    const ada = await bank.customer({ balance: '500.00', flags: { CryptoPayment: true } })
    await page.setViewportSize(small)
    await bank.enter(page, ada, '/c/add-funds')
    const main = page.getByRole('main')
    const details = main.getByRole('region', { name: 'Your details to receive money' })
    await expect(details).toContainText(ada.accountNumber)
    await expect(details).toContainText(ada.name)
    await main.getByRole('button', { name: /^Crypto Currency/ }).click()
    await expect(page).toHaveTitle('Crypto Currency · Select Method · Passbook')
    await chooseAccount(main.getByLabel('Recipient Account'))
    await main.getByLabel('Amount').fill('250')
    await main.getByRole('button', { name: 'PROCEED' }).click()
    // A price that holds for a minute: a quarter of an hour without a key would end the session as well.
    await page.route('**/api/crypto-currency/bitcoin?usd=*', async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      expect(body.data.data.validSeconds).toBe(900)
      body.data.data.validSeconds = 60
      await route.fulfill({ response: reply, json: body })
    })
    await page.clock.install()
    await main.getByRole('button', { name: 'CONFIRM' }).click()
    await expect(main.getByText('0.00263158 BTC')).toBeVisible()
    await expect(main.getByText('1 BTC = $95,000.00')).toBeVisible()
    await expect(main.getByText(/valid for (?:1:00|0:5)/)).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.clock.fastForward(61_000)
    await expect(main.getByText(/no longer valid/)).toBeVisible()
    await main.getByRole('button', { name: 'Get a new rate' }).click()
    await expect(main.getByText(/valid for (?:1:00|0:5)/)).toBeVisible()
  },
)
