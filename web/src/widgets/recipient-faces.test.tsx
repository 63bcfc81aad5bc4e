import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '#api/query-client.ts'
import { beneficiariesQuery } from '#api/recipients.ts'
import { RecipientFaces } from './recipient-faces.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the recipients that are known already are there at once, and are not asked for again', () => {
  const client = makeQueryClient()
  const bob = { Type: 'local transfer', AccountName: 'Bob Stone', AccountNumber: '1234567897' }
  client.setQueryData(beneficiariesQuery.queryKey, [bob])
  render(
    <QueryClientProvider client={client}>
      <RecipientFaces onPick={() => {}} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('button').textContent).toContain('Bob Stone')
  expect(client.isFetching()).toBe(0)
})

test('while they are asked for, what is below waits for them', async () => {
  const asked = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => asked.promise)
  const { container } = render(
    <QueryClientProvider client={makeQueryClient()}>
      <RecipientFaces onPick={() => {}} />
    </QueryClientProvider>,
  )
  expect(container.querySelector('[data-coming]')).not.toBeNull()
  asked.resolve(new Response(JSON.stringify({ status: 'success', data: [] })))
  await vi.waitFor(() => expect(container.childElementCount).toBe(0))
})
