import type { Logger } from 'pino'
import { loggable } from '#db/away.ts'
import type { Db, Sql } from '#db/db.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Metrics } from '#metrics/metrics.ts'
import { type Mail, signed } from './templates.ts'

/** Hands one mail to the outside world; gives the other side's answer, rejects when it refused. */
export type Carrier = (mail: Omit<Mail, 'expiresAt'>) => Promise<string>

export type Mailer = {
  /** Queues a mail in the caller's transaction: no mail without its reason, no reason without it. */
  queue(sql: Sql, mail: Mail): Promise<void>
  /** Queues many mails in the caller's transaction, in one statement. */
  queueAll(sql: Sql, mails: readonly Mail[]): Promise<void>
  /** Sends what is due now; returns how many left. */
  sendDue(): Promise<number>
  /** Sends one mail at once, past the queue, and gives the answer; undefined where none is sent. */
  sendNow: ((mail: Mail) => Promise<string>) | undefined
  start(): void
  /** Waits for the mails that are being sent; what else is due waits for the next start. */
  stop(): Promise<void>
}

const pollMs = 1000
const waitMaxSeconds = 60
const keepHours = 48
// A group and how many of it are sent at once: small enough that a code which is queued meanwhile
// waits for two mails at most, and that the lease outlives a server that is slow with every one.
const groupSize = 16
const atOnce = 8
const leaseSeconds = 120

type Surroundings = {
  db: Db
  clock: Clock
  log: Logger
  carrier?: Carrier | undefined
  /** The bank's name, which stands in every mail. */
  systemName: string
  metrics: Pick<Metrics, 'mails'>
}

/** With a carrier mails are sent and their text is erased; without one they stay in the mailbox. */
export function makeMailer(surroundings: Surroundings): Mailer {
  const { clock, log, carrier, systemName } = surroundings
  let timer: NodeJS.Timeout | undefined
  let stopping = new AbortController()
  let running: Promise<number> | undefined

  async function insertMails(sql: Sql, mails: readonly Mail[]): Promise<void> {
    if (mails.length === 0) return
    const now = clock.now()
    await sql`
      insert into mails(to_address, to_key, subject, text, html, reply_to, created_at, expires_at,
                        urgent, next_try_at, sent_at)
      select m.to_address, m.to_key, m.subject, m.text, m.html, m.reply_to, ${now}, m.expires_at,
             -- Somebody waits for what runs out; a notice can wait for it.
             m.expires_at is not null, ${now}, ${carrier ? null : now}
      from unnest(${mails.map(({ to }) => to)}::text[],
        ${mails.map(({ to }) => to.toLowerCase())}::text[],
        ${mails.map(({ subject }) => subject)}::text[], ${mails.map(({ text }) => text)}::text[],
        ${mails.map(({ html }) => html)}::text[],
        ${mails.map(({ replyTo }) => replyTo ?? null)}::text[],
        ${mails.map(({ expiresAt }) => expiresAt ?? null)}::timestamptz[])
        as m(to_address, to_key, subject, text, html, reply_to, expires_at)`
  }
  const sendDue = () => {
    if (running !== undefined) return running
    stopping = new AbortController()
    running = sendAll(surroundings, stopping.signal).finally(() => {
      running = undefined
    })
    return running
  }
  return {
    queue: (sql, mail) => insertMails(sql, [signed(mail, systemName)]),
    queueAll: (sql, mails) =>
      insertMails(
        sql,
        mails.map((mail) => signed(mail, systemName)),
      ),
    sendDue,
    sendNow: carrier && ((mail) => carrier(signed(mail, systemName))),
    start() {
      if (!carrier) return
      timer = setInterval(() => {
        sendDue().catch((error) => log.error(loggable(error), 'mail could not be sent'))
      }, pollMs)
    },
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await running?.catch(() => 0)
    },
  }
}

