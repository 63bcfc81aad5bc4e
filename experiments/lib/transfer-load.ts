import { type Customer, call, makeCustomer, type Reply } from './bank-client.ts'
import type { RunningBank } from './bank-server.ts'
import { openOperator } from './operator.ts'

/** What a load has seen so far. */
export type Load = {
  /** What every key that was answered with success was told. */
  acked: Map<string, Acked>
  /** When each of them was answered, as `performance.now()`. */
  ackedAt: number[]
  answers: Answers
  /** Ends the load once every order has had its answer. */
  stop(): Promise<void>
}

/** The transaction of an order, and the session that may see it. */
export type Acked = { id: string; token: string }

export type Answers = {
  requests: number
  /** Refused for now, with a message and a time to wait. */
  busy: number
  /** Any other answer than success; what it was is kept for the report. */
  wrong: number
  /** No answer: the connection broke or was refused. */
  hangUps: number
  /** Without an answer for longer than that. */
  stuck: number
  stuckMs: number
  slowestMs: number
  /** Orders that were answered with one transaction and then with another. */
  differing: number
  samples: string[]
}

type Settings = {
  /** Where the servers are now; any of them may get any request. */
  urls: () => string[]
  customers: Customer[]
  clients: number
  random: () => number
  /** How large a part of the requests only reads. */
  reads?: number
  /** Who has had no answer for that long is counted as stuck. */
  stuckMs?: number
  /** How long a client thinks between two orders. */
  pauseMs?: number
}

const retryMs = 100
const twicePart = 0.05
const giveUpMs = 60_000
// A database may be away for a while; a client that wants to know goes on asking.
const orderGiveUpMs = 600_000

/** Customers with money, for a load to move about. */
export async function makePayers(bank: RunningBank, count: number): Promise<Customer[]> {
  const operator = await openOperator(bank.env)
  const made = Array.from({ length: count }, async (_, index) => {
    const customer = await makeCustomer(
      { url: bank.url, operate: operator.operate },
      `payer${index}`,
    )
    await operator.operate('fund', customer.accounts[0]?.Number ?? '', '1000000.00')
    return customer
  })
  const customers = await Promise.all(made)
  await operator.close()
  return customers
}

/**
 * Clients that pay each other one cent, again and again. Each order has a key of its own and is
 * sent again under it, to any server, until it is answered.
 */
export function startLoad(settings: Settings): Load {
  const { clients, pauseMs, stuckMs = 10_000 } = settings
  const acked = new Map<string, Acked>()
  const ackedAt: number[] = []
  const answers: Answers = {
    requests: 0,
    busy: 0,
    wrong: 0,
    hangUps: 0,
    stuck: 0,
    stuckMs,
    slowestMs: 0,
    differing: 0,
    samples: [],
  }
  let stopping = false
  let sequence = 0
  async function work() {
    while (!stopping) {
      if (settings.random() < (settings.reads ?? 0)) await readOnce(settings, answers)
      sequence += 1
      const key = `payment-${sequence}`
      const pay = orderOf(settings, answers, key)
      const made = await pay()
      acked.set(key, made)
      ackedAt.push(performance.now())
      // An impatient client presses twice: the same order has the same answer.
      if (settings.random() < twicePart && (await pay()).id !== made.id) answers.differing += 1
      if (pauseMs) await new Promise((done) => setTimeout(done, pauseMs))
    }
  }
  const working = Promise.all(Array.from({ length: clients }, work))
  return {
    acked,
    ackedAt,
    answers,
    stop: async () => {
      stopping = true
      await working
    },
  }
}

/** An order as it is confirmed; what it returns sends it until it is answered. */
function orderOf(settings: Settings, answers: Answers, key: string): () => Promise<Acked> {
  const [from, to] = pairOf(settings)
  const fields = {
    source_account: from.accounts[0]?.Id ?? '',
    acc_number: to.accounts[0]?.Number ?? '',
    acc_name: 'Test Customer',
    amount: '0.01',
    description: key,
    pin: from.pin,
    otp: '',
  }
  return async () => {
    const began = performance.now()
    for (;;) {
      const reply = await asked(answers, (signal) =>
        call(anyOf(settings), 'transfer/local', { fields, token: from.token, key, signal }),
      )
      const { transaction } = (reply?.data ?? {}) as { transaction?: { Id: string } }
      if (transaction) return { id: transaction.Id, token: from.token }
      if (performance.now() - began > orderGiveUpMs) throw new Error(`${key} was never answered`)
      await new Promise((done) => setTimeout(done, retryMs))
    }
  }
}

async function readOnce(settings: Settings, answers: Answers): Promise<void> {
  const [{ accounts, token }] = pairOf(settings)
  const path = settings.random() < 0.5 ? 'init-user' : `transactions/${accounts[0]?.Id}?page=1`
  await asked(answers, (signal) => call(anyOf(settings), path, { token, signal }))
}

/** Makes one request and counts what came of it. */
export async function asked(
  answers: Answers,
  request: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply | undefined> {
  answers.requests += 1
  const began = performance.now()
  const reply = await request(AbortSignal.timeout(giveUpMs)).catch((error: Error) => {
    answers.hangUps += 1
    keepSample(answers, `${error.message}: ${String(error.cause)}`)
    return undefined
  })
  const tookMs = Math.round(performance.now() - began)
  answers.slowestMs = Math.max(answers.slowestMs, tookMs)
  if (tookMs > answers.stuckMs) answers.stuck += 1
  if (!reply || reply.status === 'success') return reply
  if (reply.http === 503 && reply.message && Number(reply.retryAfter) > 0) answers.busy += 1
  else {
    answers.wrong += 1
    keepSample(answers, `${reply.http} ${reply.message}`)
  }
  return reply
}

export function keepSample({ samples }: Answers, text: string): void {
  if (samples.length < 5 && !samples.includes(text)) samples.push(text)
}

const anyOf = ({ urls, random }: Settings): string => {
  const all = urls()
  return all[Math.floor(random() * all.length)] ?? ''
}

function pairOf({ customers, random }: Settings): [Customer, Customer] {
  const at = Math.floor(random() * customers.length)
  const further = 1 + Math.floor(random() * (customers.length - 1))
  const [from, to] = [customers[at], customers[(at + further) % customers.length]]
  if (!from || !to || from === to) throw new Error('a load needs at least two customers')
  return [from, to]
}

/** How many of these a customer cannot find any more; a bank that is busy is asked again. */
export async function missingReceipts(url: () => string, made: Acked[]): Promise<number> {
  const looks = made.map(async ({ id, token }) => {
    for (;;) {
      const path = `transaction-receipt/${id}`
      const reply = await call(url(), path, { token }).catch(() => undefined)
      if (reply && reply.http !== 503) return reply.status === 'success' ? 0 : 1
      await new Promise((done) => setTimeout(done, retryMs))
    }
  })
  return (await Promise.all(looks)).filter(Boolean).length
}

/** The longest time without an acknowledgement between two moments. */
export function longestGapMs(ackedAt: readonly number[], from: number, to: number): number {
  const within = ackedAt.filter((at) => at >= from && at <= to)
  const moments = [from, ...within, to]
  return Math.round(Math.max(...moments.map((at, index) => at - (moments[index - 1] ?? at))))
}

/** Waits until something that was sent after now has been acknowledged. */
export async function untilAcked({ acked }: Load, more: number): Promise<void> {
  const goal = acked.size + more
  const end = Date.now() + giveUpMs
  while (acked.size < goal && Date.now() < end) await new Promise((done) => setTimeout(done, 20))
}
