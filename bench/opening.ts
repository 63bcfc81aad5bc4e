import { makeHome } from '../experiments/lib/bank-server.ts'
import { median, rounded } from '../experiments/lib/figures.ts'
import { buildWeb } from '../tools/build-web.ts'
import { startBare, startCold } from './lib/cold-start.ts'
import { makeClone, timeFirstStart, timeViteBuild } from './lib/fresh-clone.ts'
import { postgresHome } from './lib/home.ts'
import { bareMemoryMb, type MemoryUse, memoryUse } from './lib/memory.ts'
import type { Part, Ratio, Table } from './lib/part.ts'

type Options = { starts: number; idleSecs: number; loadSecs: number }

const idleMbAtMost = 150
const firstStartAtMost = 3

/** How long a bank takes to open, and how much memory it holds idle and at work. */
export async function benchStart({ starts, idleSecs, loadSecs }: Options): Promise<Part> {
  // A bank in use has a client to pack and serve.
  await buildWeb()
  const [embedded, postgres] = [await makeHome('embedded'), await postgresHome()]
  try {
    const first = await firstStarts(starts)
    const opened = await coldStarts(starts, embedded.env, postgres.env)
    const uses = { idleSecs, loadSecs }
    const memory = [
      { bank: 'embedded', ...(await memoryUse(embedded.env, uses)) },
      { bank: 'PostgreSQL', ...(await memoryUse(postgres.env, uses)) },
    ]
    const idle: Ratio = {
      name: 'idle memory of one process on PostgreSQL, MB',
      ratio: memory[1]?.idleMb ?? Number.NaN,
      atMost: idleMbAtMost,
    }
    return {
      name: 'start',
      tables: [...first.tables, ...opened.tables, memoryTable(await bareMemoryMb(), memory, uses)],
      ratios: [...first.ratios, ...opened.ratios, idle],
    }
  } finally {
    await postgres.remove()
    await embedded.remove()
  }
}

/** What somebody who has just cloned the bank waits for, in turns with the build that it contains. */
async function firstStarts(starts: number): Promise<Pick<Part, 'tables' | 'ratios'>> {
  const [builds, waits]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < starts; turn += 1) {
    const clone = makeClone()
    try {
      builds.push(await timeViteBuild(clone))
      waits.push(await timeFirstStart(clone))
    } finally {
      clone.remove()
    }
  }
  const [build, wait] = [median(builds), median(waits)]
  return {
    tables: [
      {
        title: `The first start after a clone and npm ci, median of ${starts}`,
        rows: [
          { what: 'a bare Vite build', ms: Math.round(build) },
          { what: 'npm start to a login page that works', ms: Math.round(wait) },
        ],
      },
    ],
    ratios: [
      {
        name: 'npm start in a fresh clone against a bare Vite build',
        ratio: rounded(wait / build),
        atMost: firstStartAtMost,
      },
    ],
  }
}

type Env = Record<string, string>

/** Starts of all kinds take turns; a bare server of the same runtime is the measure of them. */
async function coldStarts(starts: number, embedded: Env, postgres: Env) {
  // The first start of each makes what the later ones find.
  await startCold(embedded)
  await startCold(postgres)
  const kinds: [string, () => Promise<number>][] = [
    ['a bare HTTP server', startBare],
    ['PostgreSQL, existing database', () => startCold(postgres)],
    ['embedded, existing folder', () => startCold(embedded)],
    ['embedded, new folder', () => startNew({ DEMO: '0', MAILBOX: '1' })],
    ['embedded, new folder with the demo customers', () => startNew({ DEMO: '1' })],
  ]
  const taken = kinds.map((): number[] => [])
  for (let turn = 0; turn < starts; turn += 1) {
    for (const [at, [, start]] of kinds.entries()) taken[at]?.push(await start())
  }
  const times = taken.map(median)
  const bare = times[0] ?? Number.NaN
  const rows = kinds.map(([name], at) => {
    const ms = times[at] ?? Number.NaN
    return { start: name, ms: Math.round(ms), 'times a bare server': rounded(ms / bare) }
  })
  const ratios = rows.slice(1).map((row) => ({
    name: `cold start, ${row.start}, against a bare server`,
    ratio: row['times a bare server'],
  }))
  const title = `Cold start: spawn to first answer, median of ${starts}`
  return { tables: [{ title, rows }], ratios }
}

async function startNew(env: Env): Promise<number> {
  const home = await makeHome('embedded')
  try {
    return await startCold({ ...home.env, ...env })
  } finally {
    await home.remove()
  }
}

function memoryTable(
  bareMb: number,
  memory: ({ bank: string } & MemoryUse)[],
  { idleSecs, loadSecs }: Pick<Options, 'idleSecs' | 'loadSecs'>,
): Table {
  return {
    title: `Resident memory of one server process, MB: after ${idleSecs} s idle, in ${loadSecs} s of load, ${idleSecs} s after it`,
    rows: [
      { server: 'a bare HTTP server', idle: bareMb },
      ...memory.map(({ bank, idleMb, loadMb, peakMb, afterMb, perSecond }) => ({
        server: bank,
        idle: idleMb,
        'under load (median)': loadMb,
        'under load (peak)': peakMb,
        'idle again': afterMb,
        'calls/s of that load': perSecond,
      })),
    ],
  }
}
