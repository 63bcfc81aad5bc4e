import {
  type Call,
  check,
  type Envelope,
  type Refusal,
  type RefusalCode,
  refusals,
  type Sent,
  signup,
  slotsOf,
} from '@passbook/contract'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { accountsOf, type OwnAccount } from '#accounts/accounts.ts'
import { buildApp, makeBank } from '#app.ts'
import { hashPassword } from '#auth/password.ts'
import { pinHmac } from '#auth/secrets.ts'
import { startSession } from '#auth/sessions.ts'
import { personOf, welcome } from '#auth/sign-up.ts'
import { setFlag } from '#cli/flags.ts'
import { fundAccount } from '#cli/fund.ts'
import type { Db, Replica } from '#db/db.ts'
import type { Clock } from '#kernel/clock.ts'
import { type Config, type HashCost, readConfig } from '#kernel/config.ts'
import type { Bank } from '#kernel/context.ts'
import { audit } from '#ledger/audit.ts'
import type { Carrier } from '#mail/mailer.ts'
import { deliverOutbox } from '#notifications/outbox.ts'

export type MovableClock = Clock & { advance(ms: number): void }

/** The real time, which a test can push forward. */
export function movableClock(): MovableClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      offsetMs += ms
    },
  }
}

/** A clock that stands where it was put, for what must come out the same twice. */
export function standingClock(at: Date): MovableClock {
  let ms = at.getTime()
  return {
    now: () => new Date(ms),
    advance(byMs) {
      ms += byMs
    },
  }
}

/** A quarter of a suite's processor went into hashes of 46 MiB; what is about them asks for the bank's own. */
const cheapHash: HashCost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }

export type TestBank = {
  bank: Bank
  app: FastifyInstance
  clock: MovableClock
  /** Every line that was logged, as text. */
  logged: string[]
  customer(options?: CustomerOptions): Promise<TestCustomer>
  /** Asks the bank over HTTP as a client does, with a multipart form. */
  ask<C extends Call>(call: C, input: Sent<C>, token?: string): Promise<Answer>
  /** The same with any fields, from any address, with the whole reply. */
  send(call: Call, input: Record<string, unknown>, options?: SendOptions): Promise<Reply>
  mailTo(address: string): Promise<{ subject: string; text: string }[]>
  findings(): Promise<string[]>
  fund(who: TestCustomer, amount: string): Promise<void>
  /** All that happened has been told: a delivery of the bank's own may be at it just now. */
  told(): Promise<void>
  /** A new session, for when the old one has idled away under a moved clock. */
  signInAgain(who: Pick<TestCustomer, 'id'>): Promise<string>
  stop(): Promise<void>
}

export type CustomerOptions = {
  username?: string
  password?: string
  firstName?: string
  middleName?: string
  lastName?: string
  email?: string
  /** Whether the address is proven; it is unless told. */
  verified?: boolean
  pin?: string
  /** Posted as an incoming bank credit. */
  balance?: string
  flags?: Record<string, boolean>
}

export type TestCustomer = {
  id: bigint
  username: string
  password: string
  email: string
  name: string
  token: string
  account: OwnAccount
}

export type Answer = Envelope & { http: number }
export type SendOptions = { token?: string; headers?: Record<string, string>; address?: string }
export type Reply = Awaited<ReturnType<FastifyInstance['inject']>>

/** A whole bank on the given database, with a clock that moves and mail that stays. */
export async function testBank(
  db: Db,
  options: {
    config?: Partial<Config>
    carrier?: Carrier
    replica?: Replica
    clock?: MovableClock
  } = {},
): Promise<TestBank> {
  const { clock = movableClock() } = options
  const logged: string[] = []
  const log = capture(logged)
  const config = {
    ...readConfig({ SECRET_KEY: 'a key that is good for tests only', SIGNUPS_PER_HOUR: '100000' }),
    hashCost: cheapHash,
    // All of a test comes from one address, and often at once.
    requestsAtOnce: { session: 0, network: 0 },
    ...options.config,
  }
  const bank = makeBank({ ...options, config, db, clock, log })
  const app = buildApp(bank, log)
  await app.ready()
  return {
    bank,
    app,
    clock,
    logged,
    customer: (wanted = {}) => makeCustomer(bank, wanted),
    ask: async (call, input, token) =>
      answerOf(await send(app, call, input as Record<string, unknown>, token ? { token } : {})),
    send: (call, input, options = {}) => send(app, call, input, options),
    mailTo: (address) =>
      db.sql<{ subject: string; text: string }>`
        select subject, text from mails where to_key = ${address.toLowerCase()} order by id desc`,
    findings: async () => (await audit(db)).map((finding) => JSON.stringify(finding)),
    async fund({ account }, amount) {
      await db.transaction((sql) => fundAccount(bank, sql, { number: account.number, amount }))
    },
    async told() {
      await bank.background.settled()
      while ((await deliverOutbox(bank)) > 0);
    },
    signInAgain: ({ id }) => newSession(bank, id),
    async stop() {
      await app.close()
      await bank.mailer.stop()
    },
  }
}

function capture(lines: string[]): Logger {
  return pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
}

let made = 0

