import { initUser, messages } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from '#api/texts.ts'
import { paths } from '#paths.ts'
import { CustomerProvider } from '#session/customer.ts'
import { whenSettled } from '#ui/layers.ts'

const { alert } = vi.hoisted(() => ({ alert: vi.fn() }))
vi.mock('#ui/alert.tsx', () => ({ alert }))
const { ApproveAction } = await import('./approve-action.tsx')

const fetched = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(async () => {
  cleanup()
  // The history is everybody's.
  await new Promise<void>(whenSettled)
  vi.unstubAllGlobals()
  fetched.mockReset()
  alert.mockReset()
})

const customer = initUser.response.parse({
  user: { Username: 'ada', UseOtp: false, has_pin: true },
})
const order = { source_account: 'a1', amount: '5.00', to: 'City Water' }

/** A customer who uses no codes, as the page knows it, at the PIN; the bank wants a code by now. */
async function approvedByPin() {
  const user = userEvent.setup()
  const onApproved = vi.fn(async ({ otp }: { otp: string }) => {
    if (!otp) throw new RequestError('http', 422, messages.otpInvalid, { code: 'otp_needed' })
  })
  const onRefused = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CustomerProvider value={customer}>
        <MemoryRouter>
          <ApproveAction
            order={order}
            onApproved={onApproved}
            onRefused={onRefused}
            onBack={() => {}}
            back={paths.overview}
          />
        </MemoryRouter>
      </CustomerProvider>
    </QueryClientProvider>,
  )
  await user.type(screen.getByLabelText('PIN'), '4821')
  await user.click(screen.getByText('PROCEED'))
  return { user, onApproved, onRefused }
}

test('a code that is wanted only since the page was loaded is asked for, and approves the order', async () => {
  fetched.mockResolvedValueOnce(new Response('{"status":"success"}'))
  const { user, onApproved, onRefused } = await approvedByPin()
  const boxes = await screen.findByRole('group', { name: 'OTP' })
  const sent = fetched.mock.calls[0]?.[1]?.body as FormData
  expect(Object.fromEntries(sent)).toEqual({ pin: '4821', ...order })
  await user.type(boxes.querySelectorAll('input')[0] as HTMLInputElement, '1234')
  await user.click(screen.getByText('PROCEED'))
  expect(onApproved).toHaveBeenLastCalledWith({ pin: '4821', otp: '1234' })
  expect(onRefused).not.toHaveBeenCalled()
  expect(alert).not.toHaveBeenCalled()
})

test('where that code cannot be had, the reason is told at the PIN', async () => {
  fetched.mockRejectedValueOnce(new TypeError('lost'))
  const { onRefused } = await approvedByPin()
  await vi.waitFor(() => expect(alert).toHaveBeenCalledWith(messages.connectionError))
  expect(screen.getByLabelText('PIN')).toBeTruthy()
  expect(onRefused).not.toHaveBeenCalled()
})
