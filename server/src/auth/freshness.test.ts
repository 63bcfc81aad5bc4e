import {
  changeEmail,
  endSessions,
  login,
  messages,
  type Output,
  reauthenticate,
  type SecurityEventEntry,
  securityEvents,
  sessions,
  toggle2fa,
} from '@passbook/contract'
import { calls } from '@passbook/contract/calls'
import { afterAll, describe, expect, test } from 'vitest'
import { refusedWith, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const minuteMs = 60_000
const reauth = refusedWith('reauth_required', {
  message: 'For your safety, enter your password or log in again',
})

describe('a session that is no longer fresh', () => {
  // shows D147
  // asvs 7.5.1
  test('changes no address until the password is told, and then for five minutes', async () => {
    const ada = await bank.customer()
    bank.clock.advance(5 * minuteMs + 1000)
    const change = (newEmail: string) => bank.ask(changeEmail, { newEmail }, ada.token)
    expect(await change('thief@example.org')).toEqual(reauth)
    expect(await bank.ask(reauthenticate, { password: 'wrong' }, ada.token)).toEqual(
      refusedWith('password_wrong', { message: messages.currentPasswordWrong, field: 'password' }),
    )
    expect(await change('thief@example.org')).toEqual(reauth)
    const proven = await bank.ask(reauthenticate, { password: ada.password }, ada.token)
    expect(proven.http).toBe(200)
    expect((await change(`new-${ada.email}`)).http).toBe(200)
    bank.clock.advance(5 * minuteMs + 1000)
    expect(await change(ada.email)).toEqual(reauth)
  })

  test('proves itself only: another session of the same customer stays as it was', async () => {
    const ada = await bank.customer()
    const stolen = await bank.signInAgain(ada)
    bank.clock.advance(5 * minuteMs + 1000)
    await bank.ask(reauthenticate, { password: ada.password }, ada.token)
    expect(await bank.ask(endSessions, {}, stolen)).toEqual(reauth)
    expect((await bank.ask(endSessions, {}, ada.token)).http).toBe(200)
  })

  // shows D147
  // asvs 6.4.4
  test('switches the code at sign-in on, but not off', async () => {
    const ada = await bank.customer()
    bank.clock.advance(5 * minuteMs + 1000)
    const toggle = (on: string) => bank.ask(toggle2fa, { login_verification: on as '1' }, ada.token)
    expect((await toggle('1')).http).toBe(200)
    expect(await toggle('0')).toEqual(reauth)
    await bank.ask(reauthenticate, { password: ada.password }, ada.token)
    expect((await toggle('0')).http).toBe(200)
  })

  test('gets ten guesses of the password, however many come at once', async () => {
    const ada = await bank.customer()
    const guesses = Array.from({ length: 15 }, (_, nth) =>
      bank.ask(reauthenticate, { password: `guess ${nth}` }, ada.token),
    )
    const codes = (await Promise.all(guesses)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'password_wrong').length).toBeLessThanOrEqual(10)
    expect(codes).toContain('too_many')
  })
})

/** Calls that change nothing a thief could use, or that bring their own proof; each for its reason. */
const needNoProof: Record<string, string> = {
  logout: 'ends the session itself',
  reauthenticate: 'is the proof',
  savePassword: 'brings the old password',
  savePin: 'brings the password',
  toggle2fa: 'asks for it where it is switched off',
  toggleAlert: 'is told by mail, and changes no secret',
  createAccount: 'moves no money',
  renameAccount: 'moves no money',
  checkPayee: 'compares a name',
  saveBeneficiary: 'asks for it where somebody on the list is another then',
  readNotifications: 'moves no money',
  support: 'is a message',
  resendVerification: 'mails a link to the address that is there',
  initBitcoinDeposit: 'brings money in',
  requestOtpByForm: 'brings the PIN',
  passkeyOptions: 'asks for it where a passkey is added',
  freeze: 'asks for it where it thaws',
  saveLimits: 'asks for it where one is raised',
  transferOwn: 'is approved by itself',
  transferLocal: 'is approved by itself',
  transferCard: 'is approved by itself',
  transferCrypto: 'is approved by itself',
  transferExternal: 'is approved by itself',
  undoTransfer: 'keeps money in',
  saveUndo: 'is a preset: each order says for itself how long it waits',
  requestLoan: 'asks for it, or for an approval',
  cardFreeze: 'keeps money in',
  cardLost: 'keeps money in',
  cardLimits: 'asks for it where one is raised',
  repayLoan: 'is approved by itself',
  autoRepayLoan: 'asks for it, or for an approval, where it is switched on',
  askForMoney: 'brings money in',
  cancelRequest: 'moves no money',
  saveBuffer: 'moves no money',
  declineRequest: 'keeps money in',
  orderStanding: 'is approved by itself',
  changeStanding: 'is approved where it is raised',
  skipStanding: 'keeps money in',
  pauseStanding: 'keeps money in',
  endStanding: 'keeps money in',
  saveBiller: 'has a rule of its own',
  skipBill: 'keeps money in',
  cancelBill: 'keeps money in',
  makePot: 'moves no money',
  movePot: 'keeps money in',
  changePot: 'moves no money',
  roundUpPot: 'keeps money in',
  closePot: 'keeps money in',
  putIntoCategory: 'moves no money',
  removeCategoryRule: 'moves no money',
  setBudget: 'moves no money',
  demoForward: 'is for demonstrations alone, and brings no date nearer that was not approved',
}

