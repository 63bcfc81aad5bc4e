import { initUser } from '@passbook/contract'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '#session/customer.ts'
import { SessionProvider } from '#session/session.tsx'
import { noFilter } from './search-filter.ts'
import { SearchResults } from './search-results.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const lineOf = (AccountId: string, Account: object) => ({
  ...{ Id: `line of ${AccountId}`, Created: '2024-03-02T09:00:00Z', Type: 'debit' },
  ...{ Amount: '8.20', Name: 'City Transit', State: 'completed', AccountId, Account },
})

const euro = { Name: 'Euro', Symbol: '&euro;', Code: 'eur' }
const held = { Id: 'a1', Number: '1000000008', Name: 'Ada', Type: 'savings', Currency: euro }
const customer = initUser.response.parse({
  user: {
    Username: 'ada',
    Accounts: [{ ...held, CurrentBalance: '0.00', AvailableBalance: '0.00' }],
  },
})

const find = (q: string) =>
  render(
    <SessionProvider>
      <CustomerProvider value={customer}>
        <SearchResults filter={{ ...noFilter, q }} dates={{}} onClear={() => {}} />
      </CustomerProvider>
    </SessionProvider>,
  )

test('what was shown more of stays when the first page is asked for again and is the same', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const isMore = /cursor=/.test(url)
    const List = [{ ...lineOf('a1', {}), Id: isMore ? 'second' : 'first' }]
    const data = { List, Next: isMore ? null : 'on', LookedTo: null }
    return new Response(JSON.stringify({ status: 'success', data }))
  })
  find('transit')
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByText('2 matches')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => asked).toHaveLength(3)
  await act(() => new Promise((done) => setTimeout(done, 50)))
  expect(screen.queryByText('2 matches')).not.toBeNull()
})

test('a line of an account that was closed since is shown with what it says of it itself', async () => {
  const List = [
    lineOf('a1', { Name: 'Ada', Number: '1000000008', Currency: { Code: 'eur' } }),
    lineOf('a2', { Name: 'Rainy days', Number: '1000001404', Currency: { Code: 'usd' } }),
  ]
  const reply = { status: 'success', data: { List, Next: null, LookedTo: null } }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(reply)))
  find('transit')
  await screen.findByText('2 matches')
  const [own, closed] = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(own).toContain('€8.20')
  expect(own).not.toContain('··')
  expect(closed).toContain('$8.20')
  expect(closed).toContain('Rainy days ··1404, closed')
})
