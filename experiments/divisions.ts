import { setTimeout as pause } from 'node:timers/promises'
import { toDecimal } from '@passbook/contract'
import type { Db } from '../server/src/db/db.ts'
import { audit } from '../server/src/ledger/audit.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import {
  type Asked,
  type Division,
  fundedMinor,
  makeDivision,
  openDivision,
  startWorker,
  type Worker,
} from './lib/division.ts'

// One bank in two databases. Money goes both ways between them, in two steps, while the processes of
// either and the databases themselves are killed and started again. Every transfer that was
// acknowledged is credited once, or its money is back; both ledgers are sound and together even.
// `--control 1` lets them credit without a key, which must be found out.
const settings = readArguments({
  ...{ transfers: 10_000, kills: 40, clients: 8, customers: 6 },
  ...{ control: 0, seed: 1 },
})
const { transfers, kills, clients, customers, control, seed } = settings
const random = randomFrom(seed)
const retryMs = 50
const giveUpMs = 600_000
const claimWithinMs = 10_000
// Longer than any lease, and than the longest wait before a transfer is tried again.
const aheadMs = 2 * 3_600_000

/** A division with its process of now, which is another one after a kill. */
type Stage = { division: Division; other: Division; worker: Worker }

const kinds = ['worker', 'worker', 'restart', 'crash'] as const
type Done = Record<(typeof kinds)[number], number>

async function run() {
  await using undo = new AsyncDisposableStack()
  const began = Date.now()
  const [north, south] = await Promise.all([make(undo, 'north'), make(undo, 'south')])
  const stages: Stage[] = [
    { division: north, other: south, worker: await startWorker(north, south) },
    { division: south, other: north, worker: await startWorker(south, north) },
  ]
  undo.defer(async () => void (await Promise.all(stages.map(({ worker }) => worker.kill()))))
  const acked = new Map<string, string>()
  const loadBegan = performance.now()
  const load = stages.flatMap((stage, side) =>
    Array.from({ length: clients }, (_, client) => pay(stage, { side, client, acked })),
  )
  const done = await disturb(stages, acked)
  await Promise.all(load)
  const ackedMs = performance.now() - loadBegan
  await allDecided(stages)
  const decidedMs = performance.now() - loadBegan
  const found = await lookAt(stages, acked)
  const { returned, askedAgain, ...evidence } = found
  const clean = Object.values(evidence).every((one) => one === 0 || one === '0.00')
  return {
    // A run in which nothing was refused, or nobody was asked twice, has shown less than it says.
    ok: acked.size === transfers && clean && returned > 0 && askedAgain > 0,
    experiment: 'divisions',
    ...settings,
    acked: acked.size,
    ...found,
    killed: done,
    ackedPerSecond: Math.round((acked.size * 1000) / ackedMs),
    decidedAfterSeconds: Math.round(decidedMs / 1000),
    seconds: Math.round((Date.now() - began) / 1000),
  }
}

async function make(undo: AsyncDisposableStack, name: string): Promise<Division> {
  const division = await makeDivision(name, { customers, keyless: control === 1 })
  undo.defer(() => division.server.stop())
  return division
}

/** Pays accounts of the other division, each order under its key until it is acknowledged. */
async function pay(
  stage: Stage,
  { side, client, acked }: { side: number; client: number; acked: Map<string, string> },
): Promise<void> {
  for (let nth = side + 2 * client; nth < transfers; nth += 2 * clients) {
    const order = orderOf(stage, `${stage.division.name}-${nth}`)
    const end = Date.now() + giveUpMs
    for (;;) {
      const told = await stage.worker.ask(order).catch(() => undefined)
      if (told?.id) {
        acked.set(order.key, told.id)
        break
      }
      if (Date.now() > end) throw new Error(`${order.key} was never acknowledged: ${told?.error}`)
      await pause(retryMs)
    }
  }
}

function orderOf({ division, other }: Stage, key: string): Asked {
  const payer = anyOf(division.payers)
  const payee = anyOf(other.payees.filter(({ currency }) => currency === payer.currency))
  const amount = toDecimal(BigInt(1 + Math.floor(random() * 500)))
  return { key, ...payer, payee, amount }
}

