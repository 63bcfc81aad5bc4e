import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { initUserQuery } from '#api/init-user.ts'
import { makeQueryClient } from '#api/query-client.ts'
import { Budgets } from '#features/insights/budgets.tsx'
import { Authenticator } from '#features/profile/authenticator.tsx'
import { Devices } from '#features/profile/devices.tsx'
import { Freeze } from '#features/profile/freeze.tsx'
import { RequestList } from '#features/requests/request-list.tsx'
import { OrderDialog } from '#features/standing/order-dialog.tsx'
import { CustomerProvider } from '#session/customer.ts'
import { forgetAlerts } from '#ui/alert.tsx'
import { whenSettled } from '#ui/layers.ts'

// What is in a dialog takes the focus only where the dialog is open.
const dialogs = HTMLDialogElement.prototype
beforeEach(() => {
  dialogs.showModal = function open() {
    this.open = true
  }
})
afterEach(async () => {
  cleanup()
  forgetAlerts()
  Reflect.deleteProperty(dialogs, 'showModal')
  // The history is everybody's.
  await new Promise<void>(whenSettled)
  vi.unstubAllGlobals()
})

function Area({ children }: { children: ReactNode }) {
  const { data } = useQuery(initUserQuery)
  return data ? <CustomerProvider value={data}>{children}</CustomerProvider> : null
}

const at = '2026-11-18 10:00:00'
const account = { Id: 'a1', Name: 'Ada', Number: '1000000008', Currency: { Code: 'usd' } }
const device = (Id: string, Current: boolean) => ({
  ...{ Id, Current, Device: Id, Address: '', SignedIn: at, LastUsed: at },
})
const request = (State: string) => ({
  ...{ Id: 'r1', Amount: '5.00', Currency: { Code: 'usd' }, Note: 'Rent', State },
  ...{ Expires: at, Created: at, Seen: null, PaidBy: null, Link: null, Account: account },
})
const order = (Dates: string[]) => ({
  ...{ Id: 'o1', Kind: 'local', Name: 'Bob', Number: '1234567897', Bank: '', Amount: '5.00' },
  ...{ Above: false, Description: '', Every: 'monthly', First: '2027-01-31', Until: null },
  ...{ Times: null, State: 'active', Dates, Short: false, LastError: null, History: [] },
  Account: account,
})
const budget = { Category: 'groceries', Currency: { Code: 'usd' }, Amount: '50.00', Spent: '1.00' }
const ada = { Username: 'ada' }

test.for<{
  what: string
  page: ReactNode
  press: string[]
  asks: string
  before: unknown
  after: unknown
  reply?: unknown
}>([
  {
    what: 'a device that was signed out',
    page: <Devices />,
    press: ['Sign out Phone', 'Sign out'],
    asks: 'sessions',
    before: [device('Here', true), device('Phone', false)],
    after: [device('Here', true)],
  },
  {
    what: 'a standing order that has ended',
    page: <OrderDialog shown={{ view: 'detail', id: 'o1' }} onShow={() => {}} />,
    press: ['End', 'End it'],
    asks: 'standing-orders/o1',
    before: order(['2027-01-31']),
    after: order([]),
  },
  {
    what: 'a request that was taken back',
    page: <RequestList />,
    press: ['Cancel the request for $5.00', 'Cancel it'],
    asks: 'requests',
    before: { List: [request('open')] },
    after: { List: [request('cancelled')] },
  },
  {
    what: 'a budget that was removed',
    page: <Budgets month="2026-11" thisMonth="2026-11" code="usd" />,
    press: ['Remove the budget of Groceries', 'Remove'],
    asks: 'budgets',
    before: { Month: '2026-11', List: [budget] },
    after: { Month: '2026-11', List: [] },
    reply: { Month: '2026-11', List: [] },
  },
  {
    what: 'a bank that is frozen',
    page: <Freeze />,
    press: ['Freeze everything', 'Freeze now'],
    asks: 'init-user',
    before: { user: ada },
    after: { user: { ...ada, Frozen: true } },
    reply: { Frozen: true },
  },
  {
    what: 'an app that is being set up',
    page: <Authenticator />,
    press: ['Set up an app'],
    asks: 'init-user',
    before: { user: ada },
    after: { user: ada },
    reply: { Secret: 'ABCD', Uri: 'otpauth://totp/x', Qr: 'data:image/png;base64,' },
  },
])('the focus is not lost with $what', async (one) => {
  let sent = false
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const isGet = (init?.method ?? 'GET') === 'GET'
    sent ||= !isGet
    const isIt = new URL(url, window.location.href).pathname.endsWith(`/${one.asks}`)
    const asked = isIt ? (sent ? one.after : one.before) : { user: ada }
    const data = isGet ? asked : (one.reply ?? {})
    return new Response(JSON.stringify({ status: 'success', data }))
  })
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Area>{one.page}</Area>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  for (const name of one.press) await user.click(await screen.findByRole('button', { name }))
  // What was pressed first is gone for good.
  const [first = ''] = one.press
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: first })).toBeNull())
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body))
})
