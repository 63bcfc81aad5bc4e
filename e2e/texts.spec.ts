import { banks, billers, countries, currencies, currencyCodes } from '@passbook/contract'
import type { Page } from '@playwright/test'
import { byLength } from '../server/src/testing/length.ts'
import { allTexts } from '../web/src/checks/all-texts.ts'
import { pseudo } from '../web/src/i18n/catalogues/en-xa.ts'
import { given } from '../web/src/i18n/line-words.ts'
import { paths, statementPath } from '../web/src/paths.ts'
import { initialsOf } from '../web/src/ui/initials.ts'
import { layersOf } from './back-steps.ts'
import { firstAccount } from './beside-the-browser.ts'
import { expect, type Person, type TestedBank, test } from './fixture.ts'
import { areaPages, goWithin, small, wide } from './steps.ts'

// The client in its pseudo-locale: every text that a catalogue reaches has accents and brackets, so
// whatever still reads as English is not wrapped. And the same from right to left.

const t = pseudo

/**
 * What a catalogue has, and nothing else: the client's own pseudo-locale knows whatever it is asked
 * for, so a text that nobody would have translated would look as if somebody had.
 */
let catalogue: Record<string, string> | undefined
const catalogueOf = () =>
  (catalogue ??= Object.fromEntries(allTexts().map((text) => [text, pseudo(text)])))

/** The page as a bank sends it to somebody who reads another language. */
async function speak(page: Page, html: { lang?: string; dir?: 'rtl' }) {
  const attributes = Object.entries(html).map(([name, value]) => `${name}="${value}"`)
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const reply = await route.fetch()
    const body = (await reply.text()).replace(/<html lang="en"/, `<html ${attributes.join(' ')}`)
    await route.fulfill({ response: reply, body })
  })
  await page.route('**/assets/en-xa-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const messages = ${JSON.stringify(catalogueOf())}`,
    }),
  )
}

/** Fields of the bank's replies with names, and with words that people have typed. */
const named =
  /^(?:Name|AccountName|BankName|FirstName|LastName|Merchant|Payee|Party|[Tt]ext|Holder)$/
const typed = /^(?:Description|Note|Reason|Subject|Content)$/

/** Of the demo's first customer, and an account that she calls as a hint of the client does. */
const demoNames = [
  ...['Ada Okafor', 'Okafor', 'Ngozi', '@passbook.example', '12 Harbour Street', 'Boston'],
  // The device that signs the journeys in.
  ...['Massachusetts', 'Rainy day', 'Test'],
]

/** Collects what people have named and noted, as the bank tells it to the page. */
function hearPeople(page: Page): () => Promise<string[]> {
  const heard = new Set<string>()
  const reading: Promise<unknown>[] = []
  page.on('response', (reply) => {
    if (!reply.headers()['content-type']?.startsWith('application/json')) return
    const read = reply.text().then(
      (body) =>
        JSON.parse(body, (key, value) => {
          // The bank names some things itself, and that is translated.
          const own = named.test(key) && !Object.hasOwn(catalogueOf(), value)
          if (value && !given.test(value) && (own || typed.test(key))) heard.add(value)
          return value
        }),
      // Of a page that was left.
      () => undefined,
    )
    reading.push(read)
  })
  return async () => {
    await Promise.all(reading)
    return [...heard, ...demoNames]
  }
}

/** Until nothing is on its way. */
async function settled(page: Page) {
  await expect(page.locator('[aria-busy=true], [data-coming]')).toHaveCount(0)
  await expect(page.locator('h1').first()).toBeVisible()
}

