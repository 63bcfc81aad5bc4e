import {
  changeEmail,
  login,
  logout,
  reauthenticate,
  requestOtp,
  requestPasswordReset,
  resetPassword,
  savePassword,
  savePin,
  toggle2fa,
  toggleAlert,
  transferLocal,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import { momentOf } from '#kernel/context.ts'
import { codeIn, linkIn, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { noteOften } from './note-event.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const noted = async ({ id }: TestCustomer) => {
  const rows = await db.sql<{ line: string }>`
    select kind || ' ' || by as line from security_events where customer_id = ${id} order by id`
  return rows.map(({ line }) => line)
}

describe('the security log', () => {
  test('has every change that a customer makes, and the end of a session', async () => {
    const ada = await bank.customer()
    const { token, password } = ada
    await bank.ask(reauthenticate, { password }, token)
    await bank.ask(savePin, { newPin: '4821', password }, token)
    await bank.ask(savePassword, { old_password: password, new_password: 'another one' }, token)
    await bank.ask(toggle2fa, { login_verification: '1' }, token)
    await bank.ask(toggle2fa, { login_verification: '0' }, token)
    await bank.ask(toggleAlert, { notification: '0' }, token)
    await bank.ask(toggleAlert, { notification: '1' }, token)
    await bank.ask(changeEmail, { newEmail: `new-${ada.email}` }, token)
    await bank.ask(logout, {}, token)
    expect(await noted(ada)).toEqual([
      'reauthenticated customer',
      'pin_saved customer',
      'password_changed customer',
      'two_step_on customer',
      'two_step_off customer',
      'alerts_off customer',
      'alerts_on customer',
      'email_changed customer',
      'signed_out customer',
    ])
  })

  // asvs 16.3.1
  test('has what somebody tried, and does not say that it was the customer', async () => {
    const ada = await bank.customer({ pin: '4821' })
    const { username, password, token } = ada
    await bank.ask(login, { username, password: 'wrong' })
    for (let nth = 0; nth < 5; nth += 1) await bank.ask(requestOtp, { pin: '0000' }, token)
    await bank.ask(requestPasswordReset, { user: username })
    await bank.bank.background.settled()
    const buffer = linkIn((await bank.mailTo(ada.email))[0])
    await bank.ask(resetPassword, { buffer, password: 'anew', confirmPassword: 'anew' })
    await bank.ask(login, { username, password })
    expect(await noted(ada)).toEqual([
      'sign_in_refused somebody',
      ...Array(4).fill('pin_wrong somebody'),
      'pin_locked somebody',
      'password_reset_asked somebody',
      'password_reset somebody',
    ])
  })

  test('has wrong passwords of a session, once a minute however many there are', async () => {
    const ada = await bank.customer()
    const { token } = ada
    for (let nth = 0; nth < 4; nth += 1) await bank.ask(reauthenticate, { password: 'no' }, token)
    await bank.ask(savePin, { newPin: '4821', password: 'no' }, token)
    expect(await noted(ada)).toEqual(['password_wrong somebody'])
    bank.clock.advance(61_000)
    await bank.ask(savePassword, { old_password: 'no', new_password: 'another one' }, token)
    expect(await noted(ada)).toEqual(Array(2).fill('password_wrong somebody'))
  })

  test('has wrong transfer codes, and the one that locks them', async () => {
    const ada = await bank.customer({ pin: '4821', balance: '10.00' })
    const bob = await bank.customer()
    await db.sql`
      update customers set otp_wrong = 13, otp_wrong_day = ${momentOf(bank.bank).day}
      where id = ${ada.id}`
    await bank.ask(requestOtp, { pin: '4821' }, ada.token)
    const code = codeIn((await bank.mailTo(ada.email))[0])
    const order = {
      source_account: ada.account.publicId,
      amount: '1.00',
      acc_number: bob.account.number,
      acc_name: 'Ada Okafor',
      pin: '4821',
      otp: code === '0000' ? '1111' : '0000',
    }
    for (let nth = 0; nth < 2; nth += 1) await bank.ask(transferLocal, order, ada.token)
    expect(await noted(ada)).toEqual(['code_wrong somebody', 'codes_locked somebody'])
  })

  test('has a line for a flood of refused sign-ins, and one for the lock', async () => {
    const ada = await bank.customer()
    for (let nth = 0; nth < 14; nth += 1) {
      await bank.send(
        login,
        { username: ada.username, password: 'wrong' },
        { address: `10.50.0.${nth % 2}` },
      )
    }
    await bank.clock.advance(61_000)
    for (let nth = 0; nth < 8; nth += 1) {
      await bank.send(
        login,
        { username: ada.username, password: 'wrong' },
        { address: '10.50.0.1' },
      )
    }
    expect(await noted(ada)).toEqual([
      'sign_in_refused somebody',
      'sign_in_refused somebody',
      'sign_in_locked somebody',
    ])
  })

  test('takes sixty lines of a kind in an hour, from however many networks they come', async () => {
    const ada = await bank.customer()
    const at = bank.clock.now()
    for (let nth = 0; nth < 80; nth += 1) {
      const caller = { agent: 'Test', network: `10.${nth}.0.0/24` }
      const event = { customerId: ada.id, kind: 'sign_in_refused' as const, caller }
      await noteOften(db.sql, { ...event, at, by: 'somebody' })
    }
    expect(await noted(ada)).toHaveLength(60)
  })
})

describe('the operator', () => {
  test('reads a customer’s log and leaves his own deeds in it', async () => {
    const ada = await bank.customer()
    await runCommand(bank.bank, ['set-flag', ada.username, 'PendingTransfer', 'true'])
    await runCommand(bank.bank, ['end-sessions', ada.username])
    const log = await runCommand(bank.bank, ['security-log', ada.username])
    const [newest, oldest] = log.split('\n').map((line) => line.split('\t'))
    expect(newest?.slice(1)).toEqual(['sessions_ended', 'operator'])
    expect(oldest?.slice(1)).toEqual(['flag_set', 'operator', '', '', 'PendingTransfer: true'])
    await expect(runCommand(bank.bank, ['security-log', 'nobody'])).rejects.toThrow('No customer')
  })

  // asvs 7.4.5
  test('signs a customer out everywhere, and thaws', async () => {
    const ada = await bank.customer()
    await db.sql`update customers set frozen_at = now() where id = ${ada.id}`
    await runCommand(bank.bank, ['end-sessions', ada.username])
    expect((await bank.ask(logout, {}, ada.token)).http).toBe(401)
    expect(await runCommand(bank.bank, ['thaw', ada.username])).toMatch('no longer frozen')
    expect(await runCommand(bank.bank, ['thaw', ada.username])).toMatch('was not frozen')
    const again = await bank.ask(login, { username: ada.username, password: ada.password })
    expect(again.http).toBe(200)
  })

  test('sees the kinds counted', async () => {
    const ada = await bank.customer()
    await bank.ask(login, { username: ada.username, password: ada.password })
    const text = await bank.bank.metrics.registry.metrics()
    expect(text).toMatch(/^passbook_security_events_total\{kind="signed_in"\} [1-9]/m)
  })
})
