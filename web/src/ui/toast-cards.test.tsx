import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from './toast-cards.tsx'
import { forgetToasts, toast } from './toasts.tsx'

beforeEach(() => {
  forgetToasts()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

/** What is shown, after somebody has pointed at it and gone on. */
function lookAt(role: string) {
  const card = screen.getByRole(role)
  fireEvent.mouseEnter(card)
  pass(100)
  fireEvent.mouseLeave(card)
}

test('a look at a toast shows it for a second more', () => {
  render(<Toasts />)
  act(() => toast({ message: 'Saved' }))
  lookAt('status')
  pass(900)
  expect(screen.queryByRole('status')).not.toBeNull()
  pass(200)
  expect(screen.queryByRole('status')).toBeNull()
})

test('one that can be acted on for longer stays so long, however often it is looked at', () => {
  render(<Toasts />)
  act(() => toast({ message: 'Sent', ms: 60_000, action: { label: 'Undo', run: () => {} } }))
  lookAt('status')
  pass(50_000)
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeNull()
  lookAt('status')
  pass(10_000)
  expect(screen.queryByRole('status')).toBeNull()
})
