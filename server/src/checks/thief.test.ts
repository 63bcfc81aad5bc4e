import { connect } from 'node:net'
import {
  addPasskey,
  changeEmail,
  confirm2fa,
  freeze,
  initUser,
  login,
  notMe,
  orderStanding,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  pauseStanding,
  requestPasswordReset,
  resetPassword,
  totp,
  transferExternal,
  transferLocal,
  undoTransfer,
  verifyEmail,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { hashToken } from '#auth/secrets.ts'
import { endSessions } from '#auth/sessions.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { appCode } from '#testing/app-code.ts'
import { listening } from '#testing/raw-http.ts'
import { type SoftwarePasskey, softwarePasskey } from '#testing/software-passkey.ts'
import { codeIn, linkIn, multipart, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// What somebody tries who has a session, the mailbox or the password of a customer.
const db = await testDb()
const t = await testBank(db)
const port = await listening(t.app)
afterAll(() => t.stop())

const minuteMs = 60_000
const hourMs = 60 * minuteMs
type Challenge = { challenge: string }

async function oldCustomer(flags: Record<string, boolean> = {}): Promise<TestCustomer> {
  const who = await t.customer({ pin: '4821', balance: '9000.00', flags })
  await db.sql`
    update customers set created_at = created_at - interval '60 days' where id = ${who.id}`
  return who
}

async function addKey(token: string): Promise<SoftwarePasskey> {
  const key = softwarePasskey()
  const options = (await t.ask(passkeyOptions, { use: 'add' }, token)).data as Challenge
  const added = await t.ask(addPasskey, { name: 'Key', credential: key.create(options) }, token)
  expect(added.http).toBe(200)
  return key
}

const enter = async ({ username }: TestCustomer, password: string) =>
  (await t.ask(login, { username, password })).data as { token?: string; buffer?: string }
const signInWith = async (key: SoftwarePasskey) => {
  const options = (await t.ask(passkeyLoginOptions, {})).data as Challenge
  return t.ask(passkeyLogin, { credential: key.sign(options) })
}
const linkTo = async (address: string, kind: string) => {
  const pattern = new RegExp(`/${kind}/([\\w-]{43})`)
  return (await t.mailTo(address)).map(({ text }) => pattern.exec(text)?.[1]).find(Boolean) ?? ''
}

async function resetByMail({ username, email }: TestCustomer, password: string): Promise<void> {
  await t.ask(requestPasswordReset, { user: username })
  await t.bank.background.settled()
  const buffer = (await t.mailTo(email)).map(linkIn).find((link) => link !== '') ?? ''
  const form = { buffer, password, confirmPassword: password }
  expect((await t.ask(resetPassword, form)).http).toBe(200)
}

async function switchAppOn(token: string): Promise<void> {
  const { Secret } = (await t.ask(totp, { use: 'begin' }, token)).data as { Secret: string }
  const code = appCode(Secret, t.clock.now())
  expect((await t.ask(totp, { use: 'confirm', code }, token)).http).toBe(200)
}

test('a further passkey, added in a stolen session, pays strangers small sums only', async () => {
  const [ada, thief] = [await oldCustomer(), await t.customer()]
  await addKey(ada.token)
  t.clock.advance(25 * hourMs)
  const stolen = await t.signInAgain(ada)
  const key = await addKey(stolen)
  const order = { source_account: ada.account.publicId, amount: '8000.00' }
  const asked = { use: 'approve', ...order, to: `local:${thief.account.number}` } as const
  const options = (await t.ask(passkeyOptions, asked, stolen)).data as Challenge
  const payee = { acc_number: thief.account.number, acc_name: 'x' }
  const paid = await t.ask(
    transferLocal,
    { ...order, ...payee, approval: key.sign(options) },
    stolen,
  )
  expect(paid.code).toBe('cooling')
})

test('a password that was reset by mail opens nothing after the owner came by passkey', async () => {
  const ada = await oldCustomer()
  const key = await addKey(ada.token)
  await resetByMail(ada, 'the mailbox chose it')
  expect(await enter(ada, 'the mailbox chose it')).not.toHaveProperty('token')
  expect((await signInWith(key)).http).toBe(200)
  expect(await enter(ada, 'the mailbox chose it')).not.toHaveProperty('token')
})

test('a reset by mail gives no new guesses at the code of an app', async () => {
  const ada = await oldCustomer()
  await switchAppOn(ada.token)
  const guess = async (password: string) => {
    const { buffer = '' } = await enter(ada, password)
    return (await t.ask(confirm2fa, { buffer, otp: '000001' })).http
  }
  const codes: number[] = []
  for (let nth = 0; nth < 30; nth += 1) codes.push(await guess(ada.password))
  expect(await guess(ada.password)).toBe(429)
  await resetByMail(ada, 'another password')
  expect(await guess('another password')).toBe(429)
})

test('a code step that was begun before the app leads past it no more', async () => {
  const ada = await oldCustomer({ UseLoginVerification: true })
  const { buffer = '' } = await enter(ada, ada.password)
  const otp = codeIn((await t.mailTo(ada.email))[0])
  await switchAppOn(ada.token)
  expect((await t.ask(confirm2fa, { buffer, otp })).code).toBe('code_wrong')
})

test('freezing over and over does not end the sessions of the owner', async () => {
  const ada = await oldCustomer()
  await t.ask(freeze, { frozen: '1' }, ada.token)
  const { token = '' } = await enter(ada, ada.password)
  expect((await t.ask(freeze, { frozen: '1' }, ada.token)).http).toBe(200)
  expect((await t.ask(initUser, {}, token)).http).toBe(200)
})

test('an order that waits while everything is frozen can be called back', async () => {
  const ada = await oldCustomer({ UseOtp: false })
  const order = { source_account: ada.account.publicId, amount: '5000.00', pin: '4821' }
  const payee = { acc_number: '8830071154', acc_name: 'Thief', bank: 'Chase' }
  const sent = await t.ask(transferExternal, { ...order, ...payee, undo_seconds: '10' }, ada.token)
  const { transaction } = sent.data as { transaction: { Id: string } }
  await t.ask(freeze, { frozen: '1' }, ada.token)
  t.clock.advance(minuteMs)
  expect((await t.ask(undoTransfer, { id: transaction.Id }, ada.token)).http).toBe(200)
  await t.ask(freeze, { frozen: '0' }, ada.token)
  expect((await t.ask(initUser, {}, ada.token)).data).toMatchObject({
    user: { Accounts: [{ AvailableBalance: '9000.00' }] },
  })
})

test('who has asked about too many numbers hears the same of one that exists and one that does not', async () => {
  const [ada, bob] = [await oldCustomer({ UseOtp: false }), await t.customer()]
  const ask = async (acc_number: string) => {
    const order = { source_account: ada.account.publicId, amount: '1.00', pin: '0000' }
    const token = await t.signInAgain(ada)
    return t.ask(transferLocal, { ...order, acc_number, acc_name: 'x' }, token)
  }
  const nobody = '1234567897'
  for (let hour = 0; hour < 3; hour += 1) {
    for (let nth = 0; nth < 20; nth += 1) await ask(nobody)
    if (hour < 2) t.clock.advance(hourMs + 1000)
  }
  expect((await ask(nobody)).message).toBe((await ask(bob.account.number)).message)
})

test('word of a new passkey comes to the address of before, also where the new one is proven', async () => {
  const ada = await oldCustomer()
  const thief = `t-${crypto.randomUUID()}@example.org`
  await t.ask(changeEmail, { newEmail: thief }, ada.token)
  await t.ask(verifyEmail, { token: await linkTo(thief, 'verify-email') }, ada.token)
  await addKey(ada.token)
  for (const address of [ada.email, thief]) {
    const subjects = (await t.mailTo(address)).map(({ subject }) => subject)
    expect(subjects).toContain('A passkey was added')
  }
})

/** Sends a form but for most of its body; answers what lets the rest follow and waits for the reply. */
async function holdBack(path: string, token: string, fields: [string, string][]) {
  const form = await multipart(fields)
  // The use of a session is noted once it has been looked up, if the last note is old enough.
  t.clock.advance(61_000)
  const before = t.clock.now().getTime()
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (some) => {
    answer += String(some)
  })
  const head = [
    `POST /api/${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${form.contentType}`,
    `Content-Length: ${form.payload.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(form.payload.subarray(0, 20))
  await expect
    .poll(async () => {
      const [used] = await db.sql<{ at: Date }>`
        select last_used_at as at from sessions where token_hash = ${hashToken(token)}`
      return (used?.at.getTime() ?? 0) >= before
    })
    .toBe(true)
  return async () => {
    socket.write(form.payload.subarray(20))
    await expect.poll(() => answer).toContain('}')
    socket.destroy()
    return answer
  }
}

test('a request that was held back does not outlive the end of its session', async () => {
  const ada = await oldCustomer()
  const { token = '' } = await enter(ada, ada.password)
  const key = softwarePasskey()
  const options = (await t.ask(passkeyOptions, { use: 'add' }, token)).data as Challenge
  const release = await holdBack('passkeys', token, [
    ['name', 'Thief'],
    ['credential', key.create(options)],
  ])
  expect((await t.ask(notMe, { token: await linkTo(ada.email, 'not-me') })).http).toBe(200)
  expect(await release()).toContain('401')
  expect((await signInWith(key)).code).toBe('passkey_refused')
})

test('a transfer that was held back waits for the operator who has said so meanwhile', async () => {
  const [ada, bob] = [await oldCustomer({ UseOtp: false }), await t.customer()]
  const order: [string, string][] = [
    ['source_account', ada.account.publicId],
    ['acc_number', bob.account.number],
    ['acc_name', 'x'],
    ['amount', '100.00'],
    ['pin', '4821'],
  ]
  const release = await holdBack('transfer/local', ada.token, order)
  await db.sql`update customers set pending_transfer = true where id = ${ada.id}`
  expect(await release()).toContain('"code":"unavailable"')
  const again = await t.ask(transferLocal, Object.fromEntries(order) as never, ada.token)
  expect(again.data).toMatchObject({ transaction: { State: 'pending' } })
  const [paid] = await db.sql`
    select balance_minor as balance from ledger_accounts where id = ${bob.account.id}`
  expect(paid).toEqual({ balance: 0n })
})

test('a standing order that rests is not resumed by a session that has ended', async () => {
  const [ada, bob] = [await oldCustomer({ UseOtp: false }), await t.customer()]
  const { token = '' } = await enter(ada, ada.password)
  const form = {
    ...{ kind: 'local', source_account: ada.account.publicId, acc_number: bob.account.number },
    ...{ acc_name: bob.name, amount: '50.00', every: 'monthly', date: '2032-01-31', pin: '4821' },
  }
  const made = await t.ask(orderStanding, form as never, token)
  const { Id: id } = made.data as { Id: string }
  await t.ask(pauseStanding, { id }, token)
  const release = await holdBack(`standing-orders/${id}/resume`, token, [['x', 'x'.repeat(40)]])
  await endSessions(db.sql, ada.id)
  expect(await release()).toContain('401')
  expect(await db.sql`select state from orders where public_id = ${id}`).toEqual([
    { state: 'paused' },
  ])
})

test('a bill, a loan and its repayment that were held back are not approved by a session that has ended', async () => {
  const ada = await oldCustomer({ UseOtp: false })
  const { token = '' } = await enter(ada, ada.password)
  const account: [string, string] = ['account', ada.account.publicId]
  const bill: [string, string][] = [
    ['biller', 'Netflix Inc'],
    ['accountName', 'thief@example.org'],
    ['type', 'one time'],
    ['date', t.clock.now().toISOString().slice(0, 10)],
  ]
  const bob = await oldCustomer({ UseOtp: false })
  const owed = { account: bob.account.publicId, amount: 1_000_00n }
  const loan = await askForLoan(t.bank, bob.id, owed)
  await db.transaction((sql) => approveLoan(t.bank, sql, { id: loan }))
  const repayment: [string, string][] = [
    ['on', 'true'],
    ['account', owed.account],
    ['amount', '88.85'],
  ]
  const held = [
    await holdBack('biller', token, [...bill, account, ['amount', '5000.00']]),
    await holdBack('loan', token, [account, ['amount', '900']]),
    await holdBack(`loan/${loan}/auto-repay`, bob.token, repayment),
  ]
  for (const { id } of [ada, bob]) await endSessions(db.sql, id)
  for (const release of held) expect(await release()).toContain('approval_required')
})
