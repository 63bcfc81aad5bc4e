import { messages } from '@passbook/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodePage } from './code-page.tsx'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const refusing = (http: number, code: string, message: string) =>
  new Response(JSON.stringify({ status: 'error', code, message }), { status: http })

/** What is left in the boxes once a code was typed and what became of it was told. */
async function leftAfter(told: string): Promise<string> {
  render(
    <MemoryRouter initialEntries={['/confirm/b1']}>
      <Routes>
        <Route path="/confirm/:buffer" element={<CodePage />} />
      </Routes>
    </MemoryRouter>,
  )
  const boxes = screen.getAllByRole<HTMLInputElement>('textbox')
  await userEvent.setup().type(boxes[0] as HTMLInputElement, '12345')
  expect((await screen.findByRole('alert')).textContent).toBe(told)
  expect(fetched).toHaveBeenCalledTimes(1)
  // Only what was refused is marked as wrong.
  const left = boxes.map(({ value }) => value).join('')
  const isMarked = boxes.every((box) => box.getAttribute('aria-invalid') === 'true')
  expect(isMarked).toBe(left === '')
  return left
}

test('digits that nobody has looked at stay', async () => {
  fetched.mockRejectedValueOnce(new TypeError('lost'))
  expect(await leftAfter(messages.connectionError)).toBe('12345')
})

test.each([
  [503, 'unavailable'],
  [429, 'too_many'],
])('they stay where the bank has no time for them: %i', async (http, code) => {
  fetched.mockResolvedValueOnce(refusing(http, code, 'Later'))
  expect(await leftAfter('Later')).toBe('12345')
})

test('digits that were wrong are typed anew', async () => {
  fetched.mockResolvedValueOnce(refusing(422, 'code_wrong', messages.codeWrong))
  expect(await leftAfter(messages.codeWrong)).toBe('')
})
