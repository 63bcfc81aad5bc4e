import { randomUUID } from 'node:crypto'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { type Customer, call, makeCustomer, succeed } from './lib/bank-client.ts'
import { makeHome, startBank } from './lib/bank-server.ts'

// A network that loses requests and replies. A client that sends an order again with the same key
// until it is answered must pay exactly once.
const { transfers, faults, clients, database, seed } = readArguments({
  transfers: 500,
  faults: 0.2,
  clients: 8,
  database: 'embedded',
  seed: 1,
})

const random = randomFrom(seed)
const home = await makeHome(database)
const bank = await startBank(home.env)
const proxy = await faultyProxy(new URL(bank.url))
const told = { sent: 0, lostRequests: 0, lostReplies: 0, doubled: 0 }

async function run() {
  const ada = await makeCustomer(bank, 'payer')
  const bob = await makeCustomer(bank, 'payee')
  await bank.operate('fund', ada.accounts[0]?.Number ?? '', '100000.00')
  const answers = new Map<string, Set<string>>()
  const keys = Array.from({ length: transfers }, () => randomUUID())
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      for (let at = index; at < keys.length; at += clients) {
        await payUntilAnswered(ada, bob, keys[at] ?? '', answers)
      }
    }),
  )
  const reply = succeed(
    await call(bank.url, `transactions/${ada.accounts[0]?.Id}?page=1`, { token: ada.token }),
  )
  const effects = (reply.data as { Meta: { Total: number } }).Meta.Total - 1
  const differing = [...answers.values()].filter((ids) => ids.size !== 1).length
  const audit = await bank.operate('audit').catch((error: Error) => error.message)
  const sound = audit === 'The ledger is sound'
  return {
    ok: effects === transfers && differing === 0 && sound,
    experiment: 'retry',
    database,
    transfers,
    ...told,
    effects,
    differing,
    audit,
  }
}

async function payUntilAnswered(
  ada: Customer,
  bob: Customer,
  key: string,
  answers: Map<string, Set<string>>,
): Promise<void> {
  const fields = {
    source_account: ada.accounts[0]?.Id ?? '',
    acc_number: bob.accounts[0]?.Number ?? '',
    acc_name: 'Test Customer',
    amount: '1.00',
    pin: ada.pin,
  }
  const ids = answers.get(key) ?? new Set<string>()
  answers.set(key, ids)
  // Every answer is asked for once more than needed, as an impatient client would.
  for (let answered = 0; answered < 2; ) {
    told.sent += 1
    const reply = await call(proxy.url, 'transfer/local', { fields, token: ada.token, key }).catch(
      () => undefined,
    )
    if (reply?.status !== 'success') continue
    ids.add((reply.data as { transaction: { Id: string } }).transaction.Id)
    answered += 1
  }
}

/** A proxy that loses some requests, sends some twice and loses some replies after their effect. */
async function faultyProxy(target: URL): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    const fate = random()
    if (fate < faults / 3) {
      told.lostRequests += 1
      incoming.socket.destroy()
      return
    }
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      const twice = fate > faults / 3 && fate < (faults * 2) / 3
      if (twice) {
        told.doubled += 1
        forward(target, incoming, body, () => {})
      }
      forward(target, incoming, body, (status, reply) => {
        if (fate >= (faults * 2) / 3 && fate < faults) {
          told.lostReplies += 1
          incoming.socket.destroy()
          return
        }
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end(reply)
      })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

function forward(
  target: URL,
  incoming: { method?: string | undefined; url?: string | undefined; headers: object },
  body: Buffer,
  done: (status: number, reply: Buffer) => void,
): void {
  const onward = httpRequest(
    {
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, connection: 'close' },
    },
    (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => done(reply.statusCode ?? 500, Buffer.concat(chunks)))
    },
  )
  onward.on('error', () => done(502, Buffer.from('{}')))
  onward.end(body)
}

async function cleanly() {
  try {
    return await run()
  } finally {
    proxy.close()
    await bank.stop()
    await home.remove()
  }
}

report(await cleanly())