async function sendAll(surroundings: Surroundings, stopping: AbortSignal): Promise<number> {
  const { db, clock, carrier, metrics } = surroundings
  if (!carrier) return 0
  metrics.mails.inc({ outcome: 'failed' }, await giveUpExpired(db, clock.now()))
  let sent = 0
  while (!stopping.aborted) {
    const group = await claim(db, clock.now())
    if (group.length === 0) break
    for (let from = 0; from < group.length; from += atOnce) {
      const some = group.slice(from, from + atOnce)
      // Those that are not begun keep their lease and are sent when it is over.
      if (stopping.aborted) break
      sent += await sendSome(surroundings, carrier, some)
    }
  }
  return sent
}

/** Sends some mails side by side; those that left are noted together, the others one by one. */
async function sendSome(
  { db, clock, log, metrics }: Surroundings,
  carrier: Carrier,
  some: Due[],
): Promise<number> {
  const sends = some.map(async ({ to_address: to, subject, text, html, reply_to: replyTo }) =>
    carrier({ to, subject, text, html, ...(replyTo && { replyTo }) }),
  )
  const outcomes = await Promise.allSettled(sends)
  const left = some.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  if (left.length > 0) {
    // What was sent need not be kept: it may hold a code or a link.
    await db.sql`
      update mails set sent_at = ${clock.now()}, text = '', html = ''
      where id = any(${left.map(({ id }) => id)}::int8[])`
    metrics.mails.inc({ outcome: 'sent' }, left.length)
  }
  for (const [index, due] of some.entries()) {
    const outcome = outcomes[index]
    if (outcome?.status !== 'rejected') continue
    const final = await postpone(db, due, clock.now(), isFinal(outcome.reason))
    metrics.mails.inc({ outcome: final ? 'failed' : 'delayed' })
    log.warn(
      { id: String(due.id), tries: due.tries, ...loggable(outcome.reason) },
      final ? 'mail given up' : 'mail delayed',
    )
  }
  return left.length
}

type Due = {
  id: bigint
  to_address: string
  subject: string
  text: string
  html: string
  reply_to: string | null
  tries: number
  created_at: Date
  urgent: boolean
}

/** A code that has run out is not sent any more; tells how many were given up. */
async function giveUpExpired(db: Db, now: Date): Promise<number> {
  const expired = await db.sql`
    update mails set failed_at = ${now}, text = '', html = ''
    where sent_at is null and failed_at is null and expires_at <= ${now}
    returning id`
  return expired.length
}

/** Leases a group of mails, the urgent ones first, so that no other process sends them meanwhile. */
async function claim(db: Db, now: Date): Promise<Due[]> {
  const lease = new Date(now.getTime() + leaseSeconds * 1000)
  const group = await db.sql<Due>`
    with due as materialized (
      select id from mails
      where sent_at is null and failed_at is null and next_try_at <= ${now}
        and (expires_at is null or expires_at > ${now})
      order by urgent desc, next_try_at, id limit ${groupSize} for update skip locked)
    update mails m set next_try_at = ${lease}, tries = m.tries + 1 from due where m.id = due.id
    returning m.id, to_address, subject, text, html, reply_to, tries, created_at, urgent`
  return group.sort((a, b) => Number(b.urgent) - Number(a.urgent) || Number(a.id - b.id))
}

/**
 * Retry back-off: waits longer each time, never so long that a server which is back goes unnoticed;
 * tells whether the mail was given up.
 */
async function postpone(db: Db, due: Due, now: Date, refused: boolean): Promise<boolean> {
  if (refused || now.getTime() - due.created_at.getTime() > keepHours * 3_600_000) {
    await db.sql`update mails set failed_at = ${now}, text = '', html = '' where id = ${due.id}`
    return true
  }
  const waitSeconds = Math.min(waitMaxSeconds, 2 ** Math.min(due.tries, 10))
  const next = new Date(now.getTime() + waitSeconds * 1000)
  await db.sql`update mails set next_try_at = ${next} where id = ${due.id}`
  return false
}

/**
 * The other side refuses this addressee or this mail for good; asking again is of no use. A refusal of
 * the bank's own address is no reason to drop a mail: it goes once the operator has mended that.
 */
function isFinal(error: unknown): boolean {
  const { code, responseCode, command } = error as Record<string, unknown>
  const aboutTheMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM'
  return aboutTheMail && typeof responseCode === 'number' && responseCode >= 500
}
