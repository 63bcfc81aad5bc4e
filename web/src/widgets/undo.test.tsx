import type { Transaction } from '@passbook/contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alerts, forgetAlerts } from '#ui/alert.tsx'
import { UndoButton } from './undo.tsx'

const reload = vi.fn()
beforeEach(() => {
  forgetAlerts()
  vi.stubGlobal('location', { ...window.location, reload })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  reload.mockReset()
})

const transaction = {
  ...{ Id: 't1', Type: 'debit', State: 'pending', Amount: 5_00n, Name: 'Bea', Created: new Date() },
  UndoUntil: new Date(Date.now() + 60_000),
} as Transaction

/** Presses Undo on a receipt, which has no client. */
async function undoOnReceipt(fetched: typeof fetch) {
  vi.stubGlobal('fetch', fetched)
  render(<UndoButton transaction={transaction} />)
  fireEvent.click(screen.getByRole('button'))
  await vi.waitFor(() => expect(alerts.read()).toHaveLength(1))
}

test('a receipt says why an Undo was refused before it is loaded anew', async () => {
  const body = JSON.stringify({ status: 'failed', code: 'undo_over', message: 'It has gone' })
  await undoOnReceipt(async () => new Response(body, { status: 409 }))
  await new Promise((done) => setTimeout(done, 50))
  expect(reload).not.toHaveBeenCalled()
  forgetAlerts()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a receipt stays where no bank answers', async () => {
  await undoOnReceipt(async () => {
    throw new TypeError('offline')
  })
  forgetAlerts()
  await new Promise((done) => setTimeout(done, 100))
  expect(reload).not.toHaveBeenCalled()
})
