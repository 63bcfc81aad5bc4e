import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { forgetToken, storeToken } from '#api/token.ts'
import { AlertHost, alert } from '#ui/alert.tsx'
// Its code has come by the time that something is told.
import '#ui/alert-box.tsx'
import { Toasts } from '#ui/toast-cards.tsx'
import { toast } from '#ui/toasts.tsx'
import './told.ts'

afterEach(() => {
  cleanup()
  forgetToken()
})

const area = (
  <>
    <Toasts />
    <AlertHost />
  </>
)

test('what one customer was told is not told to the next, nor what came too late for them', async () => {
  storeToken('hers')
  const hers = render(area)
  let isOver = false
  await act(async () => {
    toast({ message: 'Your transfer to Bob goes in a moment.' })
    void alert('Insufficient funds').then(() => {
      isOver = true
    })
  })
  await screen.findByText('Your transfer to Bob goes in a moment.')
  await screen.findByText('Insufficient funds')
  // Asked for again in another tab, the login is the same.
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'other' })))
  expect(screen.queryByText('Insufficient funds')).not.toBeNull()
  hers.unmount()
  forgetToken()
  expect(await alertIsOver(() => isOver)).toBe(true)
  void alert('The bank did not answer')
  storeToken('his')
  render(area)
  await act(async () => toast({ message: 'Welcome' }))
  await screen.findByText('Welcome')
  expect(document.body.textContent).not.toMatch(/Bob|funds|answer/)
})

/** Whoever waits for an OK goes on in a turn of its own. */
async function alertIsOver(read: () => boolean): Promise<boolean> {
  await Promise.resolve()
  return read()
}
