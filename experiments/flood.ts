import { Agent, request } from 'node:http'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { type Customer, call, makeCustomer } from './lib/bank-client.ts'
import { makeHome, startBank } from './lib/bank-server.ts'
import { quantile, rounded, timed } from './lib/figures.ts'
import { openOperator } from './lib/operator.ts'

// Somebody guesses passwords from many addresses, two hundred a second, while customers work. The
// customers must not notice more than a slower bank, and the guesses must be turned away cheaply.
const settings = readArguments({
  seconds: 10,
  rate: 200,
  addresses: 20,
  users: 50,
  slowdown: 20,
  database: 'embedded',
  seed: 1,
})
const { seconds, rate, addresses, users, slowdown, database, seed } = settings
const random = randomFrom(seed)
/** How much of its rate an attack must reach to count as one. */
const attackPart = 0.7
const started = Date.now()
const home = await makeHome(database)
home.env.DAILY_LIMIT_USD = '1000000000'
const bank = await startBank(home.env)
// One after another: all at once would be a flood of its own.
const operator = await openOperator(bank.env)
const customers: Customer[] = []
for (let count = 0; count < users; count += 1) {
  const door = { url: bank.url, operate: operator.operate }
  const customer = await makeCustomer(door, `customer${count}`)
  await operator.operate('fund', customer.accounts[0]?.Number ?? '', '1000.00')
  customers.push(customer)
}
await operator.close()

const answers = new Map<number, number>()
/** Guesses that are on a connection, not in an agent's queue for one. */
let handedOver = 0
const agents = Array.from(
  { length: addresses },
  (_, index) =>
    new Agent({ keepAlive: true, maxSockets: 100, localAddress: `127.0.7.${index + 1}` }),
)
await work(2)
const quiet = await work(seconds)
const flooding = flood(seconds)
const during = await work(seconds)
const { signIns, perSecond } = await flooding
await bank.stop()
await home.remove()

const guesses = [...answers.values()].reduce((sum, count) => sum + count, 0)
const turnedAway = (answers.get(429) ?? 0) + (answers.get(503) ?? 0)
const others = [...answers.keys()].filter((code) => ![422, 429, 503].includes(code))
const quietP99 = quantile(quiet.times, 0.99)
const duringP99 = quantile(during.times, 0.99)
report({
  ok:
    quiet.errors.length === 0 &&
    during.errors.length === 0 &&
    during.times.length > users &&
    others.length === 0 &&
    perSecond >= attackPart * rate &&
    turnedAway > guesses / 2 &&
    // A bank that lets nobody in any more withstands every flood.
    signIns.in > 0 &&
    duringP99 <= Math.max(300, slowdown * quietP99),
  experiment: 'flood',
  database,
  seed,
  users,
  addresses,
  guessesPerSecond: Math.round(perSecond),
  answers: Object.fromEntries(answers),
  customerCalls: { quiet: quiet.times.length, during: during.times.length },
  customerErrors: during.errors.length,
  firstErrors: [...quiet.errors, ...during.errors].slice(0, 3),
  p50Ms: { quiet: at(quiet.times, 0.5), during: at(during.times, 0.5) },
  p99Ms: { quiet: rounded(quietP99), during: rounded(duringP99) },
  p99Ratio: rounded(duringP99 / quietP99),
  newSignIns: signIns,
  seconds: Math.round((Date.now() - started) / 1000),
})

function at(times: number[], share: number): number {
  return rounded(quantile(times, share))
}

/** Customers look at their accounts and pay each other, with a moment's thought in between. */
async function work(forSeconds: number): Promise<{ times: number[]; errors: string[] }> {
  const until = Date.now() + forSeconds * 1000
  const times: number[] = []
  const errors: string[] = []
  await Promise.all(
    customers.map(async (customer, index) => {
      const next = customers[(index + 1) % users] ?? customer
      for (let turn = 0; Date.now() < until; turn += 1) {
        const ms = await timed(async () => {
          const reply = await oneCall(customer, next, turn).catch((error) => ({
            message: `${error}`,
          }))
          if (!('status' in reply) || reply.status !== 'success') errors.push(`${reply.message}`)
        })
        times.push(ms)
        await new Promise((done) => setTimeout(done, 250 + random() * 500))
      }
    }),
  )
  return { times, errors }
}

function oneCall({ token, accounts, pin }: Customer, to: Customer, turn: number) {
  const source = accounts[0]?.Id ?? ''
  if (turn % 3 === 0) return call(bank.url, 'init-user', { token })
  if (turn % 3 === 1) return call(bank.url, `transactions/${source}`, { token })
  const fields = {
    source_account: source,
    amount: '0.01',
    acc_number: to.accounts[0]?.Number ?? '',
    acc_name: 'Test Customer',
    pin,
  }
  return call(bank.url, 'transfer/local', { fields, token })
}

/** Guesses at a steady rate, whatever the answers; meanwhile customers sign in from elsewhere. */
async function flood(forSeconds: number) {
  const signIns = { tried: 0, in: 0, busy: 0 }
  const asked: Promise<void>[] = []
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  for (let sent = 0; passed() < forSeconds; ) {
    // What a busy moment kept back is sent with the next.
    for (const due = passed() * rate; sent < due; sent += 1) asked.push(guess())
    if (signIns.tried <= passed()) asked.push(signIn(signIns))
    await new Promise((done) => setTimeout(done, 50))
  }
  const perSecond = handedOver / passed()
  await Promise.all(asked)
  for (const agent of agents) agent.destroy()
  return { signIns, perSecond }
}

async function signIn(signIns: { tried: number; in: number; busy: number }) {
  const { username, password } = customers[anyOf(users)] ?? { username: '', password: '' }
  signIns.tried += 1
  const reply = await call(bank.url, 'login', { fields: { username, password } })
  if (reply.status === 'success') signIns.in += 1
  if (reply.http === 503) signIns.busy += 1
}

function anyOf(count: number): number {
  return Math.floor(random() * count)
}

function guess(): Promise<void> {
  const username = `stranger${anyOf(500)}`
  const body = new URLSearchParams({ username, password: `guess ${anyOf(1e9)}` }).toString()
  return new Promise((done) => {
    const asked = request(
      `${bank.url}/api/login`,
      {
        method: 'POST',
        agent: agents[anyOf(addresses)],
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      (reply) => {
        const code = reply.statusCode ?? 0
        answers.set(code, (answers.get(code) ?? 0) + 1)
        reply.resume().once('end', done)
      },
    )
    asked.once('finish', () => {
      handedOver += 1
    })
    asked.once('error', () => {
      answers.set(0, (answers.get(0) ?? 0) + 1)
      done()
    })
    asked.end(body)
  })
}
