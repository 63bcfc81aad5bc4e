import { afterEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '#api/query-client.ts'
import { loansQuery } from './queries.ts'

afterEach(() => vi.unstubAllGlobals())

const answered = (status: number) =>
  vi.stubGlobal('fetch', async () => new Response('{"status":"failed"}', { status }))

test('a server that knows no loans has none, and no terms', async () => {
  answered(404)
  expect(await makeQueryClient().fetchQuery(loansQuery)).toEqual({ List: [], Terms: {} })
})

test('any other failure is one', async () => {
  answered(500)
  await expect(makeQueryClient().fetchQuery(loansQuery)).rejects.toThrow()
})
