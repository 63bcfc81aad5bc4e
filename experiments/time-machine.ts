import { setTimeout as wait } from 'node:timers/promises'
import { initUser, login } from '@passbook/contract'
import { seedDemo } from '../server/src/demo/seed.ts'
import { makeDb } from '../server/src/testing/make-db.ts'
import { digestOf, forward } from '../server/src/testing/pass-days.ts'
import { standingClock, type TestBank, testBank } from '../server/src/testing/test-bank.ts'
import { readArguments } from './lib/arguments.ts'

// Passes days in two fresh demo banks and prints one line of JSON: how long it took, how long somebody
// who asked meanwhile had to wait, whether the books are sound, and whether both have the same.

const values = readArguments({
  days: 365,
  from: '2026-11-16T09:30:00Z',
  within: 60,
  database: 'embedded',
})
const database = values.database === 'postgres' ? 'postgres' : 'embedded'
if (values.database !== database) throw new Error('--database is embedded or postgres')
const { days, within: withinSeconds } = values

const runs = [await run(), await run()]
const [first, second] = runs
const unsound = runs.flatMap(({ findings }) => findings)
for (const finding of unsound) console.error(finding)
const slowest = Math.max(...runs.map(({ seconds }) => seconds))
const same = first?.digest === second?.digest
const signedOut = runs.filter(({ stillIn }) => !stillIn).length
console.log(
  JSON.stringify({
    ...{ experiment: 'time-machine', database, days, seconds: slowest, same },
    lines: first?.lines,
    longestAnswerMs: Math.max(...runs.map(({ longestMs }) => longestMs)),
    ...{ unsound: unsound.length, signedOut },
  }),
)
process.exitCode = unsound.length + signedOut > 0 || !same || slowest > withinSeconds ? 1 : 0

async function run() {
  const { db, drop } = await makeDb({ database })
  const t = await testBank(db, { clock: standingClock(new Date(values.from)) })
  await seedDemo(t.bank)
  const answer = await t.ask(login, { username: 'demo', password: 'demo1234' })
  const { token } = answer.data as { token: string }
  const asking = keepAsking(t, token)
  const since = performance.now()
  for (let left = days; left > 0; left -= 366) await forward(t.bank, Math.min(left, 366))
  const seconds = Math.round((performance.now() - since) / 100) / 10
  const longestMs = await asking.stop()
  const [count] = await db.sql<{ lines: number }>`select count(*)::int4 as lines from transactions`
  const found = {
    ...{ seconds, longestMs, lines: count?.lines ?? 0 },
    stillIn: (await t.ask(initUser, {}, token)).http === 200,
    findings: await t.findings(),
    digest: await digestOf(db),
  }
  await t.stop()
  await drop()
  return found
}

/** Somebody who looks at the overview all the time; tells how long the longest look took. */
function keepAsking(t: TestBank, token: string) {
  let [going, longestMs] = [true, 0]
  const asked = (async () => {
    while (going) {
      const since = performance.now()
      await t.ask(initUser, {}, token)
      longestMs = Math.max(longestMs, Math.round(performance.now() - since))
      await wait(100)
    }
  })()
  return {
    async stop() {
      going = false
      await asked
      return longestMs
    },
  }
}
