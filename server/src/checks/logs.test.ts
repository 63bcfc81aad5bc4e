import { randomUUID } from 'node:crypto'
import {
  changeEmail,
  confirm2fa,
  confirmReset,
  createAccount,
  initUser,
  login,
  logout,
  requestOtp,
  requestPasswordReset,
  resetPassword,
  savePassword,
  savePin,
  signup,
  tokenLogin,
  transactions,
  transferCard,
  transferLocal,
} from '@passbook/contract'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import { makeServer } from '#http/server.ts'
import { codeIn, linkIn, signUpForm, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

// shows D63 D71 D117
// asvs 16.2.5
test('no password, code, token, link, PIN or card number reaches a log line or the database', async () => {
  const secrets: string[] = []
  const secret = <T extends string>(value: T): T => {
    expect(value.length).toBeGreaterThan(3)
    secrets.push(value)
    return value
  }
  const newest = async () => (await bank.mailTo(email))[0]
  const form = signUpForm({ password: secret(`first ${randomUUID()}`) })
  const { username = '', email = '', password = '' } = form

  await bank.send(signup, form)
  await bank.send(tokenLogin, { token: secret(linkIn(await newest())) })
  await bank.send(login, { username, password: secret(`wrong ${randomUUID()}`) })
  const first = (await bank.send(login, { username, password })).json().data
  const token = secret(first.token as string)
  const newPin = secret('7391')
  await bank.send(savePin, { newPin, password }, { token })
  await bank.send(requestOtp, { pin: newPin }, { token })
  const otp = secret(codeIn(await newest()))
  const { data } = (await bank.send(initUser, {}, { token })).json()
  const source_account = data.user.Accounts[0].Id as string
  await runCommand(bank.bank, ['fund', data.user.Accounts[0].Number, '100.00'])
  const order = { source_account, amount: '1.00', pin: newPin, otp }
  await bank.send(transferLocal, { ...order, acc_number: '1', acc_name: 'x' }, { token })
  const card = { card_name: 'A B', card_expiry: '12/40', card_cv2: secret('8642') }
  const card_number = secret('4242424242424242')
  await bank.send(transferCard, { ...order, ...card, card_number }, { token })
  await bank.send(requestOtp, { pin: secret('7392') }, { token })
  await bank.send(transactions, { accountId: secret(randomUUID()) }, { token })
  await bank.send(initUser, { user_auth: secret(randomUUID()) }, { token })

  await runCommand(bank.bank, ['set-flag', username, 'UseLoginVerification', 'true'])
  const { buffer } = (await bank.send(login, { username, password })).json().data
  await bank.send(confirm2fa, { buffer: secret(buffer), otp: secret('00000') })
  await bank.send(confirm2fa, { buffer, otp: secret(codeIn(await newest())) })
  await bank.send(requestPasswordReset, { user: username })
  await bank.bank.background.settled()
  const link = secret(linkIn(await newest()))
  await bank.send(confirmReset, { buffer: link })
  const second = secret(`second ${randomUUID()}`)
  await bank.send(resetPassword, { buffer: link, password: second, confirmPassword: second })
  const operatorLink = await runCommand(bank.bank, ['login-link', username])
  secret(linkIn({ text: operatorLink }))

  // What goes wrong is where logs get talkative.
  const odd = await bank.customer({ password: secret(`odd ${randomUUID()}`) })
  const fields = { old_password: odd.password, new_password: secret(`new ${randomUUID()}`) }
  await bank.send(savePassword, fields, { token: secret(odd.token) })
  await bank.send(changeEmail, { newEmail: 'a@b' }, { token: odd.token })
  await bank.send(createAccount, { accountName: 'x'.repeat(5000) }, { token: odd.token })
  await bank.app.inject(`/api/request-otp/%zz${newPin}`)
  await bank.app.inject(`/api/no-such-call/${token}?pin=${newPin}`)
  await bank.send(logout, {}, { token: odd.token })

  expect(bank.logged.length).toBeGreaterThan(20)
  const said = bank.logged.map((line) => {
    const { time: _time, id: _id, pid: _pid, ms: _ms, hostname: _name, ...words } = JSON.parse(line)
    return JSON.stringify(words)
  })
  for (const value of secrets) {
    expect(said.filter((line) => line.includes(value))).toEqual([])
  }
  expect(bank.logged.filter((line) => /"level":50/.test(line))).toEqual([])

  // Nor the database, except in the mail that carried it. Four digits are anywhere by chance, so
  // PINs and codes are looked for as whole values; the last digits of a card may be any four.
  const others = ['1111', '2222', '3333', '4444', '5555', '6666']
  await db.sql`update cards set last_four = ${others.find((four) => !secrets.includes(four)) ?? ''}`
  for (const row of await everyRow()) {
    for (const value of secrets) {
      const found = value.length > 8 ? row.includes(value) : row.includes(`"${value}"`)
      expect(found ? row : '').toBe('')
    }
  }
})

/** Every row of every table but the mailbox, as text. */
async function everyRow(): Promise<string[]> {
  await db.script(`
    create or replace function every_row() returns setof text language plpgsql as $$
    declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'mails' loop
        return query execute format('select to_jsonb(t)::text from %I t', name);
      end loop;
    end $$`)
  const rows = await db.sql<{ row: string }>`select every_row() as row`
  expect(rows.length).toBeGreaterThan(50)
  return rows.map(({ row }) => row)
}

// asvs 16.3.4 16.5.1
test('a database error is logged by its code and place, without what a customer typed', async () => {
  const canary = 'typed-by-a-customer'
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const app = makeServer({ log, trustedProxies: [] })
  app.get('/api/broken', () => db.sql`select ${canary}::uuid`)
  const reply = await app.inject('/api/broken')
  await app.close()
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({
    status: 'failed',
    message: 'Something went wrong. Try again after some time',
    code: 'internal',
  })
  expect(lines.some((line) => line.includes('"code":"22P02"'))).toBe(true)
  expect(lines.join('')).not.toContain(canary)
})
