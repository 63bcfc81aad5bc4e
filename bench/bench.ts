import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '../experiments/lib/arguments.ts'
import { benchCrowd } from './crowd.ts'
import { benchStreams } from './event-streams.ts'
import { growParts } from './grow/parts.ts'
import { holds, type Part } from './lib/part.ts'
import { benchStart } from './opening.ts'
import { benchClient } from './page-weight.ts'
import { benchReading } from './reading.ts'
import { benchTransfers } from './transfer-rates.ts'

// Figures are ratios measured in one run: the machine's mood is in both halves of a ratio.
const given = readArguments({
  only: '',
  /** Transfers: bursts of each kind and their seconds; clients at once, and customers to pay. */
  bursts: 3,
  secs: 5,
  clients: 64,
  people: 1000,
  /** Event streams that one process holds, each of another customer. */
  streams: 5000,
  /** The lines of the longest history, and how often each call is made; a login a fifth of it. */
  large: 1_000_000,
  rounds: 200,
  /** How often each kind of server is started, and the seconds it is watched idle and at work. */
  starts: 5,
  idle: 20,
  load: 15,
  /** Connections of one session that asks for costly things, and the lines of its history. */
  connections: 400,
  lines: 400,
  /** How often Lighthouse visits a page. */
  visits: 3,
})

const { only, bursts, secs, clients, people, streams, large, rounds, starts, idle, load } = given
const { connections, lines, visits } = given
const usual: Record<string, () => Promise<Part>> = {
  transfers: () => benchTransfers({ rounds: bursts, seconds: secs, clients, people }),
  streams: () => benchStreams({ streams, rounds: bursts, seconds: secs, clients }),
  reading: () => benchReading({ large, rounds }),
  crowd: () => benchCrowd({ connections, lines, seconds: secs }),
  start: () => benchStart({ starts, idleSecs: idle, loadSecs: load }),
  client: () => benchClient({ visits }),
}
const parts: Record<string, () => Promise<Part>> = { ...usual, ...growParts }

const wanted = only
  ? only.split(',').flatMap((name) => (name === 'grow' ? Object.keys(growParts) : [name]))
  : Object.keys(usual)
const unknown = wanted.filter((name) => !parts[name])
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}: choose of ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

const measured: Part[] = []
const failed: { name: string; error: string }[] = []
for (const name of wanted) {
  console.log(`\n== ${name}`)
  try {
    const part = await parts[name]?.()
    if (part) measured.push(shown(part))
  } catch (error) {
    // The figures of the other parts are worth having all the same.
    console.error(error)
    failed.push({ name, error: String(error) })
  }
}
console.log(`\nWritten to ${written()}`)
const missed = measured.flatMap(({ ratios }) => ratios).some((ratio) => !holds(ratio))
process.exit(missed || failed.length > 0 ? 1 : 0)

function shown(part: Part): Part {
  for (const { title, rows } of part.tables) {
    console.log(title)
    console.table(rows)
  }
  for (const ratio of part.ratios) {
    const { name, atMost, atLeast } = ratio
    const judged = atMost !== undefined || atLeast !== undefined
    const bars = [
      ...(atMost === undefined ? [] : [`at most ${atMost}`]),
      ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ]
    const verdict = judged ? (holds(ratio) ? 'ok  ' : 'MISS') : '    '
    console.log(`${verdict}  ${name}: ${ratio.ratio}${judged ? ` (${bars.join(', ')})` : ''}`)
  }
  for (const note of part.notes ?? []) console.log(`note  ${note}`)
  return part
}

function written(): string {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const at = new Date().toISOString()
  const file = join(folder, `${at.replaceAll(':', '-')}.json`)
  const machine = {
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  writeFileSync(file, `${JSON.stringify({ at, machine, parts: measured, failed }, null, 2)}\n`)
  return file
}
