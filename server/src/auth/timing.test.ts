import { login } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { hashCost } from '#kernel/config.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
// What takes long must take as long for nobody.
const bank = await testBank(db, { config: { hashCost } })
afterAll(() => bank.stop())

/** The chance that a known name took longer than an unknown one; a half tells nothing. */
function areaUnderCurve(known: number[], unknown: number[]): number {
  const wins = known.flatMap((one) => unknown.map((other) => Number(one > other)))
  return wins.reduce((sum, win) => sum + win, 0) / wins.length
}

// shows D12
test('how long a failed sign-in takes does not tell whether there is such a customer', async () => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  let username = ''
  for (let pair = 0; pair < 30; pair += 1) {
    // Nobody is asked ten times, which would close the door.
    if (pair % 6 === 0) ({ username } = await bank.customer())
    const turn: ['known' | 'unknown', string][] = [
      ['known', username],
      ['unknown', `nobody${pair}`],
    ]
    // Taking turns, and who is first too, so that whatever slows the machine slows both.
    for (const [kind, name] of pair % 2 === 0 ? turn : turn.reverse()) {
      const start = performance.now()
      const fields = { username: name, password: 'wrong one' }
      const reply = await bank.send(login, fields, { address: `10.9.0.${pair}` })
      times[kind].push(performance.now() - start)
      expect(reply.statusCode).toBe(422)
    }
  }
  // Without the same work for both, every unknown name is faster and the area is 1.
  const area = areaUnderCurve(times.known, times.unknown)
  expect(area).toBeGreaterThan(0.15)
  expect(area).toBeLessThan(0.85)
})