// shows D147
// asvs 7.5.1
test('every call that changes something wants a fresh session or says why not', () => {
  const changing = Object.entries(calls).filter(
    ([, { method, access }]) => access === 'customer' && method !== 'GET',
  )
  const unsettled = changing.filter(([name, { fresh }]) => !fresh === !(name in needNoProof))
  expect(unsettled.map(([name]) => name)).toEqual([])
})

describe('where a customer is signed in', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const list = async (token: string) =>
    (await bank.ask(sessions, {}, token)).data as Output<typeof sessions>

  test('the device and a part of the address are told, never the whole', async () => {
    const ada = await bank.customer()
    const reply = await bank.send(
      login,
      { username: ada.username, password: ada.password },
      { headers: { 'user-agent': firefox }, address: '203.0.113.77' },
    )
    const { token } = reply.json().data
    const [here, other] = await list(token)
    expect(here).toMatchObject({
      Current: true,
      Device: 'Firefox on Linux',
      Address: '203.0.113.0/24',
    })
    expect(other).toMatchObject({ Current: false })
    expect(JSON.stringify(await list(ada.token))).not.toContain('203.0.113.77')
  })

  // asvs 7.5.2
  test('one is ended by its id, the others by none, and a stranger ends nothing', async () => {
    const [ada, eve] = [await bank.customer(), await bank.customer()]
    const [phone, laptop] = [await bank.signInAgain(ada), await bank.signInAgain(ada)]
    const all = await list(ada.token)
    expect(all).toHaveLength(3)
    const mine = all.find(({ Current }) => Current)?.Id ?? ''
    const foreign = await bank.ask(endSessions, { id: mine }, eve.token)
    const unknown = await bank.ask(endSessions, { id: crypto.randomUUID() }, eve.token)
    expect(foreign).toEqual(unknown)
    expect(foreign).toEqual(refusedWith('not_yours', { message: 'This session has ended already' }))
    expect(await bank.ask(endSessions, { id: "'; --" }, eve.token)).toEqual(unknown)
    const ofPhone = (await list(phone)).find(({ Current }) => Current)?.Id ?? ''
    expect((await bank.ask(endSessions, { id: ofPhone }, ada.token)).http).toBe(200)
    expect((await bank.ask(sessions, {}, phone)).http).toBe(401)
    expect((await bank.ask(sessions, {}, laptop)).http).toBe(200)
    expect((await bank.ask(endSessions, {}, ada.token)).http).toBe(200)
    expect((await bank.ask(sessions, {}, laptop)).http).toBe(401)
    expect(await list(ada.token)).toHaveLength(1)
  })
})

describe('the security log', () => {
  const log = async (token: string) =>
    (await bank.ask(securityEvents, {}, token)).data as { List: SecurityEventEntry[] }

  // asvs 16.2.1 16.3.1
  test('tells the customer, and nobody else, who came in and from where', async () => {
    const [ada, eve] = [await bank.customer(), await bank.customer()]
    await bank.send(
      login,
      { username: ada.username, password: ada.password },
      { address: '198.51.100.9' },
    )
    const [entry] = (await log(ada.token)).List
    expect(entry).toMatchObject({ Kind: 'signed_in', By: 'customer', Address: '198.51.100.0/24' })
    expect((await log(eve.token)).List).toEqual([])
  })

  // asvs 16.4.2
  test('cannot be changed, not even by the bank itself', async () => {
    const ada = await bank.customer()
    await bank.ask(reauthenticate, { password: ada.password }, ada.token)
    for (const tidy of [
      () => db.sql`update security_events set kind = 'thawed'`,
      () => db.sql`delete from security_events`,
      () => db.sql`truncate security_events`,
    ]) {
      await expect(tidy()).rejects.toThrow('append-only')
    }
    expect((await log(ada.token)).List).toHaveLength(1)
  })
})
