import {
  accountOverview,
  beneficiaries,
  billerList,
  bitcoinWallet,
  changeEmail,
  confirm2fa,
  confirmReset,
  createAccount,
  decodeSymbol,
  type FormCall,
  initBitcoinDeposit,
  initUser,
  login,
  requestLoan,
  requestOtp,
  requestPasswordReset,
  resetPassword,
  resolveAccount,
  type Sent,
  saveBeneficiary,
  saveBiller,
  savedBills,
  savePassword,
  savePin,
  signup,
  support,
  toggle2fa,
  toggleAlert,
  tokenLogin,
  transactionReceipt,
  transactions,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { send } from '#api/client.ts'
import { RequestError } from '#api/texts.ts'
import { storeToken } from '#api/token.ts'
import { type Laxness, namesOf } from '../../../e2e/spec-server/laxness.ts'
import { payloads } from '../../../e2e/spec-server/payloads.ts'
import { makeState, replyTo } from '../../../e2e/spec-server/spec-server.ts'
import { mixtures } from '../../../e2e/spec-server/ways.ts'
import { loginCode, password, pin, token, wallet } from '../../../e2e/spec-server/world.ts'

// Every call of section 7, asked of servers that follow the specification and differ from each other.

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const order = { source_account: 'acc-1', amount: '10.00', otp: '', pin }
const person = { acc_number: '1234567897', acc_name: 'Bob Stone', save_recipient: false }
const bill = {
  ...{ biller: 'Netflix Inc', accountName: 'ada', account: 'acc-1' },
  ...{ amount: '15.49', date: '2099-01-31' },
  type: 'one time',
} as const
const saved = { account_name: 'Eva', account_number: '12345678', bank_name: '', swift_code: '' }
const names = { firstName: 'Eva', middleName: '', lastName: 'Keller', username: 'eva' }
const home = { city: 'Bonn', state: 'NRW', country: 'de', street: '', occupation: 'Baker' }
const kin = {
  ...{ kinname: 'Jon', kinsurname: 'Keller', kinphone: '5551234567' },
  ...{ kinemail: '', kinoccupation: 'Baker', kinaddress: 'Bonn' },
  kinrelaionship: 'father',
} as const
const personal = { phone: '5551234567', email: 'e@x.org', sex: 'male', dob: '1990-01-01' } as const
const passwords = { password: 'a long secret', confirmPassword: 'a long secret' }

type Question = readonly [name: string, ask: () => Promise<unknown>]
const asking = <C extends FormCall>(call: C, input: Sent<C>, note = ''): Question => [
  `${call.method} ${call.path}${note}`,
  async () => (await send(call, input)).data,
]

/** In this order: what is saved first is listed later. */
const questions: readonly Question[] = [
  asking(login, { username: 'ada', password }),
  asking(login, { username: 'ada', password: 'wrong' }, ' refused'),
  asking(initUser, {}),
  asking(signup, { ...names, ...home, ...kin, ...personal, ...passwords, account_type: 'savings' }),
  asking(requestPasswordReset, { user: 'ada' }),
  asking(confirmReset, { buffer: 'good' }),
  asking(confirmReset, { buffer: 'bad' }, ' refused'),
  asking(resetPassword, { buffer: 'good', ...passwords }),
  asking(confirm2fa, { buffer: 'buffer-1', otp: loginCode }),
  asking(confirm2fa, { buffer: 'buffer-1', otp: '00000' }, ' refused'),
  asking(tokenLogin, { token: 'good' }),
  asking(tokenLogin, { token: 'bad' }, ' refused'),
  asking(transactions, { accountId: 'acc-1', page: 1 }),
  asking(transactions, { accountId: 'acc-1', page: 3 }, ' 3'),
  asking(transactions, { accountId: 'acc-3', page: 1 }, ' empty'),
  asking(accountOverview, { accountId: 'acc-1' }),
  asking(transactionReceipt, { transactionId: 'acc-1-line-24' }),
  asking(transactionReceipt, { transactionId: 'none' }, ' refused'),
  asking(createAccount, { accountType: 'savings', currency: 'usd', accountName: 'Ada' }),
  asking(bitcoinWallet, {}),
  asking(initBitcoinDeposit, { account: 'acc-1', amount: '25.00', usd: '25.00' }),
  asking(beneficiaries, {}, ' none'),
  asking(saveBeneficiary, { ...saved, type: 'local transfer' }),
  asking(beneficiaries, {}),
  asking(resolveAccount, { accountNumber: '1234567897' }),
  asking(resolveAccount, { accountNumber: '7777777777' }, ' refused'),
  asking(requestOtp, { pin }),
  asking(requestOtp, { pin: '0000' }, ' refused'),
  asking(transferLocal, { ...order, ...person }),
  asking(transferLocal, { ...order, ...person, pin: '0000' }, ' refused'),
  asking(transferOwn, { ...order, destination_account: 'acc-2' }),
  asking(transferCard, {
    ...{ ...order, card_name: 'Ada', card_number: '4242424242424242' },
    ...{ card_expiry: '12/39', card_cv2: '123' },
  }),
  asking(transferCrypto, { ...order, wallet_address: wallet }),
  asking(transferExternal, { ...order, ...person, bank: 'Akbank', bank_name: 'Akbank', swift: '' }),
  asking(transferExternal, { ...order, ...person, amount: '9000', ...noBank() }, ' refused'),
  asking(requestLoan, { account: 'acc-1', amount: '300.00' }),
  asking(savedBills, {}, ' none'),
  asking(saveBiller, bill),
  asking(savedBills, {}),
  asking(billerList, {}, ' none'),
  asking(saveBiller, { name: 'Gas' }, ' name'),
  asking(billerList, {}),
  asking(changeEmail, { newEmail: 'new@x.org' }),
  asking(savePassword, { old_password: password, new_password: 'a long secret' }),
  asking(savePassword, { old_password: 'wrong', new_password: 'a long secret' }, ' refused'),
  asking(savePin, { newPin: '1357', password }),
  asking(toggle2fa, { login_verification: true }),
  asking(toggleAlert, { notification: false }, ' refused'),
  asking(support, { email: 'a@x.org', subject: 'Card', content: 'Where is it?' }),
  [
    'POST login with a code',
    async () => {
      await send(changeEmail, { newEmail: 'with-a-code' })
      const { message, data } = await send(login, { username: 'ada', password })
      return { message, ...data }
    },
  ],
]

function noBank() {
  return { bank: '', bank_name: 'Deutsche Bank', swift: 'DEUTDEFF' }
}

type Outcome = { facts: Map<string, string> } | { told: string }

/** What became of each question, and what the server found strange about them. */
async function askAll(lax: readonly Laxness[]) {
  const state = makeState()
  state.switches.lax = lax
  storeToken(token)
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit) => {
    const form = body instanceof FormData ? Object.fromEntries([...body].map(textOf)) : null
    const path = url.replace(/^\/api/, '')
    const told = replyTo(state, { method, path, form, headers: { ...(headers as object) } })
    // Nothing in the specification changes this flag; an address that no form lets through does here.
    if (form?.newEmail === 'with-a-code') state.world.user.UseLoginVerification = true
    return new Response(told.text, { status: told.http, headers: { 'content-type': told.type } })
  })
  const outcomes = new Map<string, Outcome>()
  for (const [name, ask] of questions) {
    outcomes.set(name, await ask().then(outcomeOf, (error: unknown) => ({ told: wordsOf(error) })))
  }
  return { outcomes, strange: state.strange, asked: state.asked }
}

