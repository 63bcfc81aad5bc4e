import { initUser } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '#api/keys.ts'
import { askProofWith } from '#api/proof.ts'
import { RecipientList } from '#features/beneficiaries/recipient-list.tsx'
import { Passkeys } from '#features/profile/passkeys.tsx'
import { OrderDialog } from '#features/standing/order-dialog.tsx'
import { CustomerProvider } from '#session/customer.ts'
import { alerts, forgetAlerts } from '#ui/alert.tsx'
import { whenSettled } from '#ui/layers.ts'
import { forgetToasts, shown } from '#ui/toasts.tsx'

beforeEach(() => {
  forgetAlerts()
  forgetToasts()
  const body = JSON.stringify({ status: 'failed', code: 'reauth_required' })
  vi.stubGlobal('fetch', async () => new Response(body, { status: 403 }))
})
afterEach(async () => {
  cleanup()
  // The history is everybody's.
  await new Promise<void>(whenSettled)
  vi.unstubAllGlobals()
})

const order = {
  ...{ Id: 'o1', Kind: 'local', Name: 'Bob', Number: '1234567897', Bank: '', Amount: 5_00n },
  ...{ Above: false, Description: '', Every: 'monthly', First: '2027-01-31', Until: null },
  ...{ Times: null, State: 'paused', Dates: ['2027-01-31'], Short: false, LastError: null },
  Account: { Id: 'a1', Name: 'Ada', Number: '1000000008', Currency: { Code: 'usd' } },
  History: [],
}
const saved = {
  recipients: [
    { Id: 'r1', Type: 'local transfer', AccountName: 'Bob', AccountNumber: '1234567897' },
  ],
  passkeys: { List: [{ Id: 'p1', Name: 'Phone', Created: new Date(), Used: null }], Site: null },
}

test.for<{ what: string; page: ReactNode; held: [readonly string[], unknown]; press: string[] }>([
  {
    what: 'a recipient is kept',
    page: <RecipientList />,
    held: [keys.beneficiaries, saved.recipients],
    press: ['Delete Bob', 'Delete'],
  },
  {
    what: 'a passkey is kept',
    page: <Passkeys />,
    held: [keys.passkeys, saved.passkeys],
    press: ['Remove Phone', 'Remove'],
  },
  {
    what: 'an order stays paused',
    page: <OrderDialog shown={{ view: 'detail', id: 'o1' }} onShow={() => {}} />,
    held: [[...keys.standingOrders, 'o1'], order],
    press: ['Resume'],
  },
])(
  'where the password is not given $what, which is told in passing',
  async ({ page, held, press }) => {
    const asked = vi.fn(async () => false)
    const takeBack = askProofWith(asked)
    const client = new QueryClient({
      defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
    })
    client.setQueryData(...held)
    const customer = initUser.response.parse({
      user: { Accounts: [], Username: 'ada' },
      features: ['recipient-removal'],
    })
    render(
      <QueryClientProvider client={client}>
        <CustomerProvider value={customer}>{page}</CustomerProvider>
      </QueryClientProvider>,
    )
    const user = userEvent.setup()
    for (const name of press)
      await user.click(await screen.findByRole('button', { name, hidden: true }))
    await vi.waitFor(() => expect(alerts.read().length + shown.read().length).toBe(1))
    takeBack()
    expect(asked).toHaveBeenCalled()
    expect(alerts.read()).toEqual([])
    const message = 'Nothing was done. It needs your password.'
    expect(shown.read()).toMatchObject([{ message, kind: 'error' }])
  },
)
