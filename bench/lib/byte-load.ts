import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { type Person, pin } from './bench-customers.ts'

export type Burst = {
  acknowledged: number
  failed: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** The first answer that was no success. */
  sample?: string
}

type Options = {
  url: string
  people: Person[]
  clients: number
  seconds: number
  /** This share of all transfers goes to one account. */
  hot?: number
}

/**
 * Local transfers over kept connections, each client sending its next when it has its answer. It
 * writes and reads bytes only: a client library would take more of the machine than the bank does.
 */
export async function transferLoad({
  url,
  people,
  clients,
  seconds,
  hot = 0,
}: Options): Promise<Burst> {
  const { hostname, port } = new URL(url)
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  const seen = { failed: 0, sample: undefined as string | undefined }
  async function client(): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const ask = asker(socket)
    while (performance.now() < end) {
      const start = performance.now()
      const answer = await ask(request(people, hot))
      if (/^HTTP\/1\.1 200 /.test(answer) && answer.includes('"status":"success"')) {
        times.push(performance.now() - start)
      } else {
        seen.failed += 1
        seen.sample ??= answer.slice(0, 400)
      }
    }
    socket.destroy()
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const elapsed = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100
  return {
    acknowledged: times.length,
    failed: seen.failed,
    perSecond: Math.round(times.length / elapsed),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    ...(seen.sample && { sample: seen.sample }),
  }
}

const boundary = 'passbook-bench'

function request(people: Person[], hot: number): string {
  const from = pick(people)
  const hottest = people[0] ?? from
  const other = Math.random() < hot ? hottest : pick(people)
  const to = other === from ? (people[people.indexOf(from) - 1] ?? people[1] ?? other) : other
  const fields = {
    source_account: from.account,
    amount: '0.01',
    acc_number: to.number,
    acc_name: 'Ada Example',
    description: 'Lunch',
    pin,
    otp: '',
  }
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const body = `${parts.join('')}--${boundary}--\r\n`
  return (
    `POST /api/transfer/local HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${from.token}\r\n` +
    `Idempotency-Key: ${randomUUID()}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  )
}

function pick<T>(from: T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T
}

/** One request at a time on a socket; answers with head and body as text. */
function asker(socket: Socket): (text: string) => Promise<string> {
  let got = ''
  let waiting: { resolve(text: string): void; reject(error: Error): void } | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    got += chunk
    const head = got.indexOf('\r\n\r\n')
    const length = /content-length: (\d+)/i.exec(got)?.[1]
    if (head < 0 || length === undefined || got.length < head + 4 + Number(length)) return
    const answer = got
    got = ''
    waiting?.resolve(answer)
  })
  const broken = (error?: Error) => waiting?.reject(error ?? new Error('the bank hung up'))
  socket.on('error', broken)
  socket.on('close', () => broken())
  return (text) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      socket.write(text)
    })
}