/** What is no text of ours: names, codes, units, and what the customer typed. */
function namesOf(people: readonly Person[], heard: readonly string[]): string[] {
  const own = people.flatMap(({ name, email, username, accountNumber }) => {
    const words = name.split(' ')
    const initials = words.map((word) => word.slice(0, 1))
    return [name, ...words, initials.join(''), initials[0] ?? '', email, username, accountNumber]
  })
  return [
    ...own,
    ...heard,
    ...heard.map(initialsOf),
    ...countries.map(({ name }) => name),
    ...currencyCodes.flatMap((code) => [code.toUpperCase(), currencies[code].name]),
    ...banks,
    ...billers,
    ...[
      'demo1234',
      'demo',
      'Passbook',
      'UTC',
      'kB',
      'CSV',
      'OFX',
      'QIF',
      'camt.053',
      'MM/YY',
      'AED',
      'R',
    ],
    // Where the customers of the journeys live, and the monograms of the billers.
    ...['1 Allen Avenue', 'Ikeja', 'Lagos', ...billers.map(initialsOf)],
    ...['January', 'February', 'March', 'April', 'June', 'July', 'August'],
    ...['September', 'October', 'November', 'December'],
    ...['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'W'],
    ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    ...['British Pound', 'Turkish Lira', 'United Arab Emirates Dirham'],
  ].sort((one, other) => other.length - one.length)
}

const ids = /[\da-f]{8}-[\da-f-]{8,}\**|\b[\da-f]{8}\b|\b[A-Z]{2}\d\d(?: \d{2,4})+/g

/** Every text on the page that no catalogue has touched, wherever people may meet it. */
async function expectAllWrapped(
  page: Page,
  people: Person[] = [],
  listen: () => Promise<string[]> = async () => [],
) {
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
  const names = namesOf(people, await listen())
  const left = texts.map((text) => {
    // Ids, whole and in short, and an IBAN in fours.
    const named = text.replaceAll(ids, '')
    return names.reduce((rest, name) => rest.replaceAll(name, ''), named)
  })
  const unwrapped = left.filter((text) => /[acdeghijklnorstuwyz]/i.test(text))
  expect.soft(unwrapped, page.url()).toEqual([])
}

/** They lead to another page at once. */
const leadOn: string[] = [paths.logout, paths.tokenLogin, paths.pay]
/** Links of mails. */
const links: string[] = [
  ...[paths.reset, paths.code, paths.verifyEmail, paths.undoEmail, paths.notMe],
]
const entryPages = Object.values(paths)
  .filter((path) => !path.startsWith(paths.overview) && !leadOn.includes(path))
  .map((path) => (links.includes(path) ? `${path}/nothing` : path))

/** Every page of a customer. */
async function pagesOf(bank: TestedBank, person: Pick<Person, 'token'>): Promise<string[]> {
  const { Id } = await firstAccount(bank, person)
  return [...areaPages, `${paths.overview}/nowhere`, statementPath(Id, {})]
}

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

test('no text of the dialogs is bare', async ({ page, bank }) => {
  test.slow()
  const flags = { CryptoPayment: true }
  const ada = await bank.customer({ balance: '500.00', pin: '4821', flags })
  await speak(page, { lang: 'en-XA' })
  await page.setViewportSize(wide)
  await bank.enter(page, ada)
  await settled(page)
  const dialog = page.locator('dialog[open]')
  const shows = async (label: string) => {
    await expect(dialog.getByRole('heading', { name: t(label) })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectAllWrapped(page, [ada])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  const panel = page.getByRole('complementary', { name: t('Account overview') })
  const openers = [
    [t('Manage<of> bills</of>'), 'Manage Bills'],
    [t('Add<of> a bill</of>'), 'Add Bill'],
    [t('Get Loan'), 'Quick Loan'],
    [t('Repay Loan'), 'Quick Loan'],
    [t('Manage<of> recipients</of>'), 'Manage Recipient'],
    [t('Add<of> a recipient</of>'), 'Add Recipient'],
  ] as const
  await panel.getByRole('button', { name: t('Add account') }).click()
  await shows('Add Account')
  for (const [opener, title] of openers) {
    const button = opener.replaceAll(/<\/?of>/g, '')
    await panel.getByRole('button').filter({ hasText: button }).click()
    await shows(title)
  }
  await page
    .getByRole('main')
    .getByRole('button', { name: /500\.00/ })
    .click()
  await shows('Transaction Details')
  await page.getByRole('button', { name: t('Export') }).click()
  await expectAllWrapped(page, [ada])
})

test('no text of a transfer is bare, from its type to its receipt', async ({ page, bank }) => {
  test.slow()
  const ada = await bank.customer({ balance: '500.00', pin: '4821' })
  const bob = await bank.customer({ firstName: 'Bxmb', lastName: 'Vxmb' })
  await speak(page, { lang: 'en-XA' })
  await page.setViewportSize(wide)
  const kinds = ['Own Account', 'Other Banks', 'Wire Transfer', 'Transfer To Bank Card']
  await bank.enter(page, ada, paths.transfer)
  for (const kind of [...kinds, 'Local Transfer']) {
    await settled(page)
    await page.getByRole('button', { name: t(kind) }).click()
    await expect(page.getByRole('heading', { name: t(kind) })).toBeVisible()
    await expectAllWrapped(page, [ada])
    if (kind === 'Local Transfer') break
    await page.getByRole('button', { name: t('BACK'), exact: true }).click()
  }
  const main = page.getByRole('main')
  await main.getByRole('button', { name: t('PROCEED') }).click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText(t('Fill all reqired fields to continue'))
  await expectAllWrapped(page, [ada])
  await alert.getByRole('button', { name: t('OK') }).click()
  const source = main.getByLabel(t('Source account'))
  await source.selectOption({ index: 1 })
  await main.getByLabel(t('Amount')).fill('12')
  await main.getByLabel(t('Account number')).fill(bob.accountNumber)
  await expect(main.getByLabel(t('Account name'))).toHaveValue(bob.name)
  await main.getByRole('button', { name: t('PROCEED') }).click()
  await expect(page.getByRole('heading', { name: t('Confirm Transaction') })).toBeVisible()
  await expectAllWrapped(page, [ada, bob])
  await main.getByRole('button', { name: t('PROCEED') }).click()
  await expect(page.getByRole('heading', { name: t('Enter Pin to Confirm') })).toBeVisible()
  await expectAllWrapped(page, [ada])
  await main.getByLabel(t('PIN'), { exact: true }).fill('4821')
  await main.getByRole('button', { name: t('PROCEED') }).click()
  await expect(page.getByRole('heading', { name: t('Enter OTP') })).toBeVisible()
  await expectAllWrapped(page, [ada])
  const digit = t('Digit {at} of {length}').replace('{at}', '1').replace('{length}', '4')
  await main.getByLabel(digit).fill(await bank.codeFor(ada.email))
  await main.getByRole('button', { name: t('PROCEED') }).click()
  const done = page.locator('dialog[open]')
  await expect(done).toContainText(t('Your transfer has been made.'))
  await expectAllWrapped(page, [ada, bob])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('OK') })
    .click()
  await expect.poll(() => layersOf(page)).toEqual([])
  await goWithin(page, paths.transactions)
  await page
    .getByRole('main')
    .getByRole('button', { name: /12\.00/ })
    .click()
  const address = await page
    .getByRole('link', { name: t('Transaction receipt') })
    .getAttribute('href')
  await page.goto(address ?? '')
  await settled(page)
  await expectAllWrapped(page, [ada, bob])
})

/** Nothing is wider than the window, and what reads from the left still does. */
async function expectMirrored(page: Page) {
  const { over, first, turned, bare } = await page.evaluate(() => {
    const root = document.documentElement
    const dates = [...document.querySelectorAll('time bdi, bdi')].filter(
      (element) =>
        element.firstChild instanceof Text && /^[\d\u2068].*\d/.test(element.textContent),
    )
    const leftOf = (text: Text, at: number) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    }
    const backwards = dates.filter((element) => {
      const text = element.firstChild as Text
      const start = /\d/.exec(text.data)?.index ?? 0
      const end = text.data.replace(/\u2069$/, '').length - 1
      return text.data.length > 3 && leftOf(text, start) > leftOf(text, end)
    })
    // A sum with a sign or a code, or a date: beside words from the right its ends would change places.
    const figure =
      /[+\u2212-]\p{Sc}?\d|\d[.,]\d\d \p{Lu}{3}\b|\d \p{L}{3,9} \d{4}|\p{L}{3,9} \d\d?, \d{4}/u
    const isolated = /\u2068[^\u2069]*\u2069/g
    const isHidden = (element: Element | null): boolean =>
      element !== null && (element.clientWidth === 1 || isHidden(element.parentElement))
    const bareOnes: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode as Text
      if (!parent || parent.closest('bdi, script, style, noscript, title, option')) continue
      if (figure.test(data.replaceAll(isolated, '')) && !isHidden(parent)) bareOnes.push(data)
    }
    return {
      over: root.scrollWidth - root.clientWidth,
      first: getComputedStyle(document.querySelector('h1') ?? root).direction,
      turned: backwards.map((element) => element.textContent),
      bare: bareOnes,
    }
  })
  expect(over, page.url()).toBeLessThanOrEqual(0)
  expect(first).toBe('rtl')
  expect(turned).toEqual([])
  expect(bare).toEqual([])
}

