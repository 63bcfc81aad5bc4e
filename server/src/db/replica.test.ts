import { once } from 'node:events'
import net from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openReplica } from './replica.ts'

let connections = 0
const silent = net.createServer(() => {
  connections += 1
})
silent.listen(0, '127.0.0.1')
await once(silent, 'listening')
afterAll(() => silent.close())
const { port } = silent.address() as net.AddressInfo

const ask = () => Promise.resolve('never')

test.each([
  ['that nobody listens at', 'postgres://bank@127.0.0.1:1/bank'],
  ['that takes a connection and says nothing', `postgres://bank@127.0.0.1:${port}/bank`],
])('a standby %s is not waited for, and then not asked for a while', async (_, url) => {
  // Whoever waited for the connection itself would wait longer than that.
  const replica = openReplica({ url, connectTimeoutMs: 8_000 })
  const start = performance.now()
  expect(await replica.read(ask)).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(4_000)
  const tried = connections
  for (let nth = 0; nth < 100; nth += 1) expect(await replica.read(ask)).toBeUndefined()
  expect(connections).toBe(tried)
  expect(replica.figures()).toEqual({ answered: 0, behind: 0, away: 101 })
  await replica.close()
  expect(await replica.read(ask)).toBeUndefined()
})
