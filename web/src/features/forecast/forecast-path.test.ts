import type { ForecastDay } from '@passbook/contract'
import { expect, test } from 'vitest'
import { box, scaleOf, scheduledPath, usualPath } from './forecast-path.ts'

const day = (scheduled: bigint, more: Partial<ForecastDay> = {}): ForecastDay => ({
  ...{ on: '2027-01-28', scheduled, low: scheduled, usual: scheduled, reasons: [], ...more },
})

test('the highest sum is on top, with room below the lowest, and none below zero', () => {
  const scale = scaleOf([day(100n), day(20n)])
  expect([scale.bottom, scale.y(100n), scale.y(50n), scale.y(0n)]).toEqual([0n, 8, 100, 192])
  const high = scaleOf([day(1000n), day(900n)])
  expect([high.bottom, high.y(1000n), high.y(875n)]).toEqual([875n, 8, box.height - 8])
  const below = scaleOf([day(100n), day(0n, { usual: -100n })])
  expect(below.bottom).toBe(-150n)
  expect([scaleOf([day(7n)]).y(7n), scaleOf([day(0n)]).y(0n)]).toEqual([8, box.height - 8])
})

test('the scheduled line is flat through a day and goes down to its lowest point', () => {
  const days = [day(100n), day(100n, { low: 50n }), day(0n)]
  const path = scheduledPath(days, scaleOf(days))
  expect(path).toBe('M0.0 8.0H300.0L300.0 100.0L300.0 8.0H600.0L600.0 192.0')
  const dip = [day(100n, { low: 0n }), day(100n)]
  expect(scheduledPath(dip, scaleOf(dip))).toBe('M0.0 192.0L0.0 8.0H600.0L600.0 8.0')
})

test('the other line goes from day to day', () => {
  const days = [day(100n), day(100n, { usual: 0n })]
  expect(usualPath(days, scaleOf(days))).toBe('M0.0 8.0L600.0 192.0')
})