const sizes = byLength({ wide, small }, { wide })

for (const [name, size] of Object.entries(sizes)) {
  test(`no text of a page before the login is bare, and each is mirrored, ${name}`, async ({
    page,
  }) => {
    test.slow()
    await speak(page, { lang: 'en-XA', dir: 'rtl' })
    await page.setViewportSize(size)
    const missing = page.getByRole('heading', { name: t('Page not found') })
    await page.goto('/nowhere')
    await expect(missing).toBeVisible()
    await expectAllWrapped(page)
    for (const path of entryPages) {
      await goWithin(page, path)
      await settled(page)
      await expect(missing, path).toHaveCount(0)
      await expectAllWrapped(page)
      await expectMirrored(page)
    }
    await goWithin(page, paths.login)
    await page.getByRole('button', { name: t('Login'), exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(t('Invalid username'))
    await page.getByLabel(t('Username')).fill('nobody')
    await page.getByLabel(t('Password'), { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: t('Login'), exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(t('Invalid username or password'))
    await expectAllWrapped(page)
  })

  test(`no text of a page of the customer area is bare, and each is mirrored, ${name}`, async ({
    page,
    bank,
  }) => {
    test.slow()
    const [person = { token: '' }] = await bank.demo()
    const people = hearPeople(page)
    await speak(page, { lang: 'en-XA', dir: 'rtl' })
    await page.setViewportSize(size)
    await bank.enter(page, person)
    for (const path of await pagesOf(bank, person)) {
      if (path !== paths.overview) await goWithin(page, path)
      await settled(page)
      await expectAllWrapped(page, [], people)
      await expectMirrored(page)
    }
    await goWithin(page, paths.overview)
    const bar = page.getByRole('banner')
    const first =
      name === 'wide'
        ? page
            .getByRole('navigation', { name: t('Main') })
            .getByRole('link')
            .first()
        : bar.getByRole('button', { name: t('Open menu') })
    const box = await first.boundingBox()
    expect(box?.x).toBeGreaterThan(size.width / 2)
  })
}
