import fc from 'fast-check'
import { audit } from '../server/src/ledger/audit.ts'
import { type Op, ops } from '../server/src/ledger/model-ops.ts'
import { play } from '../server/src/ledger/model-run.ts'
import { makeDb } from '../server/src/testing/make-db.ts'
import { payModelInterest } from '../server/src/testing/pay-model-interest.ts'
import { readArguments } from './lib/arguments.ts'

// Plays random histories on the ledger and on a model of it, and prints one line of JSON.

const values = readArguments({
  runs: 10_000,
  ops: 50,
  seed: Date.now() % 2 ** 31,
  database: 'embedded',
})
const database = values.database === 'postgres' ? 'postgres' : 'embedded'
if (values.database !== database) throw new Error('--database is embedded or postgres')
const { seed } = values
const startedAt = Date.now()
const { db, drop } = await makeDb({ database })
let played = 0

async function count(orders: Op[]) {
  played += orders.length
  await play(db, orders, payModelInterest)
}

const result = await fc.check(fc.asyncProperty(ops(values.ops), count), {
  numRuns: values.runs,
  seed,
})
const findings = await audit(db)
await drop()
const failed = result.failed || findings.length > 0
if (result.failed) console.error(fc.defaultReportMessage(result))
for (const finding of findings) console.error(finding)
console.log(
  JSON.stringify({
    ...{ experiment: 'ledger-model', database, runs: result.numRuns, ops: played, seed },
    ...{ failures: failed ? 1 : 0, shrunkLength: result.counterexample?.[0].length ?? null },
    seconds: Math.round((Date.now() - startedAt) / 1000),
  }),
)
process.exitCode = failed ? 1 : 0
