import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from '#api/texts.ts'
import { alerts, forgetAlerts } from '#ui/alert.tsx'
import { forgetToasts, shown } from '#ui/toasts.tsx'
import { useSwitch } from './use-switch.ts'

let held = false
beforeEach(() => {
  held = false
  forgetAlerts()
  forgetToasts()
})
afterEach(cleanup)

function drawn(send: (on: boolean) => Promise<unknown>) {
  return renderHook(() =>
    useSwitch({
      held,
      send,
      onSaved: (on) => {
        held = on
      },
      done: 'Saved',
    }),
  )
}

// shows §4.37
test('the choice shows before the bank has agreed, and stays when it does', async () => {
  const gate = Promise.withResolvers<void>()
  const { result } = drawn(() => gate.promise)
  act(() => result.current.onChange(true))
  expect(result.current).toMatchObject({ on: true, busy: true })
  await act(async () => gate.resolve())
  expect(result.current).toMatchObject({ on: true, busy: false })
  expect(shown.read()).toMatchObject([{ message: 'Saved' }])
})

// shows §4.37
test('it goes back and the reason is told when the bank does not agree', async () => {
  const gate = Promise.withResolvers<void>()
  const { result } = drawn(() => gate.promise)
  act(() => result.current.onChange(true))
  expect(result.current.on).toBe(true)
  await act(async () => gate.reject(new RequestError('http', 403, 'You may not')))
  expect(result.current).toMatchObject({ on: false, busy: false })
  expect(alerts.read()).toMatchObject([{ message: 'You may not' }])
  expect(shown.read()).toEqual([])
})

test('a second change waits for the first', async () => {
  const send = vi.fn(() => new Promise<void>(() => {}))
  const { result } = drawn(send)
  act(() => result.current.onChange(true))
  act(() => result.current.onChange(false))
  expect(send).toHaveBeenCalledTimes(1)
  expect(result.current.on).toBe(true)
})
