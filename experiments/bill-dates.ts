import { makeDb } from '../server/src/testing/make-db.ts'
import { simulateBills } from '../server/src/testing/simulate-bills.ts'
import { readArguments } from './lib/arguments.ts'

// Lives through 400 days of bills with two workers that now and then die, and prints one line of JSON.

const values = readArguments({
  days: 400,
  seed: Date.now() % 2 ** 31,
  database: 'embedded',
})
const database = values.database === 'postgres' ? 'postgres' : 'embedded'
if (values.database !== database) throw new Error('--database is embedded or postgres')
const { seed } = values
const startedAt = Date.now()
const { db, drop } = await makeDb({ database })
const { misses, ...run } = await simulateBills(db, { seed, days: values.days })
await drop()
for (const miss of misses) console.error(miss)
console.log(
  JSON.stringify({
    ...{ experiment: 'bill-dates', database, seed, ...run, misses: misses.length },
    seconds: Math.round((Date.now() - startedAt) / 1000),
  }),
)
process.exitCode = misses.length > 0 || run.actual !== run.expected ? 1 : 0
