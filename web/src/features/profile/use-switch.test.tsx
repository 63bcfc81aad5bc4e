import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from '#api/texts.ts'

const { alert, toast } = vi.hoisted(() => ({ alert: vi.fn(), toast: vi.fn() }))
vi.mock('#ui/alert.tsx', () => ({ alert }))
vi.mock('#ui/toasts.tsx', () => ({ toast }))
const { useSwitch } = await import('./use-switch.ts')

let held = false
beforeEach(() => {
  held = false
  vi.clearAllMocks()
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
  expect(toast).toHaveBeenCalledWith({ message: 'Saved' })
})

// shows §4.37
test('it goes back and the reason is told when the bank does not agree', async () => {
  const gate = Promise.withResolvers<void>()
  const { result } = drawn(() => gate.promise)
  act(() => result.current.onChange(true))
  expect(result.current.on).toBe(true)
  await act(async () => gate.reject(new RequestError('http', 403, 'You may not')))
  expect(result.current).toMatchObject({ on: false, busy: false })
  expect(alert).toHaveBeenCalledWith('You may not')
  expect(toast).not.toHaveBeenCalled()
})

test('a second change waits for the first', async () => {
  const send = vi.fn(() => new Promise<void>(() => {}))
  const { result } = drawn(send)
  act(() => result.current.onChange(true))
  act(() => result.current.onChange(false))
  expect(send).toHaveBeenCalledTimes(1)
  expect(result.current.on).toBe(true)
})
