import { describe, expect, it } from 'vitest'
import { batching } from './batching.ts'

/** Runs that end when the test says so, and what each of them was given. */
function held() {
  const runs: { items: number[]; end(): void; fail(): void }[] = []
  const run = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      runs.push({
        items,
        end: () => resolve(items.map((item) => item * 10)),
        fail: () => reject(new Error('no')),
      })
    })
  return { runs, run }
}

describe('natural batching', () => {
  it('sends together what is there, and what comes meanwhile together after it', async () => {
    const { runs, run } = held()
    const send = batching({ max: 10, run })
    const first = [1, 2].map(send)
    await expect.poll(() => runs.length).toBe(1)
    const later = [3, 4, 5].map(send)
    runs[0]?.end()
    expect(await Promise.all(first)).toEqual([10, 20])
    await expect.poll(() => runs.length).toBe(2)
    runs[1]?.end()
    expect(await Promise.all(later)).toEqual([30, 40, 50])
    expect(runs.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  it.each([
    [true, [[1, 2, 3, 4]]],
    [false, [[1], [2], [3], [4]]],
  ])('gathers what comes one in a turn of the event loop: %s', async (gather, batches) => {
    const seen: number[][] = []
    const send = batching({
      max: 10,
      gather,
      run: async (items: number[]) => {
        seen.push(items)
        return items
      },
    })
    const sent: Promise<number>[] = []
    for (const item of [1, 2, 3, 4]) {
      sent.push(send(item))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await Promise.all(sent)).toEqual([1, 2, 3, 4])
    expect(seen).toEqual(batches)
  })

  it('gathers no more than the maximum', async () => {
    const seen: number[] = []
    const send = batching({
      max: 2,
      gather: true,
      run: async (items: number[]) => {
        seen.push(items.length)
        return items
      },
    })
    // One in each turn, without an end: a batch that is full goes.
    let on = true
    const flood = (async () => {
      for (; on; await new Promise((resolve) => setImmediate(resolve))) void send(1)
    })()
    await expect.poll(() => seen.length).toBeGreaterThan(2)
    on = false
    await flood
    expect(Math.max(...seen)).toBe(2)
  })

  it('takes no more than the maximum at a time', async () => {
    const seen: number[] = []
    const send = batching({
      max: 4,
      run: async (items: number[]) => {
        seen.push(items.length)
        return items
      },
    })
    const all = Array.from({ length: 11 }, (_, index) => index)
    expect(await Promise.all(all.map(send))).toEqual(all)
    expect(seen).toEqual([4, 4, 3])
  })

  it('rejects the items of a run that failed, and goes on', async () => {
    const { runs, run } = held()
    const send = batching({ max: 10, run })
    const first = send(1)
    await expect.poll(() => runs.length).toBe(1)
    const second = send(2)
    runs[0]?.fail()
    await expect(first).rejects.toThrow('no')
    await expect.poll(() => runs.length).toBe(2)
    runs[1]?.end()
    expect(await second).toBe(20)
  })

  it('does not wait for a promise that a run gives for one of its items', async () => {
    let late: (value: string) => void = () => {}
    const send = batching({
      max: 10,
      run: async (items: string[]) =>
        items.map((item) =>
          item === 'late' ? new Promise<string>((resolve) => (late = resolve)) : item,
        ),
    })
    const waiting = send('late')
    expect(await send('next')).toBe('next')
    late('at last')
    expect(await waiting).toBe('at last')
  })

  it('lets others pass a run that hangs', async () => {
    const { runs, run } = held()
    const send = batching({ max: 10, run })
    void send(1)
    await expect.poll(() => runs.length).toBe(1)
    const passing = send(2)
    await expect.poll(() => runs.length).toBe(2)
    runs[1]?.end()
    expect(await passing).toBe(20)
  })

  it('waits for a run however long it takes where patience has no end', async () => {
    const { runs, run } = held()
    const send = batching({ max: 10, patienceMs: Infinity, run })
    const first = send(1)
    await expect.poll(() => runs.length).toBe(1)
    const later = [2, 3].map(send)
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(runs).toHaveLength(1)
    runs[0]?.end()
    expect(await first).toBe(10)
    await expect.poll(() => runs.length).toBe(2)
    runs[1]?.end()
    expect(await Promise.all(later)).toEqual([20, 30])
  })

  it('runs every item by itself and side by side where the maximum is one', async () => {
    const { runs, run } = held()
    const send = batching({ max: 1, run })
    const sent = [1, 2].map(send)
    expect(runs.map(({ items }) => items)).toEqual([[1], [2]])
    for (const { end } of runs) end()
    expect(await Promise.all(sent)).toEqual([10, 20])
  })
})
