import { setTimeout as pause } from 'node:timers/promises'
import { openEmbedded, openPostgres } from '../server/src/db/db.ts'
import { type MailServer, startMailServer } from '../server/src/testing/mail-server.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { type Customer, call } from './lib/bank-client.ts'
import { type Home, makeHome, type RunningBank, startBank, stopped } from './lib/bank-server.ts'
import { isClean, lookAtTransfers } from './lib/evidence.ts'
import { growthPerHour, type Sample, sampleOf, spansOf } from './lib/footprint.ts'
import { lookAtOthers, type OtherLoad, startOthers } from './lib/other-load.ts'
import { openStreams, type Streams } from './lib/streams.ts'
import { type Answers, asked, type Load, makePayers, startLoad } from './lib/transfer-load.ts'

// A long day: people sign up, log in, read, pay and listen while servers are killed, the database is
// restarted and the mail server says nothing. Nothing may be lost, and nothing may pile up.
const settings = readArguments({
  minutes: 120,
  'chaos-secs': 60,
  database: 'postgres',
  clients: 4,
  seed: 1,
  /** That much of chaos comes in any case, however long a slow machine takes over it. */
  'turns-min': 0,
  /** Who has had no answer for that many seconds is stuck, on a quiet machine. */
  'stuck-secs': 10,
})
const { minutes, database, clients, seed } = settings
const [chaosMs, stuckMs] = [settings['chaos-secs'] * 1000, settings['stuck-secs'] * 1000]
const random = randomFrom(seed)
const sampleMs = 1000
// Below an hour the noise of the collector is larger than what is looked for.
const judgedFromMinutes = 60
const growthMaxMbPerHour = 1
const filesMax = 50

type Stage = {
  home: Home
  mail: MailServer
  /** The first is watched; the last is the one that gets killed. */
  banks: RunningBank[]
  payments: Load
  others: OtherLoad
  logins: { count: number; stop(): Promise<void> }
  streams: Streams
  chaos: Record<string, number>
  mails: number
}

async function run() {
  await using undo = new AsyncDisposableStack()
  const stage = await setUp(undo)
  const end = performance.now() + minutes * 60_000
  const samples: Sample[] = []
  const over = new AbortController()
  const watching = watch(stage, samples, over.signal)
  for (let turn = 0; performance.now() < end || turn < settings['turns-min']; turn += 1) {
    await disturb(stage, turn, end)
  }
  over.abort()
  await watching
  await Promise.all([stage.logins.stop(), stage.others.stop(), stage.payments.stop()])
  await stage.streams.stop()
  const found = await lookAtEverything(stage)
  return verdict(stage, samples, found)
}

async function setUp(undo: AsyncDisposableStack): Promise<Stage> {
  const home = await makeHome(database)
  undo.defer(() => home.remove())
  const mail = await startMailServer()
  undo.defer(() => mail.stop())
  const extra = { SMTP_URL: mail.url, DAILY_LIMIT_USD: '1000000000', LOG_LEVEL: 'fatal' }
  Object.assign(home.env, extra)
  const banks = [await startBank(home.env)]
  if (home.postgres) banks.push(await startBank(home.env))
  undo.defer(async () => void (await Promise.all(banks.map((bank) => bank.stop()))))
  const customers = await makePayers(banks[0] as RunningBank, 4)
  const urls = () => banks.map(({ url }) => url)
  const url = () => urls()[Math.floor(random() * banks.length)] ?? ''
  const load = { urls, customers, clients, random, reads: 0.5, pauseMs: 50, stuckMs }
  const payments = startLoad(load)
  const { answers } = payments
  return {
    home,
    mail,
    banks,
    payments,
    others: startOthers({ url, answers, pauseMs: 2000 }),
    logins: startLogins(url, customers, answers),
    streams: openStreams(urls, customers),
    chaos: {},
    mails: 0,
  }
}

function startLogins(url: () => string, customers: Customer[], answers: Answers) {
  let stopping = false
  const seen = { count: 0 }
  async function work() {
    for (let turn = 0; !stopping; turn += 1) {
      const { username = '', password = '' } = customers[turn % customers.length] ?? {}
      const fields = { username, password }
      const reply = await asked(answers, (signal) => call(url(), 'login', { fields, signal }))
      const { token } = (reply?.data ?? {}) as { token?: string }
      if (token) {
        seen.count += 1
        // A customer has so many sessions at once: without this those of the payments would end.
        await asked(answers, (signal) => call(url(), 'logout', { fields: {}, token, signal }))
      }
      await pause(1000)
    }
  }
  const working = work()
  return {
    get count() {
      return seen.count
    },
    stop: async () => {
      stopping = true
      await working
    },
  }
}

