import {
  addPasskey,
  changeEmail,
  login,
  notMe,
  passkeyOptions,
  readLimits,
  removePasskey,
  resetPassword,
  saveBiller,
  savedBills,
  saveLimits,
  toggle2fa,
  totp,
  undoEmail,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { tellNewDevice } from '#auth/new-device.ts'
import { fundAccount } from '#cli/fund.ts'
import { makeCleanUp } from '#jobs/clean-up.ts'
import { appCode } from '#testing/app-code.ts'
import { softwarePasskey } from '#testing/software-passkey.ts'
import { answerOf, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// What a link in a mail takes away, leaves and puts back.
const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const hourMs = 3_600_000
/** A session, and the cookie of its browser where that is known. */
type At = { token: string; cookie?: string }
const sentFrom = ({ token, cookie }: At) => ({ token, headers: cookie ? { cookie } : {} })

/** Signs in; without a cookie that is a new browser, and the customer is mailed about it. */
async function enter({ username, password }: TestCustomer): Promise<Required<At>> {
  const reply = await t.send(login, { username, password })
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  t.clock.advance(1000)
  return { token: (reply.json() as { data: { token: string } }).data.token, cookie }
}

async function addKey(at: At, name: string): Promise<void> {
  const key = softwarePasskey()
  const asked = await t.send(passkeyOptions, { use: 'add' }, sentFrom(at))
  const credential = key.create(asked.json().data as { challenge: string })
  expect((await t.send(addPasskey, { name, credential }, sentFrom(at))).statusCode).toBe(200)
  t.clock.advance(1000)
}

async function removeKey(at: At, name: string): Promise<void> {
  const [row] = await db.sql<{ id: string }>`
    select public_id as id from passkeys where name = ${name} order by passkeys.id desc limit 1`
  const gone = await t.send(removePasskey, { id: row?.id }, sentFrom(at))
  expect(gone.statusCode).toBe(200)
  t.clock.advance(1000)
}

async function beginApp(at: At): Promise<string> {
  const begun = await t.send(totp, { use: 'begin' }, sentFrom(at))
  t.clock.advance(1000)
  return (begun.json() as { data: { Secret: string } }).data.Secret
}
async function confirmApp(at: At, secret: string): Promise<void> {
  const code = appCode(secret, t.clock.now())
  const reply = await t.send(totp, { use: 'confirm', code }, sentFrom(at))
  expect(answerOf(reply)).toMatchObject({ http: 200 })
  t.clock.advance(1000)
}

async function linkTo({ email }: TestCustomer, kind: string): Promise<string> {
  const pattern = new RegExp(`/${kind}/([\\w-]{43})`)
  return (await t.mailTo(email)).map(({ text }) => pattern.exec(text)?.[1]).find(Boolean) ?? ''
}
const sayNotMe = async (who: TestCustomer) =>
  expect((await t.ask(notMe, { token: await linkTo(who, 'not-me') })).http).toBe(200)
const undo = async (who: TestCustomer) =>
  expect((await t.ask(undoEmail, { token: await linkTo(who, 'undo-email') })).http).toBe(200)

async function factorsOf({ id }: TestCustomer): Promise<string[]> {
  const rows = await db.sql<{ name: string }>`
    select name from passkeys where customer_id = ${id}
    union all select 'app' from authenticators where customer_id = ${id} and confirmed_at is not null
    union all select 'code' from customers where id = ${id} and use_login_code
    order by 1`
  return rows.map(({ name }) => name)
}
const toldOf = async ({ id }: TestCustomer, kind: string) => {
  const [row] = await db.sql<{ detail: string }>`
    select detail from security_events where customer_id = ${id} and kind = ${kind}
    order by id desc limit 1`
  return row?.detail
}

/** A customer who has long been at home in a browser, and how a thief signs in with the password. */
async function brokenInto() {
  const ada = await t.customer({ pin: '4821', flags: { UseOtp: false } })
  const { cookie } = await enter(ada)
  t.clock.advance(72 * hourMs)
  const home = { cookie, token: await t.signInAgain(ada) }
  return { ada, home, breakIn: () => enter(ada) }
}

describe('"This was not me"', () => {
  test('leaves what a browser has set up that was known before, and nothing else', async () => {
    const { ada, home, breakIn } = await brokenInto()
    const thief = await breakIn()
    await addKey(home, 'hers')
    await addKey(thief, 'his')
    await confirmApp(home, await beginApp(home))
    await sayNotMe(ada)
    expect(await factorsOf(ada)).toEqual(['app', 'hers'])
    // Who reads the mailbox chooses a password, and stands before the app.
    const buffer = await linkTo(ada, 'reset-password')
    const form = {
      buffer,
      password: 'the mailbox chose it',
      confirmPassword: 'the mailbox chose it',
    }
    expect((await t.ask(resetPassword, form)).http).toBe(200)
    const entered = await t.ask(login, { username: ada.username, password: form.password })
    expect(entered.data).toMatchObject({ code_from: 'app' })
  })

  test('means all browsers of the last three days: a thief may come with a second one', async () => {
    const { ada, home, breakIn } = await brokenInto()
    const first = await breakIn()
    await addKey(home, 'hers')
    await addKey(first, 'his')
    await breakIn()
    await sayNotMe(ada)
    expect(await factorsOf(ada)).toEqual(['hers'])
    const browsers = await db.sql`select 1 from devices where customer_id = ${ada.id}`
    expect(browsers).toHaveLength(1)
  })

  test('takes an app away that was begun before the mail and switched on after it', async () => {
    const { ada, breakIn } = await brokenInto()
    const first = await breakIn()
    const secret = await beginApp(first)
    const second = await breakIn()
    await confirmApp(second, secret)
    await sayNotMe(ada)
    expect(await factorsOf(ada)).toEqual([])
  })

  test('puts back what was switched off since, as it was', async () => {
    const { ada, home } = await brokenInto()
    await addKey(home, 'hers')
    await confirmApp(home, await beginApp(home))
    const rows = () => db.sql`
      select to_jsonb(p) as row from passkeys p where customer_id = ${ada.id}
      union all select to_jsonb(a) from authenticators a where customer_id = ${ada.id}`
    const before = await rows()
    await db.sql`
      update customers set use_login_code = true, may_manage_login_code = true where id = ${ada.id}`
    // By whatever way he came in.
    const caller = { agent: 'Test', network: '10.0.0.0/24' }
    const thief = await t.signInAgain(ada)
    await db.transaction((sql) =>
      tellNewDevice(t.bank, sql, { customerId: ada.id, caller, at: t.clock.now() }),
    )
    t.clock.advance(1000)
    await removeKey({ token: thief }, 'hers')
    await addKey({ token: thief }, 'his')
    await removeKey({ token: thief }, 'his')
    expect((await t.ask(totp, { use: 'end' }, thief)).http).toBe(200)
    expect((await t.ask(toggle2fa, { login_verification: '0' }, thief)).http).toBe(200)
    expect(await factorsOf(ada)).toEqual([])
    await sayNotMe(ada)
    expect(await factorsOf(ada)).toEqual(['app', 'code', 'hers'])
    expect(await rows()).toEqual(before)
    expect(await toldOf(ada, 'not_me')).toBe(
      'put back: passkey hers, authenticator app, code at sign-in',
    )
  })

  test('puts nothing back that a browser known before has removed, nor after its days', async () => {
    const { ada, home, breakIn } = await brokenInto()
    await addKey(home, 'lost')
    await addKey(home, 'early')
    await removeKey(home, 'early')
    await breakIn()
    await removeKey(home, 'lost')
    await sayNotMe(ada)
    expect(await factorsOf(ada)).toEqual([])
    t.clock.advance(97 * hourMs)
    await makeCleanUp(t.bank)()
    expect(await db.sql`select 1 from removed_factors where customer_id = ${ada.id}`).toEqual([])
  })
})

describe('the undo of a changed address', () => {
  test('believes no browser: the change may come from the customer’s own', async () => {
    const { ada, home } = await brokenInto()
    await addKey(home, 'hers')
    const newEmail = `thief-${crypto.randomUUID()}@example.org`
    expect((await t.ask(changeEmail, { newEmail }, home.token)).http).toBe(200)
    t.clock.advance(1000)
    await removeKey(home, 'hers')
    await addKey(home, 'his')
    await undo(ada)
    expect(await factorsOf(ada)).toEqual(['hers'])
  })
})

/** A transfer that has not left yet; its line stands for the debit that waits with it. */
async function transferWaiting({ id, account: { number } }: TestCustomer): Promise<string> {
  const key = crypto.randomUUID()
  await db.transaction((sql) => fundAccount(t.bank, sql, { number, amount: '1.00', key }))
  const [line] = await db.sql<{ id: string }>`
    insert into transfers(transaction_id, customer_id, rail, payee, usd_minor, day, review, due_at,
      done)
    select l.id, ${id}, 'bank', '987654321', 100, l.day, false, l.created_at + interval '3 days', false
    from transactions l join accounts a on a.account_id = l.account_id
    where a.number = ${number} order by l.line desc limit 1
    returning transaction_id as id`
  return line?.id ?? ''
}

describe.each([
  ['"This was not me"', sayNotMe, 'not_me'],
  ['the undo of a changed address', undo, 'email_put_back'],
] as const)('%s', (_, stop, kind) => {
  test('stops the bills, the higher limits and the transfers that were ordered since', async () => {
    const { ada, home, breakIn } = await brokenInto()
    const bill = (biller: string) => ({
      biller,
      accountName: 'x',
      account: ada.account.publicId,
      type: 'recurring',
      amount: '50.00',
      date: new Date(t.clock.now().getTime() + 48 * hourMs).toISOString().slice(0, 10),
    })
    expect((await t.ask(saveBiller, bill('Netflix Inc') as never, home.token)).http).toBe(200)
    await t.ask(saveLimits, { per_day: '100.00' }, home.token)
    t.clock.advance(1000)
    const { token } = await breakIn()
    const newEmail = `thief-${crypto.randomUUID()}@example.org`
    if (kind === 'email_put_back') await t.ask(changeEmail, { newEmail }, token)
    t.clock.advance(1000)
    expect((await t.ask(saveBiller, bill('Apple Inc') as never, token)).http).toBe(200)
    expect((await t.ask(saveLimits, { per_day: '9000.00' }, token)).http).toBe(200)
    const waiting = await transferWaiting(ada)
    // They hold by the time that the mail is read.
    t.clock.advance(25 * hourMs)
    await stop(ada)
    const again = await t.signInAgain(ada)
    expect((await t.ask(readLimits, {}, again)).data).toMatchObject({
      PerDay: '100.00',
      Coming: null,
    })
    expect((await t.ask(savedBills, {}, again)).data).toMatchObject([{ Name: 'Netflix Inc' }])
    expect(await toldOf(ada, kind)).toBe(
      'stopped: higher limits, bill Apple Inc, transfer to 987654321',
    )
    const [held] =
      await db.sql`select review, done from transfers where transaction_id = ${waiting}`
    expect(held).toEqual({ review: true, done: false })
  })
})
