import { initUser } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { initUserQuery } from '#api/init-user.ts'
import { CustomerProvider } from '#session/customer.ts'
import { AskForm } from './ask-form.tsx'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const account = {
  ...{ Id: 'a1', Number: '1000000008', Name: 'Ada Okafor', Type: 'savings' },
  ...{ CurrentBalance: '0.00', AvailableBalance: '0.00' },
  Currency: { Code: 'usd', Name: 'US Dollar', Symbol: '&#36;' },
}
const made = (Id: string) => {
  const moments = { Created: '2026-11-18 10:00:00', Expires: '2026-12-18 10:00:00', Seen: null }
  const asked = { Id, Amount: '25.00', Currency: { Code: 'usd' }, Note: '', State: 'open' }
  const data = { ...asked, ...moments, Account: account, PaidBy: null, Link: null }
  return new Response(JSON.stringify({ status: 'success', data }))
}

function shown(features: string[] = ['idempotency']) {
  const held = initUser.response.parse({
    user: { Username: 'ada', Accounts: [account] },
    features,
  })
  const client = new QueryClient()
  client.setQueryData(initUserQuery.queryKey, held)
  return render(
    <QueryClientProvider client={client}>
      <CustomerProvider value={held}>
        <AskForm />
      </CustomerProvider>
    </QueryClientProvider>,
  )
}

async function fill() {
  const user = userEvent.setup()
  await user.selectOptions(screen.getByLabelText('Into account'), 'a1')
  await user.type(screen.getByLabelText('Amount'), '25')
}

/** Sends the form and hears nothing of it. */
async function askInVain() {
  fetched.mockRejectedValueOnce(new TypeError('lost'))
  const before = fetched.mock.calls.length
  await userEvent.setup().click(screen.getByRole('button', { name: 'Ask for money' }))
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(before + 1))
  await screen.findByRole('alert')
}

const keysSent = () =>
  fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))

test('asked again after a lost answer it is the same request, also after a reload', async () => {
  const before = shown()
  await fill()
  await askInVain()
  before.unmount()
  shown()
  await askInVain()
  const [first, second] = keysSent()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
})

test('once it is made, the same again is another request', async () => {
  shown()
  for (const Id of ['r1', 'r2']) {
    await fill()
    fetched.mockResolvedValueOnce(made(Id))
    fetched.mockRejectedValueOnce(new TypeError('its picture got lost'))
    await userEvent.setup().click(screen.getByRole('button', { name: 'Ask for money' }))
    await userEvent.setup().click(await screen.findByRole('button', { name: 'OK' }))
  }
  const [first, second] = keysSent().filter(Boolean)
  expect(second).toMatch(/^[0-9a-f]{32}$/)
  expect(second).not.toBe(first)
})

test('another amount is another request', async () => {
  shown()
  await fill()
  await askInVain()
  await userEvent.setup().type(screen.getByLabelText('Amount'), '{Backspace}7')
  await askInVain()
  const [first, second] = keysSent()
  expect(second).not.toBe(first)
})

// shows D133
test('a server that knows no keys gets none, and a lost answer says to look first', async () => {
  shown([])
  await fill()
  await askInVain()
  expect(keysSent()).toEqual([null])
  expect(screen.getByRole('alert').textContent).toContain('Look whether it is there')
})
