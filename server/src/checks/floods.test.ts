import {
  addPasskey,
  confirm2fa,
  login,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  requestPasswordReset,
  resetPassword,
  signup,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#auth/password.ts'
import { familiar, newcomers, strangers } from '#auth/queues.ts'
import { codeBucket, sentBucket, signInBucket, strangerBucket } from '#auth/sign-in-limits.ts'
import { hashCost } from '#kernel/config.ts'
import { spendOrWaitSeconds } from '#limits/attempts.ts'
import { isFull, type Line } from '#limits/fair-queue.ts'
import { softwarePasskey } from '#testing/software-passkey.ts'
import {
  codeIn,
  linkIn,
  type Reply,
  signUpForm,
  type TestCustomer,
  testBank,
} from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// What others may send in any number, and that none of it keeps a customer out.
const db = await testDb()
const t = await testBank(db, { config: { hashCost } })
afterAll(() => t.stop())

type From = { address: string; cookie?: string }
type Challenge = { challenge: string }
const sentFrom = ({ address, cookie }: From) => ({ address, headers: cookie ? { cookie } : {} })
const many = <Made>(count: number, make: (nth: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))
const enter = ({ username }: TestCustomer, password: string, from: From) =>
  t.send(login, { username, password }, sentFrom(from))
const newest = async ({ email }: TestCustomer, subject: string) =>
  (await t.mailTo(email)).find((mail) => mail.subject === subject)

/** The cookie of a browser that has signed all of these in before. */
async function browserOf(people: TestCustomer[]): Promise<string> {
  const owner = await t.customer()
  const reply = await enter(owner, owner.password, { address: '10.90.0.1' })
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  await db.sql`
    insert into devices(id, customer_id, name, address, first_seen_at, last_seen_at)
    select d.id, who.id, d.name, d.address, d.first_seen_at, d.last_seen_at
    from devices d, unnest(${people.map(({ id }) => id)}::int8[]) who(id)
    where d.customer_id = ${owner.id}`
  return cookie
}

/** Four customers, each to do one thing while the flood goes on. */
async function makeVictims() {
  const [signer, resetter, holder] = [await t.customer(), await t.customer(), await t.customer()]
  const coder = await t.customer({ flags: { UseLoginVerification: true } })
  const key = softwarePasskey()
  const options = (await t.ask(passkeyOptions, { use: 'add' }, holder.token)).data as Challenge
  const added = { name: 'Key', credential: key.create(options) }
  expect((await t.ask(addPasskey, added, holder.token)).http).toBe(200)
  return { signer, resetter, coder, holder, key, all: [signer, resetter, coder, holder] }
}
type Victims = Awaited<ReturnType<typeof makeVictims>>

/** What an honest customer does, each with what the last call of it answers. */
const deeds = {
  signIn: async ({ signer }: Victims, from: From) =>
    (await enter(signer, signer.password, from)).statusCode,
  async reset({ resetter }: Victims, from: From) {
    await t.send(requestPasswordReset, { user: resetter.username }, sentFrom(from))
    await t.bank.background.settled()
    const buffer = linkIn(await newest(resetter, 'Reset your password'))
    const form = { buffer, password: 'chosen anew', confirmPassword: 'chosen anew' }
    return (await t.send(resetPassword, form, sentFrom(from))).statusCode
  },
  async code({ coder }: Victims, from: From) {
    const begun = await enter(coder, coder.password, from)
    if (begun.statusCode !== 200) return begun.statusCode
    const otp = codeIn(await newest(coder, 'Your sign-in code'))
    const { buffer } = begun.json().data
    return (await t.send(confirm2fa, { buffer, otp }, sentFrom(from))).statusCode
  },
  async passkey({ key }: Victims, from: From) {
    const asked = await t.send(passkeyLoginOptions, {}, sentFrom(from))
    if (asked.statusCode !== 200) return asked.statusCode
    const credential = key.sign(asked.json().data as Challenge)
    return (await t.send(passkeyLogin, { credential }, sentFrom(from))).statusCode
  },
}
const allDeeds = { signIn: 200, reset: 200, code: 200, passkey: 200 }

async function outcomes(victims: Victims, from: From): Promise<Record<string, number>> {
  const names = Object.keys(deeds) as (keyof typeof deeds)[]
  const done = names.map(async (name) => [name, await deeds[name](victims, from)] as const)
  return Object.fromEntries(await Promise.all(done))
}

type Flood = {
  name: string
  /** Sends it; what it answers is looked at when the victims are done. */
  pour: (victims: TestCustomer[], address: string) => Promise<Reply[]>
  /** Which queues of hashes it has filled when it hurts. */
  fills?: Line[]
  /** What the flood itself hears. */
  hears: number[]
  /** What a new device does otherwise than succeed, by decision. */
  decided?: Partial<typeof allDeeds>
  /** Where the known browser is; at the address of the flood unless told. */
  home?: string
}

/** Fills a queue of hashes: slow ones that run, and as many behind them as may wait, of two networks. */
function fill(line: Line, networks: string[]): Promise<unknown> {
  const slow = { memory: 47_104, passes: 8, parallelism: 1, tagLength: 32 }
  const quick = { ...slow, memory: 8, passes: 1 }
  const hashed = Array.from({ length: line.max + line.waitingMax }, (_, nth) => {
    const network = networks[nth % networks.length] ?? ''
    return hashPassword('flood', { line, network }, nth < line.max ? slow : quick)
  })
  return Promise.allSettled(hashed)
}

/** Sends behind what fills a queue; over when both are. */
async function behind(filled: Promise<unknown>[], send: () => Promise<Reply[]>): Promise<Reply[]> {
  const replies = await send()
  await Promise.all(filled)
  return replies
}

const closed = async (bucket: string, max: number, seconds: number) => {
  const limit = { bucket, max, seconds, now: t.clock.now() }
  while ((await spendOrWaitSeconds(db.sql, limit)) === null);
}

const floods: Flood[] = [
  {
    name: 'sign-ups',
    pour: (_, address) =>
      behind([fill(newcomers, [address])], () =>
        many(10, () => t.send(signup, signUpForm(), { address })),
      ),
    fills: [newcomers],
    hears: [503],
  },
  {
    name: 'wrong passwords, from two addresses and for more customers than one',
    async pour(victims, address) {
      for (const { username } of victims) {
        await closed(strangerBucket(username, address), 10, 900)
        await closed(signInBucket(username), 10, 900)
      }
      const both = [address, `${address}1`]
      return behind([fill(strangers, both)], () =>
        many(victims.length, (nth) => {
          const who = victims[nth] as TestCustomer
          return enter(who, 'wrong', { address: both[nth % 2] ?? '' })
        }),
      )
    },
    fills: [strangers],
    hears: [503],
  },
  {
    name: 'requests for resets',
    pour: (victims, address) =>
      many(24 * victims.length, (nth) => {
        const { username } = victims[nth % victims.length] as TestCustomer
        const from = nth % 2 === 0 ? address : `10.92.${nth}.1`
        return t.send(requestPasswordReset, { user: username }, { address: from })
      }),
    hears: [200],
  },
  {
    name: 'wrong codes and requests for codes, by one who has the password',
    async pour(victims, address) {
      const replies = []
      for (const who of victims) {
        const { buffer } = (await enter(who, who.password, { address })).json().data
        if (!buffer) continue
        // All but the last of each without the work of hashing.
        await closed(codeBucket(who.id), 30, 86_400)
        await closed(sentBucket(who.id), 60, 3600)
        replies.push(await t.send(confirm2fa, { buffer, otp: '00000' }, { address }))
        replies.push(await enter(who, who.password, { address }))
      }
      return replies
    },
    hears: [429],
    // A reset, which the others of this table show, ends the thief's password and his guesses.
    decided: { code: 429 },
  },
  {
    name: 'junk in place of passkeys',
    pour: (_, address) =>
      many(140, (nth) =>
        nth % 2 === 0
          ? t.send(passkeyLogin, { credential: 'junk' }, { address })
          : t.send(passkeyLoginOptions, {}, { address }),
      ),
    hears: [200, 422, 429],
  },
  {
    name: 'sign-ins of the flooder’s own customers with the right passwords',
    async pour(_, address) {
      const own = await many(5, () => t.customer())
      const cookie = await browserOf(own)
      const filled = [fill(familiar, [address]), fill(strangers, [address, `${address}1`])]
      return behind(filled, () =>
        many(own.length, (nth) => {
          const who = own[nth] as TestCustomer
          return enter(who, who.password, { address, cookie: nth % 2 === 0 ? cookie : '' })
        }),
      )
    },
    fills: [familiar, strangers],
    hears: [503],
    home: '10.95.0.1',
  },
]

// asvs 6.3.1
describe.each(floods)('$name', ({ pour, fills, hears, decided, home }) => {
  test('keep nobody out who comes with a known browser, or with a new one from elsewhere', async () => {
    const [known, fresh] = [await makeVictims(), await makeVictims()]
    const cookie = await browserOf(known.all)
    const nth = floods.findIndex((flood) => flood.pour === pour)
    const address = `10.91.${nth}.1`
    const flood = pour([...known.all, ...fresh.all], address)
    if (fills) await expect.poll(() => fills.every(isFull), { interval: 1 }).toBe(true)
    else await flood
    const [mine, elsewhere] = await Promise.all([
      outcomes(known, { address: home ?? address, cookie }),
      outcomes(fresh, { address: `10.93.${nth}.1` }),
    ])
    expect(mine).toEqual(allDeeds)
    expect(elsewhere).toEqual({ ...allDeeds, ...decided })
    const heard = new Set((await flood).map(({ statusCode }) => statusCode))
    expect([...heard].sort()).toEqual(hears)
    t.clock.advance(3_601_000)
  })
})

test('junk in place of passkeys closes no address to passwords', async () => {
  const ada = await t.customer()
  const address = '10.94.0.1'
  const junk = await many(40, () => t.send(passkeyLogin, { credential: 'junk' }, { address }))
  expect(junk.at(-1)?.statusCode).toBe(429)
  expect((await enter(ada, ada.password, { address })).statusCode).toBe(200)
})
