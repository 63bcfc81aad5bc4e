import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { MoneyField } from './money-field.tsx'
import { finishTyped, groupTyped } from './money-input.ts'

afterEach(cleanup)

describe('what is typed', () => {
  test.each([
    ['', 0, '', 0],
    ['1', 1, '1', 1],
    ['1234', 4, '1,234', 5],
    ['1,2345', 6, '12,345', 6],
    ['1234567.891', 11, '1,234,567.89', 12],
    ['.', 1, '0.', 2],
    ['.5', 2, '0.5', 3],
    ['007', 3, '7', 1],
    ['0', 1, '0', 1],
    ['0.05', 4, '0.05', 4],
    ['$ 1 000', 7, '1,000', 5],
    ['12a', 3, '12', 2],
    ['1.2.3', 5, '1.23', 4],
    ['1234567890123', 13, '123,456,789,012', 15],
  ])('%s with the caret at %i reads %s with the caret at %i', (raw, at, text, caret) => {
    expect(groupTyped(raw, at)).toEqual({ text, caret })
  })

  test('the caret stays behind the digit it was behind', () => {
    // 9 typed after the 1 of 1,234.
    expect(groupTyped('19,234', 2)).toEqual({ text: '19,234', caret: 2 })
    // 9 typed at the front of 123,456.
    expect(groupTyped('9123,456', 1)).toEqual({ text: '9,123,456', caret: 1 })
    // The 1 of 1,234 taken away.
    expect(groupTyped(',234', 0)).toEqual({ text: '234', caret: 0 })
  })
})

// shows §5.36 D112
test.each([
  ['', ''],
  ['5', '5.00'],
  ['5.', '5.00'],
  ['5.5', '5.50'],
  ['5.55', '5.55'],
  ['1,250', '1,250.00'],
])('leaving the field turns "%s" into "%s"', (typed, finished) => {
  expect(finishTyped(typed)).toBe(finished)
})

function Field() {
  const [value, setValue] = useState('')
  return <MoneyField label="Amount" value={value} onChange={setValue} />
}

async function field() {
  const user = userEvent.setup()
  render(<Field />)
  const input = screen.getByLabelText<HTMLInputElement>('Amount')
  await user.click(input)
  return { user, input }
}

// shows §5.35 §5.36 §9.12
test('thousands are grouped while typing and cents come on leaving', async () => {
  const { user, input } = await field()
  await user.keyboard('1234567.8')
  expect(input.value).toBe('1,234,567.8')
  await user.tab()
  expect(input.value).toBe('1,234,567.80')
})

test('a letter changes neither the amount nor the caret', async () => {
  const { user, input } = await field()
  await user.keyboard('1234')
  input.setSelectionRange(3, 3)
  await user.keyboard('x')
  expect(input.value).toBe('1,234')
  expect(input.selectionStart).toBe(3)
})

test('Backspace behind a comma takes the digit before it', async () => {
  const { user, input } = await field()
  await user.keyboard('1234')
  input.setSelectionRange(2, 2)
  await user.keyboard('{Backspace}')
  expect(input.value).toBe('234')
  expect(input.selectionStart).toBe(0)
})

test('Delete before a comma takes the digit behind it', async () => {
  const { user, input } = await field()
  await user.keyboard('1234')
  input.setSelectionRange(1, 1)
  await user.keyboard('{Delete}')
  expect(input.value).toBe('134')
  expect(input.selectionStart).toBe(1)
})
