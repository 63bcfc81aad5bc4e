import { resetPassword, savePassword, signup } from '@passbook/contract'
import { expect, test } from 'vitest'
import { signUpForm, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { issueLink } from './links.ts'

const db = await testDb()
const t = await testBank(db, { config: { passwordMin: 12 } })

// shows D90
test('a bank that asks for more than four characters refuses fewer wherever one is chosen', async () => {
  const ada = await t.customer({ password: 'long enough now' })
  const short = 'eleven char'
  const form = signUpForm({ password: short })
  expect(await t.ask(signup, form as never)).toMatchObject({
    http: 422,
    message: 'The password is too short',
  })
  const change = { old_password: ada.password, new_password: short }
  expect(await t.ask(savePassword, change, ada.token)).toMatchObject({
    http: 422,
    message: 'Password is too short',
  })
  const link = { customerId: ada.id, purpose: 'reset' as const, now: t.clock.now(), minutes: 30 }
  const { token: buffer } = await db.transaction((sql) => issueLink(sql, link))
  const reset = { buffer, password: short, confirmPassword: short }
  expect(await t.ask(resetPassword, reset)).toMatchObject({ message: 'Password is too short' })
  const longer = { buffer, password: `${short}s`, confirmPassword: `${short}s` }
  expect((await t.ask(resetPassword, longer)).http).toBe(200)
})
