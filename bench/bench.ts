import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../scripts/lib/arguments.ts'
import { benchStatement } from './statement.ts'

// Figures are ratios measured in one run: the machine's mood is in both halves of a ratio.
const { large, small, rounds } = readArguments({ large: 1_000_000, small: 1000, rounds: 40 })

const statement = await benchStatement({ large, small, rounds })
console.table(statement.rows)
for (const { name, ratio, atMost } of statement.ratios) {
  console.log(`${ratio <= atMost ? 'ok  ' : 'MISS'}  ${name}: ${ratio} (at most ${atMost})`)
}

const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
const file = join(results, `${new Date().toISOString().replaceAll(':', '-')}.json`)
writeFileSync(file, `${JSON.stringify({ at: new Date(), statement }, null, 2)}\n`)
console.log(`Written to ${file}`)
process.exit(statement.ratios.every(({ ratio, atMost }) => ratio <= atMost) ? 0 : 1)
