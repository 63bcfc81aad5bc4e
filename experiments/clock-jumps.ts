import { makeDb } from '../server/src/testing/make-db.ts'
import { findPostgres } from '../server/src/testing/postgres-server.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { datesIn } from './lib/clock-dates.ts'
import { processesApart } from './lib/clock-processes.ts'
import { secretsUnder } from './lib/clock-secrets.ts'

// Clocks and zones. The bank lives through nights when clocks change, a leap day and the end of a
// year, on machines in several zones whose clock also jumps back and forth; month spend, date filter,
// receipts and exported statements are compared with an oracle: the time zones of the database. And
// what has run out stays out when the clock goes back, also across a restart. Then several processes
// on one PostgreSQL, whose machines disagree about the time by minutes and days.
const zones = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Africa/Lagos']
const { machines, banks, restart, processes, seed } = readArguments({
  machines: zones.length,
  banks: zones.length + 1,
  restart: 1,
  processes: findPostgres() ? 1 : 0,
  seed: 1,
})
const random = randomFrom(seed)
const started = Date.now()
const found = { moments: 0, compared: 0, mismatches: [] as string[] }

for (const machineZone of zones.slice(0, machines)) {
  for (const bankZone of [...zones, 'America/New_York'].slice(-banks)) {
    process.env.TZ = machineZone
    const { db } = await makeDb({ database: 'embedded' })
    // The database's own zone is the machine's as well, and must matter as little.
    await db.script(`set timezone = '${machineZone}'`)
    const seen = await datesIn(db, { bankZone, random })
    found.moments += seen.moments
    found.compared += seen.compared
    found.mismatches.push(...seen.mismatches.map((text) => `${machineZone}/${bankZone}: ${text}`))
    await db.close()
  }
}
const { db } = await makeDb({ database: 'embedded' })
const secrets = await secretsUnder(db, { restart: restart === 1 })
await db.close()
const apart = processes === 1 ? await processesApart() : { looks: 0, wrong: [] }

report({
  ok:
    found.compared > 0 &&
    found.mismatches.length === 0 &&
    secrets.worked > 0 &&
    secrets.deadWhileFresh.length === 0 &&
    secrets.revived.length === 0 &&
    apart.looks >= processes &&
    apart.wrong.length === 0,
  experiment: 'clock-jumps',
  machines,
  banks,
  seed,
  ...found,
  mismatches: found.mismatches.length,
  firstMismatches: found.mismatches.slice(0, 5),
  secretsWorkedFresh: secrets.worked,
  deadWhileFresh: secrets.deadWhileFresh,
  secretsTried: secrets.tried,
  revived: secrets.revived,
  looksAtProcesses: apart.looks,
  wrongAtProcesses: apart.wrong,
  seconds: Math.round((performance.timeOrigin + performance.now() - started) / 1000),
})
