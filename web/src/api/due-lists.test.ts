import { afterEach, expect, test, vi } from 'vitest'
import { loansQuery } from './due-lists.ts'
import { initUserQuery } from './init-user.ts'
import { makeQueryClient } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

function clientOf(features: string[]) {
  const client = makeQueryClient()
  client.setQueryData(initUserQuery.queryKey, { user: { Accounts: [] }, features })
  const fetched = vi.fn(async () => new Response('{"status":"failed"}', { status: 500 }))
  vi.stubGlobal('fetch', fetched)
  return { client, fetched }
}

// shows D133
test('a server that knows no loans is not asked: it has none, and no terms', async () => {
  const { client, fetched } = clientOf([])
  expect(await client.fetchQuery(loansQuery)).toEqual({ List: [], Terms: {} })
  expect(fetched).not.toHaveBeenCalled()
})

test('a failure of one that does is one', async () => {
  const { client } = clientOf(['loans'])
  await expect(client.fetchQuery(loansQuery)).rejects.toThrow()
})
