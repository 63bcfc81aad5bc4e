import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alerts, forgetAlerts } from './alert.tsx'
import { CopyButton } from './copy-button.tsx'

beforeEach(forgetAlerts)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(clipboard: object | undefined) {
  vi.stubGlobal('navigator', { clipboard })
  render(<CopyButton text="9194188885" what="account number" />)
}

async function press(clipboard: object) {
  show(clipboard)
  fireEvent.click(screen.getByRole('button'))
  await new Promise((done) => setTimeout(done))
}

test('what is copied is told on the button, and nowhere else', async () => {
  const writeText = vi.fn(async () => {})
  await press({ writeText })
  expect(writeText).toHaveBeenCalledWith('9194188885')
  expect(alerts.read()).toEqual([])
})

test('a browser that refuses is told of', async () => {
  await press({ writeText: () => Promise.reject(new Error('not allowed')) })
  expect(alerts.read()).toMatchObject([{ message: 'Your browser did not let us copy it.' }])
})

test('without a clipboard, as over plain HTTP, there is nothing to press', () => {
  show(undefined)
  expect(screen.queryByRole('button')).toBeNull()
})
