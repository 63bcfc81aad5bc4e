import { initUser } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '#session/customer.ts'
import { alerts, forgetAlerts } from '#ui/alert.tsx'
import { RecipientForm } from './recipient-form.tsx'

beforeEach(forgetAlerts)
afterEach(() => {
  cleanup()
  forgetAlerts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

// shows §5.52 §5.53
test('a recipient elsewhere is not saved without the bank, or the code that a wire needs', async () => {
  const sent = vi.fn()
  vi.stubGlobal('fetch', sent)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CustomerProvider
        value={initUser.response.parse({ user: { Accounts: [], Username: 'ada' } })}
      >
        <RecipientForm onBusy={() => {}} onDone={() => {}} />
      </CustomerProvider>
    </QueryClientProvider>,
  )
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Recipient' }))
  const told = () => alerts.read().map(({ message }) => message)
  fill('Transfer type', 'other banks')
  fill('Account number', '7788990011')
  fill('Account name', 'Jo Whitfield')
  save()
  expect(told()).toEqual(['enter bank name'])
  forgetAlerts()
  fill('Transfer type', 'wire transfer')
  fill('Bank name', 'Chase')
  save()
  expect(told()).toEqual(['Enter customer swift code'])
  expect(sent).not.toHaveBeenCalled()
})
