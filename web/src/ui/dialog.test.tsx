import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

function Page({ opened, empty }: { opened: boolean; empty: boolean }) {
  return (
    <>
      <h1 tabIndex={-1}>Pots</h1>
      {empty ? <button type="button">New pot</button> : <p>Japan</p>}
      <Dialog opened={opened} onClose={() => {}} title="New pot" look="modal">
        <p>How it is called</p>
      </Dialog>
    </>
  )
}

test.each([
  ['to what opened the dialog', true, 'New pot'],
  ['to the heading of the page, where that is gone', false, 'Pots'],
])('the focus goes back %s', (_, stays, place) => {
  const { rerender } = render(<Page opened={false} empty />)
  screen.getByText('New pot').focus()
  rerender(<Page opened empty />)
  // An environment without layout puts no focus into a dialog.
  screen.getByText('New pot', { selector: 'button' }).blur()
  // As a list that is no longer empty: it comes while the dialog is still open.
  rerender(<Page opened empty={stays} />)
  rerender(<Page opened={false} empty={stays} />)
  expect(document.activeElement?.textContent).toBe(place)
})