function anyOf<T>(all: T[]): T {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

/** Kills something each time that so many more were acknowledged, while the others go on. */
async function disturb(stages: Stage[], acked: ReadonlyMap<string, string>): Promise<Done> {
  const done: Done = { worker: 0, restart: 0, crash: 0 }
  for (let kill = 1; kill <= kills; kill += 1) {
    const goal = Math.floor((transfers * kill) / (kills + 1))
    while (acked.size < goal) await pause(10)
    const kind = kinds[kill % kinds.length] ?? 'worker'
    const stage = anyOf(stages)
    done[kind] += 1
    if (kind === 'worker') {
      await killClaiming(stage)
      await restarted(stage)
    } else {
      const { server } = stage.division
      await server.halt(kind === 'restart' ? 'fast' : 'kill')
      await server.start()
    }
  }
  return done
}

/** Kills a worker while it has claimed a transfer whose payee it cannot credit yet. */
async function killClaiming({ division, other, worker }: Stage): Promise<void> {
  const [from, to] = await Promise.all([openDivision(division), openDivision(other)])
  const end = Date.now() + claimWithinMs
  const isClaimed = async () => {
    const rows = await from.sql`
      select from transfers where not done and claimed_until > now() limit 1`
    return rows.length > 0
  }
  await to.transaction(async (sql) => {
    await sql`select from ledger_accounts for update`
    while (!(await isClaimed()) && Date.now() < end) await pause(5)
    await worker.kill()
  })
  await Promise.all([from.close(), to.close()])
}

async function restarted(stage: Stage, options = {}): Promise<void> {
  stage.worker = await startWorker(stage.division, stage.other, options)
}

/** Waits until nothing is under way. What the dead had claimed is found by clocks that are ahead. */
async function allDecided(stages: Stage[]): Promise<void> {
  for (const stage of stages) {
    await stage.worker.kill()
    await restarted(stage, { aheadMs })
  }
  const end = Date.now() + giveUpMs
  for (const { division } of stages) {
    const db = await openDivision(division)
    for (;;) {
      const [row] = await db.sql<{ left: number }>`
        select count(*)::int4 as left from transfers where not done`
      if (row?.left === 0) break
      if (Date.now() > end) throw new Error(`${row?.left} are still waiting in ${division.name}`)
      await pause(100)
    }
    await db.close()
  }
}

type Line = { key: string; id: string; type: string; state: string; amountMinor: bigint }

/** Both sides of every order, and what both ledgers come to. */
async function lookAt(stages: Stage[], acked: ReadonlyMap<string, string>) {
  const found = {
    lost: 0,
    duplicated: 0,
    half: 0,
    returned: 0,
    unsound: 0,
    openHolds: 0,
    askedAgain: 0,
  }
  const apart = { interbranch: 0n, balances: 0n, customers: 0n }
  const debits = new Map<string, Line[]>()
  const credits = new Map<string, Line[]>()
  const sums = new Map<string, bigint>()
  for (const { division } of stages) {
    const db = await openDivision(division)
    for (const line of await linesOf(db)) {
      const side = line.type === 'debit' ? debits : credits
      side.set(line.key, [...(side.get(line.key) ?? []), line])
    }
    found.unsound += (await audit(db)).length
    found.openHolds += await openHolds(db)
    found.askedAgain += await askedAgain(db)
    for (const { name, sum } of await sumsOf(db)) sums.set(name, (sums.get(name) ?? 0n) + sum)
    await db.close()
  }
  for (const key of new Set([...acked.keys(), ...debits.keys(), ...credits.keys()])) {
    const [out = [], into = []] = [debits.get(key), credits.get(key)]
    const [debit, credit] = [out[0], into[0]]
    if (!debit || debit.id !== acked.get(key)) found.lost += 1
    else if (out.length > 1 || into.length > 1) found.duplicated += 1
    else if (debit.state === 'failed' && !credit) found.returned += 1
    else if (debit.state !== 'completed' || credit?.amountMinor !== debit.amountMinor)
      found.half += 1
  }
  for (const [name, sum] of sums) {
    const [what] = name.split(' ') as [keyof typeof apart]
    const expected = what === 'customers' ? 2n * fundedMinor(customers) : 0n
    const off = sum - expected
    apart[what] += off < 0n ? -off : off
  }
  return {
    ...found,
    interbranchApart: toDecimal(apart.interbranch),
    balancesApart: toDecimal(apart.balances),
    customersApart: toDecimal(apart.customers),
  }
}

const linesOf = ({ sql }: Db) =>
  sql<Line>`
    select description as key, id, type, state, amount_minor as "amountMinor"
    from transactions where method = 'local'`

async function openHolds({ sql }: Db): Promise<number> {
  const [row] = await sql<{ open: number }>`
    select count(*)::int4 as open from ledger_holds where state = 'open'`
  return row?.open ?? 0
}

/** How many were claimed by one process after another, of which the first may have had a credit. */
async function askedAgain({ sql }: Db): Promise<number> {
  const [row] = await sql<{ again: number }>`
    select count(*)::int4 as again from transfers where tries > 1`
  return row?.again ?? 0
}

const sumsOf = ({ sql }: Db) =>
  sql<{ name: string; sum: bigint }>`
    select what || ' ' || currency as name, sum(balance_minor)::int8 as sum
    from ledger_accounts, unnest(array['balances',
      case when owner_id is not null then 'customers' when code like 'interbranch:%' then 'interbranch'
      end]) what
    where what is not null and currency in ('usd', 'eur') group by 1`

report(await run())
