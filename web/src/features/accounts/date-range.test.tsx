import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DateRange } from './date-range.tsx'

afterEach(cleanup)

const today = '2024-03-05'
const start = () => screen.getByLabelText<HTMLInputElement>('Start date')
const type = (value: string) => fireEvent.change(start(), { target: { value } })

function drawn(first: string) {
  const onApply = vi.fn()
  const at = (day: string) => (
    <DateRange range={{ start: day, end: today }} today={today} onApply={onApply} />
  )
  const { rerender } = render(at(first))
  return { onApply, follow: (day: string) => rerender(at(day)) }
}

test('an address that follows late does not undo what was typed since', () => {
  const { follow } = drawn(today)
  type('2024-02-05')
  type('2024-02-01')
  type('0002-02-01')
  follow('2024-02-05')
  expect(start().value).toBe('0002-02-01')
  follow('2024-02-01')
  expect(start().value).toBe('0002-02-01')
})

test('a way back is shown, even to dates that were typed before', () => {
  const { follow } = drawn(today)
  type('2024-02-01')
  follow('2024-02-01')
  type('2024-01-01')
  follow('2024-01-01')
  follow('2024-02-01')
  expect(start().value).toBe('2024-02-01')
})

test('a start in the future is told and asks nothing', () => {
  const { onApply } = drawn(today)
  type('2024-03-06')
  fireEvent.click(screen.getByRole('button', { name: 'GO' }))
  expect(screen.getByRole('alert').textContent).toBe('Start date is in the future')
  expect(onApply).not.toHaveBeenCalled()
})