const textOf = ([name, value]: [string, FormDataEntryValue]) => [name, String(value)] as const
const outcomeOf = (data: unknown): Outcome => ({ facts: new Map(factsIn(data)) })

function wordsOf(error: unknown): string {
  if (error instanceof RequestError) return error.message
  throw error
}

/** What a customer could be told of a reply, by its place. Of an id it matters that there is one. */
function factsIn(value: unknown, at = ''): [string, string][] {
  const name = at.slice(at.lastIndexOf('.') + 1)
  if (value === undefined || value === null || value === '' || value === false) return []
  // These hold other things in each of the ways, and no screen shows them.
  if (/^(?:Lastseen|Dob|Description|Value|Country|Country_code|Created)$/.test(name)) {
    return value instanceof Date ? [[at, value.toISOString().slice(0, 16)]] : []
  }
  if (name === 'Id') return [[at, 'an id']]
  if (name === 'Symbol') return [[at, decodeSymbol(String(value))]]
  if (name === 'Code') return [[at, String(value).toLowerCase()]]
  if (typeof value !== 'object') return [[at, String(value)]]
  return Object.entries(value).flatMap(([key, one]) => factsIn(one, `${at}.${key}`))
}

const plain = askAll([])

// shows §7.1 §7.3
test('all calls of section 7 are asked with their fields and no others', async () => {
  const { asked, strange, outcomes } = await plain
  expect(strange).toEqual([])
  expect([...asked].sort()).toEqual(Object.keys(payloads).sort())
  for (const [name, outcome] of outcomes) {
    expect('told' in outcome, name).toBe(name.endsWith('refused'))
  }
  expect(asked.size).toBe(33)
})

