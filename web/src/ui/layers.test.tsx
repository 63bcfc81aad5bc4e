import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useLayer, useRestorer, whenSettled } from './layers.ts'

afterEach(cleanup)

const marks = () => ((history.state?.layers ?? []) as { name?: string }[]).map(({ name }) => name)
/** Until the history stands still: a traversal of the browser takes its time. */
const still = () =>
  act(async () => {
    // Turns, and not one wait: on a busy machine a wait is over before what it waits for had its turns.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setTimeout(done, 3))
  })

type Shown = { name?: string; close?: () => void; locked?: boolean }
function Layers({ all }: { all: readonly Shown[] }) {
  return all.map((one, at) => <One key={one.name ?? at} {...one} />)
}
function One({ name, close = () => {}, locked }: Shown) {
  useLayer(true, { name, close, locked })
  return null
}
function Restored({ bring }: { bring: (names: readonly string[]) => number }) {
  useRestorer('kept', bring)
  return null
}

// shows D152
test('what opens is an entry of the history, and what closes takes it away', async () => {
  // Nothing is ahead, whose place it would take.
  history.pushState(null, '')
  const before = history.length
  const { rerender } = render(<Layers all={[{ name: 'a' }]} />)
  await still()
  expect(marks()).toEqual(['a'])
  expect(history.length).toBe(before + 1)
  rerender(<Layers all={[]} />)
  await still()
  expect(marks()).toEqual([])
})

test('a traversal that is slow is made once', async () => {
  const real = history.go.bind(history)
  const went = vi.spyOn(history, 'go').mockImplementation((by) => void setTimeout(real, 1_500, by))
  const { rerender } = render(<Layers all={[{ name: 'a' }]} />)
  await still()
  rerender(<Layers all={[]} />)
  await expect.poll(marks).toEqual([])
  await still()
  expect(went.mock.calls).toEqual([[-1]])
  went.mockRestore()
})

// shows D152
test('Back closes the topmost only; what is locked stays with its entry', async () => {
  const closed: string[] = []
  const close = (name: string) => () => closed.push(name)
  const lower = { name: 'lower', close: close('lower') }
  const upper = { name: 'upper', close: close('upper') }
  const { rerender } = render(<Layers all={[lower, upper]} />)
  await still()
  history.back()
  // It does not close by itself here: it is opened again, in an entry of its own.
  await still()
  expect(closed).toEqual(['upper'])
  rerender(<Layers all={[{ ...lower, locked: true }]} />)
  await still()
  history.back()
  await still()
  expect(closed).toEqual(['upper'])
  expect(marks()).toEqual(['lower'])
  rerender(<Layers all={[]} />)
  await still()
  expect(marks()).toEqual([])
})

// shows D152
test('what is replaced by another takes no entry more', async () => {
  const { rerender } = render(<Layers all={[{ name: 'menu' }]} />)
  await still()
  const before = history.length
  rerender(<Layers all={[{ name: 'panel' }]} />)
  await still()
  expect(marks()).toEqual(['panel'])
  expect(history.length).toBe(before)
  rerender(<Layers all={[]} />)
  await still()
})

// shows D152
test('Forward opens what can be opened again, and is undone where it cannot', async () => {
  const asked: (readonly string[])[] = []
  const bring = (names: readonly string[]) => asked.push(names) - 1
  const { rerender } = render(<Layers all={[{ name: 'kept:1' }]} />)
  await still()
  rerender(
    <>
      <Layers all={[]} />
      <Restored bring={bring} />
    </>,
  )
  await still()
  history.forward()
  // The first time it answers that it brought none.
  await still()
  expect(asked).toEqual([['kept:1']])
  expect(marks()).toEqual([])
  history.forward()
  await still()
  expect(marks()).toEqual(['kept:1'])
  rerender(<Layers all={[{ name: 'kept:1' }]} />)
  await still()
  expect(marks()).toEqual(['kept:1'])
  rerender(<Layers all={[]} />)
  await still()
  expect(marks()).toEqual([])
})

// shows D152
test('what lay above another is asked for again once that one is there', async () => {
  const asked: (readonly string[])[] = []
  const under = { name: 'under:1' }
  const { rerender } = render(<Layers all={[under, { name: 'kept:2' }]} />)
  await still()
  const restored = <Restored bring={(names) => asked.push(names)} />
  rerender(restored)
  await still()
  expect(marks()).toEqual([])
  history.go(2)
  await still()
  expect(asked).toEqual([])
  rerender(
    <>
      {restored}
      <Layers all={[under]} />
    </>,
  )
  await still()
  expect(asked).toEqual([['kept:2']])
  rerender(
    <>
      {restored}
      <Layers all={[under, { name: 'kept:2' }]} />
    </>,
  )
  await still()
  expect(marks()).toEqual(['under:1', 'kept:2'])
  rerender(<Layers all={[]} />)
  await still()
  expect(marks()).toEqual([])
})

// shows D152
test('a navigation waits until the history stands still', async () => {
  const { rerender } = render(<Layers all={[{ name: 'a' }]} />)
  await still()
  rerender(<Layers all={[]} />)
  const found: unknown[] = []
  whenSettled(() => found.push(marks()))
  expect(found).toEqual([])
  await still()
  expect(found).toEqual([[]])
  whenSettled(() => found.push('at once'))
  expect(found).toHaveLength(2)
})
