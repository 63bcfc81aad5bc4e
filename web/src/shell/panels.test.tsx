import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SessionProvider, useSessionState } from '#session/session.tsx'
import { Panels } from './panels.tsx'

afterEach(cleanup)

const Opened = () => <output>{useSessionState('panel') ?? 'none'}</output>

test('an entry of the history with a panel that is no more opens none, and is left', async () => {
  render(
    <SessionProvider>
      <Opened />
      <Panels />
    </SessionProvider>,
  )
  history.pushState({ layers: [{ id: 'old', name: 'panel:lottery' }] }, '')
  await act(async () => {
    window.dispatchEvent(new PopStateEvent('popstate'))
    await expect.poll(() => history.state?.layers).toBeUndefined()
  })
  expect(screen.getByRole('status').textContent).toBe('none')
})
