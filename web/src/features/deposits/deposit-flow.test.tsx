import { initUser } from '@passbook/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { CustomerProvider } from '#session/customer.ts'
import { SessionProvider } from '#session/session.tsx'
import { makeDraft } from '#ui/draft.ts'
import { whenSettled } from '#ui/layers.ts'
import { DepositFlow } from './deposit-flow.tsx'
import { blankDeposit } from './deposit-order.ts'

afterEach(async () => {
  cleanup()
  // The history is everybody's.
  await new Promise<void>(whenSettled)
  sessionStorage.clear()
})

test('where a server tells no username, what was typed is kept for the customer of that e-mail', async () => {
  const nothing = () => {}
  render(
    <SessionProvider>
      <CustomerProvider
        value={initUser.response.parse({ user: { Accounts: [], Email: 'ada@example.com' } })}
      >
        <MemoryRouter>
          <DepositFlow onTitle={nothing} onBusy={nothing} onLeave={nothing} />
        </MemoryRouter>
      </CustomerProvider>
    </SessionProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /Bank Transfer/i }))
  await user.type(screen.getByLabelText('Amount'), '25')
  const draft = makeDraft('deposit', blankDeposit, [])
  expect(draft.read('ada@example.com').amount).toBe('25')
  expect(draft.read('').amount).toBe('')
})
