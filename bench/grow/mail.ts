import { setTimeout as wait } from 'node:timers/promises'
import { median, rounded } from '../../experiments/lib/figures.ts'
import type { Bank } from '../../server/src/kernel/context.ts'
import type { Part } from '../lib/part.ts'
import { scratchBank } from '../lib/scratch-bank.ts'

const few = 1_000
const codeWithinSeconds = 5

type Sizes = { backlog: number; rounds: number }
type Post = Awaited<ReturnType<typeof makePost>>

/** How fast mails leave to a carrier that takes no time, and how long a code waits behind notices. */
export async function benchMail({ backlog, rounds }: Sizes): Promise<Part> {
  const [short, long] = [await makePost(), await makePost()]
  try {
    await fillMails(long.bank, backlog)
    await long.bank.db.script('vacuum analyze')
    const rates: [number[], number[]] = [[], []]
    for (let turn = 0; turn < rounds; turn += 1) {
      await fillMails(short.bank, few)
      rates[0].push(await rateOf(short))
      rates[1].push(await rateOf(long))
    }
    const [quick, slow] = rates.map(median) as [number, number]
    const code = await codeSeconds(long)
    return {
      name: 'grow:mail',
      tables: [
        {
          title: 'Mails a second to a carrier that takes 0 ms, median',
          rows: [
            { waiting: few, 'mails/s': Math.round(quick) },
            { waiting: backlog, 'mails/s': Math.round(slow) },
          ],
        },
      ],
      ratios: [
        {
          name: `mail rate with ${backlog} waiting against ${few}`,
          ratio: rounded(slow / quick),
          atLeast: 0.8,
        },
        { name: 'a code handed over, s', ratio: rounded(code), atMost: codeWithinSeconds },
      ],
    }
  } finally {
    await short.remove()
    await long.remove()
  }
}

/** A bank whose carrier counts what it is given. */
async function makePost() {
  const taken = { mails: 0, onMail: (_subject: string) => {} }
  const made = await scratchBank({
    carrier: async ({ subject }) => {
      taken.mails += 1
      taken.onMail(subject)
      return 'taken'
    },
  })
  return { ...made, taken }
}

/** The time for as many mails as the short queue holds. */
async function rateOf({ bank, taken }: Post): Promise<number> {
  const { mailer } = bank
  const before = taken.mails
  taken.onMail = () => {
    // Stopping lets the group under way end.
    if (taken.mails - before === few) void mailer.stop()
  }
  const start = performance.now()
  await mailer.sendDue()
  const seconds = (performance.now() - start) / 1000
  return (taken.mails - before) / seconds
}

/** The mailer is at work on the notices when a code is queued. */
async function codeSeconds({ bank, taken }: Post): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const subject = 'Your code'
  taken.onMail = (given) => given === subject && resolve(performance.now())
  bank.mailer.start()
  const before = taken.mails
  while (taken.mails === before) await wait(10)
  const start = performance.now()
  const expiresAt = new Date(bank.clock.now().getTime() + 300_000)
  await bank.mailer.queue(bank.db.sql, {
    ...{ to: 'ada@example.com', subject, text: '12345', html: '12345', expiresAt },
  })
  const at = await promise
  await bank.mailer.stop()
  return (at - start) / 1000
}

/** As the teller writes them: 200 at a time, each group with a time of its own. */
async function fillMails({ db }: Bank, count: number): Promise<void> {
  // In a transaction, which takes as long as it takes.
  await db.transaction(
    (sql) => sql`
    insert into mails(to_address, to_key, subject, text, html, created_at, next_try_at)
    select 'n' || n || '@example.com', 'n' || n || '@example.com', 'Money arrived',
      repeat('You received $10.00. ', 10), repeat('<p>You received $10.00.</p>', 15), at, at
    from generate_series(1, ${count}::int) n
      cross join lateral (
        select now() - make_interval(secs => 0.01 * ((${count}::int - n) / 200)) as at) written`,
  )
}
