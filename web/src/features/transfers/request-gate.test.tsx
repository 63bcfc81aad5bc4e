import { initUser } from '@passbook/contract'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { paths, requestPath } from '#paths.ts'
import { CustomerProvider } from '#session/customer.ts'
import { SessionProvider, useSession } from '#session/session.tsx'
import { RequestGate } from './request-gate.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const accountIn = (Code: string) => ({
  ...{ Id: Code, Number: '1000000008', Name: 'Ada', Type: 'savings' },
  ...{ CurrentBalance: '0.00', AvailableBalance: '0.00' },
  Currency: { Code, Name: Code, Symbol: '' },
})
const request = {
  ...{ Amount: '7.77', Currency: { Code: 'eur' }, Note: '', Expires: '2027-01-01 10:00:00' },
  ...{ State: 'open', Own: false, Name: 'Bea Stone', Number: '1234567897' },
}

let close = () => {}
function Place() {
  close = useSession().closePanel
  return <output>{useLocation().pathname + useLocation().search}</output>
}

const gate = (...codes: string[]) => (
  <SessionProvider>
    <CustomerProvider
      value={initUser.response.parse({
        user: { Username: 'ada', Accounts: codes.map(accountIn) },
        features: ['requests'],
      })}
    >
      <MemoryRouter initialEntries={[requestPath('token')]}>
        <RequestGate token="token" />
        <Place />
      </MemoryRouter>
    </CustomerProvider>
  </SessionProvider>
)

test('an account that is opened here pays the request, once its dialog is gone', async () => {
  const body = JSON.stringify({ status: 'success', data: request })
  vi.stubGlobal('fetch', async () => new Response(body))
  const { rerender } = render(gate('usd'))
  fireEvent.click(await screen.findByRole('button', { name: 'Add account' }))
  rerender(gate('usd', 'eur'))
  expect(screen.getByRole('status').textContent).toBe(requestPath('token'))
  act(() => close())
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(paths.transfer))
})
