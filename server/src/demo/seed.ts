import { accountsOf, openAccount } from '#accounts/accounts.ts'
import { hashPassword } from '#auth/password.ts'
import { pinHmac } from '#auth/secrets.ts'
import { welcome } from '#auth/sign-up.ts'
import { liftTimeLimit, type Sql } from '#db/db.ts'
import { clockAt } from '#kernel/clock.ts'
import type { Bank } from '#kernel/context.ts'
import { nameKey } from '#kernel/name-key.ts'
import { yearOf } from './history.ts'
import { keepBills, keepBudgets, keepPayees, tellLastMonth } from './kept-lists.ts'
import { keepPots } from './kept-pots.ts'
import { type Person, people } from './people.ts'
import { playWithInterest } from './play-interest.ts'
import { keepOrders } from './standing-orders.ts'
import { asOf, type Stage } from './year.ts'

/** How to log in, for the person who started the bank; without a mailbox codes are mailed. */
export function demoLogins({ mailbox }: { mailbox: boolean }): string[] {
  return Object.values(people).map(({ customer, password, pin, withCodes }) => {
    const where = mailbox ? 'arrive in the mailbox' : `are mailed to ${customer.email}`
    return `${customer.username} / ${password}, PIN ${pin}${withCodes ? ` (codes ${where})` : ''}`
  })
}

const lockNumber = 7_270_003n
const yearMs = 365 * 86_400_000

/** Adds the demo customers and their year, where they are missing; tells whether it did. */
export async function seedDemo(bank: Bank): Promise<boolean> {
  return bank.db.transaction(await prepareDemo(bank))
}

/** The same in two steps: passwords are hashed first, since nothing slow belongs in a transaction. */
export async function prepareDemo(bank: Bank): Promise<(sql: Sql) => Promise<boolean>> {
  const { db, clock, config } = bank
  const hash = (password: string) => hashPassword(password, undefined, config.hashCost)
  if (await isSeeded(db.sql)) return async () => false
  const hashes = {
    demo: await hash(people.demo.password),
    secure: await hash(people.secure.password),
  }
  const now = clock.businessNow()
  const start = new Date(now.getTime() - yearMs)
  // They signed up a year ago; nobody is to be mailed about that today.
  const then: Bank = {
    ...bank,
    clock: clockAt(start),
    mailer: { ...bank.mailer, queue: async () => {} },
  }
  return async (sql) => {
    // Another process may be at it: whoever comes second waits and finds it done.
    await sql`set local lock_timeout = 0`
    await liftTimeLimit(sql)
    await sql`select pg_advisory_xact_lock(${lockNumber})`
    if (await isSeeded(sql)) return false
    const [daily, savings, euros] = await moveIn(then, sql, people.demo, hashes.demo)
    const [business, pounds, lira] = await moveIn(then, sql, people.secure, hashes.secure)
    if (!daily || !savings || !euros || !business || !pounds || !lira) {
      throw new Error('a demo customer holds three accounts')
    }
    const cast = { daily, savings, euros, business, pounds, lira }
    const stages = Object.values(cast)
    await playWithInterest(then, sql, yearOf(cast, now), { stages, now })
    const owners = [daily.ownerId, business.ownerId]
    await keepPayees(sql, owners, start)
    await keepBills(bank, sql, cast, { since: start, now })
    await keepBudgets(bank, sql, cast, now)
    await keepOrders(asOf(bank, sql, now), sql, cast)
    await keepPots(bank, sql, cast, now)
    // A year of old news need not be told today; the last month of it is on their lists.
    await sql`
      delete from outbox where account_id in (
        select account_id from accounts where owner_id = any(${owners}::int8[]))`
    await tellLastMonth(sql, owners, now)
    return true
  }
}

async function isSeeded(sql: Sql): Promise<boolean> {
  const known = await sql`
    select 1 from customers where username_key = ${nameKey(people.demo.customer.username)}`
  return known.length > 0
}

async function moveIn(
  bank: Bank,
  sql: Sql,
  person: Person,
  passwordHash: string,
): Promise<Stage[]> {
  const { customer, pin, withCodes, firstAccount, further } = person
  const now = bank.clock.now()
  const id = await welcome(bank, sql, { ...customer, passwordHash }, firstAccount.type)
  await sql`update accounts set name = ${firstAccount.name} where owner_id = ${id}`
  await sql`
    update customers set pin_hmac = ${pinHmac(bank.config.secretKey, id, pin)},
      use_login_code = ${withCodes}, use_otp = ${withCodes}, crypto_payment = ${withCodes},
      email_verified = true, demo_state = 'open'
    where id = ${id}`
  for (const { type, currency, name } of further) {
    await openAccount(sql, id, { type, currency, name, now })
  }
  const ownerName = `${customer.firstName} ${customer.lastName}`
  return (await accountsOf(sql, id)).map((account) => ({ ...account, ownerName, ownerId: id }))
}
