import { calls } from '@passbook/contract/calls'
import { afterAll, expect, test } from 'vitest'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

// These answer for as long as the page is open, or end the session that the others are asked with.
const apart = ['events', 'logout']

/** What a customer may be refused for: somebody else's thing, a flag of section 6, or a proof that is due. */
const toldRefusals = ['not_yours', 'crypto_off', 'two_step_not_allowed', 'pin_missing']
const proofs = ['reauth_required']

// shows §6.2
test('every call answers whoever signs up, or anybody: none asks who else one is', async () => {
  const anybody = await bank.customer()
  for (const call of Object.values(calls).filter(({ path }) => !apart.includes(path))) {
    const stranger = await bank.send(call, {})
    const customer = await bank.send(call, {}, { token: anybody.token })
    const isOpen = call.access === 'public'
    expect.soft(stranger.statusCode === 401, `${call.path} to a stranger`).toBe(!isOpen)
    expect.soft(customer.statusCode, `${call.path} to a customer`).not.toBe(401)
    if (customer.statusCode !== 403) continue
    const { code } = JSON.parse(customer.body) as { code: string }
    expect.soft([...toldRefusals, ...proofs], `${call.path} to a customer`).toContain(code)
  }
})