/** A complete, valid sign-up form. */
export function signUpForm(changes: Record<string, string> = {}): Record<string, string> {
  made += 1
  const username = changes.username ?? `customer${process.pid}x${made}`
  return {
    account_type: 'savings',
    username,
    firstName: 'Ada',
    lastName: 'Okafor',
    phone: '555 123 4567',
    email: `${username}@example.com`,
    occupation: 'Engineer',
    dob: '1990-03-05',
    country: 'ng',
    state: 'Lagos',
    city: 'Ikeja',
    street: '1 Allen Avenue',
    sex: 'female',
    kinname: 'Chidi',
    kinsurname: 'Okafor',
    kinrelaionship: 'brother',
    kinphone: '(555) 765-4321',
    kinoccupation: 'Teacher',
    kinaddress: '2 Allen Avenue',
    password: 'correct horse',
    confirmPassword: changes.password ?? 'correct horse',
    ...changes,
  }
}

async function makeCustomer(bank: Bank, wanted: CustomerOptions): Promise<TestCustomer> {
  const { pin, balance, flags = {}, verified = true, ...changes } = wanted
  const form = signUpForm(changes as Record<string, string>)
  // Names may be such as were kept before there was a rule for them.
  const { firstName = '', middleName = '', lastName = '' } = form
  const plain = { ...form, firstName: 'Ada', middleName: '', lastName: 'Okafor' }
  const parsed = check(signup.request, plain)
  if (!parsed.ok) throw new Error(`${parsed.field}: ${parsed.message}`)
  const { db, config } = bank
  const passwordHash = await hashOf(parsed.value.password, config.hashCost)
  const person = { ...personOf(parsed.value), firstName, middleName, lastName, passwordHash }
  const id = await db.transaction((sql) => welcome(bank, sql, person, parsed.value.account_type))
  await db.sql`update customers set email_verified = ${verified} where id = ${id}`
  if (pin) {
    await db.sql`
      update customers set pin_hmac = ${pinHmac(config.secretKey, id, pin)} where id = ${id}`
  }
  for (const [flag, value] of Object.entries(flags)) {
    await db.transaction((sql) => setFlag(sql, { username: form.username ?? '', flag, value }))
  }
  let [account] = await accountsOf(db.sql, id)
  if (account && balance) {
    const credit = { number: account.number, amount: balance }
    await db.transaction((sql) => fundAccount(bank, sql, credit))
    ;[account] = await accountsOf(db.sql, id)
  }
  if (!account) throw new Error('a new customer has an account')
  return {
    id,
    username: form.username ?? '',
    password: form.password ?? '',
    email: form.email ?? '',
    name: `${form.firstName} ${form.lastName}`,
    token: await newSession(bank, id),
    account,
  }
}

function newSession(bank: Bank, customerId: bigint): Promise<string> {
  const caller = { agent: 'Test', network: '127.0.0.0/24' }
  return bank.db.transaction((sql) => startSession(bank, sql, { customerId, caller }))
}

const hashes = new Map<string, Promise<string>>()

/** Hashing may be slow on purpose; most test customers share a password. */
function hashOf(password: string, cost: HashCost): Promise<string> {
  const key = `${cost.memory} ${password}`
  const known = hashes.get(key) ?? hashPassword(password, undefined, cost)
  hashes.set(key, known)
  return known
}

async function send(
  app: FastifyInstance,
  call: Call,
  input: Record<string, unknown>,
  { token, headers: further = {}, address = '127.0.0.1' }: SendOptions,
): Promise<Reply> {
  const slots = slotsOf(call.path)
  const path = slots.reduce(
    (path, slot) => path.replace(`{${slot}}`, encodeURIComponent(String(input[slot] ?? ''))),
    `/api/${call.path}`,
  )
  const fields = Object.entries(input).filter(
    ([name, value]) => !slots.includes(name) && value !== undefined,
  ) as [string, string][]
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...further }
  const { method } = call
  const remoteAddress = address
  if (call.method !== 'POST') {
    const query = new URLSearchParams(fields).toString()
    return app.inject({ method, url: query ? `${path}?${query}` : path, headers, remoteAddress })
  }
  const { payload, contentType } = await multipart(fields)
  return app.inject({
    method,
    url: path,
    headers: { 'content-type': contentType, ...headers },
    payload,
    remoteAddress,
  })
}

/** The whole answer to a request that is refused; what is said differs from what its code has. */
export function refusedWith(
  code: RefusalCode,
  said: { message?: string; field?: string; data?: unknown } = {},
): Answer {
  const { http, text: message, field }: Refusal = refusals[code]
  return { http, status: 'failed', message, code, ...(field && { field }), ...said }
}

export function answerOf(reply: { statusCode: number; json: () => unknown }): Answer {
  return { ...(reply.json() as Envelope), http: reply.statusCode }
}

/** The token of the link in a mail. */
export function linkIn(mail: { text: string } | undefined): string {
  return /\/(?:user-login|reset-password)\/([\w-]+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The code in a mail, which stands alone on its line. */
export function codeIn(mail: { text: string } | undefined): string {
  return /^\d{4,5}$/m.exec(mail?.text ?? '')?.[0] ?? ''
}

/** A form as a browser sends it. */
export async function multipart(
  fields: Iterable<[string, string]>,
): Promise<{ payload: Buffer; contentType: string }> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const made = new Response(form)
  return {
    payload: Buffer.from(await made.arrayBuffer()),
    contentType: made.headers.get('content-type') ?? '',
  }
}
