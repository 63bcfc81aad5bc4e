import { makeDb } from '../server/src/testing/make-db.ts'
import { simulateForecast } from '../server/src/testing/simulate-forecast.ts'
import { readArguments } from './lib/arguments.ts'

// Asks once what every account of many customers will hold, lives through the days with the real jobs,
// compares each day of each account, and prints one line of JSON.

const values = readArguments({
  customers: 500,
  days: 90,
  seed: Date.now() % 2 ** 31,
  database: 'embedded',
})
const database = values.database === 'postgres' ? 'postgres' : 'embedded'
if (values.database !== database) throw new Error('--database is embedded or postgres')
const { seed } = values
const startedAt = Date.now()

const made = await makeDb({ database })
const { misses, ...run } = await simulateForecast(made.db, {
  seed,
  customers: values.customers,
  days: values.days,
})
await made.drop()

for (const miss of misses.slice(0, 50)) console.error(miss)
console.log(
  JSON.stringify({
    ...{ experiment: 'forecast', database, seed, ...run, misses: misses.length },
    seconds: Math.round((Date.now() - startedAt) / 1000),
  }),
)
process.exitCode = misses.length > 0 ? 1 : 0
