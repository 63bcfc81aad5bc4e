import { initUser, messages } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from '#api/texts.ts'
import { paths } from '#paths.ts'
import { CustomerProvider } from '#session/customer.ts'
import { alerts, forgetAlerts } from '#ui/alert.tsx'
import { whenSettled } from '#ui/layers.ts'
import { ApproveAction } from './approve-action.tsx'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  forgetAlerts()
  vi.stubGlobal('fetch', fetched)
})
afterEach(async () => {
  cleanup()
  // The history is everybody's.
  await new Promise<void>(whenSettled)
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const told = () => alerts.read().map(({ message }) => message)

const customer = initUser.response.parse({
  user: { Accounts: [], Username: 'ada', UseOtp: false, has_pin: true },
})
const order = { source_account: 'a1', amount: '5.00', to: 'City Water' }

const refusal = (code: string) => new RequestError('http', 422, `Said of ${code}`, { code })

/** A customer who uses no codes, as the page knows it, at the PIN; the bank wants a code by now. */
async function approvedByPin({ refusedFor }: { refusedFor?: string } = {}) {
  const user = userEvent.setup()
  const onApproved = vi.fn(async ({ otp }: { otp: string }) => {
    if (!otp) throw refusal('otp_needed')
    if (refusedFor) throw refusal(refusedFor)
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

async function typeCode(user: UserEvent) {
  const boxes = await screen.findByRole('group', { name: 'OTP' })
  await user.type(boxes.querySelectorAll('input')[0] as HTMLInputElement, '1234')
  await user.click(screen.getByText('PROCEED'))
}

/** Where a customer is led whose code was refused so, and what is told on the way. */
async function afterCode(refusedFor: string) {
  fetched.mockResolvedValueOnce(new Response('{"status":"success"}'))
  const { user, onRefused } = await approvedByPin({ refusedFor })
  await typeCode(user)
  await vi.waitFor(() => expect(told().length + onRefused.mock.calls.length).toBe(1))
  return { alerted: told(), onRefused }
}

test('a code that is wanted only since the page was loaded is asked for, and approves the order', async () => {
  fetched.mockResolvedValueOnce(new Response('{"status":"success"}'))
  const { user, onApproved, onRefused } = await approvedByPin()
  await typeCode(user)
  const sent = fetched.mock.calls[0]?.[1]?.body as FormData
  expect(Object.fromEntries(sent)).toEqual({ pin: '4821', ...order })
  expect(onApproved).toHaveBeenLastCalledWith({ pin: '4821', otp: '1234' })
  expect(onRefused).not.toHaveBeenCalled()
  expect(told()).toEqual([])
})

test('where that code cannot be had, the reason is told at the PIN', async () => {
  fetched.mockRejectedValueOnce(new TypeError('lost'))
  const { onRefused } = await approvedByPin()
  await vi.waitFor(() => expect(told()).toEqual([messages.connectionError]))
  expect(screen.getByLabelText('PIN')).toBeTruthy()
  expect(onRefused).not.toHaveBeenCalled()
})

test.each(['pin_wrong', 'pin_locked', 'pin_dead', 'otp_locked'])(
  '%s leads from the code to the PIN, with the way to save it anew',
  async (code) => {
    const { alerted } = await afterCode(code)
    expect(alerted).toEqual([`Said of ${code}`])
    expect(screen.getByLabelText('PIN')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Update PIN' })).toBeTruthy()
  },
)

test.each(['otp_wrong', 'otp_spent'])('%s is put right at the code', async (code) => {
  const { alerted } = await afterCode(code)
  expect(alerted).toEqual([`Said of ${code}`])
  expect(screen.getByRole('group', { name: 'OTP' })).toBeTruthy()
})

test.each(['too_many', 'insufficient_funds', 'pin_of_later'])(
  '%s is told at the form',
  async (code) => {
    const { alerted, onRefused } = await afterCode(code)
    expect(alerted).toEqual([])
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(refusal(code))
  },
)
