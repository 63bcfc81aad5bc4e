import { expect, test } from 'vitest'
import { arcsOf } from './doughnut.tsx'

const part = (minor: bigint) => ({ label: String(minor), minor, text: '', tone: 'credit' as const })
const lengths = (...minors: bigint[]) => {
  const total = minors.reduce((sum, one) => sum + one, 0n)
  return arcsOf(minors.map(part), total).map(({ length }) => Math.round(length * 100) / 100)
}

test('shares take their part of the way around, less the gap between them', () => {
  expect(lengths(75n, 25n)).toEqual([74.2, 24.2])
  expect(lengths(100n, 0n)).toEqual([100])
})

test('a share of less than two per cent is more than a hairline between two gaps', () => {
  const [large = 0, small = 0] = lengths(9_990n, 10n)
  expect(small).toBeGreaterThan(1)
  expect(large + small).toBeCloseTo(98.4)
})
