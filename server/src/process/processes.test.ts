import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '#testing/postgres-server.ts'
import { type Customer, call, makeCustomer } from '../../../experiments/lib/bank-client.ts'
import {
  type Home,
  makeHome,
  type RunningBank,
  startBank,
} from '../../../experiments/lib/bank-server.ts'

type News = { transactions: { Id: string }[]; unReadNotifications: number }

/** Reads a customer's event stream as a browser does. */
async function listen({ url }: RunningBank, { token }: Customer) {
  const headers = { authorization: `Bearer ${token}` }
  const request = http.get(`${url}/api/events`, { headers, agent: false })
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const ended = new Promise<void>((resolve) => response.once('close', resolve))
  response.on('error', () => {})
  const news = () =>
    [...text.matchAll(/^data: (.*)\n\n/gm)].map((match) => JSON.parse(match[1] ?? '') as News)
  return { status: response.statusCode, news, ended, leave: () => request.destroy() }
}

describe.skipIf(!findPostgres())('two server processes and the operator on one database', () => {
  let home: Home
  let [one, two] = [] as RunningBank[] as [RunningBank, RunningBank]
  let [ada, bob] = [] as Customer[] as [Customer, Customer]
  beforeAll(async () => {
    home = await makeHome('postgres')
    ;[one, two] = await Promise.all([startBank(home.env), startBank(home.env)])
    ada = await makeCustomer(one, 'ada')
    bob = await makeCustomer(two, 'bob')
  })
  afterAll(async () => {
    await one?.stop()
    await two?.stop()
    await home?.remove()
  })

  const pay = (by: RunningBank, amount: string) =>
    call(by.url, 'transfer/local', {
      fields: {
        source_account: ada.accounts[0]?.Id ?? '',
        amount,
        acc_number: bob.accounts[0]?.Number ?? '',
        acc_name: 'Test Customer',
        pin: ada.pin,
        otp: '',
      },
      token: ada.token,
      key: crypto.randomUUID(),
    })

  test('are one bank: a session of one is good at the other, and all hear what any of them does', async () => {
    const [here, there] = [await listen(one, bob), await listen(two, bob)]
    const adas = await listen(two, ada)
    for (const { status } of [here, there, adas]) expect(status).toBe(200)
    await expect
      .poll(() => [here, there, adas].map(({ news }) => news().length > 0))
      .not.toContain(false)
    // The operator's program is a third process; the payee of this listens to the second server.
    await one.operate('fund', ada.accounts[0]?.Number ?? '', '100.00')
    await expect.poll(() => adas.news().at(-1)?.transactions.length).toBe(1)

    const changes = (stream: typeof here) =>
      stream.news().flatMap(({ transactions }) => transactions.map(({ Id }) => Id))
    const paidAtOne = await pay(one, '5.00')
    expect(paidAtOne).toMatchObject({ http: 200, status: 'success' })
    await expect.poll(() => changes(there).length).toBe(1)
    expect(await pay(two, '6.00')).toMatchObject({ http: 200, status: 'success' })
    await expect.poll(() => changes(here).length).toBe(2)
    await expect.poll(() => changes(there)).toEqual(changes(here))
    for (const stream of [here, there, adas]) stream.leave()
  })

  test('answer 503 with Retry-After while the database is away, and need no restart', async () => {
    const stream = await listen(two, bob)
    await expect.poll(() => stream.news().length).toBe(1)
    await home.postgres?.halt('fast')
    for (const { url } of [one, two]) {
      for (const path of ['/readyz', '/api/init-user']) {
        const headers = { authorization: `Bearer ${ada.token}` }
        const reply = await fetch(`${url}${path}`, { headers })
        expect(reply.status).toBe(503)
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await reply.json()).toMatchObject({ status: 'failed' })
      }
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
    }
    await home.postgres?.start()
    for (const { url } of [one, two]) {
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
    }
    // Whoever listened listens still, once the process has its ear back.
    const heard = () => stream.news().flatMap(({ transactions }) => transactions).length
    await expect
      .poll(
        async () => {
          expect((await pay(one, '1.00')).http).toBe(200)
          return heard()
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBeGreaterThan(0)
    stream.leave()
  })
})
