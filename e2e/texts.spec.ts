import { banks, billers, countries, currencies, currencyCodes } from '@passbook/contract'
import type { Page } from '@playwright/test'
import { pseudo } from '../web/src/i18n/catalogues/en-xa.ts'
import { paths } from '../web/src/paths.ts'
import { expect, type Person, test } from './fixture.ts'
import { small, wide } from './steps.ts'

// The client in its pseudo-locale: every text that a catalogue reaches has accents and brackets, so
// whatever still reads as English is not wrapped. And the same from right to left.

const t = pseudo

/** The page as a bank sends it to somebody who reads another language. */
async function speak(page: Page, html: { lang?: string; dir?: 'rtl' }) {
  const attributes = Object.entries(html).map(([name, value]) => `${name}="${value}"`)
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const reply = await route.fetch()
    const body = (await reply.text()).replace(/<html lang="en"/, `<html ${attributes.join(' ')}`)
    await route.fulfill({ response: reply, body })
  })
}

/** Until nothing is on its way. */
async function settled(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.locator('h1').first()).toBeVisible()
}

/** What is no text of ours: names, codes, units, and what the customer typed. */
function namesOf(person?: Person): string[] {
  const words = person?.name.split(' ') ?? []
  const initials = words.map((word) => word.slice(0, 1))
  const own = person
    ? [person.name, ...words, initials.join(''), initials[0] ?? '', person.email]
    : []
  return [
    ...own,
    ...(person ? [person.username, person.accountNumber] : []),
    ...countries.map(({ name }) => name),
    ...currencyCodes.flatMap((code) => [code.toUpperCase(), currencies[code].name]),
    ...banks,
    ...billers,
    ...[
      'demo1234',
      'demo',
      'Passbook',
      'UTC',
      'CSV',
      'OFX',
      'QIF',
      'camt.053',
      'MM/YY',
      'AED',
      'R',
    ],
    // Where the customers of the journeys live, and the monograms of the billers.
    ...['1 Allen Avenue', 'Ikeja', 'Lagos', ...billers.map((name) => name.slice(0, 2))],
    ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    ...['British Pound', 'Turkish Lira', 'United Arab Emirates Dirham'],
  ].sort((one, other) => other.length - one.length)
}

/** Every text on the page that no catalogue has touched, wherever people may meet it. */
async function expectAllWrapped(page: Page, person?: Person) {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode as Text
      // Countries and currencies are named by the browser, which has no pseudo-locale.
      if (!parent?.closest('script, style, noscript, code, select[name=country]')) found.push(data)
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        found.push(element.getAttribute(name) ?? '')
      }
    }
    return found
  })
  const names = namesOf(person)
  const left = texts.map((text) => {
    const bare = names.reduce((rest, name) => rest.replaceAll(name, ''), text)
    // Ids, and letters that have no accent to wear.
    return bare.replaceAll(/[\da-f]{8}-[\da-f-]{8,}\**/g, '')
  })
  expect(left.filter((text) => /[acdeghijklnorstuwyz]/i.test(text))).toEqual([])
}

const entryPages = [
  paths.login,
  paths.signup,
  paths.resetRequest,
  `${paths.reset}/nothing`,
  `${paths.code}/nothing`,
  `${paths.verifyEmail}/nothing`,
  `${paths.undoEmail}/nothing`,
  '/nowhere',
  paths.receipt,
]

const areaPages = [
  paths.overview,
  paths.transfer,
  paths.addFunds,
  paths.transactions,
  paths.accounts,
  paths.debts,
  paths.cards,
  paths.profile,
  paths.support,
  paths.payBill,
  paths.quickLoans,
  paths.notifications,
  `${paths.overview}/nowhere`,
]

test('no text of the pages before the login is bare', async ({ page }) => {
  test.slow()
  await speak(page, { lang: 'en-XA' })
  for (const path of entryPages) {
    await page.goto(path)
    await settled(page)
    await expectAllWrapped(page)
  }
  await page.goto(paths.login)
  await page.getByRole('button', { name: t('Login'), exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(t('Invalid username'))
  await page.getByLabel(t('Username')).fill('nobody')
  await page.getByLabel(t('Password'), { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: t('Login'), exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(t('Invalid username or password'))
  await expectAllWrapped(page)
})

test('no text of the sign-up is bare', async ({ page }) => {
  await speak(page, { lang: 'en-XA' })
  await page.goto(paths.signup)
  const proceed = page.getByRole('button', { name: t('Proceed') })
  await proceed.click()
  await expect(page.getByRole('alert')).toHaveText(t('Select an account type'))
  await page.getByText(t('Savings Account')).click()
  await proceed.click()
  await expectAllWrapped(page)
  const person = {
    Username: `ada${Date.now()}`,
    'First name': 'Bxmb',
    'Last name': 'Bxmb',
    'Phone number': '555 123 4567',
    Email: `ada${Date.now()}@example.com`,
    Occupation: 'x',
    'Date of birth': '1990-01-01',
    State: 'x',
    City: 'x',
  }
  for (const [label, value] of Object.entries(person)) {
    await page.getByLabel(t(label), { exact: true }).fill(value)
  }
  await page.getByLabel(t('Country')).selectOption('de')
  await proceed.click()
  const kin = page.getByRole('heading', { name: t('Next of Kin') })
  await expect(kin).toBeVisible()
  await expectAllWrapped(page)
  for (const label of ['First name', 'Last name', 'Occupation', 'Address']) {
    await page.getByLabel(t(label), { exact: true }).fill('Bxmb')
  }
  await page.getByLabel(t('Phone number')).fill('555 123 4567')
  await page.getByLabel(t('Relationship')).selectOption('friend')
  await proceed.click()
  await expect(page.getByRole('heading', { name: t('Security') })).toBeVisible()
  await page.getByLabel(t('Password'), { exact: true }).fill('password1')
  await expectAllWrapped(page)
})

for (const [name, size] of [
  ['wide', wide],
  ['small', small],
] as const) {
  test(`no text of a page of the customer area is bare, ${name}`, async ({ page, bank }) => {
    test.slow()
    const ada = await bank.customer({ balance: '500.00', pin: '4821' })
    await speak(page, { lang: 'en-XA' })
    await page.setViewportSize(size)
    for (const path of areaPages) {
      await bank.enter(page, ada, path)
      await settled(page)
      await expectAllWrapped(page, ada)
    }
  })
}
