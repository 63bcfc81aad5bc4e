import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AlertHost, alert, forgetAlerts } from './alert.tsx'
// Its code has come by the time that something is told.
import './alert-box.tsx'

beforeEach(forgetAlerts)
afterEach(cleanup)

// shows §8.8 D113
test('alerts are told one after the other, and the focus goes back', async () => {
  const user = userEvent.setup()
  render(
    <>
      <button type="button">Before</button>
      <AlertHost />
    </>,
  )
  const before = screen.getByText('Before')
  before.focus()
  const told: string[] = []
  await act(async () => {
    void alert('Invalid PIN').then(() => told.push('first'))
    void alert('Invalid PIN').then(() => told.push('second'))
  })
  const box = await screen.findByRole('alertdialog', { hidden: true })
  expect(box.textContent).toContain('Invalid PIN')
  await user.click(screen.getByText('OK'))
  expect(told).toEqual(['first'])
  await user.click(screen.getByText('OK'))
  expect(told).toEqual(['first', 'second'])
  expect(screen.queryByRole('alertdialog', { hidden: true })).toBe(null)
  expect(document.activeElement).toBe(before)
})
