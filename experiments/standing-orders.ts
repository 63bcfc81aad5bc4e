import { makeDb } from '../server/src/testing/make-db.ts'
import { simulateBills } from '../server/src/testing/simulate-bills.ts'
import { simulateOrders } from '../server/src/testing/simulate-orders.ts'
import { readArguments } from './lib/arguments.ts'

// Lives through five years of standing orders, and of bills, with two workers that now and then die,
// and prints one line of JSON.

const values = readArguments({
  days: 1826,
  seed: Date.now() % 2 ** 31,
  database: 'embedded',
})
const database = values.database === 'postgres' ? 'postgres' : 'embedded'
if (values.database !== database) throw new Error('--database is embedded or postgres')
const { seed, days } = values
const startedAt = Date.now()

const first = await makeDb({ database })
const { misses, ...orders } = await simulateOrders(first.db, { seed, days })
await first.drop()
const second = await makeDb({ database })
const { misses: missed, ...bills } = await simulateBills(second.db, { seed, days })
await second.drop()

for (const miss of [...misses, ...missed]) console.error(miss)
console.log(
  JSON.stringify({
    ...{ experiment: 'standing-orders', database, seed, orders, bills },
    misses: misses.length + missed.length,
    seconds: Math.round((Date.now() - startedAt) / 1000),
  }),
)
const isOff = orders.actual !== orders.expected || bills.actual !== bills.expected
process.exitCode = misses.length + missed.length > 0 || isOff ? 1 : 0
