import { parseArgs } from 'node:util'
import { makeDb } from '../server/src/testing/make-db.ts'
import { simulateForecast } from '../server/src/testing/simulate-forecast.ts'

// Asks once what every account of many customers will hold, lives through the days with the real jobs,
// compares each day of each account, and prints one line of JSON.

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '500' },
    days: { type: 'string', default: '90' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    database: { type: 'string', default: 'embedded' },
  },
})
const database = values.database === 'postgres' ? 'postgres' : 'embedded'
if (values.database !== database) throw new Error('--database is embedded or postgres')
const seed = Number(values.seed)
const startedAt = Date.now()

const made = await makeDb({ database })
const { misses, ...run } = await simulateForecast(made.db, {
  seed,
  customers: Number(values.customers),
  days: Number(values.days),
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
