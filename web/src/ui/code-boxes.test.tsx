import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CodeBoxes } from './code-boxes.tsx'

afterEach(cleanup)

function Boxes({ onComplete }: { onComplete: (code: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <>
      <CodeBoxes
        label="One-time code"
        length={5}
        value={value}
        onChange={setValue}
        onComplete={onComplete}
        autoFocus
      />
      <button type="button" onClick={() => setValue('')}>
        Clear
      </button>
    </>
  )
}

function setup() {
  const onComplete = vi.fn()
  render(<Boxes onComplete={onComplete} />)
  const boxes = screen.getAllByRole<HTMLInputElement>('textbox')
  const code = () => boxes.map((box) => box.value).join('')
  return { user: userEvent.setup(), boxes, code, onComplete }
}

// shows D21
test('the boxes are a labelled group and the first offers the code from a message', () => {
  const { boxes } = setup()
  expect(screen.getByRole('group', { name: 'One-time code' })).toBeTruthy()
  expect(boxes[0]?.getAttribute('autocomplete')).toBe('one-time-code')
  expect(screen.getByLabelText('Digit 5 of 5')).toBe(boxes[4])
  expect(document.activeElement).toBe(boxes[0])
})

// shows §2.6.5 §5.33 D22
test('typing goes from box to box and completes once', async () => {
  const { user, code, onComplete } = setup()
  await user.keyboard('1 2a345')
  expect(code()).toBe('12345')
  expect(onComplete.mock.calls).toEqual([['12345']])
})

// shows §2.6.6 §2.6.7
test('a pasted code fills all boxes, spaces ignored', async () => {
  const { user, boxes, code, onComplete } = setup()
  await user.click(boxes[2] as HTMLInputElement)
  await user.paste(' 98 765 ')
  expect(code()).toBe('98765')
  expect(onComplete.mock.calls).toEqual([['98765']])
})

test('a code that the browser fills into the first box goes to all of them', () => {
  const { boxes, code, onComplete } = setup()
  fireEvent.change(boxes[0] as HTMLInputElement, { target: { value: '54321' } })
  expect(code()).toBe('54321')
  expect(onComplete).toHaveBeenCalledOnce()
})

test('Backspace takes the last digit, then the one before', async () => {
  const { user, boxes, code } = setup()
  await user.keyboard('123{Backspace}')
  expect(code()).toBe('12')
  await user.keyboard('{Backspace}{Backspace}{Backspace}')
  expect(code()).toBe('')
  expect(document.activeElement).toBe(boxes[0])
})

test('a digit typed over another replaces it and leaves the rest to the button', async () => {
  const { user, boxes, code, onComplete } = setup()
  await user.keyboard('12345')
  await user.click(boxes[1] as HTMLInputElement)
  await user.keyboard('9')
  expect(code()).toBe('19345')
  expect(onComplete.mock.calls).toEqual([['12345']])
})

test('a whole code pasted over one, the same too, is complete anew', async () => {
  const { user, boxes, onComplete } = setup()
  await user.keyboard('12345')
  await user.click(boxes[3] as HTMLInputElement)
  await user.paste('12345')
  await user.paste('54321')
  expect(onComplete.mock.calls).toEqual([['12345'], ['12345'], ['54321']])
})

test('cleared boxes take the focus back and may be completed with the same code', async () => {
  const { user, boxes, onComplete } = setup()
  await user.keyboard('12345')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(document.activeElement).toBe(boxes[0])
  await user.keyboard('12345')
  expect(onComplete).toHaveBeenCalledTimes(2)
})
