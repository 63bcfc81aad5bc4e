import { median, rounded } from '../../experiments/lib/figures.ts'
import { makeCleanUp } from '../../server/src/jobs/clean-up.ts'
import type { Bank } from '../../server/src/kernel/context.ts'
import {
  markAllRead,
  notificationPage,
  unreadCounts,
} from '../../server/src/notifications/notifications.ts'
import { interleaved } from '../lib/interleaved.ts'
import type { Part } from '../lib/part.ts'
import { scratchBank } from '../lib/scratch-bank.ts'

const few = 1_000
// Ids that nobody has: notices know their customer by number only.
const customers = { few: 1n, many: 2n }
const growthMax = 1.5
const cleanUpMaxMs = 20

type Sizes = { notices: number; codes: number; rounds: number }

/** What a customer with very many notices waits for, and a clean-up that finds nothing to do. */
export async function benchNotices({ notices, codes, rounds }: Sizes): Promise<Part> {
  const { bank, remove } = await scratchBank()
  try {
    await fillNotices(bank, customers.few, few)
    await fillNotices(bank, customers.many, notices)
    await fillCodes(bank, codes)
    await bank.db.script('vacuum analyze')
    const rows = await readNotices(bank, rounds)
    const cleanUp = await cleanUpMs(bank, rounds)
    return {
      name: 'grow:notices',
      tables: [
        { title: `${few} and ${notices} notices of a customer, median ms`, rows },
        { title: `Clean-up with ${codes} codes and nothing to do, ms`, rows: [cleanUp] },
      ],
      ratios: [
        ...rows.map(({ what, growth }) => ({
          name: `${what}: ${notices} notices against ${few}`,
          ratio: growth,
          atMost: growthMax,
        })),
        { name: 'clean-up, ms', ratio: cleanUp.median, atMost: cleanUpMaxMs },
      ],
    }
  } finally {
    await remove()
  }
}

async function readNotices({ db }: Bank, rounds: number) {
  const both = [customers.few, customers.many]
  const asked: [string, (id: bigint) => Promise<unknown>][] = [
    ['page 1', (id) => notificationPage(db.sql, id, 1)],
    ['count', (id) => unreadCounts(db.sql, [id])],
  ]
  const times = await interleaved(
    rounds,
    asked.flatMap(([, ask]) => both.map((id) => () => ask(id))),
  )
  const marked = await markedMs(db, rounds)
  const rowOf = (what: string, [one = 0, other = 0]: number[]) => ({
    ...{ what, few: one, many: other, growth: rounded(other / one) },
  })
  return [
    ...asked.map(([what], at) => rowOf(what, times.slice(2 * at, 2 * at + 2))),
    rowOf('mark all read', marked),
  ]
}

/** All are unread again before each turn, which is not measured. */
async function markedMs(db: Bank['db'], rounds: number): Promise<number[]> {
  const times: [number[], number[]] = [[], []]
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [at, id] of [customers.few, customers.many].entries()) {
      await db.sql`update inboxes set unread = total, read_up_to = 0 where customer_id = ${id}`
      const start = performance.now()
      await db.transaction((sql) => markAllRead(sql, id))
      times[at]?.push(performance.now() - start)
    }
  }
  return times.map((taken) => rounded(median(taken)))
}

async function cleanUpMs(bank: Bank, rounds: number) {
  const cleanUp = makeCleanUp(bank)
  const runs: number[] = []
  for (let turn = 0; turn < rounds; turn += 1) {
    const start = performance.now()
    await cleanUp()
    runs.push(performance.now() - start)
  }
  // The first run of a process looks at the whole last day, as it does not know what was done.
  const [first = 0, ...later] = runs
  return { first: rounded(first), median: rounded(median(later)) }
}

async function fillNotices({ db }: Bank, customerId: bigint, count: number): Promise<void> {
  // In a transaction, which takes as long as it takes.
  await db.transaction(
    (sql) => sql`
    insert into notifications(customer_id, title, body, transaction_id, created_at)
    select ${customerId}, 'Money arrived', 'You received $10.00 from somebody you know.',
      gen_random_uuid(), now() - make_interval(secs => ${count}::int - n)
    from generate_series(1, ${count}::int) n`,
  )
  await db.sql`
    insert into inboxes(customer_id, total, unread) values (${customerId}, ${count}, ${count})`
}

/** The codes of a day, nearly all of them used, with the sessions and counters that go with them. */
async function fillCodes({ db }: Bank, count: number): Promise<void> {
  await db.sql`
    insert into customers(username, username_key, email, email_key, password_hash, first_name,
      last_name, phone, sex, occupation, country, state, city, kin_first_name, kin_last_name,
      kin_relationship, kin_phone, kin_occupation, kin_address, created_at)
    select 'n' || n, 'n' || n, 'n' || n, 'n' || n, '', '', '', '', '', '', '', '', '', '', '', '',
      '', '', '', now()
    from generate_series(1, 1000) n`
  const ago = 'make_interval(secs => 86000.0 * n / '
  await db.script(`
    insert into transfer_codes(customer_id, code_hmac, created_at, expires_at, used_at)
    select 1 + n % 1000, repeat('h', 43), now() - ${ago}${count}) - interval '5 minutes',
      now() - ${ago}${count}), now() - ${ago}${count})
    from generate_series(1, ${count}) n;
    insert into login_codes(buffer_hash, customer_id, code_hmac, tries, sent_at, expires_at, used_at)
    select 'b' || n, 1 + n % 1000, repeat('h', 43), 5, now(), now() - ${ago}${count / 10}), now()
    from generate_series(1, ${count / 10}) n;
    insert into sessions(token_hash, customer_id, created_at, last_used_at, expires_at)
    select md5(n::text), 1 + n % 1000, now(), now() + interval '1 day', now() + interval '1 day'
    from generate_series(1, ${count / 10}) n;
    insert into attempts(bucket, count, ends_at)
    select 'bucket:' || n, 1, now() + interval '1 day' from generate_series(1, ${count / 6}) n`)
}
