import { initUser } from '@passbook/contract'
import { read } from '@passbook/contract/lenient'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { makeQueryClient } from '#api/query-client.ts'
import { CustomerProvider } from '#session/customer.ts'
import { SessionProvider } from '#session/session.tsx'
import { CardsPage } from './cards-page.tsx'

afterEach(cleanup)

const cardOf = (Id: string, Cv2: string) => ({
  ...{ Id, Cv2, Number: '4242424242424242', Balance: '0.00', Type: 'visa' },
  Expiry: { Month: 3, Year: 2040 },
})
/** As a client reads what a server sent. */
function customerWith(cards: unknown) {
  const told = read(initUser.response, { user: { Accounts: [], Username: 'ada' }, cards })
  if (!told.ok) throw new Error('unreadable')
  return told.value
}
const showing = (cards: unknown) => (
  <QueryClientProvider client={makeQueryClient()}>
    <SessionProvider>
      <CustomerProvider value={customerWith(cards)}>
        <MemoryRouter>
          <CardsPage />
        </MemoryRouter>
      </CustomerProvider>
    </SessionProvider>
  </QueryClientProvider>
)
const pageWith = (card: object) => showing([card])

test('a card that takes the place of another has its security code covered', () => {
  const { rerender } = render(pageWith(cardOf('c1', '123')))
  fireEvent.click(screen.getByRole('button', { name: /^Show CVV/ }))
  expect(screen.queryByText('123')).not.toBeNull()
  rerender(pageWith(cardOf('c2', '456')))
  expect(screen.queryByText('123')).toBeNull()
  expect(screen.queryByText('456')).toBeNull()
  expect(screen.queryByText('covered')).not.toBeNull()
})

// shows D161
test('cards that could not be read are an error with a way to try again, and not none', () => {
  const { rerender } = render(showing([{ Number: '4242' }]))
  expect(screen.getByRole('alert').textContent).toContain('Internal Application error')
  expect(screen.queryByRole('button', { name: 'try again' })).not.toBeNull()
  expect(screen.queryByText('You do not have a card yet')).toBeNull()
  rerender(showing(null))
  expect(screen.queryByText('You do not have a card yet')).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
