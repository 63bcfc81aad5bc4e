import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FocusPlace } from './focus-place.tsx'

afterEach(cleanup)

const at = (step: string, other = false) => (
  <>
    <FocusPlace shown={step}>
      <button key={step} type="button">
        {step}
      </button>
    </FocusPlace>
    {other ? <input aria-label="Other" ref={(field) => field?.focus()} /> : null}
  </>
)

test('what had the focus leaves it to the place around it', () => {
  const { rerender, container } = render(at('first'))
  expect(document.activeElement).toBe(document.body)
  screen.getByRole('button').focus()
  rerender(at('second'))
  expect(document.activeElement).toBe(container.firstElementChild)
})

test('a focus that has gone on stays where it is', () => {
  const { rerender } = render(at('first'))
  screen.getByRole('button').focus()
  rerender(at('second', true))
  expect(document.activeElement).toBe(screen.getByLabelText('Other'))
})
