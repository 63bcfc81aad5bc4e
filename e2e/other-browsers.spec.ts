import { firstAccount } from './beside-the-browser.ts'
import type { Browser } from './browsers/driver.ts'
import { findFirefox } from './browsers/firefox.ts'
import { findWebkit } from './browsers/webkit.ts'
import { expect, type Person, type TestedBank, bankTest as test } from './fixture.ts'
import { payer, pin } from './transfer-steps.ts'

// The ways that matter most, in the two other kinds of browser, where the machine has them.

const words = (text: string) => JSON.stringify(text)
const first = (selector: string, test: string) =>
  `[...document.querySelectorAll(${words(selector)})].find((one) => !one.closest('[inert]') && ${test})`

/** The field with this label. */
const field = (label: string) =>
  first(
    'input, select, textarea',
    `[...one.labels].some((label) => label.textContent.trim() === ${words(label)})`,
  )

const shown = 'one.getClientRects().length > 0'

/** A button or a link that is seen and has this in its name, in whatever capitals. */
function called(name: string, within = 'body'): string {
  const own = `(one.getAttribute('aria-label') ?? one.innerText).toLowerCase()`
  const says = `${own}.includes(${words(name.toLowerCase())})`
  return first(`${within} button, ${within} a`, `${shown} && ${says}`)
}

const heading = (text: string) =>
  first('h1, h2', `${shown} && one.innerText.trim() === ${words(text)}`)

function hands(browser: Browser) {
  const see = (expression: string) =>
    expect.poll(() => browser.read(`!!(${expression})`), { message: expression }).toBe(true)
  /** What slides in is pressed once it stands. */
  const rest = (element: string) => {
    let last = ''
    const stands = async () => {
      const now = JSON.stringify(await browser.read(`${element}.getBoundingClientRect().toJSON()`))
      const same = now === last
      last = now
      return same
    }
    return expect.poll(stands, { message: element }).toBe(true)
  }
  return {
    see,
    async press(element: string) {
      await see(element)
      await browser.read(`${element}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
      await rest(element)
      await browser.press(element)
    },
    async fill(label: string, text: string) {
      await see(field(label))
      await browser.type(field(label), text)
      await see(
        `${field(label)}.value.replaceAll(/[ ,]/g, '').startsWith(${words(text.replaceAll(' ', ''))})`,
      )
    },
    /** By script: how a list of choices opens is the browser's own business. */
    async choose(label: string, at: number) {
      await see(`${field(label)}?.options.length > ${at}`)
      await browser.read(`(() => {
        const list = ${field(label)}
        list.selectedIndex = ${at}
        list.dispatchEvent(new Event('change', { bubbles: true }))
      })()`)
    },
  }
}

async function logIn(browser: Browser, bank: TestedBank, person: Person) {
  const { see, press, fill } = hands(browser)
  await browser.open(`${bank.url}/login`)
  await fill('Username', person.username)
  await fill('Password', person.password)
  await press(called('Login', 'main'))
  await see(`location.pathname === '/c'`)
  await see(heading('Welcome to Dashboard'))
}

/** What is only read out may not be drawn: its box is a point, whatever it holds. */
async function expectQuietChart(browser: Browser) {
  const { see } = hands(browser)
  await see(`document.querySelector('figure table caption')`)
  const box = await browser.read(`(() => {
    const caption = document.querySelector('figure table caption')
    const { x, y, width, height } = caption.getBoundingClientRect()
    const seen = document.elementFromPoint(x + width / 2, y + height / 2)
    return { covers: caption.contains(seen), clip: caption.closest('div').offsetWidth }
  })()`)
  expect(box).toEqual({ covers: false, clip: 1 })
}

async function pay(browser: Browser, bank: TestedBank, to: Person) {
  const { see, press, fill, choose } = hands(browser)
  await browser.open(`${bank.url}/c/transfer`)
  await press(called('Local Transfer', 'main'))
  await choose('Source account', 1)
  await fill('Amount', '12.50')
  await fill('Account number', to.accountNumber)
  await browser.read(`${field('Account number')}.blur()`)
  await see(`${field('Account name')}.value === ${words(to.name)}`)
  await press(called('PROCEED'))
  await see(heading('Confirm Transaction'))
  await press(called('PROCEED'))
  await see(field('PIN'))
  await browser.type(field('PIN'), pin)
  await press(called('PROCEED'))
  await press(called('OK', 'dialog'))
}

async function readReceipt(browser: Browser, bank: TestedBank, to: Person) {
  const { see, press } = hands(browser)
  await browser.open(`${bank.url}/c/transactions`)
  await press(called(to.name, 'main'))
  const link = called('Transaction receipt', 'dialog')
  await see(link)
  // It opens in a tab of its own; here it is opened in this one.
  await browser.open(String(await browser.read(`${link}.href`)))
  await see(heading('Transaction Receipt'))
  await see(`document.body.innerText.includes('12.50')`)
  await see(`document.body.innerText.includes(${words(to.accountNumber)})`)
}

async function addAccount(browser: Browser, bank: TestedBank) {
  const { see, press, choose } = hands(browser)
  await browser.open(`${bank.url}/c/my-accounts`)
  await press(called('Add account', 'main'))
  await choose('Currency', 1)
  await press(called('Add Account', 'dialog'))
  await see(`document.querySelectorAll('main article').length === 2`)
}

for (const [name, find] of [
  ['Firefox', findFirefox],
  ['WebKit', findWebkit],
] as const) {
  test(`${name}: log in, overview, transfer, history, receipt, another account`, async ({
    bank,
  }) => {
    // Five journeys in one, and a whole browser to start.
    test.slow()
    const found = find()
    test.skip('missing' in found, 'missing' in found ? found.missing : '')
    if ('missing' in found) return
    const [ada, bob] = [await payer(bank), await bank.customer({ firstName: 'Bob' })]
    const browser = await found.launch()
    try {
      await logIn(browser, bank, ada)
      await expectQuietChart(browser)
      await pay(browser, bank, bob)
      expect(await firstAccount(bank, bob)).toMatchObject({ CurrentBalance: '12.50' })
      await readReceipt(browser, bank, bob)
      await addAccount(browser, bank)
      expect(browser.complaints()).toEqual([])
    } finally {
      await browser.close()
    }
  })
}