/** Looks at the first server for as long as it lives; another life begins a new series. */
async function watch(stage: Stage, samples: Sample[], over: AbortSignal) {
  let pid: number | undefined
  while (!over.aborted) {
    const now = stage.banks[0]?.child.pid
    if (now !== pid) samples.length = 0
    pid = now
    const sample = sampleOf(pid ?? 0)
    if (sample) samples.push(sample)
    stage.mails += stage.mail.delivered.splice(0).length
    await pause(sampleMs)
  }
}

/** Waits for a while, then does one of what happens to a bank. */
async function disturb(stage: Stage, turn: number, end: number): Promise<void> {
  const wanted = turn < settings['turns-min']
  await pause(wanted ? chaosMs : Math.max(0, Math.min(chaosMs, end - performance.now())))
  const leftMs = end - performance.now()
  if (leftMs < chaosMs / 2 && !wanted) return
  const kinds = ['kill', 'mail', ...(stage.home.postgres ? ['restart'] : [])]
  const kind = kinds[turn % kinds.length] ?? ''
  // Where there is one server only, its second half is left in peace, to be watched.
  const early = leftMs > (minutes * 60_000) / 2
  if (kind === 'kill' && !stage.home.postgres && !early) return
  stage.chaos[kind] = (stage.chaos[kind] ?? 0) + 1
  if (kind === 'kill') await killLast(stage)
  else if (kind === 'mail') await silenceMail(stage)
  else await restartDatabase(stage, turn)
}

async function killLast({ banks, home }: Stage): Promise<void> {
  const last = banks.length - 1
  await stopped((banks[last] as RunningBank).child, 'SIGKILL')
  banks[last] = await startBank(home.env)
}

async function silenceMail({ mail }: Stage): Promise<void> {
  mail.manner = 'silent'
  await pause(chaosMs / 2)
  mail.manner = 'well'
}

async function restartDatabase({ home }: Stage, turn: number): Promise<void> {
  await home.postgres?.halt(turn % 2 === 0 ? 'fast' : 'kill')
  await home.postgres?.start()
}

async function lookAtEverything({ home, banks, payments, others }: Stage) {
  const { postgres, env } = home
  if (!postgres) await banks[0]?.stop()
  const db = postgres
    ? await openPostgres({ url: postgres.url })
    : await openEmbedded({ dataDir: env.DATA_DIR ?? '' })
  const paid = await lookAtTransfers(db, payments.acked)
  const more = await lookAtOthers(db, others.acknowledged)
  await db.close()
  return {
    lost: paid.lost + more.lost,
    duplicated: paid.duplicated + more.duplicated,
    half: paid.half + more.half,
    unsound: paid.unsound,
  }
}

type Found = Awaited<ReturnType<typeof lookAtEverything>>

function verdict(stage: Stage, samples: Sample[], found: Found) {
  const { payments, others, logins, streams, chaos, mails } = stage
  const { samples: said, ...answers } = payments.answers
  const counts = { acked: payments.acked.size, logins: logins.count, mails, ...others.sizes() }
  const warm = samples[Math.floor(samples.length / 3)]
  const last = samples.at(-1)
  const growth = growthPerHour(samples, 'rssMb')
  const judged = minutes >= judgedFromMinutes
  const piledUp =
    (judged && growth > growthMaxMbPerHour) || (last?.files ?? 0) > (warm?.files ?? 0) + filesMax
  return {
    ok:
      // A load that got nothing through has shown nothing.
      [...Object.values(counts), streams.seen.events].every(Boolean) &&
      isClean(found) &&
      answers.wrong + answers.stuck + answers.differing === 0 &&
      !piledUp,
    experiment: 'soak',
    database,
    minutes,
    seed,
    ...counts,
    ...streams.seen,
    chaos,
    ...found,
    ...answers,
    rssMb: { warm: Math.round(warm?.rssMb ?? 0), last: Math.round(last?.rssMb ?? 0) },
    growthMbPerHour: Math.round(growth * 10) / 10,
    growthJudged: judged,
    files: { warm: warm?.files, last: last?.files },
    filesPerHour: Math.round(growthPerHour(samples, 'files') * 10) / 10,
    spans: spansOf(samples),
    ...(said.length > 0 && { samples: said }),
  }
}

report(await run())
