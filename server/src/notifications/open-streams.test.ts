import type { BankEvent } from '@passbook/contract'
import { expect, test } from 'vitest'
import { beatSlices, makeOpenStreams, streamsPerCustomer } from './open-streams.ts'

const listener = (customerId: bigint) => ({
  customerId,
  session: '',
  tell() {},
  beat() {},
  end() {},
})

test('streams are found by their customer, the oldest first, until they are removed', () => {
  const streams = makeOpenStreams()
  const [first, second, other] = [1n, 1n, 2n].map((id) => streams.add(listener(id)))
  if (!first || !second || !other) throw new Error('three were added')
  expect(streams.of(1n)).toEqual([first, second])
  expect(streams.all()).toHaveLength(3)
  streams.remove(first)
  streams.remove(first)
  expect(streams.of(1n)).toEqual([second])
  streams.remove(second)
  expect(streams.of(1n)).toEqual([])
  expect(streams.all()).toEqual([other])
})

test('of too many the oldest stand in the way of one more', () => {
  const streams = makeOpenStreams()
  const held = Array.from({ length: streamsPerCustomer + 1 }, () => streams.add(listener(1n)))
  streams.add(listener(2n))
  expect(streams.surplus(1n)).toEqual(held.slice(0, 2))
  expect(streams.surplus(2n)).toEqual([])
})

test('every stream is in one slice, and the slices are of one size', () => {
  const streams = makeOpenStreams()
  for (let count = 0; count < 10 * beatSlices; count += 1) streams.add(listener(BigInt(count % 40)))
  const slices = Array.from({ length: beatSlices }, (_, slice) =>
    streams.inSlices(new Set([slice])),
  )
  expect(slices.map((slice) => slice.length)).toEqual(slices.map(() => 10))
  expect(new Set(slices.flat()).size).toBe(10 * beatSlices)
  expect(streams.inSlices(new Set())).toEqual([])
})

test('news that may have been lost is told once, and to nobody who has left', () => {
  const told: BankEvent[] = []
  const streams = makeOpenStreams()
  const hears = (customerId: bigint) =>
    streams.add({ ...listener(customerId), tell: (event) => told.push(event) })
  const [stays, leaves] = [hears(1n), hears(2n)]
  for (const stream of [stays, leaves]) streams.tell(stream, { changes: [], lists: [] }, 3)
  streams.allMissed()
  streams.remove(leaves)
  told.length = 0
  for (const stream of [stays, leaves, stays]) streams.tell(stream, { changes: [], lists: [] }, 3)
  expect(told).toEqual([{ transactions: [], unReadNotifications: 3, missed: true }])
})
