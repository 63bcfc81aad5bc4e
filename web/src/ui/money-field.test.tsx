import { parseMoney, toGrouped } from '@passbook/contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { MoneyField } from './money-field.tsx'
import { finishTyped, groupTyped, readWritten } from './money-input.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

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

describe('what was written elsewhere', () => {
  test.each([
    ['', ''],
    ['12', '12'],
    ['12,50', '12.50'],
    ['12,5', '12.5'],
    [',5', '.5'],
    ['12.50', '12.50'],
    ['1,250', '1250'],
    ['1.250', '1.250'],
    ['1,250.50', '1250.50'],
    ['1.250,50', '1250.50'],
    ['1.250,505', '1250.505'],
    ['1,250,000', '1250000'],
    ['1.250.000', '1250000'],
    ['1.250.000,5', '1250000.5'],
    ['1,25,000.50', '125000.50'],
    ['€ 1 250,50', '1250.50'],
    ["1'250.50", '1250.50'],
    ['12,', '12'],
    ['12.50.', '12.50'],
    ['12,50.', '12.50'],
    ['1,250.50,', '1250.50'],
    ['$12.50 (incl. VAT)', '12.50'],
    ['Fr. 12.50', '12.50'],
    ['Rs. 1,250.00', '1250.00'],
    ['Rs.500', '500'],
    ['S/. 25.00', '25.00'],
    ['12.50 USD.', '12.50'],
    ['2 of 12.50', '2'],
    ['1.250.50', '1250.50'],
    ['1,250,50', '1250.50'],
    ['0,125', '0.125'],
    ['12,3456', '12.3456'],
    ['33,3333333333', '33.3333333333'],
    ['1250,500', '1250.500'],
    ['1.250,-', '1250.00'],
    ['€ 1.250,–', '1250.00'],
    ['Fr. 80.—', '80.00'],
    ['250\t100', '250'],
    ['12\n345', '12'],
    ['nothing', ''],
  ])('%s is %s', (written, plain) => {
    expect(readWritten(written)).toBe(plain)
  })

  test('any amount is the same in every way of writing its cents', () => {
    const separators = fc.constantFrom(
      ...[',.', '.,', ' ,', ' .', "'.", '\u202f,', '\u00a0,'].map((both) => [...both]),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), separators, (minor, both) => {
        const [group = '', point = ''] = both
        const shown = toGrouped(minor)
        const written = shown.replaceAll(/[,.]/g, (mark) => (mark === ',' ? group : point))
        expect(finishTyped(groupTyped(readWritten(written), 0).text)).toBe(shown)
        expect(parseMoney(groupTyped(readWritten(written), 0).text)).toBe(minor)
      }),
    )
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

function Field({ readOnly = false }) {
  const [value, setValue] = useState('')
  return (
    <MoneyField label="Amount" symbol="$" readOnly={readOnly} value={value} onChange={setValue} />
  )
}

async function field({ readOnly = false } = {}) {
  const user = userEvent.setup()
  render(<Field readOnly={readOnly} />)
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

/** How the device writes one and a half. */
const deviceWrites = (half: string) =>
  vi.spyOn(Number.prototype, 'toLocaleString').mockReturnValue(half)

test('a comma that is typed is the point where the device writes it so', async () => {
  deviceWrites('1,5')
  const { user, input } = await field()
  await user.keyboard('1250,5')
  expect(input.value).toBe('1,250.5')
  await user.keyboard('{Backspace}{Backspace}{Backspace}')
  expect(input.value).toBe('125')
  // In the middle it separates nothing.
  input.setSelectionRange(1, 1)
  await user.keyboard(',')
  expect(input.value).toBe('125')
  expect(input.selectionStart).toBe(1)
  // Before the point that is there already it is that point.
  await user.clear(input)
  await user.keyboard('12.00')
  input.setSelectionRange(2, 2)
  await user.keyboard(',50')
  expect(input.value).toBe('12.50')
})

test('elsewhere a comma that is typed only groups', async () => {
  deviceWrites('1.5')
  const { user, input } = await field()
  await user.keyboard('1,250')
  expect(input.value).toBe('1,250')
})

test('typed one by one, anything is what its digits and its first point say', async () => {
  deviceWrites('1.5')
  const { user, input } = await field()
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[\d,]{1,8}(\.[\d,]{0,3})?$/), async (typed) => {
      await user.clear(input)
      await user.keyboard(typed)
      expect(input.value).toBe(groupTyped(typed, 0).text)
    }),
    { numRuns: 20 },
  )
})

test('what is pasted is read as it was written, wherever it is put', async () => {
  const { user, input } = await field()
  await user.paste('12,50')
  expect(input.value).toBe('12.50')
  await user.tripleClick(input)
  await user.paste(' 1.250,50 €\n')
  expect(input.value).toBe('1,250.50')
  input.setSelectionRange(0, 5)
  await user.paste('9,876')
  expect(input.value).toBe('9,876.50')
  expect(input.selectionStart).toBe(5)
})

test('what a keyboard puts in at once is read like what is pasted', async () => {
  const { input } = await field()
  input.setRangeText('12,50', 0, 0, 'end')
  fireEvent(
    input,
    new InputEvent('input', { inputType: 'insertText', data: '12,50', bubbles: true }),
  )
  expect(input.value).toBe('12.50')
  expect(input.selectionStart).toBe(5)
})

test('nothing is pasted where nothing can be typed', async () => {
  const { user, input } = await field({ readOnly: true })
  await user.paste('12,50')
  expect(input.value).toBe('')
})

test('what has no amount in it takes none away', async () => {
  const { user, input } = await field()
  await user.keyboard('12')
  await user.tripleClick(input)
  await user.paste('nothing')
  expect(input.value).toBe('12')
})

test('an amount that is dropped is read as it was written, in the place of the one before', async () => {
  const { user, input } = await field()
  await user.keyboard('7')
  fireEvent.drop(input, { dataTransfer: { getData: () => '12,50' } })
  expect(input.value).toBe('12.50')
})
