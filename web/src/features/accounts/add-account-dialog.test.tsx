import { initUser, messages } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountsIn, initUserQuery } from '#api/init-user.ts'
import { CustomerProvider } from '#session/customer.ts'
import { alerts, forgetAlerts } from '#ui/alert.tsx'
import { forgetToasts, shown as toasts } from '#ui/toasts.tsx'
import { AddAccountForm } from './add-account-dialog.tsx'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  forgetAlerts()
  forgetToasts()
  sessionStorage.clear()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const lookFirst =
  'It may have been done all the same. Look whether it is there before you try again.'
const account = {
  ...{ Id: 'a2', Number: '1000000008', Name: 'Ada Okafor', Type: 'savings' },
  ...{ CurrentBalance: '0.00', AvailableBalance: '0.00' },
  Currency: { Code: 'usd', Name: 'US Dollar', Symbol: '&#36;' },
}
const made = () => new Response(JSON.stringify({ status: 'success', data: account }))

function shown(features: string[] = ['idempotency']) {
  const user = { Username: 'ada', first_name: 'Ada', last_name: 'Okafor', Accounts: [] }
  const held = initUser.response.parse({ user, features })
  const client = new QueryClient()
  client.setQueryData(initUserQuery.queryKey, held)
  const onDone = vi.fn()
  const drawn = render(
    <QueryClientProvider client={client}>
      <CustomerProvider value={held}>
        <AddAccountForm busy={false} onBusy={() => {}} onDone={onDone} />
      </CustomerProvider>
    </QueryClientProvider>,
  )
  return { ...drawn, client, onDone }
}

const press = () => userEvent.setup().click(screen.getByRole('button', { name: 'Add Account' }))

const keysSent = () =>
  fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))

/** Sends the form and hears nothing of it; what the customer is told. */
async function pressInVain() {
  fetched.mockRejectedValueOnce(new TypeError('lost'))
  await press()
  await vi.waitFor(() => expect(alerts.read()).toHaveLength(1))
  const told = alerts.read()[0]?.message
  forgetAlerts()
  return told
}

async function pressAndOpen(onDone: () => void) {
  fetched.mockResolvedValueOnce(made())
  await press()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
}

// shows D59 D133
test('tried again after a lost answer it is the same order, which nobody need look for before', async () => {
  const { onDone } = shown()
  expect(await pressInVain()).toBe(messages.connectionError)
  await pressAndOpen(onDone)
  const [first, second] = keysSent()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(toasts.read()).toHaveLength(1)
})

test('it is also after a reload, and once it is open the same form is another order', async () => {
  const before = shown()
  await pressInVain()
  before.unmount()
  const first = shown()
  await pressAndOpen(first.onDone)
  first.unmount()
  await pressAndOpen(shown().onDone)
  const [lost, again, another] = keysSent()
  expect(again).toBe(lost)
  expect(another).not.toBe(lost)
})

test('another name is another order', async () => {
  const { onDone } = shown()
  await pressInVain()
  await userEvent.setup().type(screen.getByLabelText('Account name'), ' 2')
  await pressAndOpen(onDone)
  const [first, second] = keysSent()
  expect(second).not.toBe(first)
})

test('an account that came into the list meanwhile stands there once', async () => {
  const { client, onDone } = shown()
  await pressInVain()
  const opened = initUser.response.parse({ user: { Accounts: [account] } })
  client.setQueryData(initUserQuery.queryKey, opened)
  await pressAndOpen(onDone)
  const held = client.getQueryData(initUserQuery.queryKey)
  expect(held && accountsIn(held).map(({ Id }) => Id)).toEqual(['a2'])
})

// shows D133
test('a server that knows no keys gets none, and a lost answer says to look first', async () => {
  shown([])
  const told = await pressInVain()
  expect(keysSent()).toEqual([null])
  expect(told).toBe(`${messages.connectionError}\n${lookFirst}`)
})