/** What a server leaves out that sends less, by the places. */
const leftOut: Partial<Record<Laxness, RegExp>> = {
  'accounts with their customer only': /\.accounts\./,
  'an empty Name beside first_name': /\.user\.(?:Name|Surname)/,
  'currencies by their code': /currency\.Name/i,
  'a picture as bare base64': /\.qr$/,
}

// shows D134 D160 D161
test.each(namesOf.ways)('with %s everything reads the same', async (name) => {
  const { outcomes, strange } = await askAll([name])
  expect(strange).toEqual([])
  for (const [question, usual] of (await plain).outcomes) {
    expect(shownOf(outcomes.get(question), name), question).toEqual(shownOf(usual, name))
  }
})

function shownOf(outcome: Outcome | undefined, name: Laxness) {
  if (!outcome || 'told' in outcome) return outcome
  return [...outcome.facts].filter(([place]) => !leftOut[name]?.test(place)).sort()
}

// shows D134 D161
test.each(mixtures.map((ways) => [ways]))('with %j at once too', async (ways) => {
  const { outcomes } = await askAll(ways)
  for (const [question, usual] of (await plain).outcomes) {
    const isLeft = ([place]: [string, string]) => !ways.some((name) => leftOut[name]?.test(place))
    const shown = (outcome: Outcome | undefined) =>
      !outcome || 'told' in outcome ? outcome : [...outcome.facts].filter(isLeft).sort()
    expect(shown(outcomes.get(question)), question).toEqual(shown(usual))
  }
})

// shows D134
test.each(namesOf.changes)('with %s every call is answered', async (name) => {
  const { outcomes } = await askAll([name])
  for (const [question, usual] of (await plain).outcomes) {
    // Such an order has been made all the same, which its flow knows.
    if (name === 'transfers answered without data' && question.includes('transfer')) continue
    expect('told' in (outcomes.get(question) ?? {}), question).toBe('told' in usual)
  }
})

// shows D161
describe.each(namesOf.faults)('%s', (name) => {
  test('make an error of what they stand in, and take nothing else away', async () => {
    const { outcomes } = await askAll([name])
    const found = [...(await plain).outcomes].flatMap(([question, usual]) => {
      const outcome = outcomes.get(question)
      if (!outcome || 'told' in usual) return []
      if ('told' in outcome) return [[question, outcome.told]]
      const lost = [...usual.facts].filter(([place, fact]) => outcome.facts.get(place) !== fact)
      // Cards stand beside much else; the page of the cards then says so.
      expect(
        lost.filter(([place]) => !place.startsWith('.cards')),
        question,
      ).toEqual([])
      return lost.length > 0 ? [[question, 'no cards']] : []
    })
    expect(found).not.toEqual([])
    for (const [, told] of found) {
      expect(['Internal Application error', 'no cards']).toContain(told)
    }
  })
})

test('there are more than forty of them', () => {
  expect(namesOf.ways.length).toBeGreaterThan(40)
})
