import { initUser } from '@passbook/contract'
import { expect, test } from 'vitest'
import type { Config } from '#kernel/config.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const forwarded = { 'x-forwarded-for': '203.0.113.7' }

/** What is said about proxies while these requests are answered. */
async function warnings(
  config: Partial<Config>,
  requests: { address: string; headers?: Record<string, string> }[],
): Promise<unknown[]> {
  const bank = await testBank(db, { config })
  for (const request of requests) await bank.send(initUser, {}, request)
  await bank.stop()
  const lines = bank.logged.map((line) => JSON.parse(line) as { level: number; msg?: string })
  return lines.filter(({ level }) => level === 40)
}

test('a proxy that is not named is told of once', async () => {
  const proxy = { address: '127.0.0.1', headers: forwarded }
  expect(await warnings({}, [proxy, proxy])).toMatchObject([
    { peer: '127.0.0.1', msg: expect.stringContaining('name it in TRUST_PROXY') },
  ])
  const elsewhere = { address: '172.17.0.1', headers: { forwarded: 'for=203.0.113.7' } }
  expect(await warnings({ trustedProxies: ['127.0.0.1'] }, [elsewhere])).toMatchObject([
    { peer: '172.17.0.1', msg: expect.stringContaining('name it in TRUST_PROXY') },
  ])
})

test('so is a named one that does not say whom it speaks for', async () => {
  const silent = { address: '10.0.0.5' }
  expect(await warnings({ trustedProxies: ['10.0.0.5'] }, [silent, silent])).toMatchObject([
    { peer: '10.0.0.5', msg: expect.stringContaining('Let the proxy set X-Forwarded-For') },
  ])
})

test('settings that fit are not talked about', async () => {
  const proxy = { address: '10.0.0.5', headers: forwarded }
  expect(await warnings({ trustedProxies: ['10.0.0.5'] }, [proxy])).toEqual([])
  expect(await warnings({}, [{ address: '203.0.113.7' }])).toEqual([])
})
